/* report_games: single games: the strangest, the slowest, those put aside. */
#include "report_parts.h"

#include <stdlib.h>

/* The game's name, as a link to its replay; without replays, how to make one is said below. */
static void put_game(struct page *page, const struct report *report, int side,
                     const struct sheet *sheet, int row)
{
	char link[REPORT_LINK_SIZE];
	const char *const number = sheet_text(sheet, row, 0);
	if (report->served)
		report_say(page, "<a href=\"/g/%s/replay\">game %s</a>", sheet_text(sheet, row, 1), number);
	else if (report->folder != NULL)
		report_say(page, "<a href=\"%s\">game %s</a>",
		           report_link(report, side, atoi(number), link), number);
	else
		report_say(page, "game %s", number);
}

static void write_strange(struct page *page, const struct report *report, int side)
{
	const struct sheet *const sheet = &report->side[side].sheet[REPORT_STRANGE];
	if (sheet->rows == 0)
		return;
	fputs("<h3>The strangest</h3>\n<ul class=\"strange\">\n", page->out);
	for (int row = 0; row < sheet->rows; row++) {
		fputs("<li>", page->out);
		put_game(page, report, side, sheet, row);
		report_say(page, ": %s</li>\n", sheet_text(sheet, row, 2));
	}
	fputs("</ul>\n", page->out);
}

static void write_slow(struct page *page, const struct report *report, int side)
{
	const struct sheet *const sheet = &report->side[side].sheet[REPORT_SLOW];
	char text[REPORT_NUMBER_SIZE];
	if (sheet->rows == 0)
		return;
	fputs("<h3>The slowest</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
	      "aria-label=\"The slowest games\"><table><caption>Games by the time of players and judge "
	      "together</caption><thead><tr><th scope=\"col\">game</th><th scope=\"col\" "
	      "class=\"n\">thinking</th><th scope=\"col\" class=\"n\">judging</th><th scope=\"col\" "
	      "class=\"n\">phases</th><th scope=\"col\">its end</th></tr></thead><tbody>\n",
	      page->out);
	for (int row = 0; row < sheet->rows; row++) {
		fputs("<tr><td>", page->out);
		put_game(page, report, side, sheet, row);
		report_say(page, "</td><td class=\"n\">%s</td>",
		           axis_print_time(sheet_number(sheet, row, 2), text));
		report_say(page, "<td class=\"n\">%s</td><td class=\"n\">%s</td><td>%s</td></tr>\n",
		           axis_print_time(sheet_number(sheet, row, 3), text), sheet_text(sheet, row, 4),
		           sheet_text(sheet, row, 5));
	}
	fputs("</tbody></table></div>\n", page->out);
}

static void write_aside(struct page *page, const struct report *report, int side)
{
	static const struct report_column columns[] = {
		{"game", 0, COLUMN_TEXT, 0},
		{"state", 2, COLUMN_TEXT, 0},
		{"why", 3, COLUMN_TEXT, 0},
		{0},
	};
	const struct sheet *const sheet = &report->side[side].sheet[REPORT_ASIDE];
	fputs("<h3>Put aside</h3>\n", page->out);
	if (sheet->rows == 0)
		report_say(page, "<p>No game was put aside.</p>\n");
	else
		report_put_table(page, "Games that were put aside: at most 50", columns, sheet, 0,
		                 sheet->rows);
}

void report_write_games(struct page *page, const struct report *report)
{
	for (int side = 0; side < report->sides; side++) {
		const char *const name = report->side[side].name;
		report_name_side(page, report, side);
		write_strange(page, report, side);
		write_slow(page, report, side);
		if (report->folder == NULL && !report->served &&
		    report_fact(report, side, FACT_FINISHED) > 0)
			report_say(page,
			           "<p>Any of them as a page to play it again: <code>aresctl animate "
			           "%s/NUMBER -o game.html</code></p>\n",
			           name);
		if (!report->served)
			write_aside(page, report, side);
	}
}
