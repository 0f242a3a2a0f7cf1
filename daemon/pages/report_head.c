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
	const struct report_facts *const facts = report->side[side].answers.facts.row;
	const struct {
		double games;
		const char *said;
	} rest[] = {
		{facts->open, "still to be played"},
		{facts->aside, "put aside"},
		{facts->cancelled, "cancelled"},
	};
	char text[REPORT_NUMBER_SIZE], all[REPORT_NUMBER_SIZE];
	axis_print_number(facts->finished, 0, text);
	axis_print_number(facts->games, 0, all);
	report_say(page, "<p class=\"lead\">%s of %s games are finished", text, all);
	for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
		if (rest[i].games > 0)
			report_say(page, "; %s %s", axis_print_number(rest[i].games, 0, text), rest[i].said);
	report_say(page, ".");
	if (facts->open > 0)
		report_say(page, " <strong>All numbers are those of the finished games, and will change."
		                 "</strong>");
	if (facts->finished == 0)
		report_say(page, " There is nothing to report of results yet.");
	report_say(page, "</p>\n");
}

static void put_terms(struct page *page, const struct report_answers *answers)
{
	fputs("<dl class=\"terms\">\n", page->out);
	for (int row = 0; row < answers->terms.count; row++)
		report_say(page, "<dt>%s</dt><dd>%s</dd>\n", answers->terms.row[row].what,
		           answers->terms.row[row].value);
	fputs("</dl>\n", page->out);
}

static const char *find_value(const struct report_answers *answers, const char *what)
{
	const int row = report_find(&answers->terms.all, REPORT_AT(terms, what), what);
	return row < 0 ? NULL : answers->terms.row[row].value;
}

/* A row of the settings of both: those that are the same, or those that differ. pass: a setting of
 * the first tournament, or one that only the second has. */
static void put_both_row(struct page *page, const struct report *report, int pass,
                         const struct report_terms *term, bool same)
{
	const char *const value = find_value(&report->side[1 - pass].answers, term->what);
	const char *const others = value != NULL ? value : "";
	if (!term->setting || (strcmp(term->value, others) == 0) != same ||
	    (pass == 1 && value != NULL))
		return;

	report_say(page, "<tr><th scope=\"row\">%s</th><td>%s</td>", term->what,
	           pass == 0 ? term->value : others);
	if (!same)
		report_say(page, "<td>%s</td>", pass == 0 ? others : term->value);
	fputs("</tr>\n", page->out);
}

/* Settings that differ stand beside each other; those that are the same stand once. */
static void put_both_terms(struct page *page, const struct report *report)
{
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
		for (int pass = 0; pass < REPORT_SIDES; pass++) {
			const struct report_answers *const answers = &report->side[pass].answers;
			for (int row = 0; row < answers->terms.count; row++)
				put_both_row(page, report, pass, &answers->terms.row[row], same);
		}
		fputs("</tbody></table></div>\n", page->out);
	}
}

static void put_players(struct page *page, const struct report *report)
{
	static const struct report_column columns[] = {
		{"player", REPORT_AT(seated, player), COLUMN_TEXT, 0},
		{"what it is", REPORT_AT(seated, settings), COLUMN_TEXT, 0},
		{"seats", REPORT_AT(seated, seats), COLUMN_COUNT, 0},
		{"games", REPORT_AT(seated, games), COLUMN_COUNT, 0},
		{0},
	};
	fputs("<details><summary>The players and their settings</summary>\n", page->out);
	for (int side = 0; side < report->sides; side++) {
		report_name_side(page, report, side);
		report_put_table(page, "Players and their settings", columns,
		                 &report->side[side].answers.seated.all);
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
			put_terms(page, &report->side[side].answers);
	}
	put_players(page, report);
}

static void put_digests(struct page *page, const struct report_side *side)
{
	const struct report_digest *const digest = side->answers.digest.row;
	report_say(page,
	           "<dt>%s</dt><dd>sha256 over the digests of its finished games, in their sequence: "
	           "<code class=\"digest\">%s</code></dd>\n",
	           side->name, digest->games);
	if (digest->whole[0] != '\0')
		report_say(page,
		           "<dt>%s</dt><dd>its digest, as aresctl tournament digest has it: "
		           "<code class=\"digest\">%s</code></dd>\n",
		           side->name, digest->whole);
}

void report_write_making(struct page *page, const struct report *report)
{
	report_say(page,
	           "<p>Made on %s by <code>%s</code>, from what the database had then. Intervals "
	           "are 95 %% intervals. Where nothing else is said, their unit is the block of "
	           "games.</p>\n",
	           report->side[0].answers.facts.row->made, report->command);
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
