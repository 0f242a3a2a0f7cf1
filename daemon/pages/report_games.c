/* report_games: single games: the strangest, the slowest, those put aside. */
#include "report_parts.h"

#include <stdio.h>

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
		report_say(page, "<a href=\"%s\">game %d</a>", link, number);
	else
		report_say(page, "game %d", number);
}

static void write_strange(struct page *page, const struct report *report, int side)
{
	const struct report_answers *const answers = &report->side[side].answers;
	if (answers->strange.count == 0)
		return;
	fputs("<h3>The strangest</h3>\n<ul class=\"strange\">\n", page->out);
	for (int i = 0; i < answers->strange.count; i++) {
		const struct report_strange *const row = &answers->strange.row[i];
		fputs("<li>", page->out);
		put_game(page, report, side, row->number, row->game);
		report_say(page, ": %s</li>\n", row->why);
	}
	fputs("</ul>\n", page->out);
}

static void write_slow(struct page *page, const struct report *report, int side)
{
	const struct report_answers *const answers = &report->side[side].answers;
	char text[REPORT_NUMBER_SIZE];
	if (answers->slow.count == 0)
		return;
	fputs("<h3>The slowest</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
	      "aria-label=\"The slowest games\"><table><caption>Games by the time of players and judge "
	      "together</caption><thead><tr><th scope=\"col\">game</th><th scope=\"col\" "
	      "class=\"n\">thinking</th><th scope=\"col\" class=\"n\">judging</th><th scope=\"col\" "
	      "class=\"n\">phases</th><th scope=\"col\">its end</th></tr></thead><tbody>\n",
	      page->out);
	for (int i = 0; i < answers->slow.count; i++) {
		const struct report_slow *const row = &answers->slow.row[i];
		fputs("<tr><td>", page->out);
		put_game(page, report, side, row->number, row->game);
		report_say(page, "</td><td class=\"n\">%s</td>", axis_print_time(row->think, text));
		report_say(page, "<td class=\"n\">%s</td><td class=\"n\">%d</td><td>%s</td></tr>\n",
		           axis_print_time(row->judge, text), (int)row->phases, row->end);
	}
	fputs("</tbody></table></div>\n", page->out);
}

static void write_aside(struct page *page, const struct report *report, int side)
{
	static const struct report_column columns[] = {
		{"game", REPORT_AT(aside, number), COLUMN_PLAIN, 0},
		{"state", REPORT_AT(aside, state), COLUMN_TEXT, 0},
		{"why", REPORT_AT(aside, why), COLUMN_TEXT, 0},
		{0},
	};
	const struct stmt_rows *const aside = &report->side[side].answers.aside.all;
	fputs("<h3>Put aside</h3>\n", page->out);
	if (aside->count == 0)
		report_say(page, "<p>No game was put aside.</p>\n");
	else
		report_put_table(page, "Games that were put aside: at most 50", columns, aside);
}

void report_write_games(struct page *page, const struct report *report)
{
	for (int side = 0; side < report->sides; side++) {
		const char *const name = report->side[side].name;
		report_name_side(page, report, side);
		write_strange(page, report, side);
		write_slow(page, report, side);
		if (report->folder == NULL && !report->served &&
		    report->side[side].answers.facts.row->finished > 0)
			report_say(page,
			           "<p>Any of them as a page to play it again: <code>aresctl animate "
			           "%s/NUMBER -o game.html</code></p>\n",
			           name);
		if (!report->served)
			write_aside(page, report, side);
	}
}
