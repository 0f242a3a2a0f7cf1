/* report_scores: standings, ratings and who gained from whom. */
#include "report_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ── standings ── */

static const struct report_column standing_columns[] = {
	{"player", 0, COLUMN_TEXT, 0},         {"seats", 3, COLUMN_COUNT, 0},
	{"points", 4, COLUMN_NUMBER, 2},       {"per seat", 5, COLUMN_NUMBER, 3},
	{"share %", 6, COLUMN_NUMBER, 1},      {"fair %", 7, COLUMN_NUMBER, 1},
	{"low", 8, COLUMN_NUMBER, 1},          {"high", 9, COLUMN_NUMBER, 1},
	{"p", 10, COLUMN_CHANCE, 0},           {"wins", 11, COLUMN_COUNT, 0},
	{"draws", 12, COLUMN_COUNT, 0},        {"survivals", 13, COLUMN_COUNT, 0},
	{"eliminations", 14, COLUMN_COUNT, 0}, {0},
};

static void plot_standings(struct page *page, const struct report *report)
{
	static const struct report_dots dots = {
		.sheet = REPORT_STANDINGS, .at = 6, .low = 8, .high = 9, .fair = 7, .digits = 1};
	struct report_rows rows;
	double low = 0, high = 0;
	for (int side = 0; side < report->sides; side++)
		for (int column = 6; column <= 9; column++)
			report_stretch(&report->side[side].sheet[REPORT_STANDINGS], column, &low, &high);
	report_make_rows(report, &dots, &rows);
	const struct plot_dots plot = {
		.head = {"Standings",
	             "The share of the points of each player with its 95 % interval; the "
	             "table below has the numbers.",
	             "share of the points, %", 860},
		.axis = high > 60 ? axis_between(0, 100, 5) : axis_fit(0, high, 8),
		.row = rows.row,
		.count = rows.count,
		.fair = "fair share"};
	report_open_figure(page);
	report_put_dots(page, &plot);
	report_close_figure(page,
	                    "A dot is a player's share of the points, the line its 95 % interval. "
	                    "The upright mark is what its seats would have if all were equal. "
	                    "Complete blocks count.");
}

void report_write_standings(struct page *page, const struct report *report)
{
	char text[REPORT_NUMBER_SIZE];
	bool any = false;
	for (int side = 0; side < report->sides; side++)
		any |= report_fact(report, side, FACT_BLOCKS) > 0;
	if (any)
		plot_standings(page, report);
	for (int side = 0; side < report->sides; side++) {
		const struct sheet *const sheet = &report->side[side].sheet[REPORT_STANDINGS];
		report_name_side(page, report, side);
		if (report_fact(report, side, FACT_LEFT_OUT) > 0)
			report_say(
				page,
				"<p>%s finished games are in no complete block: shares and intervals "
				"leave them out.</p>\n",
				report_number(&report->side[side].sheet[REPORT_FACTS], 0, FACT_LEFT_OUT, 0, text));
		report_put_table(page, "Points by player, with 95 % intervals", standing_columns, sheet, 0,
		                 sheet->rows);
	}
}

/* ── ratings ── */

static const struct report_column rating_columns[] = {
	{"player", 0, COLUMN_TEXT, 0}, {"rating", 1, COLUMN_NUMBER, 0},
	{"low", 2, COLUMN_NUMBER, 0},  {"high", 3, COLUMN_NUMBER, 0},
	{"games", 4, COLUMN_COUNT, 0}, {"seats", 5, COLUMN_COUNT, 0},
	{"wins", 6, COLUMN_COUNT, 0},  {0},
};

static void plot_ratings(struct page *page, const struct report *report)
{
	static const struct report_dots dots = {
		.sheet = REPORT_RATINGS, .at = 1, .low = 2, .high = 3, .digits = 0};
	struct report_rows rows;
	double low = 0, high = 0;
	for (int side = 0; side < report->sides; side++)
		for (int column = 1; column <= 3; column++)
			report_stretch(&report->side[side].sheet[REPORT_RATINGS], column, &low, &high);
	report_make_rows(report, &dots, &rows);
	for (int i = 0; i < rows.count; i++)
		if (rows.row[i].said != NULL)
			rows.row[i].fair = 0;
	const struct plot_dots plot = {
		.head = {"Ratings", NULL, "rating, as Elo's; their mean is 0", 860},
		.axis = axis_fit(low, high, 10),
		.row = rows.row,
		.count = rows.count,
		.fair = "mean"};
	report_open_figure(page);
	report_put_dots(page, &plot);
	report_close_figure(page,
	                    "Ratings with 95 % intervals. 100 more make 64 points of 100 against one "
	                    "opponent. An interval that goes to the edge has no end: the player lost "
	                    "nothing, or gained nothing, against some other.");
}

/* The row's player against the column's: the share of what both gained together. */
static void put_heads(struct page *page, const struct sheet *players, const struct sheet *heads)
{
	char text[REPORT_NUMBER_SIZE];
	report_say(page,
	           "<details><summary>Head to head</summary>\n<div class=\"scroll\" tabindex=\"0\" "
	           "role=\"region\" aria-label=\"Head to head\"><table><caption>What the player of "
	           "the row has of what both gained, in %%, of games that both played; + or − where "
	           "that is more or less than fair, beyond chance</caption><thead><tr><th "
	           "scope=\"col\"></th>");
	for (int i = 0; i < players->rows; i++)
		report_say(page, "<th scope=\"col\" class=\"n\">%s</th>", sheet_text(players, i, 0));
	fputs("</tr></thead><tbody>\n", page->out);
	for (int i = 0; i < players->rows; i++) {
		report_say(page, "<tr><th scope=\"row\">%s</th>", sheet_text(players, i, 0));
		for (int k = 0; k < players->rows; k++) {
			int row = -1;
			while ((row = sheet_find(heads, row + 1, 0, sheet_text(players, i, 0))) >= 0)
				if (strcmp(sheet_text(heads, row, 1), sheet_text(players, k, 0)) == 0)
					break;
			if (row < 0 || isnan(sheet_number(heads, row, 3))) {
				report_say(page, "<td class=\"n\">%s</td>", i == k ? "–" : "");
				continue;
			}
			const double fair = sheet_number(heads, row, 4);
			const char *sign = "\u2007";
			if (sheet_number(heads, row, 5) > fair)
				sign = "+";
			else if (sheet_number(heads, row, 6) < fair)
				sign = "−";
			report_say(page, "<td class=\"n\">%s%s</td>", report_number(heads, row, 3, 0, text),
			           sign);
		}
		fputs("</tr>\n", page->out);
	}
	fputs("</tbody></table></div></details>\n", page->out);
}

void report_write_ratings(struct page *page, const struct report *report)
{
	bool any = false;
	for (int side = 0; side < report->sides; side++)
		any |= report->side[side].sheet[REPORT_RATINGS].rows > 0;
	if (any)
		plot_ratings(page, report);
	for (int side = 0; side < report->sides; side++) {
		const struct report_side *const own = &report->side[side];
		const struct sheet *const ratings = &own->sheet[REPORT_RATINGS];
		if (ratings->rows == 0 && own->refusal[0] == '\0')
			continue;
		report_name_side(page, report, side);
		if (own->refusal[0] != '\0')
			report_say(page, "<p>There are no ratings: %s.</p>\n", own->refusal);
		if (ratings->rows > 0)
			report_put_numbers(page, "Ratings, with 95 % intervals", rating_columns, ratings, 0,
			                   ratings->rows);
		if (own->sheet[REPORT_HEADS].rows > 0)
			put_heads(page, ratings, &own->sheet[REPORT_HEADS]);
	}
}
