/* report_scores: standings, ratings and who gained from whom. */
#include "report_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pages/report/report_scores.inc"

/* ── standings ── */

static const struct report_column standing_columns[] = {
	{"player", REPORT_AT(standings, player), COLUMN_TEXT},
	{"seats", REPORT_AT(standings, seats), COLUMN_COUNT},
	{"points", REPORT_AT(standings, points), COLUMN_DIGITS_2},
	{"per seat", REPORT_AT(standings, per_seat), COLUMN_DIGITS_3},
	{"share %", REPORT_AT(standings, share), COLUMN_DIGITS_1},
	{"fair %", REPORT_AT(standings, fair), COLUMN_DIGITS_1},
	{"low", REPORT_AT(standings, low), COLUMN_DIGITS_1},
	{"high", REPORT_AT(standings, high), COLUMN_DIGITS_1},
	{"p", REPORT_AT(standings, p), COLUMN_CHANCE},
	{"wins", REPORT_AT(standings, wins), COLUMN_COUNT},
	{"draws", REPORT_AT(standings, draws), COLUMN_COUNT},
	{"survivals", REPORT_AT(standings, survivals), COLUMN_COUNT},
	{"eliminations", REPORT_AT(standings, eliminations), COLUMN_COUNT},
	{0},
};

static void plot_standings(struct page *page, const struct report *report)
{
	static const struct report_dots dots = {.answer = REPORT_ANSWER(standings),
	                                        .at = REPORT_AT(standings, share),
	                                        .low = REPORT_AT(standings, low),
	                                        .high = REPORT_AT(standings, high),
	                                        .fair = REPORT_AT(standings, fair),
	                                        .digits = 1};
	struct report_rows rows;
	report_make_rows(report, &dots, &rows);
	const double high = fmax(rows.greatest, 0);
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
		any |= report->side[side].answers.facts.row->blocks > 0;
	if (any)
		plot_standings(page, report);
	for (int side = 0; side < report->sides; side++) {
		const struct report_answers *const answers = &report->side[side].answers;
		const double left_out = answers->facts.row->left_out;
		report_name_side(page, report, side);
		if (left_out > 0)
			put_left_out(page, axis_print_number(left_out, 0, text));
		report_put_table(page, "Points by player, with 95 % intervals", standing_columns,
		                 &answers->standings.all);
	}
}

/* ── ratings ── */

static const struct report_column rating_columns[] = {
	{"player", offsetof(struct rated_player, player), COLUMN_TEXT},
	{"rating", offsetof(struct rated_player, rating), COLUMN_COUNT},
	{"low", offsetof(struct rated_player, low), COLUMN_COUNT},
	{"high", offsetof(struct rated_player, high), COLUMN_COUNT},
	{"games", offsetof(struct rated_player, games), COLUMN_COUNT},
	{"seats", offsetof(struct rated_player, seats), COLUMN_COUNT},
	{"wins", offsetof(struct rated_player, wins), COLUMN_COUNT},
	{0},
};

static void plot_ratings(struct page *page, const struct report *report)
{
	static const struct report_dots dots = {.answer = REPORT_ANSWER(ratings),
	                                        .at = offsetof(struct rated_player, rating),
	                                        .low = offsetof(struct rated_player, low),
	                                        .high = offsetof(struct rated_player, high),
	                                        .digits = 0};
	struct report_rows rows;
	report_make_rows(report, &dots, &rows);
	for (int i = 0; i < rows.count; i++)
		if (rows.row[i].said != NULL)
			rows.row[i].fair = 0;
	const struct plot_dots plot = {
		.head = {"Ratings", NULL, "rating, as Elo's; their mean is 0", 860},
		.axis = axis_fit(fmin(rows.least, 0), fmax(rows.greatest, 0), 10),
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

/* "+" or "−" where a share is more or less than fair, beyond chance; else a blank as wide. */
static const char *find_sign(const struct rated_head *head)
{
	if (head->low > head->fair)
		return "+";
	return head->high < head->fair ? "−" : "\u2007";
}

/* The row's player against the column's: the share of what both gained together. */
static void put_head_share(struct page *page, const struct report_answers *answers, int row,
                           int column)
{
	const struct rated_player *const players = answers->ratings.row;
	const struct rated_head *const head =
		stmt_find_head(&answers->heads, players[row].player, players[column].player);
	char text[REPORT_NUMBER_SIZE];

	if (head == NULL)
		put_share(page, row == column ? "–" : "", "");
	else
		put_share(page, axis_print_number(head->share, 0, text), find_sign(head));
}

static void put_heads(struct page *page, const struct report_answers *answers)
{
	const struct rated_player *const players = answers->ratings.row;
	const int count = answers->ratings.count;

	open_heads(page);
	for (int column = 0; column < count; column++)
		put_opponent_head(page, players[column].player);

	open_head_rows(page);
	for (int row = 0; row < count; row++) {
		open_head_row(page, players[row].player);
		for (int column = 0; column < count; column++)
			put_head_share(page, answers, row, column);
		close_head_row(page);
	}
	close_heads(page);
}

void report_write_ratings(struct page *page, const struct report *report)
{
	if (report_has(report, REPORT_ANSWER(ratings)))
		plot_ratings(page, report);
	for (int side = 0; side < report->sides; side++) {
		const struct report_side *const own = &report->side[side];
		if (own->answers.ratings.count == 0 && own->refusal[0] == '\0')
			continue;
		report_name_side(page, report, side);
		if (own->refusal[0] != '\0')
			put_refusal(page, own->refusal);
		report_put_numbers(page, "Ratings, with 95 % intervals", rating_columns,
		                   &own->answers.ratings.all);
		if (own->answers.heads.count > 0)
			put_heads(page, &own->answers);
	}
}
