/* report_head: what was played, and how the page was made. */
#include "report_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/machine.h"
#include "base/version.h"

/* "1,000 of 1,000 games are finished; 3 were put aside." */
static void tell_progress(struct page *page, const struct report *report, int side)
{
	static const struct {
		int fact;
		const char *said;
	} rest[] = {
		{FACT_OPEN, "still to be played"},
		{FACT_ASIDE, "put aside"},
		{FACT_CANCELLED, "cancelled"},
	};
	const struct sheet *const facts = &report->side[side].sheet[REPORT_FACTS];
	char text[REPORT_NUMBER_SIZE], all[REPORT_NUMBER_SIZE];
	report_number(facts, 0, FACT_FINISHED, 0, text);
	report_number(facts, 0, FACT_GAMES, 0, all);
	report_say(page, "<p class=\"lead\">%s of %s games are finished", text, all);
	for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
		if (report_fact(report, side, rest[i].fact) > 0)
			report_say(page, "; %s %s", report_number(facts, 0, rest[i].fact, 0, text),
			           rest[i].said);
	report_say(page, ".");
	if (report_fact(report, side, FACT_OPEN) > 0)
		report_say(page, " <strong>All numbers are those of the finished games, and will change."
		                 "</strong>");
	if (report_fact(report, side, FACT_FINISHED) == 0)
		report_say(page, " There is nothing to report of results yet.");
	report_say(page, "</p>\n");
}

static void put_terms(struct page *page, const struct sheet *terms)
{
	fputs("<dl class=\"terms\">\n", page->out);
	for (int row = 0; row < terms->rows; row++)
		report_say(page, "<dt>%s</dt><dd>%s</dd>\n", sheet_text(terms, row, 1),
		           sheet_text(terms, row, 2));
	fputs("</dl>\n", page->out);
}

/* A row of the settings of both: those that are the same, or those that differ. pass: a setting of
 * the first tournament, or one that only the second has. */
static void put_both_row(struct page *page, const struct sheet *const terms[REPORT_SIDES], int pass,
                         int row, bool same)
{
	const char *const what = sheet_text(terms[pass], row, 1);
	const int at = sheet_find(terms[1 - pass], 0, 1, what);
	const char *const one = sheet_text(terms[0], pass == 0 ? row : at, 2);
	const char *const other = sheet_text(terms[1], pass == 0 ? at : row, 2);
	if (*sheet_text(terms[pass], row, 0) != '1' || (strcmp(one, other) == 0) != same ||
	    (pass == 1 && at >= 0))
		return;
	report_say(page, "<tr><th scope=\"row\">%s</th><td>%s</td>", what, one);
	if (!same)
		report_say(page, "<td>%s</td>", other);
	fputs("</tr>\n", page->out);
}

/* Settings that differ stand beside each other; those that are the same stand once. */
static void put_both_terms(struct page *page, const struct report *report)
{
	const struct sheet *const terms[REPORT_SIDES] = {&report->side[0].sheet[REPORT_TERMS],
	                                                 &report->side[1].sheet[REPORT_TERMS]};
	for (int same = 0; same < 2; same++) {
		const char *const caption =
			same ? "Settings that both have" : "Settings in which the two differ";
		report_say(page,
		           "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">"
		           "<table class=\"both\"><caption>%s</caption><thead><tr><th scope=\"col\">"
		           "setting</th>",
		           caption, caption);
		for (int side = 0; side < (same ? 1 : REPORT_SIDES); side++)
			report_say(page, "<th scope=\"col\">%s</th>", same ? "both" : report->side[side].name);
		fputs("</tr></thead><tbody>\n", page->out);
		for (int pass = 0; pass < REPORT_SIDES; pass++)
			for (int row = 0; row < terms[pass]->rows; row++)
				put_both_row(page, terms, pass, row, same);
		fputs("</tbody></table></div>\n", page->out);
	}
}

static void put_players(struct page *page, const struct report *report)
{
	static const struct report_column columns[] = {
		{"player", 0, COLUMN_TEXT, 0},
		{"what it is", 1, COLUMN_TEXT, 0},
		{"seats", 2, COLUMN_COUNT, 0},
		{"games", 3, COLUMN_COUNT, 0},
		{0},
	};
	fputs("<details><summary>The players and their settings</summary>\n", page->out);
	for (int side = 0; side < report->sides; side++) {
		const struct sheet *const sheet = &report->side[side].sheet[REPORT_PLAYERS];
		report_name_side(page, report, side);
		report_put_table(page, "Players and their settings", columns, sheet, 0, sheet->rows);
	}
	fputs("</details>\n", page->out);
}

void report_write_head(struct page *page, const struct report *report)
{
	if (report->sides > 1)
		put_both_terms(page, report);
	for (int side = 0; side < report->sides; side++) {
		report_name_side(page, report, side);
		tell_progress(page, report, side);
		if (report->sides == 1)
			put_terms(page, &report->side[side].sheet[REPORT_TERMS]);
	}
	put_players(page, report);
}

static void put_digests(struct page *page, const struct report_side *side)
{
	const struct sheet *digests = &side->sheet[REPORT_DIGEST];
	const char *whole = sheet_text(digests, 0, 1);
	report_say(page,
	           "<dt>%s</dt><dd>sha256 over the digests of its finished games, in their sequence: "
	           "<code class=\"digest\">%s</code></dd>\n",
	           side->name, sheet_text(digests, 0, 0));
	if (whole[0] != '\0')
		report_say(page,
		           "<dt>%s</dt><dd>its digest, as aresctl tournament digest has it: "
		           "<code class=\"digest\">%s</code></dd>\n",
		           side->name, whole);
}

void report_write_making(struct page *page, const struct report *report)
{
	report_say(page,
	           "<p>Made on %s by <code>%s</code>, from what the database had then. Intervals "
	           "are 95 %% intervals. Where nothing else is said, their unit is the block of "
	           "games.</p>\n",
	           sheet_text(&report->side[0].sheet[REPORT_FACTS], 0, FACT_MADE), report->command);
	if (report->served)
		return;
	fputs("<dl class=\"terms\">\n", page->out);
	report_say(page,
	           "<dt>program</dt><dd>aresfarm %s</dd>\n<dt>made on</dt><dd>%s</dd>\n"
	           "<dt>score</dt><dd>thesis, where nothing else is said</dd>\n",
	           version_text(), machine_text());
	for (int side = 0; side < report->sides; side++)
		put_digests(page, &report->side[side]);
	fputs("</dl>\n", page->out);
}
