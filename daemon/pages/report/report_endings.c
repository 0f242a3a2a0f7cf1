/* report_endings: how games ended, how long they were, and how they were opened. */
#include "report_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pages/report/report_endings.inc"

enum { BARS_MAX = 40, COLUMNS_MAX = 60, LENGTHS_HIGH = 260 };

/* ── endings ── */

/* The parts of a row: wins, draws, survivals, eliminations are columns one after the other. */
static int make_bars(const struct stmt_rows *answer, size_t first, size_t games,
                     struct plot_bar bar[], char said[][REPORT_NUMBER_SIZE])
{
	int count = 0;
	for (; count < answer->count && count < BARS_MAX; count++) {
		axis_print_number(report_number(answer, count, games), 0, said[count]);
		bar[count] = (struct plot_bar){.label = report_text(answer, count, 0), .said = said[count]};
		for (int part = 0; part < 4; part++)
			bar[count].part[part] =
				report_number(answer, count, first + (size_t)part * sizeof(double));
	}
	return count;
}

static void plot_fates(struct page *page, const struct report *report, int side)
{
	struct plot_bar bar[BARS_MAX];
	char said[BARS_MAX][REPORT_NUMBER_SIZE];
	const struct report_answers *const answers = &report->side[side].answers;
	struct plot_bars plot = {.head = {"How the games of each power ended",
	                                  "The table below has the numbers.", "of its games, %",
	                                  report_wide(report)},
	                         .part = {"won", "shared a draw", "survived", "eliminated"},
	                         .parts = 4,
	                         .bar = bar};
	plot.count = make_bars(&answers->powers.all, REPORT_AT(powers, wins), REPORT_AT(powers, games),
	                       bar, said);
	report_open_figure(page);
	report_put_bars(page, &plot);
	report_close_figure(
		page,
		"How the games of each power ended. It survived where another power won. At the right: "
		"its games.");
	plot.head.title = "How the seats of each player ended";
	plot.head.unit = "of its seats, %";
	plot.count = make_bars(&answers->standings.all, REPORT_AT(standings, wins),
	                       REPORT_AT(standings, seats), bar, said);
	report_open_figure(page);
	report_put_bars(page, &plot);
	report_close_figure(page, "How the seats of each player ended. At the right: its seats.");
}

static const struct report_column power_columns[] = {
	{"power", REPORT_AT(powers, power), COLUMN_TEXT},
	{"games", REPORT_AT(powers, games), COLUMN_COUNT},
	{"share %", REPORT_AT(powers, share), COLUMN_DIGITS_1},
	{"fair %", REPORT_AT(powers, fair), COLUMN_DIGITS_1},
	{"low", REPORT_AT(powers, low), COLUMN_DIGITS_1},
	{"high", REPORT_AT(powers, high), COLUMN_DIGITS_1},
	{"wins", REPORT_AT(powers, wins), COLUMN_COUNT},
	{"draws", REPORT_AT(powers, draws), COLUMN_COUNT},
	{"survivals", REPORT_AT(powers, survivals), COLUMN_COUNT},
	{"eliminations", REPORT_AT(powers, eliminations), COLUMN_COUNT},
	{"centres", REPORT_AT(powers, centres), COLUMN_DIGITS_2},
	{0},
};
static const struct report_column power_of_columns[] = {
	{"power", REPORT_AT(powers_of, power), COLUMN_TEXT},
	{"player", REPORT_AT(powers_of, player), COLUMN_TEXT},
	{"games", REPORT_AT(powers_of, games), COLUMN_COUNT},
	{"share %", REPORT_AT(powers_of, share), COLUMN_DIGITS_1},
	{"low", REPORT_AT(powers_of, low), COLUMN_DIGITS_1},
	{"high", REPORT_AT(powers_of, high), COLUMN_DIGITS_1},
	{0},
};
static const struct report_column shared_columns[] = {
	{"shared by", REPORT_AT(shared, sharing), COLUMN_COUNT},
	{"powers", REPORT_AT(shared, powers), COLUMN_TEXT},
	{"draws", REPORT_AT(shared, draws), COLUMN_COUNT},
	{"years, median", REPORT_AT(shared, years), COLUMN_COUNT},
	{0},
};
static const struct report_column measure_columns[] = {
	{"", REPORT_AT(measures, what), COLUMN_TEXT},
	{"mean", REPORT_AT(measures, mean), COLUMN_DIGITS_2},
	{"low", REPORT_AT(measures, low), COLUMN_DIGITS_2},
	{"high", REPORT_AT(measures, high), COLUMN_DIGITS_2},
	{0},
};

/* ── lengths ── */

/* Years in bins of equal width, at most COLUMNS_MAX of them. */
static int make_columns(const struct report_answers *answers, double most,
                        struct plot_column column[])
{
	const double width = ceil(most / COLUMNS_MAX);
	const int count = (int)ceil(most / width);
	for (int i = 0; i < count; i++)
		column[i] = (struct plot_column){.from = i * width, .to = (i + 1) * width};
	for (int i = 0; i < answers->lengths.count; i++) {
		const struct report_lengths *const row = &answers->lengths.row[i];
		const int at = (int)ceil(row->years / width) - 1;
		if (at < 0 || at >= count)
			continue;
		column[at].part[0] += row->solos;
		column[at].part[1] += row->draws;
	}
	return count;
}

/* The median of the years of games. */
static double find_median(const struct report_answers *answers)
{
	const struct report_lengths *const row = answers->lengths.row;
	double all = 0, sum = 0;
	for (int i = 0; i < answers->lengths.count; i++)
		all += row[i].solos + row[i].draws;
	for (int i = 0; i < answers->lengths.count; i++) {
		sum += row[i].solos + row[i].draws;
		if (2 * sum >= all)
			return row[i].years;
	}
	return NAN;
}

static void plot_lengths(struct page *page, const struct report *report, int side)
{
	struct plot_column column[COLUMNS_MAX + 1];
	char caption[160], number[REPORT_NUMBER_SIZE];
	const struct report_answers *const answers = &report->side[side].answers;
	double most = 1, high = 1, none = 0;
	for (int i = 0; i < report->sides; i++)
		report_stretch(&report->side[i].answers.lengths.all, REPORT_AT(lengths, years), &none,
		               &most);
	const int count = make_columns(answers, most, column);
	for (int i = 0; i < count; i++)
		high = fmax(high, column[i].part[0] + column[i].part[1]);
	const double median = find_median(answers);
	snprintf(caption, sizeof caption,
	         "Games by the years that they took. Half of them took at most "
	         "%s: the upright line.",
	         axis_print_number(median, 0, number));
	const struct plot_columns plot = {
		.head = {"How long games were", "The table below has the numbers.", "games",
	             report_wide(report)},
		.x_unit = "years",
		.x = axis_between(0, ceil(most / ceil(most / COLUMNS_MAX)) * ceil(most / COLUMNS_MAX), 8),
		.y = axis_fit(0, high, 4),
		.column = column,
		.count = count,
		.parts = 2,
		.look = {"p-c0", "p-c6"},
		.name = {"won", "draws"},
		.mark = median - 0.5,
		.height = LENGTHS_HIGH};
	report_open_figure(page);
	report_put_columns(page, &plot);
	report_close_figure(page, caption);
}

static void write_side(struct page *page, const struct report *report, int side)
{
	static const struct report_column lengths[] = {
		{"years", REPORT_AT(lengths, years), COLUMN_COUNT},
		{"won", REPORT_AT(lengths, solos), COLUMN_COUNT},
		{"draws", REPORT_AT(lengths, draws), COLUMN_COUNT},
		{0},
	};
	const struct report_answers *const answers = &report->side[side].answers;
	plot_fates(page, report, side);
	report_put_numbers(page, "Points and endings by power, all players together", power_columns,
	                   &answers->powers.all);
	report_put_numbers(page, "Share of the points by power and player", power_of_columns,
	                   &answers->powers_of.all);
	plot_lengths(page, report, side);
	report_put_numbers(page, "Games by years", lengths, &answers->lengths.all);
	report_put_table(page, "Means over games, with 95 % intervals", measure_columns,
	                 &answers->measures.all);
	report_put_table(page, "Draws, by the powers that shared them: the most frequent",
	                 shared_columns, &answers->shared.all);
}

void report_write_endings(struct page *page, const struct report *report)
{
	report_open_sides(page, report, true);
	for (int side = 0; side < report->sides; side++) {
		if (!(report->side[side].answers.facts.row->finished > 0))
			continue;
		report_open_side(page);
		report_name_side(page, report, side);
		write_side(page, report, side);
		report_close_side(page);
	}
	report_close_sides(page);
}

/* ── openings ── */

/* All strips have one scale. */
static struct axis find_scale(const struct report *report)
{
	double low = 0, high = 1;
	for (int side = 0; side < report->sides; side++)
		report_stretch(&report->side[side].answers.openings.all, REPORT_AT(openings, high), &low,
		               &high);
	return axis_fit(0, high, 4);
}

static void put_opening(struct page *page, const struct report_openings *opening,
                        const struct axis *axis, const char *look)
{
	char share[REPORT_NUMBER_SIZE], low[REPORT_NUMBER_SIZE], high[REPORT_NUMBER_SIZE], title[160];
	const struct plot_row strip = {.look = look,
	                               .at = opening->share,
	                               .low = opening->low,
	                               .high = opening->high,
	                               .fair = NAN,
	                               .far = NAN};
	axis_print_number(opening->share, 1, share);
	axis_print_number(opening->low, 1, low);
	axis_print_number(opening->high, 1, high);
	snprintf(title, sizeof title, "%s %%, from %s to %s", share, low, high);

	open_opening(page, opening->orders, (int)opening->games, share, low, high);
	report_put_strip(page, &strip, axis, title);
	close_opening(page);
}

/* The rows of a power, which stand together, from this one on. Returns the row after them. */
static int put_power(struct page *page, const struct report_answers *answers, int at,
                     const struct axis *axis)
{
	const struct report_openings *const row = answers->openings.row;
	const char *const name = row[at].power;
	const int power = report_find(&answers->powers.all, REPORT_AT(powers, power), name);
	char total[REPORT_NUMBER_SIZE], kinds[REPORT_NUMBER_SIZE], to[REPORT_NUMBER_SIZE];
	axis_print_number(row[at].total, 0, total);
	axis_print_number(row[at].kinds, 0, kinds);
	axis_print_number(axis->to, 0, to);

	open_power(page, name, kinds, total, to);
	for (; at < answers->openings.count && strcmp(row[at].power, name) == 0; at++)
		put_opening(page, &row[at], axis, report_look_power(power));
	close_power(page);
	return at;
}

void report_write_openings(struct page *page, const struct report *report)
{
	const struct axis axis = find_scale(report);

	put_openings(page);
	for (int side = 0; side < report->sides; side++) {
		const struct report_answers *const answers = &report->side[side].answers;
		report_name_side(page, report, side);
		open_cards(page);
		for (int at = 0; at < answers->openings.count;)
			at = put_power(page, answers, at, &axis);
		close_cards(page);
		if (answers->openings.count == 0)
			put_no_opening(page);
	}
}
