/* report_verdicts: which player is better, in words; and what differs between two tournaments. */
#include "report_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pages/report/report_verdicts.inc"

enum { PAIRS_TOLD = 3, MEASURES_MAX = 16, WORST = 100 };

/* ── verdicts ── */

static void tell_pair(struct page *page, const struct report_comparisons *pair)
{
	char difference[REPORT_NUMBER_SIZE], p[REPORT_NUMBER_SIZE];
	char low[REPORT_NUMBER_SIZE], high[REPORT_NUMBER_SIZE];
	const char *const chance = pair->p < 0.0001 ? "<.0001" : axis_print_number(pair->p, 4, p);

	open_pair(page, pair->verdict, pair->player, pair->opponent,
	          axis_print_number(pair->difference, 1, difference),
	          axis_print_number(pair->low, 1, low), axis_print_number(pair->high, 1, high));
	if (pair->fair != 0)
		put_fair(page, axis_print_number(pair->fair, 1, low));
	close_pair(page, chance);
}

/* Whether a pair says that this player is better, or worse: its verdict begins with the name. A
 * player could be called as a verdict begins, so its name counts, too. */
static bool is_told_of(const struct report_comparisons *pair, const char *player)
{
	if (strcmp(pair->player, player) != 0)
		return false;
	return strncmp(pair->verdict, player, strlen(player)) == 0 && pair->p < 0.05;
}

/* What a player is better or worse than, in a line. Returns how many there are. */
static int tell_player(struct page *page, const struct report_answers *answers, const char *player)
{
	int count = 0;

	for (int row = 0; row < answers->comparisons.count; row++) {
		const struct report_comparisons *const pair = &answers->comparisons.row[row];
		if (!is_told_of(pair, player))
			continue;
		if (count == 0)
			open_verdict(page, pair->verdict);
		put_opponent(page, count > 0 ? ", " : "", pair->opponent);
		count++;
	}
	if (count > 0)
		close_verdict(page);

	return count;
}

/* Of many pairs: a sentence for each player that is told apart from others. */
static void tell_many(struct page *page, const struct report_answers *answers)
{
	const int pairs = answers->comparisons.count;
	int apart = 0;

	open_verdicts(page);
	for (int i = 0; i < answers->standings.count; i++)
		apart += tell_player(page, answers, answers->standings.row[i].player);
	if (apart < pairs)
		put_not_apart(page, pairs - apart, pairs);
	close_verdicts(page, pairs);
}

static void tell_nothing(struct page *page, const struct report_facts *facts)
{
	const char *why = "Nothing to compare: no block of games is complete.";

	if (!(facts->finished > 0))
		why = "No game is finished yet.";
	else if (facts->players < 2)
		why = "There is one player only. Labels tell equal ones apart: --seats a=random,b=random.";
	put_no_verdict(page, why);
}

/* Where most games are drawn, centres tell more. */
static void propose_squares(struct page *page, const struct report *report,
                            const struct report_answers *answers)
{
	const double games = answers->facts.row->finished;
	double drawn = 0;

	for (int i = 0; i < answers->lengths.count; i++)
		drawn += answers->lengths.row[i].draws;
	if (2 * drawn > games && strcmp(report->score, "squares") != 0)
		put_squares(page, (int)drawn, (int)games);
}

static void tell_side(struct page *page, const struct report *report, int side)
{
	static const struct report_column columns[] = {
		{"player", REPORT_AT(comparisons, player), COLUMN_TEXT},
		{"less", REPORT_AT(comparisons, opponent), COLUMN_TEXT},
		{"games", REPORT_AT(comparisons, games), COLUMN_COUNT},
		{"difference %", REPORT_AT(comparisons, difference), COLUMN_DIGITS_1},
		{"fair %", REPORT_AT(comparisons, fair), COLUMN_DIGITS_1},
		{"low", REPORT_AT(comparisons, low), COLUMN_DIGITS_1},
		{"high", REPORT_AT(comparisons, high), COLUMN_DIGITS_1},
		{"p", REPORT_AT(comparisons, p), COLUMN_CHANCE},
		{"verdict", REPORT_AT(comparisons, verdict), COLUMN_TEXT},
		{0},
	};
	const struct report_answers *const answers = &report->side[side].answers;
	const int pairs = answers->comparisons.count;
	report_name_side(page, report, side);
	propose_squares(page, report, answers);
	for (int row = 0; row < answers->stop.count; row++)
		put_stop(page, answers->stop.row[row].said);

	if (pairs == 0)
		tell_nothing(page, answers->facts.row);
	else if (pairs <= PAIRS_TOLD)
		for (int row = 0; row < pairs; row++)
			tell_pair(page, &answers->comparisons.row[row]);
	else
		tell_many(page, answers);
	if (pairs > 0)
		report_put_numbers(page, "Players two by two", columns, &answers->comparisons.all);
}

void report_write_verdicts(struct page *page, const struct report *report)
{
	const char *const note =
		strcmp(report->score, "daide") == 0
			? " A seat's score is its points times the number of powers, less 1."
			: "";
	put_scoring(page, report->score, note);
	for (int side = 0; side < report->sides; side++)
		tell_side(page, report, side);
}

/* ── differences ── */

/* A difference of two values that do not depend on each other, with its interval, of theirs.
 * Source: Zou and Donner, "Construction of confidence limits about effect measures", 2008 (MOVER).
 */
struct difference {
	const char *name;
	double one, other, at, low, high;
	int digits;
	bool paired;
};

static struct difference subtract(const char *name, const double one[3], const double other[3],
                                  int digits)
{
	const double at = other[0] - one[0];
	const double down = hypot(other[0] - other[1], one[2] - one[0]);
	const double up = hypot(other[2] - other[0], one[0] - one[1]);
	return (struct difference){name, one[0], other[0], at, at - down, at + up, digits, false};
}

/* What is compared by the first column of an answer's rows. */
struct compared {
	size_t answer;           /* REPORT_ANSWER */
	size_t value, low, high; /* columns */
	size_t digits;           /* a column; 0: one digit */
};

#define COMPARED(answer, value, digits)                                                            \
	{                                                                                              \
		REPORT_ANSWER(answer), REPORT_AT(answer, value), REPORT_AT(answer, low),                   \
			REPORT_AT(answer, high), digits                                                        \
	}

static void take(const struct stmt_rows *answer, int row, const struct compared *compared,
                 double value[3])
{
	value[0] = report_number(answer, row, compared->value);
	value[1] = report_number(answer, row, compared->low);
	value[2] = report_number(answer, row, compared->high);
}

/* The differences of the rows that have the same name in both. */
static int subtract_answers(const struct report *report, const struct compared *compared,
                            struct difference list[], int most)
{
	const struct stmt_rows *const one = report_answer(report, 0, compared->answer);
	const struct stmt_rows *const other = report_answer(report, 1, compared->answer);
	int count = 0;
	for (int row = 0; row < one->count && count < most; row++) {
		double a[3], b[3];
		const char *const name = report_text(one, row, 0);
		const int at = report_find(other, 0, name);
		take(one, row, compared, a);
		take(other, at, compared, b);
		if (at < 0 || isnan(a[0]) || isnan(b[0]))
			continue;
		const double digits = compared->digits > 0 ? report_number(one, row, compared->digits) : 1;
		list[count++] = subtract(name, a, b, (int)digits);
	}
	return count;
}

static bool is_told_apart(const struct difference *difference)
{
	return difference->low > 0 || difference->high < 0;
}

static void put_difference(struct page *page, const struct difference *row)
{
	const double numbers[] = {row->one, row->other, row->at, row->low, row->high};
	const char *verdict = is_told_apart(row) ? "told apart" : "not told apart";
	char text[REPORT_NUMBER_SIZE];

	open_difference(page, row->name);
	for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
		put_number(page, isnan(numbers[k]) ? "" : axis_print_number(numbers[k], row->digits, text));
	close_difference(page, isnan(row->low) ? "no interval" : verdict);
}

static void put_list(struct page *page, const struct report *report, const char *caption,
                     const struct difference list[], int count)
{
	if (count == 0)
		return;
	open_list(page, caption, report->side[0].name, report->side[1].name);
	for (int i = 0; i < count; i++)
		put_difference(page, &list[i]);
	close_list(page);
}

static void plot_list(struct page *page, const struct report *report, const char *title,
                      const char *unit, const struct difference list[], int count)
{
	struct plot_row row[WORST];
	char said[WORST][REPORT_NUMBER_SIZE];
	double low = 0, high = 0;
	for (int i = 0; i < count; i++) {
		axis_print_number(list[i].at, list[i].digits, said[i]);
		row[i] = (struct plot_row){.label = list[i].name,
		                           .said = said[i],
		                           .look = report_look(report, list[i].name),
		                           .at = list[i].at,
		                           .low = list[i].low,
		                           .high = list[i].high,
		                           .fair = 0,
		                           .far = NAN};
		low = fmin(low, isnan(list[i].low) ? list[i].at : list[i].low);
		high = fmax(high, isnan(list[i].high) ? list[i].at : list[i].high);
	}
	const struct plot_dots plot = {.head = {title, NULL, unit, 860},
	                               .axis = axis_fit(low, high, 8),
	                               .row = row,
	                               .count = count,
	                               .fair = "no difference"};
	report_put_dots(page, &plot);
}

/* Of players: paired by block where the database could pair them. */
static int find_players(const struct report *report, struct difference list[], int most)
{
	static const struct compared shares = COMPARED(standings, share, 0);
	const struct report_answers *const answers = &report->side[1].answers;
	const int count = subtract_answers(report, &shares, list, most);
	for (int i = 0; i < count; i++) {
		const int at = report_find(&answers->pairs.all, REPORT_AT(pairs, player), list[i].name);
		if (at < 0)
			continue;
		const struct report_pairs *const pair = &answers->pairs.row[at];
		list[i] = (struct difference){.name = list[i].name,
		                              .one = pair->one,
		                              .other = pair->other,
		                              .at = pair->difference,
		                              .low = pair->low,
		                              .high = pair->high,
		                              .digits = 1,
		                              .paired = true};
	}
	return count;
}

/* The fair shares of a player depend on how many others there are. */
static bool is_fair_same(const struct report *report, const struct difference list[], int count)
{
	for (int i = 0; i < count; i++) {
		double fair[REPORT_SIDES];
		for (int side = 0; side < REPORT_SIDES; side++) {
			const struct stmt_rows *const answer = &report->side[side].answers.standings.all;
			fair[side] = report_number(answer, report_find(answer, 0, list[i].name),
			                           REPORT_AT(standings, fair));
		}
		if (fabs(fair[0] - fair[1]) > 0.05)
			return false;
	}
	return true;
}

void report_write_differences(struct page *page, const struct report *report)
{
	static const struct compared powers = COMPARED(powers, share, 0);
	static const struct compared measures = COMPARED(measures, mean, REPORT_AT(measures, digits));
	struct difference list[WORST];

	put_differences(page, report->side[0].name, report->side[1].name);
	int count = find_players(report, list, WORST);
	if (count > 0) {
		report_open_figure(page);
		plot_list(page, report, "Differences of the players' shares", "difference of shares, %",
		          list, count);
		report_close_figure(
			page,
			list[0].paired
				? "Shares of the points. Both tournaments have the same seed and seats: blocks "
				  "of the same number are paired, and the interval is that of their differences."
				: "Shares of the points. The tournaments are taken as independent: the interval "
				  "is made of theirs.");
		if (!is_fair_same(report, list, count))
			put_unfair(page);
		put_list(page, report, "Share of the points, %, by player", list, count);
	} else {
		put_no_players(page);
	}
	count = subtract_answers(report, &measures, list, MEASURES_MAX);
	put_list(page, report, "Games", list, count);
	count = subtract_answers(report, &powers, list, MEASURES_MAX);
	put_list(page, report, "Share of the points, %, by power, all players together", list, count);
}
