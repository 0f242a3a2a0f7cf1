/* verify: aresctl verify: replays what is stored and prints what differs; db/record/audit.h says
 * what that means.
 *
 * The games are cut into portions. Threads take them in turn, each with a connection of its own.
 * All threads see one snapshot of the database, so that the farm can continue playing. Findings are
 * printed in the order of the games. */
#include "ctl/parts/ctl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/heap.h"
#include "ctl/parts/auditor.h"

enum { PORTION_GAMES = 32, JOBS_MOST = 256 };

static struct {
	const char *reference; /* NULL: all tournaments */
	bool players, json;
	int jobs;
} asked;

/* What the threads share. From tally on, they take turns by `critical (verify)`. */
struct verification {
	struct target target;
	bool terminal;
	char snapshot[STMT_NAME_SIZE];
	struct scope *scopes;
	struct portion *portions;
	int portion_count;
	int secrets; /* tournaments whose seed is a secret: their games cannot be replayed yet */
	struct tally tally;
	char **lines; /* of each portion, once it is done */
	int taken, printed;
	bool failed;
	char error[DB_MESSAGE_SIZE];
};

/* ── threads ── */

/* Keeps the first reason, for the message. */
static void give_up(struct verification *all, const char *error)
{
#pragma omp critical(verify)
	{
		if (!all->failed)
			snprintf(all->error, sizeof all->error, "%s", error);
		all->failed = true;
	}
}

/* The number of the next portion, or -1: there is none. */
static int take(struct verification *all)
{
	int taken;
#pragma omp critical(verify)
	taken = all->failed || all->taken == all->portion_count ? -1 : all->taken++;
	return taken;
}

static void print_progress(const struct verification *all)
{
	if (all->terminal)
		fprintf(stderr, "\r%lld games, %lld phases, %lld differ\033[K", (long long)all->tally.games,
		        (long long)all->tally.phases, (long long)all->tally.differing);
}

static void wipe_progress(const struct verification *all)
{
	if (all->terminal)
		fputs("\r\033[K", stderr);
}

/* Stores the lines of a finished portion, and prints all lines whose turn it is. */
static void take_in(struct verification *all, int portion, char *lines, const struct tally *tally)
{
#pragma omp critical(verify)
	{
		all->tally.games += tally->games;
		all->tally.phases += tally->phases;
		all->tally.differing += tally->differing;
		all->tally.undigested += tally->undigested;
		all->tally.tallies += tally->tallies;
		all->lines[portion] = lines;
		wipe_progress(all);
		for (; all->printed < all->portion_count && all->lines[all->printed] != NULL;
		     all->printed++) {
			fputs(all->lines[all->printed], stdout);
			free(all->lines[all->printed]);
		}
		fflush(stdout);
		print_progress(all);
	}
}

/* Takes portions until there are none. */
static void work(struct verification *all)
{
	struct auditor *auditor = heap_get(1, sizeof *auditor);
	auditor->players = asked.players;
	auditor->json = asked.json;
	auditor->db = target_connect(&all->target, "aresctl verify", auditor->error);

	bool done = auditor->db != NULL && stmt_share_snapshot(auditor->db, all->snapshot);
	for (int i; done && (i = take(all)) >= 0;) {
		char *lines = NULL;
		size_t size;
		auditor->out = heap_open_text(&lines, &size);
		done = auditor_audit(auditor, &all->portions[i]);
		fclose(auditor->out);
		if (done)
			take_in(all, i, lines, &auditor->tally);
		else
			free(lines);
	}

	if (!done)
		give_up(all, auditor->error[0] != '\0' ? auditor->error : db_fault(auditor->db)->message);
	db_close(auditor->db);
	free(auditor->room.bytes);
	free(auditor);
}

/* ── the games ── */

/* Cuts scopes into portions; the games of those with a secret seed are left out. whole: with what
 * concerns each as a whole. */
static void cut(struct verification *all, int scopes, bool whole)
{
	int64_t count = 0;

	for (int i = 0; i < scopes; i++)
		count += ((int64_t)all->scopes[i].last - all->scopes[i].first) / PORTION_GAMES + 1 + whole;
	all->portions = heap_get((size_t)count, sizeof *all->portions);
	all->lines = heap_get((size_t)count, sizeof *all->lines);

	for (int i = 0; i < scopes; i++) {
		const struct scope *scope = &all->scopes[i];
		all->secrets += scope->secret;
		for (int64_t first = scope->first; first <= scope->last && !scope->secret;
		     first += PORTION_GAMES) {
			const int64_t last =
				scope->last - first < PORTION_GAMES ? scope->last : first + PORTION_GAMES - 1;
			all->portions[all->portion_count++] =
				(struct portion){scope, (int32_t)first, (int32_t)last, false};
		}
		if (whole)
			all->portions[all->portion_count++] = (struct portion){.scope = scope, .whole = true};
	}
}

/* Finds all tournaments, or the one of that name. False: db_fault has the reason. */
static bool find_tournaments(struct db *db, const char *name, struct verification *all, int *count)
{
	struct db_rows tournaments;
	if (!stmt_read_tournaments(db, name, &tournaments))
		return false;
	all->scopes = heap_get((size_t)tournaments.count, sizeof *all->scopes);
	for (*count = 0; stmt_next_tournament(&tournaments, &all->scopes[*count]); ++*count)
		;
	return db_rows_close(&tournaments);
}

/* Finds what a reference means and cuts it into portions. *found: whether it exists. */
static bool find(struct db *db, const char *reference, struct verification *all, bool *found)
{
	int count;
	bool is_game;
	struct game_head head;

	*found = true;
	if (!find_tournaments(db, reference, all, &count))
		return false;
	if (count > 0 || reference == NULL) {
		cut(all, count, true);
		return true;
	}

	if (!stmt_find_game(db, reference, &is_game, &head))
		return false;
	*found = is_game;
	if (!is_game)
		return true;
	free(all->scopes);
	if (!find_tournaments(db, head.name, all, &count))
		return false;
	all->scopes->games = all->scopes->first = all->scopes->last = head.number;
	cut(all, count, false);

	return true;
}

/* ── the command ── */

static void print_json(const struct verification *all)
{
	const struct tally *tally = &all->tally;
	printf("{\"games\":%lld,\"phases\":%lld,\"differ\":%lld,\"without_digest\":%lld,"
	       "\"tallies_differ\":%lld,\"secret\":%d}\n",
	       (long long)tally->games, (long long)tally->phases, (long long)tally->differing,
	       (long long)tally->undigested, (long long)tally->tallies, all->secrets);
}

static void print_line(const struct verification *all)
{
	const struct tally *tally = &all->tally;

	if (tally->differing > 0)
		printf("%lld of %lld games differ", (long long)tally->differing, (long long)tally->games);
	else
		printf("%lld game%s, %lld phase%s: all agree", (long long)tally->games,
		       tally->games == 1 ? "" : "s", (long long)tally->phases,
		       tally->phases == 1 ? "" : "s");

	if (tally->undigested > 0)
		printf("; %lld without a digest", (long long)tally->undigested);
	if (tally->tallies > 0)
		printf("; %lld tall%s", (long long)tally->tallies,
		       tally->tallies == 1 ? "y differs" : "ies differ");

	if (all->secrets > 0)
		printf("; not replayed: %d tournament%s with external players, until all games there are "
		       "over",
		       all->secrets, all->secrets == 1 ? "" : "s");

	putchar('\n');
}

static int conclude(const struct verification *all)
{
	if (all->failed)
		return ctl_fail("%s", all->error);
	if (asked.json)
		print_json(all);
	else
		print_line(all);
	return all->tally.differing + all->tally.tallies > 0 ? CTL_WANTING : CTL_DONE;
}

static int verify(struct verification *all, const char *reference)
{
	char error[CLUSTER_ERROR_SIZE];
	bool found;
	struct db *db = target_find(ctl_conninfo, &all->target, error)
	                    ? target_connect(&all->target, "aresctl", error)
	                    : NULL;
	if (db == NULL)
		return ctl_fail("%s", error);
	if (!stmt_open_snapshot(db, all->snapshot) || !find(db, reference, all, &found))
		return ctl_fail_db(db);
	if (!found) {
		db_close(db);
		return ctl_fail("no tournament or game %s; aresctl tournament list lists tournaments",
		                reference);
	}
	if (reference != NULL && all->secrets > 0) {
		db_close(db);
		return ctl_fail("%s cannot be replayed yet: it has external players, and its seed is a "
		                "secret until all games of the tournament are finished or cancelled",
		                reference);
	}
#pragma omp parallel num_threads(asked.jobs)
	work(all);
	db_close(db);
	wipe_progress(all);
	return conclude(all);
}

static int verify_asked(void)
{
	struct verification all = {.terminal = isatty(STDERR_FILENO)};
	if (asked.jobs == 0)
		asked.jobs = options_cores(JOBS_MOST);
	const int status = verify(&all, asked.reference);
	for (int i = all.printed; i < all.portion_count; i++)
		free(all.lines[i]);
	free(all.lines);
	free(all.portions);
	free(all.scopes);
	return status;
}

const struct command ctl_verify = {
	.name = "verify",
	.about = "replay what is stored and compare",
	.text = "Replays every stored game from its orders, with the tournament's judge and with "
			"another one. Compares boards, orders, outcomes, stages, results and digests; for a "
			"whole tournament also the number of games and phases of each worker. Prints a line "
			"for each game that differs, with its first differing phase, and at the end their "
			"number. Unfinished games are verified as far as they were played.",
	.arguments = PARAMETERS(ARGUMENT("TOURNAMENT|GAME", &asked.reference,
                                     "what to verify: a tournament by its name, or a game by "
                                     "TOURNAMENT/NUMBER or its number in the farm",
                                     .otherwise = "all tournaments")),
	.options =
		PARAMETERS(OPTION_FLAG("players", &asked.players,
                               "have the players choose all orders again, and compare these too"),
                   OPTION_NUMBER("jobs", "N", &asked.jobs, 1, JOBS_MOST,
                                 "how many games to verify at once", .otherwise = "the cores"),
                   OPTION_FLAG("json", &asked.json, "each line is a JSON object")),
	.status = "0 all agree, 1 some differ, 2 it could not be done.",
	.run = verify_asked,
};
