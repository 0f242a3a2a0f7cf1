/* report_endings: how games ended, how long they were, and how they were opened. */
#include "report_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BARS_MAX = 40, COLUMNS_MAX = 60, HIGH = 260 };

/* ── endings ── */

/* The parts of a row: wins, draws, survivals, eliminations stand in columns one after the other. */
static int add_bars(const struct sheet *sheet, int first, int games, struct plot_bar bar[],
                    char said[][REPORT_NUMBER_SIZE], int count)
{
	for (int row = 0; row < sheet->rows && count < BARS_MAX; row++, count++) {
		report_number(sheet, row, games, 0, said[count]);
		bar[count] = (struct plot_bar){.label = sheet_text(sheet, row, 0), .said = said[count]};
		for (int part = 0; part < 4; part++)
			bar[count].part[part] = sheet_number(sheet, row, first + part);
	}
	return count;
}

static void plot_fates(struct page *page, const struct report *report, int side)
{
	struct plot_bar bar[BARS_MAX];
	char said[BARS_MAX][REPORT_NUMBER_SIZE];
	const struct sheet *const sheet = report->side[side].sheet;
	struct plot_bars plot = {.head = {"How the games of each power ended",
	                                  "The table below has the numbers.", "of its games, %",
	                                  report_wide(report)},
	                         .part = {"won", "shared a draw", "survived", "eliminated"},
	                         .parts = 4,
	                         .bar = bar};
	plot.count = add_bars(&sheet[REPORT_POWERS], 6, 1, bar, said, 0);
	report_open_figure(page);
	report_put_bars(page, &plot);
	report_close_figure(
		page,
		"How the games of each power ended. It survived where another power won. At the right: "
		"its games.");
	plot.head.title = "How the seats of each player ended";
	plot.head.unit = "of its seats, %";
	plot.count = add_bars(&sheet[REPORT_STANDINGS], 11, 3, bar, said, 0);
	report_open_figure(page);
	report_put_bars(page, &plot);
	report_close_figure(page, "How the seats of each player ended. At the right: its seats.");
}

static const struct report_column power_columns[] = {
	{"power", 0, COLUMN_TEXT, 0},      {"games", 1, COLUMN_COUNT, 0},
	{"share %", 2, COLUMN_NUMBER, 1},  {"fair %", 3, COLUMN_NUMBER, 1},
	{"low", 4, COLUMN_NUMBER, 1},      {"high", 5, COLUMN_NUMBER, 1},
	{"wins", 6, COLUMN_COUNT, 0},      {"draws", 7, COLUMN_COUNT, 0},
	{"survivals", 8, COLUMN_COUNT, 0}, {"eliminations", 9, COLUMN_COUNT, 0},
	{"centres", 10, COLUMN_NUMBER, 2}, {0},
};
static const struct report_column power_of_columns[] = {
	{"power", 0, COLUMN_TEXT, 0},
	{"player", 1, COLUMN_TEXT, 0},
	{"games", 2, COLUMN_COUNT, 0},
	{"share %", 3, COLUMN_NUMBER, 1},
	{"low", 4, COLUMN_NUMBER, 1},
	{"high", 5, COLUMN_NUMBER, 1},
	{0},
};
static const struct report_column shared_columns[] = {
	{"shared by", 0, COLUMN_COUNT, 0},
	{"powers", 1, COLUMN_TEXT, 0},
	{"draws", 2, COLUMN_COUNT, 0},
	{"years, median", 3, COLUMN_COUNT, 0},
	{0},
};
static const struct report_column measure_columns[] = {
	{"", 0, COLUMN_TEXT, 0},
	{"mean", 1, COLUMN_NUMBER, 2},
	{"low", 2, COLUMN_NUMBER, 2},
	{"high", 3, COLUMN_NUMBER, 2},
	{0},
};

/* ── lengths ── */

/* Years in bins of equal width, at most COLUMNS_MAX of them. */
static int make_columns(const struct sheet *sheet, double most, struct plot_column column[])
{
	const double width = ceil(most / COLUMNS_MAX);
	const int count = (int)ceil(most / width);
	for (int i = 0; i < count; i++)
		column[i] = (struct plot_column){.from = i * width, .to = (i + 1) * width};
	for (int row = 0; row < sheet->rows; row++) {
		const int at = (int)ceil(sheet_number(sheet, row, 0) / width) - 1;
		if (at < 0 || at >= count)
			continue;
		column[at].part[0] += sheet_number(sheet, row, 1);
		column[at].part[1] += sheet_number(sheet, row, 2);
	}
	return count;
}

/* Half of all games took at most so many years. */
static double find_median(const struct sheet *sheet)
{
	double all = 0, sum = 0;
	for (int row = 0; row < sheet->rows; row++)
		all += sheet_number(sheet, row, 1) + sheet_number(sheet, row, 2);
	for (int row = 0; row < sheet->rows; row++) {
		sum += sheet_number(sheet, row, 1) + sheet_number(sheet, row, 2);
		if (2 * sum >= all)
			return sheet_number(sheet, row, 0);
	}
	return NAN;
}

static void plot_lengths(struct page *page, const struct report *report, int side)
{
	struct plot_column column[COLUMNS_MAX + 1];
	char caption[160], number[REPORT_NUMBER_SIZE];
	const struct sheet *const sheet = &report->side[side].sheet[REPORT_LENGTHS];
	double most = 1, high = 1, none = 0;
	for (int i = 0; i < report->sides; i++)
		report_stretch(&report->side[i].sheet[REPORT_LENGTHS], 0, &none, &most);
	const int count = make_columns(sheet, most, column);
	for (int i = 0; i < count; i++)
		high = fmax(high, column[i].part[0] + column[i].part[1]);
	const double median = find_median(sheet);
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
		.height = HIGH};
	report_open_figure(page);
	report_put_columns(page, &plot);
	report_close_figure(page, caption);
}

static void write_side(struct page *page, const struct report *report, int side)
{
	static const struct report_column lengths[] = {
		{"years", 0, COLUMN_COUNT, 0},
		{"won", 1, COLUMN_COUNT, 0},
		{"draws", 2, COLUMN_COUNT, 0},
		{0},
	};
	const struct sheet *const sheet = report->side[side].sheet;
	plot_fates(page, report, side);
	report_put_numbers(page, "Points and endings by power, all players together", power_columns,
	                   &sheet[REPORT_POWERS], 0, sheet[REPORT_POWERS].rows);
	report_put_numbers(page, "Share of the points by power and player", power_of_columns,
	                   &sheet[REPORT_POWERS_OF], 0, sheet[REPORT_POWERS_OF].rows);
	plot_lengths(page, report, side);
	report_put_numbers(page, "Games by years", lengths, &sheet[REPORT_LENGTHS], 0,
	                   sheet[REPORT_LENGTHS].rows);
	report_put_table(page, "Means over games, with 95 % intervals", measure_columns,
	                 &sheet[REPORT_MEASURES], 0, sheet[REPORT_MEASURES].rows);
	if (sheet[REPORT_SHARED].rows > 0)
		report_put_table(page, "Draws, by the powers that shared them: the most frequent",
		                 shared_columns, &sheet[REPORT_SHARED], 0, sheet[REPORT_SHARED].rows);
}

void report_write_endings(struct page *page, const struct report *report)
{
	fputs(report->sides > 1 ? "<div class=\"beside\">\n" : "<div>\n", page->out);
	for (int side = 0; side < report->sides; side++) {
		if (!(report_fact(report, side, FACT_FINISHED) > 0))
			continue;
		fputs("<div>", page->out);
		report_name_side(page, report, side);
		write_side(page, report, side);
		fputs("</div>\n", page->out);
	}
	fputs("</div>\n", page->out);
}

/* ── openings ── */

/* All strips have one scale. */
static struct axis find_scale(const struct report *report)
{
	double low = 0, high = 1;
	for (int side = 0; side < report->sides; side++)
		report_stretch(&report->side[side].sheet[REPORT_OPENINGS], 6, &low, &high);
	return axis_fit(0, high, 4);
}

static void put_opening(struct page *page, const struct sheet *sheet, int row,
                        const struct axis *axis, const char *look)
{
	char share[REPORT_NUMBER_SIZE], low[REPORT_NUMBER_SIZE], high[REPORT_NUMBER_SIZE], title[160];
	const struct plot_row strip = {.look = look,
	                               .at = sheet_number(sheet, row, 4),
	                               .low = sheet_number(sheet, row, 5),
	                               .high = sheet_number(sheet, row, 6),
	                               .fair = NAN,
	                               .far = NAN};
	report_number(sheet, row, 4, 1, share);
	report_number(sheet, row, 5, 1, low);
	report_number(sheet, row, 6, 1, high);
	snprintf(title, sizeof title, "%s %%, from %s to %s", share, low, high);
	report_say(page,
	           "<tr><td>%s</td><td class=\"n\">%s</td><td class=\"n\">%s <span "
	           "class=\"soft\">(%s–%s)</span></td><td class=\"strip\">",
	           sheet_text(sheet, row, 1), sheet_text(sheet, row, 2), share, low, high);
	report_put_strip(page, &strip, axis, title);
	fputs("</td></tr>\n", page->out);
}

/* The rows of a power stand together. */
static int put_power(struct page *page, const struct sheet *sheet, int row, const struct axis *axis,
                     int power)
{
	char total[REPORT_NUMBER_SIZE], kinds[REPORT_NUMBER_SIZE], to[REPORT_NUMBER_SIZE];
	const char *const name = sheet_text(sheet, row, 0);
	report_number(sheet, row, 3, 0, total);
	report_number(sheet, row, 7, 0, kinds);
	axis_print_number(axis->to, 0, to);
	report_say(page,
	           "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Openings of "
	           "%s\"><table class=\"openings\"><caption><strong>%s</strong>: %s different in %s "
	           "games</caption><thead><tr><th scope=\"col\">orders</th><th scope=\"col\" "
	           "class=\"n\">games</th><th scope=\"col\" class=\"n\">%% <span "
	           "class=\"soft\">(95 %% interval)</span></th><th scope=\"col\">0 to %s %%</th></tr>"
	           "</thead><tbody>\n",
	           name, name, kinds, total, to);
	for (; row < sheet->rows && strcmp(sheet_text(sheet, row, 0), name) == 0; row++)
		put_opening(page, sheet, row, axis, report_look_power(power));
	fputs("</tbody></table></div>\n", page->out);
	return row;
}

void report_write_openings(struct page *page, const struct report *report)
{
	const struct axis axis = find_scale(report);
	report_say(page,
	           "<p>The orders of the first phase: of each power the five sets that were "
	           "played most, by all its players. The unit of these intervals is the game.</p>\n");
	for (int side = 0; side < report->sides; side++) {
		const struct sheet *const sheet = &report->side[side].sheet[REPORT_OPENINGS];
		const struct sheet *const powers = &report->side[side].sheet[REPORT_POWERS];
		report_name_side(page, report, side);
		fputs("<div class=\"cards\">\n", page->out);
		for (int row = 0; row < sheet->rows;)
			row = put_power(page, sheet, row, &axis,
			                sheet_find(powers, 0, 0, sheet_text(sheet, row, 0)));
		fputs("</div>\n", page->out);
		if (sheet->rows == 0)
			report_say(page, "<p>No power had an order to give in the first phase.</p>\n");
	}
}
