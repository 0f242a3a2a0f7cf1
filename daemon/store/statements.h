/* statements: what the farm asks of its database, as C calls. The files statements_*.c have all SQL
 * text, a subject each.
 *
 * A call returns false when it could not be carried out; db_fault then says why. */
#ifndef ARESFARM_STATEMENTS_H
#define ARESFARM_STATEMENTS_H

#include <stdio.h>

#include "db.h"
#include "digest.h"

enum {
	STMT_NAME_SIZE = 64,
	STMT_SEATS_SIZE = 2048,
	STMT_POINTS_SIZE = 512,
	STMT_DIFFERS_SIZE = 400,
	STMT_CLAIMS_MAX = 64,
	STMT_ORDER_SIZE = 128,
	STMT_WORKERS_MAX = 256
};

/* SQLSTATEs callers act on. */
#define STMT_REFUSED    "RF001" /* the fence: this worker's claim is void */
#define STMT_TAKEN_AWAY "RF002" /* the fence: the game was cancelled or put aside by hand */
#define STMT_TAKEN      "23505" /* a unique name is taken */
#define STMT_NO_SCHEMA  "42P01" /* no such table */

/* ── database and schema ── */

/* Makes the private cluster's database if there is none. */
#define STMT_DATABASE "aresfarm"
__attribute__((warn_unused_result)) bool stmt_make_database(struct db *db);

/* The number of the last migration applied, 0 for none; and whether one is still to be applied:
 * they need not come in the order of their numbers. */
__attribute__((warn_unused_result)) bool stmt_schema_version(struct db *db, int32_t *version);
__attribute__((warn_unused_result)) bool stmt_schema_lacks(struct db *db, int32_t version,
                                                           bool *lacks);

/* Holds off any other init until the transaction ends, and makes the place to write migrations
 * down. */
__attribute__((warn_unused_result)) bool stmt_schema_begin(struct db *db);
__attribute__((warn_unused_result)) bool stmt_put_version(struct db *db, int32_t version,
                                                          const char *name);

/* *map_id is 0 when a map of that name is there already. */
__attribute__((warn_unused_result)) bool stmt_put_map(struct db *db, const char *name,
                                                      const struct map *map, int32_t *map_id);
__attribute__((warn_unused_result)) bool
stmt_put_area(struct db *db, int32_t map_id, const struct map *map, const struct map_row *row);

/* Builds a map from its areas. Where they make no map, false and a fault that says so. */
__attribute__((warn_unused_result)) bool stmt_load_map(struct db *db, int32_t map_id,
                                                       struct map *map);

/* ── tournaments ── */

__attribute__((warn_unused_result)) bool stmt_begin(struct db *db);
__attribute__((warn_unused_result)) bool stmt_commit(struct db *db);

/* The user of that name, made when there is none: a player, or (player NULL) somebody outside who
 * is that role. */
__attribute__((warn_unused_result)) bool stmt_put_user(struct db *db, const char *name,
                                                       const char *player, const char *settings,
                                                       const char *role, int32_t *user);
__attribute__((warn_unused_result)) bool stmt_role_exists(struct db *db, const char *role,
                                                          bool *exists);

struct tournament {
	const char *name, *map, *rules, *judge, *seats;
	int64_t seed;
	int32_t games, round_limit;
	int32_t diplomatic_time, retreat_time,
		adjustment_time; /* seconds for those outside; 0: for ever */
	const int32_t *users;
	int user_count; /* 2, who take all seatings in turn; or one a power for each seating */
};
__attribute__((warn_unused_result)) bool
stmt_create_tournament(struct db *db, const struct tournament *tournament);
/* Looks for one of that name. differs: what it is made of that this one is not, "games 8, seed 7";
 * empty: nothing. */
__attribute__((warn_unused_result)) bool
stmt_compare_tournament(struct db *db, const struct tournament *tournament, bool *exists,
                        char differs[STMT_DIFFERS_SIZE]);
__attribute__((warn_unused_result)) bool stmt_tournament_exists(struct db *db, const char *name,
                                                                bool *exists);

/* What a user may have done. To a tournament, with a number where it takes one (priority, weight);
 * *games: how many games that concerned. To a game, with a reason where it takes one; *games is 0
 * where its state forbids it. */
enum control {
	CONTROL_PAUSE,
	CONTROL_RESUME,
	CONTROL_CANCEL,
	CONTROL_DROP,
	CONTROL_PRIORITY,
	CONTROL_WEIGHT,
	CONTROL_GAME_RETRY,
	CONTROL_GAME_QUARANTINE,
	CONTROL_GAME_CANCEL,
	CONTROLS
};
__attribute__((warn_unused_result)) bool stmt_control(struct db *db, enum control control,
                                                      const char *tournament, int64_t number,
                                                      int64_t *games);
__attribute__((warn_unused_result)) bool stmt_control_game(struct db *db, enum control control,
                                                           int64_t game, const char *why,
                                                           int64_t *games);

/* Prints what SQL has laid out, line by line: for people, or as one JSON value. */
enum report { REPORT_TOURNAMENTS, REPORT_STATUS, REPORT_DIGEST, REPORTS };
__attribute__((warn_unused_result)) bool stmt_report(struct db *db, enum report report, bool json,
                                                     const char *tournament, FILE *out);

/* The farm in Prometheus's text format. */
__attribute__((warn_unused_result)) bool stmt_print_metrics(struct db *db, FILE *out);

struct progress {
	int64_t games, finished, open; /* open: pending, claimed or waiting */
	int64_t farm_phases;           /* played by all workers ever, other tournaments' too */
	int64_t workers;               /* alive */
	char points[STMT_POINTS_SIZE]; /* "ares 27.5, random 1.5" */
};
__attribute__((warn_unused_result)) bool stmt_progress(struct db *db, const char *tournament,
                                                       struct progress *progress);

/* ── test cases ── */

struct case_run {
	const char *name, *judge, *rules; /* rules NULL: each case's own */
	int32_t repetitions, clock_ns;
};
__attribute__((warn_unused_result)) bool
stmt_create_case_run(struct db *db, const struct case_run *run, int32_t *id);

struct case_result {
	const char *file, *id, *rules, *outcome,
		*reason;                               /* rules NULL: not known here; reason NULL: passed */
	uint8_t stage, given_stage, literal_stage; /* the latter 0: not given */
	int32_t orders, median_ns, min_ns;         /* orders 0: not timed */
};
__attribute__((warn_unused_result)) bool stmt_put_case_result(struct db *db, int32_t run,
                                                              const struct case_result *result);

/* ── games ── */

struct game_head {
	int64_t game;
	int32_t tournament, map, number;
	char name[STMT_NAME_SIZE];   /* of the tournament */
	char state[STMT_NAME_SIZE];  /* "claimed", "finished: solo" */
	char seats[STMT_SEATS_SIZE]; /* names of users by power, a line each */
};
/* reference: "17" (games.id) or "thesis-1/17" (tournament and number). *found is false when there
 * is no such game. */
__attribute__((warn_unused_result)) bool stmt_find_game(struct db *db, const char *reference,
                                                        bool *found, struct game_head *head);

/* The board of a phase, or the last one for a phase below 0. */
__attribute__((warn_unused_result)) bool stmt_find_board(struct db *db,
                                                         const struct game_head *head,
                                                         int16_t phase, bool *found,
                                                         struct stored *stored);
__attribute__((warn_unused_result)) bool stmt_print_board(struct db *db,
                                                          const struct game_head *head,
                                                          int16_t phase, FILE *out); /* as JSON */

/* Rows that are read one after the other, for example
 *
 *     if (!stmt_read_boards(db, tournament, game, &boards))
 *         return false;
 *     while (stmt_next_board(&boards, &stored))
 *         ...
 *     return db_rows_close(&boards);
 *
 * The caller must close them. stmt_next_... returns false at the end, or with bad set when the row
 * cannot be read; db_rows_close returns whether the last row asked for could be read. */

/* The boards of a game, in the order of their phases. */
__attribute__((warn_unused_result)) bool stmt_read_boards(struct db *db, int32_t tournament,
                                                          int64_t game, struct db_rows *boards);
__attribute__((warn_unused_result)) bool stmt_next_board(struct db_rows *boards,
                                                         struct stored *stored);

/* ── what an audit reads ── */

/* Begins a transaction that sees the database as it now is, and names that moment; the same moment,
 * for another connection, while the first one's transaction lasts. */
__attribute__((warn_unused_result)) bool stmt_open_snapshot(struct db *db,
                                                            char snapshot[STMT_NAME_SIZE]);
__attribute__((warn_unused_result)) bool stmt_share_snapshot(struct db *db, const char *snapshot);

/* Games of a tournament, by number. */
struct scope {
	int32_t tournament, games; /* games: as many as there should be */
	int32_t first, last;       /* numbers */
	char name[STMT_NAME_SIZE];
};
/* All tournaments, or the one of that name. */
__attribute__((warn_unused_result)) bool stmt_read_tournaments(struct db *db, const char *name,
                                                               struct db_rows *tournaments);
__attribute__((warn_unused_result)) bool stmt_next_tournament(struct db_rows *tournaments,
                                                              struct scope *scope);

/* A game, and how it ended. */
struct game_row {
	bool readable; /* false: only game and terms.number are valid */
	int64_t game;
	struct terms terms;
	bool finished, digested;
	struct stored_end end;       /* when finished */
	uint8_t digest[DIGEST_SIZE]; /* when digested */
};
/* Those with numbers from first to last, in order. stmt_next_game gives also those that are not
 * readable. */
__attribute__((warn_unused_result)) bool stmt_read_games(struct db *db, const struct scope *scope,
                                                         int32_t first, int32_t last,
                                                         struct db_rows *games);
__attribute__((warn_unused_result)) bool stmt_next_game(struct db_rows *games,
                                                        struct game_row *game);

/* Games that have boards in a tournament's partition but do not belong to it: their ids. */
__attribute__((warn_unused_result)) bool stmt_read_strays(struct db *db, int32_t tournament,
                                                          struct db_rows *strays);
__attribute__((warn_unused_result)) bool stmt_next_stray(struct db_rows *strays, int64_t *game);

/* ── workers ── */

__attribute__((warn_unused_result)) bool stmt_register_worker(struct db *db, const char *host,
                                                              int32_t pid, int32_t supervisor,
                                                              int64_t *worker);
__attribute__((warn_unused_result)) bool stmt_worker_exists(struct db *db, int64_t worker,
                                                            bool *exists);
__attribute__((warn_unused_result)) bool stmt_listen(struct db *db);

/* A claimed game, with all it takes to go on with it. */
struct claim {
	int64_t game;
	int32_t epoch, tournament; /* epoch 1: nobody had it before, and it has no boards */
	struct terms terms;
	/* By the worker that claimed: of the phases played so far; how many boards of it are stored;
	 * and whether it is no longer in hand, because it is over, waits or was put aside. */
	int32_t phases;
	struct digest digest;
	int32_t stored;
	bool done;
};
__attribute__((warn_unused_result)) bool
stmt_claim_games(struct db *db, int64_t worker, struct claim claims[STMT_CLAIMS_MAX], int *count);

/* Begins a worker's next session: claims again, under the same epochs, those of its claims that are
 * not done and that nobody has claimed since; what else it had is handed back. boards: how many
 * each of them has, -1 for one that is not claimed. */
__attribute__((warn_unused_result)) bool stmt_resume_games(struct db *db, int64_t worker,
                                                           const struct claim claims[], int count,
                                                           int32_t boards[STMT_CLAIMS_MAX]);

/* Hands back the games of workers and marks them gone; how many games there were. */
__attribute__((warn_unused_result)) bool stmt_workers_leave(struct db *db, const int64_t workers[],
                                                            int count, int64_t *games);
__attribute__((warn_unused_result)) bool stmt_count_refused(struct db *db, int64_t worker,
                                                            int64_t writes);

/* The claim's game cannot be played, and is put aside. */
__attribute__((warn_unused_result)) bool
stmt_quarantine(struct db *db, int64_t worker, const struct claim *claim, const char *reason);

/* Orders from outside for one phase of a claimed game, in the order given. powers: who was asked,
 * as bits; 0: nobody yet. */
struct handed {
	uint8_t powers;
	int count;
	uint8_t power[GIVEN_MAX];
	char text[GIVEN_MAX][STMT_ORDER_SIZE]; /* empty for what is longer */
};
__attribute__((warn_unused_result)) bool stmt_find_handed(struct db *db, int64_t worker,
                                                          const struct claim *claim, int16_t phase,
                                                          struct handed *handed);

/* What goes into a batch, between db_batch_begin and db_batch_end; each call fences what it writes.
 * stmt_prepare_batch: once for a connection; types are the server's numbers of its row types. */
struct batch_types {
	uint32_t board, end;
};
__attribute__((warn_unused_result)) bool stmt_prepare_batch(struct db *db,
                                                            struct batch_types *types);

/* What was played of a game under a claim. */
struct written {
	struct claim *claim;
	const struct stored *boards; /* phases, and the final position of a game that is over */
	int count;
	bool over; /* end and digest are valid */
	struct stored_end end;
	uint8_t digest[DIGEST_SIZE];
};
__attribute__((warn_unused_result)) bool
stmt_send_written(struct db *db, const struct batch_types *types, int64_t worker, bool durable,
                  const struct written games[], int count); /* of games: up to STMT_CLAIMS_MAX */

/* Asks a power for its orders: a turn with the position, how many are due and the legal ones, a
 * line each; then the game waits. */
__attribute__((warn_unused_result)) bool stmt_send_turn(struct db *db, int64_t worker,
                                                        const struct claim *claim, uint8_t power,
                                                        const struct stored *open, int due,
                                                        const char *legal);
__attribute__((warn_unused_result)) bool stmt_send_wait(struct db *db, int64_t worker,
                                                        const struct claim *claim);

/* Says what was disregarded of a power's orders, once they were played: a line each, "-" for those
 * that counted; then the phase's turns are over. */
__attribute__((warn_unused_result)) bool stmt_send_problems(struct db *db, int64_t worker,
                                                            const struct claim *claim,
                                                            uint8_t power, int16_t phase,
                                                            const char *problems);
__attribute__((warn_unused_result)) bool
stmt_send_turns_over(struct db *db, int64_t worker, const struct claim *claim, int16_t phase);

/* ── the supervisor ── */

/* Takes the lock that shows the supervisor is connected; *supervisor 0: under a new number. */
__attribute__((warn_unused_result)) bool stmt_attach_supervisor(struct db *db, int32_t *supervisor);

/* Absolute counters of live workers, parallel. */
struct heartbeat {
	int count;
	int64_t workers[STMT_WORKERS_MAX], phases[STMT_WORKERS_MAX], games[STMT_WORKERS_MAX];
};
__attribute__((warn_unused_result)) bool stmt_heartbeat(struct db *db,
                                                        const struct heartbeat *heartbeat);

/* How many workers of a host had a heartbeat within so many seconds. */
__attribute__((warn_unused_result)) bool stmt_count_alive(struct db *db, const char *host,
                                                          int seconds, int64_t *workers);

/* Hands back the games of every worker that is silent for longer than the lease or whose supervisor
 * is not connected.
 * */
__attribute__((warn_unused_result)) bool stmt_recover(struct db *db, int lease_seconds,
                                                      int64_t *games);

/* A worker came to blame in this phase of the game it held. *aside: for the third time; the game is
 * put aside. */
__attribute__((warn_unused_result)) bool stmt_game_failed(struct db *db, int64_t game,
                                                          int64_t worker, int16_t phase,
                                                          const char *text, bool *aside);

/* Has games go on whose deadline is over; how many. */
__attribute__((warn_unused_result)) bool stmt_lapse_turns(struct db *db, int64_t *games);

/* Takes away what is left of tournaments that were dropped, some games a call; how many these were.
 */
__attribute__((warn_unused_result)) bool stmt_sweep(struct db *db, int64_t *games);

/* Whether any game is pending, its tournament not paused, claimed or waiting. */
__attribute__((warn_unused_result)) bool stmt_games_left(struct db *db, bool *left);

#endif
