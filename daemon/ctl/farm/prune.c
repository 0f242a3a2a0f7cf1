/* prune: aresctl prune: drops tournaments that have been inactive for long. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backup.h"
#include "base/heap.h"
#include "ctl/parts/ctl.h"
#include "db/statements/keep/stmt_prune.h"

enum { SWEPT_AT_ONCE = 2000, TRIES_MOST = 10 };

static struct {
	int older;
	const char *state, *backup;
	bool dry, yes;
} asked;

/* What it drops. */
struct found {
	struct prunable *at;
	int count;
	int64_t games, bytes;
};

static const char *name_state(size_t i)
{
	static const char *const states[] = {"finished", "cancelled", "quarantined",
	                                     "waiting",  "paused",    "any"};
	return i < sizeof states / sizeof *states ? states[i] : NULL;
}

static double megabytes(int64_t bytes)
{
	return (double)bytes / 1e6;
}

static bool find(struct db *db, struct found *found)
{
	struct db_rows rows;
	const bool any = strcmp(asked.state, "any") == 0;

	if (!stmt_read_prunable(db, asked.older, any ? NULL : asked.state, &rows))
		return false;
	found->at = heap_get((size_t)rows.count, sizeof *found->at);

	for (struct prunable *at; stmt_next_prunable(&rows, at = &found->at[found->count]);
	     found->count++) {
		found->games += at->games;
		found->bytes += at->bytes;
	}

	return db_rows_close(&rows);
}

static void print_found(const struct found *found)
{
	for (int i = 0; i < found->count; i++) {
		const struct prunable *at = &found->at[i];
		printf("%s: %s, nothing since %s, %lld game%s, %.1f MB\n", at->name, at->state, at->since,
		       (long long)at->games, PLURAL(at->games), megabytes(at->bytes));
	}
	fflush(stdout);
}

/* ── dropping ── */

/* Writes a backup of it; its number is in the name, so that another one of that name is kept. */
static int back_up(const struct prunable *prunable)
{
	char path[PATH_MAX];
	const int length = snprintf(path, sizeof path, "%s/%s.%d.backup.zst", asked.backup,
	                            prunable->name, prunable->tournament);
	if (length >= (int)sizeof path)
		return ctl_fail("--backup: the name of the folder is too long");
	return backup_write(prunable->name, path);
}

/* Drops them one by one; each counts as soon as it is done. The exit status. */
static int drop_all(struct db *db, const struct found *found, struct found *done)
{
	bool dropped;

	for (int i = 0; i < found->count; i++) {
		const struct prunable *at = &found->at[i];
		const int status = asked.backup != NULL ? back_up(at) : CTL_DONE;
		if (status != CTL_DONE)
			return status;
		if (ctl_stopped() != 0)
			return CTL_FAILED;
		if (!stmt_prune(db, at, asked.older, &dropped))
			return ctl_fail("%s is not dropped: %s", at->name, db_fault(db)->message);
		if (!dropped) {
			ctl_say("%s: something has happened in it just now: it stays\n", at->name);
			continue;
		}
		done->count++;
		done->games += at->games;
		done->bytes += at->bytes;
	}

	return CTL_DONE;
}

/* Removes games and boards of what was dropped. *boards: tournaments whose boards are still in use,
 * or visible to a transaction. A running aresd does the same. */
static bool sweep(struct db *db, int64_t *boards)
{
	int64_t swept, left = 1, before = 0;
	for (int tries = 0; tries < TRIES_MOST && left > 0; before = left) {
		if (!stmt_sweep_dropped(db, SWEPT_AT_ONCE, &swept, &left, boards))
			return false;
		if (swept > 0 || left < before || left == 0)
			continue;
		if (ctl_stopped() != 0)
			return true;
		tries++;
		usleep(300000);
	}
	return true;
}

static void say_done(const struct found *done, int64_t back, int64_t boards)
{
	ctl_say("%d tournament%s with %lld game%s dropped", done->count, PLURAL(done->count),
	        (long long)done->games, PLURAL(done->games));
	ctl_say("; the database is smaller by %.1f MB\n", megabytes(MAX(back, 0)));
	if (boards > 0)
		ctl_say("the boards of %lld of them go once no transaction is left that can see them, and "
		        "an aresd runs\n",
		        (long long)boards);
}

static int prune_found(struct db *db, const struct found *found)
{
	struct found done = {0};
	int64_t before, after, boards = 0;
	if (!stmt_database_bytes(db, &before))
		return ctl_fail("%s", db_fault(db)->message);
	const int status = drop_all(db, found, &done);
	if (done.count == 0)
		return status;
	if (!sweep(db, &boards) || !stmt_database_bytes(db, &after))
		return ctl_fail("%d tournaments are dropped; then: %s", done.count, db_fault(db)->message);
	say_done(&done, before - after, boards);
	return status;
}

/* ── the command ── */

static int prune(void)
{
	static struct found found;
	char what[120], question[140];

	if (asked.backup != NULL && access(asked.backup, W_OK | X_OK) != 0)
		return ctl_fail("--backup %s: is not a folder to write to", asked.backup);
	ctl_catch_signals();
	struct db *db = ctl_connect_owner("prune: only the owner of the farm may drop tournaments");
	if (!find(db, &found))
		return ctl_fail("%s", db_fault(db)->message);
	print_found(&found);
	if (found.count == 0) {
		ctl_say("nothing is so old\n");
		return CTL_DONE;
	}

	snprintf(what, sizeof what, "%d tournament%s with %lld game%s", found.count,
	         PLURAL(found.count), (long long)found.games, PLURAL(found.games));
	if (asked.dry) {
		ctl_say("%s and %.1f MB of boards would be dropped\n", what, megabytes(found.bytes));
		return CTL_DONE;
	}

	snprintf(question, sizeof question, "drop %s", what);
	if (!asked.yes)
		ctl_ask(question, "nothing is dropped");
	return prune_found(db, &found);
}

const struct command ctl_prune = {
	.name = "prune",
	.about = "drop tournaments in which nothing has happened for long",
	.text = "Lists the tournaments in which nothing has happened for the time --older-than, "
			"and drops them with their games and boards: those that are finished, or with "
			"--state those that are\n\n"
			"  cancelled    nothing is left to play, and games were cancelled\n"
			"  quarantined  nothing is left to play, but games are quarantined\n"
			"  waiting      games wait for external players only\n"
			"  paused       games are left to play, but no worker plays them\n"
			"  any          all of these\n\n"
			"A tournament that is being played, or could be at any moment, is never dropped. "
			"On a terminal it asks first; elsewhere it requires --yes. With --backup each "
			"tournament is backed up before it is dropped. If a backup fails, that tournament "
			"and those after it stay.\n\n"
			"  aresctl prune --older-than 90d --dry-run\n"
			"  aresctl prune --older-than 90d --backup /vault --yes",
	.options = PARAMETERS(OPTION_TIME("older-than", "T", &asked.older,
                                      "how long nothing has happened in them: 90s, 5m, 24h, 30d",
                                      .required = true),
                          OPTION_TEXT("state", "STATE", &asked.state, "which of them",
                                      .choice = name_state, .normal = "finished"),
                          OPTION_TEXT("backup", "FOLDER", &asked.backup,
                                      "back each up there first, as NAME.ID.backup.zst"),
                          OPTION_FLAG("dry-run", &asked.dry, "only list them"), CTL_YES(asked.yes)),
	.run = prune,
};
