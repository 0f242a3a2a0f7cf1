/* report_verdicts: who is better, in words; and what differs between two tournaments. */
#include "report_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PAIRS_TOLD = 3, MEASURES_MAX = 16, WORST = 100 };

/* ── verdicts ── */

static void tell_pair(struct page *page, const struct sheet *pairs, int row)
{
	char difference[REPORT_NUMBER_SIZE], low[REPORT_NUMBER_SIZE], high[REPORT_NUMBER_SIZE];
	report_say(
		page,
		"<p class=\"verdict\"><strong>%s</strong> <span class=\"soft\">%s less %s: %s points of "
		"100, 95 %% interval %s to %s",
		sheet_text(pairs, row, 8), sheet_text(pairs, row, 0), sheet_text(pairs, row, 1),
		report_number(pairs, row, 3, 1, difference), report_number(pairs, row, 5, 1, low),
		report_number(pairs, row, 6, 1, high));
	if (sheet_number(pairs, row, 4) != 0)
		report_say(page, "; fair: %s", report_number(pairs, row, 4, 1, low));
	report_say(page, "; p %s</span></p>\n",
	           sheet_number(pairs, row, 7) < 0.0001 ? "<.0001" : sheet_text(pairs, row, 7));
}

/* Of many pairs: a sentence for each player that is told apart from others. */
static void tell_many(struct page *page, const struct sheet *pairs, const struct sheet *standings)
{
	int apart = 0;
	fputs("<ul class=\"verdicts\">\n", page->out);
	for (int i = 0; i < standings->rows; i++) {
		const char *const player = sheet_text(standings, i, 0);
		int count = 0;
		for (int row = 0; row < pairs->rows; row++) {
			const char *const verdict = sheet_text(pairs, row, 8);
			/* the verdict begins with the player's name; a player could be called so */
			if (strcmp(sheet_text(pairs, row, 0), player) != 0 ||
			    strncmp(verdict, player, strlen(player)) != 0 ||
			    !(sheet_number(pairs, row, 7) < 0.05))
				continue;
			if (count == 0)
				report_say(page, "<li><strong>%s</strong> than ", verdict);
			report_say(page, "%s%s", count > 0 ? ", " : "", sheet_text(pairs, row, 1));
			count++;
		}
		if (count > 0)
			fputs("</li>\n", page->out);
		apart += count;
	}
	if (apart < pairs->rows)
		report_say(page, "<li>%d of %d pairs are not told apart.</li>\n", pairs->rows - apart,
		           pairs->rows);
	report_say(page,
	           "</ul>\n<p class=\"soft\">These are %d comparisons. Of equal players, one pair in "
	           "20 is told apart by chance.</p>\n",
	           pairs->rows);
}

static void tell_nothing(struct page *page, const struct report *report, int side)
{
	const char *why = "Nothing to compare: no block of games is complete.";

	if (!(report_fact(report, side, FACT_FINISHED) > 0))
		why = "No game is finished yet.";
	else if (report_fact(report, side, FACT_PLAYERS) < 2)
		why = "There is one player only. Labels tell equal ones apart: --seats a=random,b=random.";
	report_say(page, "<p>%s</p>\n", why);
}

static void tell_side(struct page *page, const struct report *report, int side)
{
	static const struct report_column columns[] = {
		{"player", 0, COLUMN_TEXT, 0},   {"less", 1, COLUMN_TEXT, 0},
		{"games", 2, COLUMN_COUNT, 0},   {"difference %", 3, COLUMN_NUMBER, 1},
		{"fair %", 4, COLUMN_NUMBER, 1}, {"low", 5, COLUMN_NUMBER, 1},
		{"high", 6, COLUMN_NUMBER, 1},   {"p", 7, COLUMN_CHANCE, 0},
		{"verdict", 8, COLUMN_TEXT, 0},  {0},
	};
	const struct sheet *const pairs = &report->side[side].sheet[REPORT_COMPARISONS];
	const struct sheet *const stop = &report->side[side].sheet[REPORT_STOP];
	report_name_side(page, report, side);
	for (int row = 0; row < stop->rows; row++)
		report_say(page, "<p class=\"stop\">%s.</p>\n", sheet_text(stop, row, 0));
	if (pairs->rows == 0)
		tell_nothing(page, report, side);
	else if (pairs->rows <= PAIRS_TOLD)
		for (int row = 0; row < pairs->rows; row++)
			tell_pair(page, pairs, row);
	else
		tell_many(page, pairs, &report->side[side].sheet[REPORT_STANDINGS]);
	if (pairs->rows > 0)
		report_put_numbers(page, "Players two by two", columns, pairs, 0, pairs->rows);
}

void report_write_verdicts(struct page *page, const struct report *report)
{
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

/* The value and its interval: columns of a sheet's row. */
static void take(const struct sheet *sheet, int row, const int column[3], double value[3])
{
	for (int i = 0; i < 3; i++)
		value[i] = sheet_number(sheet, row, column[i]);
}

/* The differences of the rows that have the same name in both. */
static int subtract_sheets(const struct report *report, enum report_question question,
                           const int column[3], struct difference list[], int most)
{
	const struct sheet *const one = &report->side[0].sheet[question];
	const struct sheet *const other = &report->side[1].sheet[question];
	int count = 0;
	for (int row = 0; row < one->rows && count < most; row++) {
		double a[3], b[3];
		const char *const name = sheet_text(one, row, 0);
		const int at = sheet_find(other, 0, 0, name);
		take(one, row, column, a);
		take(other, at, column, b);
		if (at < 0 || isnan(a[0]) || isnan(b[0]))
			continue;
		const double digits = question == REPORT_MEASURES ? sheet_number(one, row, 4) : 1;
		list[count++] = subtract(name, a, b, (int)digits);
	}
	return count;
}

static bool is_told_apart(const struct difference *difference)
{
	return difference->low > 0 || difference->high < 0;
}

static void put_list(struct page *page, const struct report *report, const char *caption,
                     const struct difference list[], int count)
{
	char text[REPORT_NUMBER_SIZE];
	report_say(
		page,
		"<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table><caption>"
		"%s</caption><thead><tr><th scope=\"col\"></th><th scope=\"col\" class=\"n\">%s</th><th "
		"scope=\"col\" class=\"n\">%s</th><th scope=\"col\" class=\"n\">difference</th><th "
		"scope=\"col\" class=\"n\">low</th><th scope=\"col\" class=\"n\">high</th><th "
		"scope=\"col\"></th></tr></thead><tbody>\n",
		caption, caption, report->side[0].name, report->side[1].name);
	for (int i = 0; i < count; i++) {
		const double numbers[] = {list[i].one, list[i].other, list[i].at, list[i].low,
		                          list[i].high};
		report_say(page, "<tr><th scope=\"row\">%s</th>", list[i].name);
		for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
			report_say(page, "<td class=\"n\">%s</td>",
			           isnan(numbers[k]) ? ""
			                             : axis_print_number(numbers[k], list[i].digits, text));

		const char *verdict = is_told_apart(&list[i]) ? "told apart" : "not told apart";
		report_say(page, "<td>%s</td></tr>\n", isnan(list[i].low) ? "no interval" : verdict);
	}
	fputs("</tbody></table></div>\n", page->out);
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
	static const int share[] = {6, 8, 9};
	const int count = subtract_sheets(report, REPORT_STANDINGS, share, list, most);
	for (int i = 0; i < count; i++) {
		const int row = sheet_find(&report->pairs, 0, 0, list[i].name);
		if (row < 0)
			continue;
		list[i] = (struct difference){.name = list[i].name,
		                              .one = sheet_number(&report->pairs, row, 1),
		                              .other = sheet_number(&report->pairs, row, 2),
		                              .at = sheet_number(&report->pairs, row, 3),
		                              .low = sheet_number(&report->pairs, row, 4),
		                              .high = sheet_number(&report->pairs, row, 5),
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
			const struct sheet *const sheet = &report->side[side].sheet[REPORT_STANDINGS];
			fair[side] = sheet_number(sheet, sheet_find(sheet, 0, 0, list[i].name), 7);
		}
		if (fabs(fair[0] - fair[1]) > 0.05)
			return false;
	}
	return true;
}

void report_write_differences(struct page *page, const struct report *report)
{
	static const int powers[] = {2, 4, 5}, measures[] = {1, 2, 3};
	struct difference list[WORST];
	report_say(page,
	           "<p>A difference is what <strong>%s</strong> has more than <strong>%s</strong>. "
	           "It is told apart from chance where its 95 %% interval does not hold 0.</p>\n",
	           report->side[1].name, report->side[0].name);
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
			report_say(page,
			           "<p>The fair shares differ, too: players do not have the same part of the "
			           "seats in both. Their shares do not compare by themselves.</p>\n");
		put_list(page, report, "Share of the points, %, by player", list, count);
	} else {
		report_say(page, "<p>No player has complete blocks in both.</p>\n");
	}
	count = subtract_sheets(report, REPORT_MEASURES, measures, list, MEASURES_MAX);
	if (count > 0)
		put_list(page, report, "Games", list, count);
	count = subtract_sheets(report, REPORT_POWERS, powers, list, MEASURES_MAX);
	if (count > 0)
		put_list(page, report, "Share of the points, %, by power, all players together", list,
		         count);
}
