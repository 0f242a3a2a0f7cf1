/* report: see report.h. */
#include "report.h"

#include <stdio.h>
#include <string.h>

#include "picture/picture.h"
#include "pages/report/report.inc"
#include "db/statements/statements.h"
#include "report_parts.h"

enum { RATED_LEAST = 3 }; /* players: two are compared */

/* The seed is one of the terms, and is moved to their end. */
static void add_seed(struct report_answers *answers)
{
	if (answers->seed.count > 0)
		((struct report_terms *)answers->terms.all.row)[answers->terms.all.count++] =
			(struct report_terms){.setting = answers->seed.row->setting,
		                          .what = answers->seed.row->what,
		                          .value = answers->seed.row->value};
}

/* The ratings, where there are players and blocks enough. */
static bool read_ratings(struct db *db, const char *score, struct report_side *side)
{
	const struct report_facts *const facts = side->answers.facts.row;
	if (facts->players < RATED_LEAST || !(facts->blocks > 0))
		return true;
	return stmt_try_ratings(db, side->name, score, &side->answers, side->refusal);
}

bool report_read(struct db *db, int32_t id, const char *name, struct report *report, int side)
{
	struct report_answers *const answers = &report->side[side].answers;
	report->side[side].name = name;
	if (!stmt_read_report(db, REPORT_OPEN, id, name, answers))
		return false;
	if (answers->facts.count != 1)
		return db_refuse(db, "tournament %s was dropped", name);

	if (report->score == NULL)
		report->score = answers->facts.row->score;
	if (!stmt_score_report(db, id, name, report->score, answers))
		return false;
	if (!report->served && !stmt_read_report(db, REPORT_SECRET, id, name, answers))
		return false;
	add_seed(answers);
	return read_ratings(db, report->score, &report->side[side]);
}

void report_clear(struct report *report)
{
	for (int side = 0; side < report->sides; side++)
		stmt_clear_report(&report->side[side].answers);
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

/* Adds a game that is not yet there. */
static int add_game(struct report_game game[], int count, int most, struct report_game added)
{
	if (count < most && !has_game(game, count, added.side, added.number))
		game[count++] = added;
	return count;
}

int report_find_games(const struct report *report, struct report_game game[], int most)
{
	int count = 0;
	for (int side = 0; side < report->sides; side++) {
		const struct report_answers *const answers = &report->side[side].answers;
		for (int i = 0; i < answers->strange.count; i++) {
			const struct report_strange *const row = &answers->strange.row[i];
			count = add_game(game, count, most, (struct report_game){side, row->number, row->game});
		}
		for (int i = 0; i < answers->slow.count; i++) {
			const struct report_slow *const row = &answers->slow.row[i];
			count = add_game(game, count, most, (struct report_game){side, row->number, row->game});
		}
	}
	return count;
}

/* ── the page ── */

/* When a part has something to say. */
enum due { ALWAYS, ONCE_PLAYED, OF_TWO, ONCE_RATED, OF_BRANCHES, WITH_COSTS };

static const struct part {
	const char *id, *name;
	enum due due;
	void (*write)(struct page *page, const struct report *report);
} parts[] = {
	{"played", "What was played", ALWAYS, report_write_head},
	{"verdict", "Who is better", ALWAYS, report_write_verdicts},
	{"branches", "Branches", OF_BRANCHES, report_write_branches},
	{"differences", "What differs", OF_TWO, report_write_differences},
	{"standings", "Standings", ONCE_PLAYED, report_write_standings},
	{"ratings", "Ratings", ONCE_RATED, report_write_ratings},
	{"years", "Score by year", ONCE_PLAYED, report_write_years},
	{"endings", "Endings", ONCE_PLAYED, report_write_endings},
	{"openings", "Openings", ONCE_PLAYED, report_write_openings},
	{"times", "Times", ONCE_PLAYED, report_write_times},
	{"costs", "Costs", WITH_COSTS, report_write_costs},
	{"games", "Games to look at", ALWAYS, report_write_games},
	{"making", "How this page was made", ALWAYS, report_write_making},
};

static bool is_due(const struct report *report, enum due due)
{
	bool played = false, rated = false;
	for (int side = 0; side < report->sides; side++) {
		played |= report->side[side].answers.facts.row->finished > 0;
		rated |=
			report->side[side].answers.ratings.count > 0 || report->side[side].refusal[0] != '\0';
	}

	switch (due) {
	case ALWAYS:
		return true;
	case ONCE_PLAYED:
		return played;
	case OF_TWO:
		return played && report->sides > 1;
	case ONCE_RATED:
		return rated;
	case OF_BRANCHES:
		return report_has(report, REPORT_ANSWER(branches));
	case WITH_COSTS:
		return report_has(report, REPORT_ANSWER(costs));
	}
	return false;
}

static void write_links(struct page *page, const struct report *report)
{
	open_links(page, report->side[0].name);
	for (size_t i = 0; stmt_scores(i) != NULL; i++)
		put_score(page, stmt_scores(i));
	close_links(page);
}

static void write_parts(struct page *page, const struct report *report)
{
	open_contents(page);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (is_due(report, parts[i].due))
			put_content(page, parts[i].id, parts[i].name);

	open_main(page);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (!is_due(report, parts[i].due))
			continue;
		open_section(page, parts[i].id, parts[i].name);
		parts[i].write(page, report);
		close_section(page);
	}
	close_main(page);
}

void report_write(const struct report *report, struct page *page)
{
	const bool two = report->sides > 1;
	char names[200], title[256];

	snprintf(names, sizeof names, "%s%s%s", report->side[0].name, two ? " and " : "",
	         two ? report->side[1].name : "");
	snprintf(title, sizeof title, "%s: report", names);
	page_open(page, title, "report.css", NULL, NULL);
	put_style(page, picture_style); /* the colours of powers are those of the board */
	open_header(page, names);
	if (report->served)
		write_links(page, report);
	write_parts(page, report);
	page_close(page);
}
