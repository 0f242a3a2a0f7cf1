/* report: aresctl report: a page about a tournament, or about two of them, with replays of the
 * games that it names in a folder beside it. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/outfile.h"
#include "ctl/parts/ctl.h"
#include "pages/replay/replay.h"
#include "pages/report/report.h"
#include "picture/ink.h"

enum { COMMAND_SIZE = 4096, GAMES_MAX = 40 };

static struct {
	const char *tournament, *other, *output, *score;
	bool no_replays;
} asked;

/* Reads one tournament. */
static void read_side(struct db *db, const char *name, int32_t *id, struct report *report, int side)
{
	bool found;
	if (!stmt_find_report(db, name, &found, id))
		ctl_exit(ctl_fail_db(db));
	if (!found)
		ctl_exit(ctl_fail_tournament(name));
	if (!report_read(db, *id, name, report, side))
		ctl_exit(ctl_fail_db(db));
}

static void read_report(struct db *db, struct report *report)
{
	const char *const names[REPORT_SIDES] = {asked.tournament, asked.other};
	int32_t id[REPORT_SIDES];
	report->sides = asked.other != NULL ? 2 : 1;
	report->score = asked.score;
	if (!stmt_open_report(db))
		ctl_exit(ctl_fail_db(db));
	for (int side = 0; side < report->sides; side++)
		read_side(db, names[side], &id[side], report, side);
	if (report->sides > 1 &&
	    !stmt_pair_reports(db, id[0], id[1], report->score, &report->side[1].answers))
		ctl_exit(ctl_fail_db(db));
}

/* ── replays ── */

/* What was written, so that it can be taken back. */
struct traces {
	char folder[PATH_MAX];
	bool made;                      /* the folder was not there before */
	char file[GAMES_MAX][PATH_MAX]; /* those that were not there before */
	int count;
};

/* Finds the folder: "report-games" for "report.html". Only a report in a file has replays beside
 * it. */
static bool find_folder(struct traces *written)
{
	static const char ending[] = ".html", added[] = "-games";
	struct stat old;
	size_t length = strlen(asked.output);
	if (asked.no_replays || strcmp(asked.output, "-") == 0 ||
	    (stat(asked.output, &old) == 0 && !S_ISREG(old.st_mode)))
		return false;
	if (length > strlen(ending) && strcmp(asked.output + length - strlen(ending), ending) == 0)
		length -= strlen(ending);
	if (length + sizeof added > sizeof written->folder)
		return false;
	memcpy(written->folder, asked.output, length);
	strcpy(written->folder + length, added);
	return true;
}

static void take_back(const struct traces *written)
{
	for (int i = 0; i < written->count; i++)
		unlink(written->file[i]);
	if (written->made)
		rmdir(written->folder);
}

/* Writes one replay. CTL_DONE, or the status once the reason is printed. */
static int write_replay(struct db *db, const struct report *report, const struct report_game *game,
                        struct traces *written)
{
	char reference[STMT_NAME_SIZE + 16], why[REPLAY_WHY_SIZE], link[REPORT_LINK_SIZE];
	char path[PATH_MAX];
	struct replay replay;
	struct stat old;
	snprintf(reference, sizeof reference, "%s/%d", report->side[game->side].name, game->number);
	const enum replay_outcome outcome = replay_make(db, reference, false, &replay, why);
	const char *reason = why;
	if (outcome == REPLAY_FAULT)
		reason = db_fault(db)->message;
	if (outcome == REPLAY_EMPTY)
		reason = "nothing of it is stored";
	if (outcome != REPLAY_MADE)
		return ctl_fail("game %s has no replay: %s; --no-replays does without", reference, reason);

	report_link(report, game->side, game->number, link);
	const int length =
		snprintf(path, PATH_MAX, "%s/%s", written->folder, link + strlen(report->folder) + 1);
	errno = ENAMETOOLONG;
	const bool fits = length > 0 && length < PATH_MAX, existed = fits && stat(path, &old) == 0;
	const bool done = fits && outfile_write(path, replay.text, replay.size);
	free(replay.text);
	if (!done)
		return ctl_fail("%s cannot be written: %s", path, strerror(errno));
	if (!existed)
		memcpy(written->file[written->count++], path, (size_t)length + 1);
	return CTL_DONE;
}

static int write_replays(struct db *db, const struct report *report, struct traces *written)
{
	struct report_game game[GAMES_MAX];
	const int count = report_find_games(report, game, GAMES_MAX);
	int status = CTL_DONE;
	if (report->folder == NULL || count == 0)
		return CTL_DONE;
	written->made = mkdir(written->folder, 0777) == 0;
	if (!written->made && errno != EEXIST)
		return ctl_fail("folder %s cannot be made: %s", written->folder, strerror(errno));
	for (int i = 0; i < count && status == CTL_DONE; i++)
		status = write_replay(db, report, &game[i], written);
	return status;
}

/* ── the whole ── */

static int write_page(const struct report *report)
{
	struct page page;
	report_write(report, &page);
	const size_t size = page.size;
	const bool written = outfile_write(asked.output, page.text, size);
	free(page.text);
	/* aresctl itself reports errors on standard output */
	if (!written && strcmp(asked.output, "-") != 0)
		return ctl_fail("%s cannot be written: %s", asked.output, strerror(errno));
	if (written && strcmp(asked.output, "-") != 0)
		ctl_say("%s: a report of %s%s%s, %zu kB; open it in a browser\n", asked.output,
		        asked.tournament, asked.other != NULL ? " and " : "",
		        asked.other != NULL ? asked.other : "", (size + 999) / 1000);
	return written ? CTL_DONE : CTL_FAILED;
}

/* The page is written last, so that its links never lead nowhere. */
static int write_all(struct db *db, struct report *report)
{
	static struct traces written;
	report->folder = find_folder(&written) ? basename(written.folder) : NULL;
	int status = write_replays(db, report, &written);
	ctl_close(db);
	if (status == CTL_DONE)
		status = write_page(report);
	if (status != CTL_DONE)
		take_back(&written);
	return status;
}

/* The command as it could be typed. */
static const char *print_command(void)
{
	static char typed[COMMAND_SIZE];
	struct ink ink = {.text = typed, .size = sizeof typed - 1};

	ink_write(&ink, "aresctl report %s", asked.tournament);
	if (asked.other != NULL)
		ink_write(&ink, " %s", asked.other);
	if (asked.score != NULL)
		ink_write(&ink, " --score %s", asked.score);
	if (asked.no_replays)
		ink_write(&ink, " --no-replays");
	ink_write(&ink, " -o %s", asked.output);
	return typed;
}

static int make_report(void)
{
	static struct report report;
	static char output[2 * STMT_NAME_SIZE + 8];
	if (asked.output == NULL) {
		const char *other = asked.other != NULL ? asked.other : "";
		snprintf(output, sizeof output, "%s%s%s.html", asked.tournament, *other ? "-" : "", other);
		asked.output = output;
	}
	report.command = print_command();
	struct db *db = ctl_connect();
	read_report(db, &report);
	const int status = write_all(db, &report);
	report_clear(&report);
	return status;
}

const struct command ctl_report = {
	.name = "report",
	.about = "write a page about a tournament, or about two of them",
	.text = "Writes one page that needs nothing from elsewhere: what was played, who is better, "
			"standings and ratings with intervals, scores by year, endings, openings, times, and "
			"the slowest and strangest games. With OTHER it compares two tournaments side by side, "
			"and begins with their differences. The replays of the games that it names are in a "
			"folder beside it: report-games for report.html.\n\n"
			"  aresctl report thesis-1 -o report.html",
	.arguments = PARAMETERS(CTL_TOURNAMENT(asked.tournament),
                            ARGUMENT("OTHER", &asked.other, "the tournament to compare it with",
                                     .otherwise = "none", .asks = CTL_NAMES)),
	.options = PARAMETERS(
		OPTION_TEXT("output", "FILE", &asked.output,
                    "the page; - is standard output, and then there are no replays", .letter = 'o',
                    .files = "*.html", .otherwise = "TOURNAMENT.html, or TOURNAMENT-OTHER.html"),
		OPTION_TEXT("score", "SCORE", &asked.score,
                    "standings, comparisons and ratings are by this score", .choice = stmt_scores,
                    .otherwise = "that of --until, or thesis"),
		OPTION_FLAG("no-replays", &asked.no_replays, "write no replays, and say how to make them")),
	.run = make_report,
};
