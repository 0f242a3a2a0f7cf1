/* report_head: what was played, and how the page was made. */
#include "report_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/machine.h"
#include "base/version.h"
#include "pages/report/report_head.inc"

/* "1,000 of 1,000 games are finished; 3 were quarantined." */
static void tell_progress(struct page *page, const struct report *report, int side)
{
	const struct report_facts *const facts = report->side[side].answers.facts.row;
	const struct {
		double games;
		const char *said;
	} rest[] = {
		{facts->open, "still to be played"},
		{facts->aside, "quarantined"},
		{facts->cancelled, "cancelled"},
	};
	char text[REPORT_NUMBER_SIZE], all[REPORT_NUMBER_SIZE];
	axis_print_number(facts->finished, 0, text);
	axis_print_number(facts->games, 0, all);

	open_progress(page, text, all);
	for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
		if (rest[i].games > 0)
			put_rest(page, axis_print_number(rest[i].games, 0, text), rest[i].said);
	close_rest(page);
	if (facts->open > 0)
		put_changing(page);
	if (facts->finished == 0)
		put_no_result(page);
	close_progress(page);
}

static void put_terms(struct page *page, const struct report_answers *answers)
{
	open_terms(page);
	for (int row = 0; row < answers->terms.count; row++)
		put_term(page, answers->terms.row[row].what, answers->terms.row[row].value);
	close_terms(page);
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
	const char *const one = pass == 0 ? term->value : others;
	const char *const other = pass == 0 ? others : term->value;
	const bool told_before = pass == 1 && value != NULL;

	if (!term->setting || told_before || (strcmp(one, other) == 0) != same)
		return;
	if (same)
		put_same(page, term->what, one);
	else
		put_different(page, term->what, one, other);
}

/* Settings that differ stand beside each other; those that are the same stand once. */
static void put_both_terms(struct page *page, const struct report *report)
{
	for (int same = 0; same < 2; same++) {
		const char *const caption =
			same ? "Settings that both have" : "Settings in which the two differ";

		open_both(page, caption);
		for (int side = 0; side < (same ? 1 : REPORT_SIDES); side++)
			put_both_head(page, same ? "both" : report->side[side].name);
		open_both_rows(page);
		for (int pass = 0; pass < REPORT_SIDES; pass++) {
			const struct report_answers *const answers = &report->side[pass].answers;
			for (int row = 0; row < answers->terms.count; row++)
				put_both_row(page, report, pass, &answers->terms.row[row], same);
		}
		close_both(page);
	}
}

static void put_players(struct page *page, const struct report *report)
{
	static const struct report_column columns[] = {
		{"player", REPORT_AT(seated, player), COLUMN_TEXT},
		{"what it is", REPORT_AT(seated, settings), COLUMN_TEXT},
		{"seats", REPORT_AT(seated, seats), COLUMN_COUNT},
		{"games", REPORT_AT(seated, games), COLUMN_COUNT},
		{0},
	};

	report_open_details(page, "The players and their settings");
	for (int side = 0; side < report->sides; side++) {
		report_name_side(page, report, side);
		report_put_table(page, "Players and their settings", columns,
		                 &report->side[side].answers.seated.all);
	}
	report_close_details(page);
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
	put_games_digest(page, side->name, digest->games);
	if (digest->whole[0] != '\0')
		put_whole_digest(page, side->name, digest->whole);
}

void report_write_making(struct page *page, const struct report *report)
{
	put_making(page, report->side[0].answers.facts.row->made, report->command);
	if (report->served)
		return;

	open_made(page, version_text(), machine_text());
	for (int side = 0; side < report->sides; side++)
		put_digests(page, &report->side[side]);
	close_terms(page);
}
