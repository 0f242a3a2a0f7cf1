/* report_games: single games: the strangest, the slowest, those quarantined. */
#include "report_parts.h"

#include <stdio.h>

#include "pages/report/report_games.inc"

/* The game's name, as a link to its replay; without replays, how to make one is said below. */
static void put_game(struct page *page, const struct report *report, int side, int32_t number,
                     int64_t game)
{
	char link[REPORT_LINK_SIZE];
	if (report->served)
		snprintf(link, sizeof link, "/g/%lld/replay", (long long)game);
	else if (report->folder != NULL)
		report_link(report, side, number, link);
	else
		link[0] = '\0';

	if (link[0] != '\0')
		put_link(page, link, number);
	else
		put_game_number(page, number);
}

static void write_strange(struct page *page, const struct report *report, int side)
{
	const struct report_answers *const answers = &report->side[side].answers;
	if (answers->strange.count == 0)
		return;

	open_strange(page);
	for (int i = 0; i < answers->strange.count; i++) {
		const struct report_strange *const row = &answers->strange.row[i];
		open_strange_game(page);
		put_game(page, report, side, row->number, row->game);
		close_strange_game(page, row->why);
	}
	close_strange(page);
}

static void write_slow(struct page *page, const struct report *report, int side)
{
	const struct report_answers *const answers = &report->side[side].answers;
	char think[REPORT_NUMBER_SIZE], judge[REPORT_NUMBER_SIZE];
	if (answers->slow.count == 0)
		return;

	open_slow(page);
	for (int i = 0; i < answers->slow.count; i++) {
		const struct report_slow *const row = &answers->slow.row[i];
		open_slow_game(page);
		put_game(page, report, side, row->number, row->game);
		close_slow_game(page, axis_print_time(row->think, think),
		                axis_print_time(row->judge, judge), (int)row->phases, row->end);
	}
	close_slow(page);
}

static void write_aside(struct page *page, const struct report *report, int side)
{
	static const struct report_column columns[] = {
		{"game", REPORT_AT(aside, number), COLUMN_PLAIN},
		{"state", REPORT_AT(aside, state), COLUMN_TEXT},
		{"why", REPORT_AT(aside, why), COLUMN_TEXT},
		{0},
	};
	const struct stmt_rows *const aside = &report->side[side].answers.aside.all;

	open_aside(page);
	if (aside->count == 0)
		put_none_aside(page);
	else
		report_put_table(page, "Games that were quarantined: at most 50", columns, aside);
}

void report_write_games(struct page *page, const struct report *report)
{
	const bool linked = report->folder != NULL || report->served;

	for (int side = 0; side < report->sides; side++) {
		report_name_side(page, report, side);
		write_strange(page, report, side);
		write_slow(page, report, side);
		if (!linked && report->side[side].answers.facts.row->finished > 0)
			put_animate(page, report->side[side].name);
		if (!report->served)
			write_aside(page, report, side);
	}
}
