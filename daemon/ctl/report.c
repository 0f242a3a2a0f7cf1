/* report: aresctl report: a page about a tournament, or about two of them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/outfile.h"
#include "ctl.h"
#include "pages/report.h"

enum { COMMAND_SIZE = 1024 };

static struct {
	const char *tournament, *other, *output;
	bool no_replays;
} asked;

/* Reads one tournament. CTL_DONE, or the status once the reason is printed and db is closed. */
static int read_side(struct db *db, const char *name, int32_t *id, struct report_side *side)
{
	bool found;
	if (!stmt_find_report(db, name, &found, id))
		return ctl_fail_db(db);
	if (!found)
		return ctl_fail_tournament(db, name);
	return report_read(db, *id, name, side) ? CTL_DONE : ctl_fail_db(db);
}

static int read_report(struct db *db, struct report *report)
{
	const char *const names[REPORT_SIDES] = {asked.tournament, asked.other};
	int32_t id[REPORT_SIDES];
	report->sides = asked.other != NULL ? 2 : 1;
	if (!stmt_open_report(db))
		return ctl_fail_db(db);
	for (int side = 0; side < report->sides; side++) {
		const int status = read_side(db, names[side], &id[side], &report->side[side]);
		if (status != CTL_DONE)
			return status;
	}
	if (report->sides > 1 && !stmt_pair_reports(db, id[0], id[1], &report->pairs))
		return ctl_fail_db(db);
	return CTL_DONE;
}

static int write_report(const struct report *report)
{
	struct page page;
	if (!report_write(report, &page))
		return ctl_fail("there is no memory for the report");
	const bool written = outfile_write(asked.output, page.text, page.size);
	free(page.text);
	return written ? CTL_DONE : ctl_fail("-o %s: %s", asked.output, strerror(errno));
}

static int make_report(const struct command *command)
{
	struct report report = {0};
	char typed[COMMAND_SIZE];
	(void)command;
	snprintf(typed, sizeof typed, "aresctl report %s%s%s -o %s", asked.tournament,
	         asked.other != NULL ? " " : "", asked.other != NULL ? asked.other : "", asked.output);
	report.command = typed;
	struct db *db = ctl_connect();
	if (db == NULL)
		return CTL_FAILED;
	int status = read_report(db, &report);
	if (status == CTL_DONE) {
		db_close(db);
		status = write_report(&report);
	}
	report_clear(&report);
	if (status == CTL_DONE && strcmp(asked.output, "-") != 0)
		ctl_say("report %s\n", asked.output);
	return status;
}

const struct command ctl_report = {
	.name = "report",
	.about = "write a page about a tournament, or about two of them",
	.text =
		"Writes one page that needs nothing from elsewhere: what was played, who is better, "
		"standings and ratings with intervals, scores by year, endings, openings, times, and the "
		"slowest and strangest games. With OTHER it sets two tournaments side by side, with what "
		"differs between them first. The replays of the games that it names go into a folder "
		"beside it: report-games for report.html.\n\n"
		"  aresctl report thesis-1 -o report.html",
	.arguments =
		(const struct parameter[]){
			CTL_TOURNAMENT(asked.tournament),
			{.name = "OTHER",
             .about = "the tournament to compare it with",
             .text = &asked.other,
             .otherwise = "none"},
			{0},
		},
	.options =
		(const struct parameter[]){
			{.name = "output",
             .letter = 'o',
             .value = "FILE",
             .about = "the page; - is standard output, and then there are no replays",
             .text = &asked.output,
             .files = "*.html",
             .normal = "-"},
			{.name = "no-replays",
             .about = "write no replays, and say how to make them",
             .flag = &asked.no_replays},
			{0},
		},
	.run = make_report,
};
