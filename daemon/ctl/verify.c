/* ctl_verify: aresctl verify: replays what is stored and says what differs; daemon/audit.h has what
 * that means.
 *
 * The games are cut into portions, which threads take in turn, each with a connection of its own;
 * all see the database as it was at one moment, so that the farm may go on playing. What is found
 * is printed in the order of the games. */
#include "ctl.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/audit.h"
#include "base/json.h"
#include "store/statements.h"

enum { PORTION_GAMES = 32, JOBS_MOST = 256, LINE_SIZE = 6 * AUDIT_TEXT_SIZE + 3 };

static const char usage[] =
	"usage: aresctl verify [--players] [--jobs N] [--json] [TOURNAMENT | TOURNAMENT/NUMBER | "
    "GAME]\n\n"
	"Replays every stored game from its orders, of one tournament or of all, with its judge and "
    "another, and compares\n"
	"boards, orders, outcomes, stages, results and digests. Prints a line for each game that "
    "differs, with the first\n"
	"phase that does, and how many there are. Games that are not finished are verified as far as "
    "they are.\n\n"
	"  --players   have the players choose all orders anew, and compare these, too\n"
	"  --jobs N    games at once (default: the cores)\n"
	"  --json      each line a JSON object\n"
	"  -h, --help  this text\n\n"
	"Exit status: 0 all agree, 1 some differ, 2 it could not be done.\n";

struct tally {
	int64_t games, phases, differing, undigested;
};

/* Games one thread takes at once; or the boards of games that are not there. */
struct portion {
	const struct scope *scope;
	int32_t first, last;
	bool strays;
};

/* What the threads share. From tally on, under `critical (verify)`. */
struct verification {
	struct target target;
	bool players, json, terminal;
	int64_t jobs;
	char snapshot[STMT_NAME_SIZE];
	struct scope *scopes;
	struct portion *portions;
	int portion_count;
	struct tally tally;
	char **said; /* by portion: its lines, once it is done */
	int taken, printed;
	bool failed;
	char error[DB_MESSAGE_SIZE];
};

/* A thread's own. */
struct auditor {
	const struct verification *all;
	struct db *db;
	struct map map;
	int32_t map_id;
	void *scratch;
	size_t scratch_size;
	FILE *out;
	struct tally tally; /* of the portion in hand */
	struct stored stored;
	struct game_row game;
	struct audit audit;
	char error[DB_MESSAGE_SIZE]; /* empty: db_fault has it */
};

/* ── one game ── */

/* Says what the audit found of a game; number 0: it has none. */
static void say(struct auditor *auditor, const struct scope *scope, int32_t number, int64_t game)
{
	const struct audit *audit = &auditor->audit;
	char phase[PHASE_TEXT_SIZE] = "", line[LINE_SIZE], name[16] = "", id[24] = "null";
	if (audit->phase >= 0)
		phase_print(audit->phase, phase);
	if (auditor->all->json) {
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
	auditor->tally.differing++;
}

/* Says something that the audit had no part in. */
static void say_plainly(struct auditor *auditor, const struct scope *scope, int32_t number,
                        int64_t game, const char *text)
{
	audit_differs(&auditor->audit, -1, "%s", text);
	auditor->tally.games++;
	say(auditor, scope, number, game);
}

/* Sets up the audit of the game in hand. */
static bool open_audit(struct auditor *auditor, const struct scope *scope)
{
	const struct terms *terms = &auditor->game.terms;
	const bool anew = auditor->all->players;
	struct match match;
	char error[TERMS_ERROR_SIZE];
	if (auditor->map_id != terms->map) {
		auditor->map_id = 0;
		if (!stmt_load_map(auditor->db, terms->map, &auditor->map))
			return false;
		auditor->map_id = terms->map;
	}
	bool done = terms_open_match(terms, &auditor->map, &match, error) &&
	            (!anew || terms_seat(terms, &match, error));
	if (done && anew && !terms_give_scratch(&match, &auditor->scratch, &auditor->scratch_size)) {
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

/* Whether all rows agree; those of a game that is not finished may end anywhere. */
static bool audit_rows(struct auditor *auditor, const struct db_rows *rows)
{
	struct audit *audit = &auditor->audit;
	const struct game_row *game = &auditor->game;
	for (int i = 0; i < rows->count; i++) {
		if (!stmt_decode_board(auditor->db, rows, i, &auditor->stored))
			return audit_differs(audit, audit->match.board.phase, "its row cannot be read");
		if (!audit_phase(audit, &auditor->stored))
			return false;
	}
	return audit_end(audit, game->finished ? &game->end : NULL,
	                 game->digested ? game->digest : NULL);
}

/* Audits the game in hand. False when that could not be done. */
static bool audit_game(struct auditor *auditor, const struct scope *scope)
{
	const struct game_row *game = &auditor->game;
	struct db_rows rows;
	if (!stmt_read_boards(auditor->db, scope->tournament, game->game, &rows))
		return false;
	bool done = true;
	if (rows.count > 0 || game->finished) {
		done = open_audit(auditor, scope);
		if (done && !audit_rows(auditor, &rows))
			say(auditor, scope, game->terms.number, game->game);
		auditor->tally.games++;
		auditor->tally.phases += done ? auditor->audit.phases : 0;
		auditor->tally.undigested += game->finished && !game->digested;
	}
	db_rows_free(&rows);
	return done;
}

/* ── a portion ── */

static bool audit_strays(struct auditor *auditor, const struct scope *scope)
{
	struct db_rows rows;
	bool decoded = true;
	if (!stmt_read_strays(auditor->db, scope->tournament, &rows))
		return false;
	for (int i = 0; decoded && i < rows.count; i++) {
		int64_t game;
		char text[AUDIT_TEXT_SIZE];
		decoded = stmt_decode_stray(auditor->db, &rows, i, &game);
		snprintf(text, sizeof text, "boards are stored of game %lld, which it has not",
		         (long long)game);
		if (decoded)
			say_plainly(auditor, scope, 0, game, text);
	}
	db_rows_free(&rows);
	return decoded;
}

/* Says which games are not there, from *due on and before a number. */
static void audit_gap(struct auditor *auditor, const struct scope *scope, int32_t *due,
                      int32_t number)
{
	for (; *due < number; ++*due)
		if (*due <= scope->games)
			say_plainly(auditor, scope, *due, 0, "there is no such game");
}

static bool audit_portion(struct auditor *auditor, const struct portion *portion)
{
	const struct scope *scope = portion->scope;
	struct game_row *game = &auditor->game;
	struct db_rows rows;
	int32_t due = portion->first;
	bool done = true;
	auditor->tally = (struct tally){0};
	if (portion->strays)
		return audit_strays(auditor, scope);
	if (!stmt_read_games(auditor->db, scope, portion->first, portion->last, &rows))
		return false;
	for (int i = 0; done && i < rows.count; i++) {
		bool decoded = stmt_decode_game(auditor->db, &rows, i, game);
		audit_gap(auditor, scope, &due, game->terms.number);
		due = game->terms.number + 1;
		if (!decoded)
			say_plainly(auditor, scope, game->terms.number, game->game,
			            "its row of games cannot be read");
		else if (game->terms.number > scope->games)
			say_plainly(auditor, scope, game->terms.number, game->game,
			            "it is one too many for its tournament");
		else
			done = audit_game(auditor, scope);
	}
	if (done)
		audit_gap(auditor, scope, &due, portion->last + 1);
	db_rows_free(&rows);
	return done;
}

/* ── threads ── */

/* The first reason is the one that is told. */
static void give_up(struct verification *all, const char *error)
{
#pragma omp critical(verify)
	{
		if (!all->failed)
			snprintf(all->error, sizeof all->error, "%s", error);
		all->failed = true;
	}
}

/* The number of a portion to be done, or -1: there is none. */
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

/* Takes in what was said of a portion, and prints what is next. */
static void hand_in(struct verification *all, int portion, char *said, const struct tally *tally)
{
#pragma omp critical(verify)
	{
		all->tally.games += tally->games;
		all->tally.phases += tally->phases;
		all->tally.differing += tally->differing;
		all->tally.undigested += tally->undigested;
		all->said[portion] = said;
		wipe_progress(all);
		for (; all->printed < all->portion_count && all->said[all->printed] != NULL;
		     all->printed++) {
			fputs(all->said[all->printed], stdout);
			free(all->said[all->printed]);
		}
		fflush(stdout);
		print_progress(all);
	}
}

/* Takes portions until there are none. */
static void work(struct verification *all)
{
	struct auditor *auditor = calloc(1, sizeof *auditor);
	if (auditor == NULL)
		abort();
	auditor->all = all;
	auditor->db = target_connect(&all->target, "aresctl verify", auditor->error);
	bool done = auditor->db != NULL && stmt_share_snapshot(auditor->db, all->snapshot);
	for (int i; done && (i = take(all)) >= 0;) {
		char *said = NULL;
		size_t size;
		auditor->out = open_memstream(&said, &size);
		if (auditor->out == NULL)
			abort();
		done = audit_portion(auditor, &all->portions[i]);
		fclose(auditor->out);
		if (done)
			hand_in(all, i, said, &auditor->tally);
		else
			free(said);
	}
	if (!done)
		give_up(all, auditor->error[0] != '\0' ? auditor->error : db_fault(auditor->db)->message);
	db_close(auditor->db);
	free(auditor->scratch);
	free(auditor);
}

/* ── what is to be done ── */

/* Cuts scopes into portions. */
static void cut(struct verification *all, int scopes, bool whole)
{
	int64_t count = 0;
	for (int i = 0; i < scopes; i++)
		count += (all->scopes[i].last - all->scopes[i].first) / PORTION_GAMES + 1 + whole;
	all->portions = calloc((size_t)count + 1, sizeof *all->portions);
	all->said = calloc((size_t)count + 1, sizeof *all->said);
	if (all->portions == NULL || all->said == NULL)
		abort();
	for (int i = 0; i < scopes; i++) {
		const struct scope *scope = &all->scopes[i];
		for (int32_t first = scope->first; first <= scope->last; first += PORTION_GAMES) {
			const int32_t last =
				scope->last - first < PORTION_GAMES ? scope->last : first + PORTION_GAMES - 1;
			all->portions[all->portion_count++] = (struct portion){scope, first, last, false};
		}
		if (whole)
			all->portions[all->portion_count++] = (struct portion){.scope = scope, .strays = true};
	}
}

/* The tournaments, all or the one of that name. False: db_fault. */
static bool find_tournaments(struct db *db, const char *name, struct verification *all, int *count)
{
	struct db_rows rows;
	if (!stmt_read_tournaments(db, name, &rows))
		return false;
	all->scopes = calloc((size_t)rows.count + 1, sizeof *all->scopes);
	if (all->scopes == NULL)
		abort();
	bool decoded = true;
	for (*count = 0; decoded && *count < rows.count; *count += decoded)
		decoded = stmt_decode_tournament(db, &rows, *count, &all->scopes[*count]);
	db_rows_free(&rows);
	return decoded;
}

/* Finds what a reference means and cuts it up; *found is false when there is no such thing. */
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
	all->scopes[0] = (struct scope){head.tournament, head.number, head.number, head.number, ""};
	snprintf(all->scopes[0].name, sizeof all->scopes[0].name, "%s", head.name);
	cut(all, 1, false);
	return true;
}

/* ── the command ── */

static int conclude(const struct verification *all)
{
	const struct tally *tally = &all->tally;
	if (all->failed)
		return ctl_fail("%s", all->error);
	if (all->json) {
		printf("{\"games\":%lld,\"phases\":%lld,\"differ\":%lld,\"without_digest\":%lld}\n",
		       (long long)tally->games, (long long)tally->phases, (long long)tally->differing,
		       (long long)tally->undigested);
	} else {
		if (tally->differing > 0)
			printf("%lld of %lld games differ", (long long)tally->differing,
			       (long long)tally->games);
		else
			printf("%lld games, %lld phases: all agree", (long long)tally->games,
			       (long long)tally->phases);
		if (tally->undigested > 0)
			printf("; %lld without a digest", (long long)tally->undigested);
		putchar('\n');
	}
	return tally->differing > 0 ? CTL_WANTING : CTL_DONE;
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
#pragma omp parallel num_threads((int)all->jobs)
	work(all);
	db_close(db);
	wipe_progress(all);
	return conclude(all);
}

/* False when all is said and done, with the status. */
static bool read_options(int argc, char **argv, struct verification *all, int *status)
{
	static const struct option options[] = {
		{"players", no_argument, NULL, 'p'},
		{"jobs", required_argument, NULL, 'j'},
		{"json", no_argument, NULL, 'J'},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	*status = CTL_FAILED;
	opterr = 0;
	optind = 0;
	for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
		if (option == 'h') {
			fputs(usage, stdout);
			*status = CTL_DONE;
			return false;
		}
		if (option == '?') {
			ctl_fail("verify: no option %s, or nothing after it; --help lists them",
			         argv[optind - 1]);
			return false;
		}
		if (option == 'j' && !options_number(optarg, 1, JOBS_MOST, &all->jobs)) {
			ctl_fail("--jobs %s: a whole number from 1 to %d belongs there", optarg, JOBS_MOST);
			return false;
		}
		all->players |= option == 'p';
		all->json |= option == 'J';
	}
	if (argc - optind > 1)
		ctl_fail("verify: one tournament or game belongs there, or none; --help says more");
	return argc - optind <= 1;
}

int ctl_verify(int argc, char **argv)
{
	struct verification all = {.jobs = options_cores(JOBS_MOST), .terminal = isatty(STDERR_FILENO)};
	int status;
	if (!read_options(argc, argv, &all, &status))
		return status;
	status = verify(&all, optind < argc ? argv[optind] : NULL);
	for (int i = all.printed; i < all.portion_count; i++)
		free(all.said[i]);
	free(all.said);
	free(all.portions);
	free(all.scopes);
	return status;
}
