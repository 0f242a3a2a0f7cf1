/* report: see report.h. */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/picture.h"
#include "report_parts.h"

enum { RATED_LEAST = 3 }; /* players: two are compared */

/* Whether nobody is told who reads a report that is served. */
static bool is_secret(enum report_question question)
{
	return question == REPORT_SEED || question == REPORT_ASIDE || question == REPORT_DIGEST;
}

/* The seed is one of the terms. */
static bool add_seed(struct db *db, struct report_side *side)
{
	const struct sheet *const seed = &side->sheet[REPORT_SEED];
	const char *text[] = {sheet_text(seed, 0, 0), sheet_text(seed, 0, 1), sheet_text(seed, 0, 2)};
	return seed->rows == 0 || sheet_add(&side->sheet[REPORT_TERMS], text) ||
	       db_refuse(db, "there is no memory for the report");
}

/* The ratings, where there are players and blocks enough. */
static bool read_ratings(struct db *db, const char *name, struct report_side *side)
{
	const struct sheet *const facts = &side->sheet[REPORT_FACTS];
	if (sheet_number(facts, 0, FACT_PLAYERS) < RATED_LEAST ||
	    !(sheet_number(facts, 0, FACT_BLOCKS) > 0))
		return true;
	return stmt_try_ratings(db, name, &side->sheet[REPORT_RATINGS], &side->sheet[REPORT_HEADS],
	                        side->refusal);
}

bool report_read(struct db *db, int32_t id, const char *name, bool served, struct report_side *side)
{
	side->name = name;
	for (int question = 0; question < REPORT_QUESTIONS; question++) {
		const bool rated = question == REPORT_RATINGS || question == REPORT_HEADS;
		if (rated || (served && is_secret(question)))
			continue;
		if (!stmt_ask_report(db, question, id, name, &side->sheet[question]))
			return false;
	}
	return read_ratings(db, name, side) && add_seed(db, side);
}

void report_clear(struct report *report)
{
	for (int side = 0; side < report->sides; side++)
		for (int question = 0; question < REPORT_QUESTIONS; question++)
			sheet_clear(&report->side[side].sheet[question]);
	sheet_clear(&report->pairs);
}

/* ── links ── */

char *report_link(const struct report *report, int side, int number, char link[REPORT_LINK_SIZE])
{
	if (report->sides > 1)
		snprintf(link, REPORT_LINK_SIZE, "%s/%s-%d.html", report->folder, report->side[side].name,
		         number);
	else
		snprintf(link, REPORT_LINK_SIZE, "%s/%d.html", report->folder, number);
	return link;
}

static bool has_game(const struct report_game game[], int count, int side, int number)
{
	for (int i = 0; i < count; i++)
		if (game[i].side == side && game[i].number == number)
			return true;
	return false;
}

int report_find_games(const struct report *report, struct report_game game[], int most)
{
	static const enum report_question named[] = {REPORT_STRANGE, REPORT_SLOW};
	int count = 0;
	for (int side = 0; side < report->sides; side++)
		for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
			const struct sheet *const sheet = &report->side[side].sheet[named[i]];
			for (int row = 0; row < sheet->rows && count < most; row++) {
				const int number = atoi(sheet_text(sheet, row, 0));
				if (!has_game(game, count, side, number))
					game[count++] =
						(struct report_game){side, number, atoll(sheet_text(sheet, row, 1))};
			}
		}
	return count;
}

/* ── the page ── */

static const struct part {
	const char *id, *name;
	void (*write)(struct page *page, const struct report *report);
} parts[] = {
	{"played", "What was played", report_write_head},
	{"verdict", "Who is better", report_write_verdicts},
	{"differences", "What differs", report_write_differences},
	{"standings", "Standings", report_write_standings},
	{"ratings", "Ratings", report_write_ratings},
	{"years", "Score by year", report_write_years},
	{"endings", "Endings", report_write_endings},
	{"openings", "Openings", report_write_openings},
	{"times", "Times", report_write_times},
	{"games", "Games to look at", report_write_games},
	{"making", "How this page was made", report_write_making},
};

/* Whether a part has something to say. */
static bool is_due(const struct report *report, const char *id)
{
	bool played = false, rated = false;
	for (int side = 0; side < report->sides; side++) {
		played |= report_fact(report, side, FACT_FINISHED) > 0;
		rated |= report->side[side].sheet[REPORT_RATINGS].rows > 0 ||
		         report->side[side].refusal[0] != '\0';
	}
	if (strcmp(id, "differences") == 0)
		return report->sides > 1 && played;
	if (strcmp(id, "ratings") == 0)
		return rated;
	return played || strcmp(id, "played") == 0 || strcmp(id, "verdict") == 0 ||
	       strcmp(id, "games") == 0 || strcmp(id, "making") == 0;
}

static void write_contents(struct page *page, const struct report *report)
{
	fputs("<nav aria-label=\"Contents\"><ul>", page->out);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (is_due(report, parts[i].id))
			report_say(page, "<li><a href=\"#%s\">%s</a></li>\n", parts[i].id, parts[i].name);
	fputs("</ul></nav>\n", page->out);
}

bool report_write(const struct report *report, struct page *page)
{
	char title[256];
	snprintf(title, sizeof title, "%s%s%s: report", report->side[0].name,
	         report->sides > 1 ? " and " : "", report->sides > 1 ? report->side[1].name : "");
	if (!page_open(page, title, "report.css", NULL))
		return false;
	/* The colours of powers are those of the board. */
	fprintf(page->out,
	        "<svg class=\"colours\" aria-hidden=\"true\" width=\"0\" height=\"0\"><style>%s</style>"
	        "</svg>\n",
	        picture_style);
	report_say(page, "<header><h1>%s%s%s</h1>\n", report->side[0].name,
	           report->sides > 1 ? " and " : "", report->sides > 1 ? report->side[1].name : "");
	if (report->served)
		report_say(page, "<p><a href=\"/t/%s\">The tournament as it is now</a></p>\n",
		           report->side[0].name);
	write_contents(page, report);
	fputs("</header>\n<main>\n", page->out);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (is_due(report, parts[i].id)) {
			report_open_section(page, parts[i].id, parts[i].name);
			parts[i].write(page, report);
			report_close_section(page);
		}
	fputs("</main>\n", page->out);
	return page_close(page);
}
