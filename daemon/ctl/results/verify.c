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
#include "base/json.h"
#include "db/record/audit.h"
#include "db/statements/play/stmt_branches.h"
#include "db/statements/play/stmt_summaries.h"
#include "db/statements/statements.h"

enum { PORTION_GAMES = 32, JOBS_MOST = 256 };

static struct {
	const char *reference; /* NULL: all tournaments */
	bool players, json;
	int jobs;
} asked;

/* undigested: finished games without a digest. tallies: workers whose row of the table tallies
 * differs */
struct tally {
	int64_t games, phases, differing, undigested, tallies;
};

/* Games that one thread takes at once; or whole: the checks of the tournament as a whole. */
struct portion {
	const struct scope *scope;
	int32_t first, last;
	bool whole;
};

/* What one thread owns: a connection, and the audit of its current game. */
struct auditor {
	bool players, json; /* choose all orders again; print JSON */
	struct db *db;
	struct map map;
	int32_t map_id;   /* of map; 0: none is loaded */
	struct room room; /* of the players */
	FILE *out;
	struct tally tally; /* of the current portion */
	struct stored stored;
	bool summed, readable; /* the current game has a summary; `summary` is valid */
	struct summary summary;
	struct game_row game;
	struct audit audit;
	char error[DB_MESSAGE_SIZE]; /* empty: db_fault has it */
};

/* GAP_LINES: this many missing games in a row get no lines of their own. */
enum { LINE_SIZE = 6 * AUDIT_TEXT_SIZE + 3, GAP_LINES = 32 };

/* ── one game ── */

/* Prints what the audit found in a game. number 0: the game has none. */
static void say(struct auditor *auditor, const struct scope *scope, int32_t number, int64_t game)
{
	const struct audit *audit = &auditor->audit;
	char phase[PHASE_TEXT_SIZE] = "", line[LINE_SIZE], name[16] = "", id[24] = "null";

	if (audit->phase >= 0)
		phase_print(audit->phase, phase);
	if (auditor->json) {
		if (number > 0)
			snprintf(name, sizeof name, "%d", number);
		if (game > 0)
			snprintf(id, sizeof id, "%lld", (long long)game);
		fprintf(auditor->out,
		        "{\"tournament\":\"%s\",\"number\":%s,\"game\":%s,\"phase\":", scope->name,
		        number > 0 ? name : "null", id);
		fprintf(auditor->out, phase[0] != '\0' ? "\"%s\"" : "null%s", phase);
		fprintf(auditor->out, ",\"finding\":%s}\n",
		        json_print_string(audit->text, line, sizeof line));
	} else {
		if (number > 0)
			snprintf(name, sizeof name, "/%d", number);
		fprintf(auditor->out, "%s%s%s%s: %s\n", scope->name, name, phase[0] != '\0' ? " " : "",
		        phase, audit->text);
	}
}

/* Prints a finding that is not from an audit. */
static void say_plainly(struct auditor *auditor, const struct scope *scope, int32_t number,
                        int64_t game, const char *text)
{
	audit_differs(&auditor->audit, -1, "%s", text);
	auditor->tally.games++;
	auditor->tally.differing++;
	say(auditor, scope, number, game);
}

/* Sets up the audit of the current game. */
static bool open_audit(struct auditor *auditor, const struct scope *scope)
{
	struct terms *terms = &auditor->game.terms;
	const bool anew = auditor->players;
	struct match match;
	char error[TERMS_ERROR_SIZE];

	if (auditor->map_id != terms->map) {
		auditor->map_id = 0;
		if (!stmt_load_map(auditor->db, terms->map, &auditor->map))
			return false;
		auditor->map_id = terms->map;
	}

	if (!stmt_find_branch(auditor->db, scope->tournament, terms->number, &terms->branch))
		return false;
	bool done = terms_open_match(terms, &auditor->map, &match, error) &&
	            (!anew || terms_seat(terms, &match, error));
	if (done && anew && !terms_give_room(&match, &auditor->room)) {
		snprintf(error, sizeof error, "out of memory");
		done = false;
	}

	if (done)
		audit_open(&auditor->audit, terms, &match, anew);
	else
		snprintf(auditor->error, sizeof auditor->error, "%s/%d: %.300s", scope->name, terms->number,
		         error);

	return done;
}

/* The totals of a game must follow from its rows. */
static bool check_summary(struct auditor *auditor)
{
	struct audit *audit = &auditor->audit;
	const char *column =
		auditor->readable ? summary_compare(&auditor->summary, &audit->summary) : NULL;
	if (!auditor->game.finished)
		return audit_differs(audit, -1, "it has a summary, but is not finished");
	if (!auditor->readable)
		return audit_differs(audit, -1, "its row of summaries cannot be read");
	return column == NULL ||
	       audit_differs(audit, -1, "its summary has another %s than follows from what is stored",
	                     column);
}

/* Whether all rows agree. The rows of a game that is not finished can end anywhere. */
static bool audit_boards(struct auditor *auditor, struct db_rows *boards)
{
	struct audit *audit = &auditor->audit;
	const struct game_row *game = &auditor->game;
	while (stmt_next_board(boards, &auditor->stored))
		if (!audit_phase(audit, &auditor->stored))
			return false;
	if (boards->bad)
		return audit_differs(audit, audit->match.board.phase, "its row cannot be read");
	if (game->pressed)
		digest_messages(&audit->digest, game->messages);
	return audit_end(audit, game->finished ? &game->end : NULL,
	                 game->digested ? game->digest : NULL) &&
	       (!auditor->summed || check_summary(auditor));
}

/* Reads the summary of the current game. Games that finished before summaries existed can lack
 * one. */
static bool find_summary(struct auditor *auditor, const struct scope *scope)
{
	auditor->readable = stmt_find_summary(auditor->db, scope->tournament, auditor->game.game,
	                                      &auditor->summed, &auditor->summary);
	auditor->summed |= !auditor->readable;
	return auditor->readable || db_fault(auditor->db)->unreadable;
}

/* Audits the current game. False if it could not. */
static bool audit_game(struct auditor *auditor, const struct scope *scope)
{
	const struct game_row *game = &auditor->game;
	struct db_rows boards;

	if (!find_summary(auditor, scope) ||
	    !stmt_read_boards(auditor->db, scope->tournament, game->game, &boards))
		return false;

	bool done = true;
	if (boards.count > 0 || game->finished) {
		done = open_audit(auditor, scope);
		if (done && !audit_boards(auditor, &boards)) {
			say(auditor, scope, game->terms.number, game->game);
			auditor->tally.differing++;
		}
		auditor->tally.games++;
		auditor->tally.phases += done ? auditor->audit.phases : 0;
		auditor->tally.undigested += game->finished && !game->digested;
	}

	db_rows_close(&boards);
	return done;
}

/* ── a portion ── */

static bool audit_strays(struct auditor *auditor, const struct scope *scope)
{
	struct db_rows strays;
	int64_t game;
	if (!stmt_read_strays(auditor->db, scope->tournament, &strays))
		return false;
	while (stmt_next_stray(&strays, &game)) {
		char text[AUDIT_TEXT_SIZE];
		snprintf(text, sizeof text,
		         "boards of game %lld are stored, but the tournament has no such game",
		         (long long)game);
		say_plainly(auditor, scope, 0, game, text);
	}
	return db_rows_close(&strays);
}

static bool audit_extra(struct auditor *auditor, const struct scope *scope)
{
	struct db_rows games;
	int64_t game;
	int32_t number;
	if (!stmt_read_extra(auditor->db, scope, &games))
		return false;
	while (stmt_next_extra(&games, &game, &number))
		say_plainly(auditor, scope, number, game, "it is one too many for its tournament");
	return db_rows_close(&games);
}

static bool audit_tallies(struct auditor *auditor, const struct scope *scope)
{
	struct db_rows tallies;
	const char *difference;
	if (!stmt_read_tallies(auditor->db, scope->tournament, &tallies))
		return false;
	while (stmt_next_tally(&tallies, &difference)) {
		audit_differs(&auditor->audit, -1, "%s", difference);
		say(auditor, scope, 0, 0);
		auditor->tally.tallies++;
	}
	return db_rows_close(&tallies);
}

/* Prints which games are missing: a line for each, or one line for many. */
static void audit_gap(struct auditor *auditor, const struct scope *scope, int64_t first,
                      int64_t last)
{
	char text[AUDIT_TEXT_SIZE];
	if (last - first < GAP_LINES) {
		for (; first <= last; first++)
			say_plainly(auditor, scope, (int32_t)first, 0, "there is no such game");
		return;
	}
	snprintf(text, sizeof text, "there are no games %lld to %lld", (long long)first,
	         (long long)last);
	say_plainly(auditor, scope, 0, 0, text);
	auditor->tally.games += last - first;
	auditor->tally.differing += last - first;
}

/* Missing games after the last one, surplus games, and the tallies. */
static bool audit_whole(struct auditor *auditor, const struct scope *scope)
{
	audit_gap(auditor, scope, scope->last + INT64_C(1), scope->games);
	return audit_extra(auditor, scope) && audit_strays(auditor, scope) &&
	       audit_tallies(auditor, scope);
}

/* Audits a portion, prints its findings to out and counts them in tally. False if the audit failed.
 */
static bool audit_portion(struct auditor *auditor, const struct portion *portion)
{
	const struct scope *scope = portion->scope;
	struct game_row *game = &auditor->game;
	struct db_rows games;
	int64_t due = portion->first;
	bool done = true;

	auditor->tally = (struct tally){0};
	if (portion->whole)
		return audit_whole(auditor, scope);
	if (!stmt_read_games(auditor->db, scope, portion->first, portion->last, &games))
		return false;

	while (done && stmt_next_game(&games, game)) {
		audit_gap(auditor, scope, due, game->terms.number - INT64_C(1));
		due = game->terms.number + INT64_C(1);
		if (!game->readable)
			say_plainly(auditor, scope, game->terms.number, game->game,
			            "its row of games cannot be read");
		else
			done = audit_game(auditor, scope);
	}

	if (done)
		audit_gap(auditor, scope, due, portion->last);
	db_rows_close(&games);
	return done;
}

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
		done = audit_portion(auditor, &all->portions[i]);
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
		       PLURAL(tally->games), (long long)tally->phases, PLURAL(tally->phases));

	if (tally->undigested > 0)
		printf("; %lld without a digest", (long long)tally->undigested);
	if (tally->tallies > 0)
		printf("; tallies that differ: %lld", (long long)tally->tallies);

	if (all->secrets > 0)
		printf("; not replayed: %d tournament%s with external players, until all games there are "
		       "over",
		       all->secrets, PLURAL(all->secrets));

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

static int verify(void)
{
	static struct verification all;
	char error[CLUSTER_ERROR_SIZE];
	bool found;

	all.terminal = isatty(STDERR_FILENO);
	if (asked.jobs == 0)
		asked.jobs = options_cores(JOBS_MOST);
	if (!target_find(ctl_conninfo, &all.target, error))
		return ctl_fail("%s", error);
	struct db *db = ctl_connect();
	if (!stmt_open_snapshot(db, all.snapshot) || !find(db, asked.reference, &all, &found))
		return ctl_fail_db(db);
	if (!found)
		return ctl_fail("no tournament or game %s; aresctl tournament list lists tournaments",
		                asked.reference);
	if (asked.reference != NULL && all.secrets > 0)
		return ctl_fail("%s cannot be replayed yet: it has external players, and its seed is a "
		                "secret until all games of the tournament are finished or cancelled",
		                asked.reference);
#pragma omp parallel num_threads(asked.jobs)
	work(&all);
	wipe_progress(&all);
	return conclude(&all);
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
	.run = verify,
};
