/* statements: the farm's statements as C calls. The files stmt_*.sql hold the SQL text, each for
 * one subject, and stmt_*.c the calls.
 *
 * A call returns false on failure; db_fault has the reason. */
#ifndef ARESFARM_STATEMENTS_H
#define ARESFARM_STATEMENTS_H

#include <stdio.h>

#include "db/pg/db.h"
#include "db/record/digest.h"
#include "db/record/summary.h"

enum {
	STMT_NAME_SIZE = 64,
	STMT_BLOCKERS_SIZE = 4 * 500 + 1, /* 500 characters */
	STMT_HOLDERS_SIZE = 300,
	STMT_SEATS_SIZE = 4 * 2047 + 1, /* 2047 characters */
	STMT_STATE_SIZE = 4 * 255 + 1,  /* 255 characters */
	STMT_STOP_SIZE = 4 * 255 + 1,   /* 255 characters */
	STMT_DIFFERS_SIZE = 400,
	STMT_CLAIMS_MAX = 64, /* in one claim, and games in a batch */
	STMT_HELD_MAX = 320,  /* of a worker */
	STMT_REASON_SIZE = 1024,
	STMT_WORKERS_MAX = 256
};

/* SQLSTATEs that callers act on. fault.h has those of whole classes. */
#define STMT_TAKEN    "23505" /* a unique name is taken */
#define STMT_LOCKED   "55P03" /* could not get a lock in time */
#define STMT_NO_RIGHT "42501" /* this role may not */

/* ── database and schema ── */

#define STMT_DATABASE "aresfarm" /* of the private cluster; created if missing */
MUST_CHECK bool stmt_make_database(struct db *db);

/* Statements wait at most ten seconds for a lock (STMT_LOCKED), unless lock_timeout is set. */
MUST_CHECK bool stmt_bound_waits(struct db *db);

/* The sessions that hold locks in the farm, in transactions older than this number of seconds:
 * "process 12 of role ann, since ...". At most three; empty: none that the caller can see. */
MUST_CHECK bool stmt_lock_holders(struct db *db, int seconds, char holders[STMT_HOLDERS_SIZE]);

/* *map_id is 0 if there is no map of that name. */
MUST_CHECK bool stmt_find_map(struct db *db, const char *name, int32_t *map_id);

/* *map_id is 0 if there already is a map of that name. */
MUST_CHECK bool stmt_put_map(struct db *db, const char *name, const struct map *map,
                             int32_t *map_id);
MUST_CHECK bool stmt_put_area(struct db *db, int32_t map_id, const struct map *map,
                              const struct map_row *row);

/* Builds a map from its areas. False, with a fault, also if the areas do not form a map. */
MUST_CHECK bool stmt_load_map(struct db *db, int32_t map_id, struct map *map);

/* The same areas as a text for map_file_read: the caller frees it. NULL: out of memory. */
MUST_CHECK bool stmt_print_map(struct db *db, int32_t map_id, char **text, size_t *size);

/* ── tournaments ── */

MUST_CHECK bool stmt_begin(struct db *db);
MUST_CHECK bool stmt_commit(struct db *db);

/* The user of that name. Creates it if missing: for player NULL, an external player. */
MUST_CHECK bool stmt_put_user(struct db *db, const char *name, const char *label,
                              const char *player, const char *settings, const char *role,
                              int32_t *user);
MUST_CHECK bool stmt_role_exists(struct db *db, const char *role, bool *exists);

struct tournament {
	const char *name, *map, *rules, *judge, *seats, *players; /* players: seats in short */
	int64_t seed;
	int32_t games, round_limit, draw_after; /* draw_after: years; 0: never */
	bool hints;                             /* people may ask what Ares would order */
	const char *press;                      /* farm.tournaments.press; NULL: none */
	int32_t press_rounds;
	const char *faults;         /* farm.tournaments.faults; NULL: default */
	const char *substitute;     /* player that orders for absent ones; NULL: none */
	const char *start_case;     /* what `start` is from */
	const struct stored *start; /* the first position; NULL: the map's own */
	int32_t diplomatic_time, retreat_time, adjustment_time; /* seconds; 0: no limit */
	int32_t block, team;         /* games in a block; powers of the first player's team, 0: none */
	const char *until, *score;   /* farm.stops: rule and score; until NULL: none */
	const struct tuning *tuning; /* stmt_tuning.h; NULL: none */
	const int32_t *users, *entrants; /* for each power of each seating; entrants NULL: all 0 */
	int user_count;
};
MUST_CHECK bool stmt_create_tournament(struct db *db, const struct tournament *tournament);

/* The rule by which it may stop; in the same transaction. */
MUST_CHECK bool stmt_make_stop(struct db *db, const struct tournament *tournament);
/* The smallest number of games for a verdict, of a tournament with --until. */
MUST_CHECK bool stmt_find_least(struct db *db, const char *tournament, int32_t *games);
/* The differences from an existing tournament of that name; empty: none. */
struct differences {
	char others[STMT_DIFFERS_SIZE]; /* "games 8 (not 9), seed 7 (not 1)" */
	char seats[STMT_SEATS_SIZE];    /* its seats, if they differ */
};
/* Looks for a tournament of that name. A negative seed equals any seed. */
MUST_CHECK bool stmt_compare_tournament(struct db *db, const struct tournament *tournament,
                                        bool *exists, struct differences *differs);
MUST_CHECK bool stmt_tournament_exists(struct db *db, const char *name, bool *exists);

/* The i-th score for standings, comparisons and ratings (farm.scores); NULL after the last one. */
const char *stmt_scores(size_t i);

/* What a user may do with a tournament; CONTROL_GAME_... with a game. A tournament's priority and
 * weight take a number. *games: the number of affected games. A game's quarantine takes a reason.
 * *games is 0 if the state of the game forbids it. */
enum control {
	CONTROL_PAUSE,
	CONTROL_RESUME,
	CONTROL_CANCEL,
	CONTROL_DROP,
	CONTROL_PRIORITY,
	CONTROL_WEIGHT,
	CONTROL_RETRY, /* all its games that are quarantined */
	CONTROL_GAME_RETRY,
	CONTROL_GAME_QUARANTINE,
	CONTROL_GAME_CANCEL,
	CONTROLS
};
MUST_CHECK bool stmt_control(struct db *db, enum control control, const char *tournament,
                             int64_t number, int64_t *games);
MUST_CHECK bool stmt_control_game(struct db *db, enum control control, int64_t game,
                                  const char *why, int64_t *games);

/* ── test cases ── */

struct case_run {
	const char *name, *judge, *rules; /* rules NULL: each case's own */
	int32_t repetitions, clock_ns;
};
MUST_CHECK bool stmt_create_case_run(struct db *db, const struct case_run *run, int32_t *id);

struct case_result {
	const char *file, *id, *outcome;
	const char *rules, *reason;                /* NULL: this program lacks the rules; passed */
	uint8_t stage, given_stage, literal_stage; /* the last two may be 0: not given */
	int32_t orders, median_ns, min_ns;         /* orders 0: not timed */
};
MUST_CHECK bool stmt_put_case_result(struct db *db, int32_t run, const struct case_result *result);

/* ── games ── */

struct game_head {
	int64_t game;
	int32_t tournament, map, number;
	char name[STMT_NAME_SIZE];   /* of the tournament */
	char state[STMT_STATE_SIZE]; /* "claimed", "finished: solo FRA", "quarantined: ..." */
	char seats[STMT_SEATS_SIZE]; /* a line with the user's name for each power */
};
/* reference: "17" (games.id) or "thesis-1/17" (tournament and number). */
MUST_CHECK bool stmt_find_game(struct db *db, const char *reference, bool *found,
                               struct game_head *head);

/* The board of a phase; for a phase below 0, the last one. */
MUST_CHECK bool stmt_find_board(struct db *db, const struct game_head *head, int16_t phase,
                                bool *found, struct stored *stored);
MUST_CHECK bool stmt_print_board(struct db *db, const struct game_head *head, int16_t phase,
                                 bool *found, FILE *out); /* as JSON; below 0: all */

/* Rows are read one by one, for example
 *
 *     if (!stmt_read_boards(db, tournament, game, &boards))
 *         return false;
 *     while (stmt_next_board(&boards, &stored))
 *         ...
 *     return db_rows_close(&boards);
 *
 * The caller must close them. stmt_next_... returns false at the end, or with bad set if the row
 * cannot be read; db_rows_close returns whether the last row could be read. */

/* The boards of a game, in the order of their phases. At the end *stored keeps the last one. */
MUST_CHECK bool stmt_read_boards(struct db *db, int32_t tournament, int64_t game,
                                 struct db_rows *boards);
MUST_CHECK bool stmt_next_board(struct db_rows *boards, struct stored *stored);

/* ── what an audit reads ── */

/* Begins a transaction with a snapshot, and returns its name. Another connection can share the
 * snapshot while the transaction lasts. */
MUST_CHECK bool stmt_open_snapshot(struct db *db, char snapshot[STMT_NAME_SIZE]);
MUST_CHECK bool stmt_share_snapshot(struct db *db, const char *snapshot);

/* Some games of a tournament. last: at most games, and at most the greatest number of its games. */
struct scope {
	int32_t tournament, games; /* games: how many the tournament should have */
	int32_t first, last;       /* numbers of games */
	char name[STMT_NAME_SIZE];
	bool secret; /* the caller may not know the seed yet: stmt_read_games fails */
};
/* All tournaments, or the one of that name. */
MUST_CHECK bool stmt_read_tournaments(struct db *db, const char *name, struct db_rows *tournaments);
MUST_CHECK bool stmt_next_tournament(struct db_rows *tournaments, struct scope *scope);

/* A game, and how it ended. */
struct game_row {
	bool readable; /* false: only game and terms.number are valid */
	int64_t game;
	struct terms terms;
	bool finished, digested;
	struct stored_end end;         /* when finished */
	uint8_t digest[DIGEST_SIZE];   /* when digested */
	bool pressed;                  /* its players may write: messages is valid */
	uint8_t messages[DIGEST_SIZE]; /* farm.messages_digest */
};
/* The games with numbers from first to last, in order. stmt_next_game also returns unreadable
 * ones. */
MUST_CHECK bool stmt_read_games(struct db *db, const struct scope *scope, int32_t first,
                                int32_t last, struct db_rows *games);
MUST_CHECK bool stmt_next_game(struct db_rows *games, struct game_row *game);

/* Games with greater numbers than the tournament should have, in order. */
MUST_CHECK bool stmt_read_extra(struct db *db, const struct scope *scope, struct db_rows *games);
MUST_CHECK bool stmt_next_extra(struct db_rows *games, int64_t *game, int32_t *number);

/* Texts that describe where the tallies of a tournament differ from its finished games. */
MUST_CHECK bool stmt_read_tallies(struct db *db, int32_t tournament, struct db_rows *tallies);
MUST_CHECK bool stmt_next_tally(struct db_rows *tallies, const char **difference);

/* The ids of games that have boards in a tournament's partition but do not belong to it. */
MUST_CHECK bool stmt_read_strays(struct db *db, int32_t tournament, struct db_rows *strays);
MUST_CHECK bool stmt_next_stray(struct db_rows *strays, int64_t *game);

/* ── workers ── */

struct worker_place {
	const char *host, *version; /* version: of the program, with the commit */
	int32_t pid, supervisor, threads;
};
MUST_CHECK bool stmt_register_worker(struct db *db, const struct worker_place *place,
                                     int64_t *worker);
MUST_CHECK bool stmt_worker_exists(struct db *db, int64_t worker, bool *exists);
MUST_CHECK bool stmt_listen(struct db *db);

/* A claimed game, with everything that a worker needs to continue it. */
struct claim {
	int64_t game;
	int32_t epoch, tournament; /* epoch 1: never claimed before, without boards */
	struct terms terms;
	const char *flaw; /* why its terms are unreadable; NULL: readable */
	/* The worker keeps the rest. */
	int32_t phases;             /* played so far */
	struct digest digest;       /* of these phases */
	struct summary *summary;    /* the same; the worker's */
	bool faults_aside;          /* the third fault of a bot quarantines it (tournaments.faults) */
	int32_t faults[POWERS_MAX]; /* of its bots, by power; valid for a game with bots */
	bool pressed;               /* its players may write, it is over, and messages is valid */
	uint8_t messages[DIGEST_SIZE]; /* the sha256 of what they wrote */
	int32_t stored;                /* boards in the database; below 0: not yet read */
	bool done; /* no longer the worker's: it is over, waits or was quarantined */
};
/* Claims at most `most` games, without bots or only with these bots: names, separated by commas. */
MUST_CHECK bool stmt_claim_games(struct db *db, int64_t worker, int most, const char *bots,
                                 struct claim claims[STMT_CLAIMS_MAX], int *count);

/* Begins a worker's next session. It claims again, under the same epochs, the claims that are not
 * done and that no other worker has claimed since. The worker's other games are released. boards:
 * the number of boards of each claim; -1: not claimed again. */
MUST_CHECK bool stmt_resume_games(struct db *db, int64_t worker, const struct claim claims[],
                                  int count, int32_t boards[STMT_HELD_MAX]);

/* Releases the games of workers, and marks the workers as gone. games: the number of games. */
MUST_CHECK bool stmt_workers_leave(struct db *db, const int64_t workers[], int count,
                                   int64_t *games);
MUST_CHECK bool stmt_count_refused(struct db *db, int64_t worker, int64_t writes);

/* Quarantines the claim's game: it cannot be played. */
MUST_CHECK bool stmt_quarantine(struct db *db, int64_t worker, const struct claim *claim,
                                const char *reason);

/* The database refused a write of this game only. Fails if it would refuse that write for any game
 * of the tournament. Otherwise the next refusal is the game's own fault; this one may be due to a
 * server problem that has since been fixed. */
MUST_CHECK bool stmt_suspect(struct db *db, int64_t worker, const struct claim *claim);

/* Quarantines the claim's game because the database refused a write of it. It fails if the database
 * would refuse that write for any game. kept: the stored reason, which may differ. */
MUST_CHECK bool stmt_accuse(struct db *db, int64_t worker, const struct claim *claim,
                            const char *reason, char kept[STMT_REASON_SIZE]);

/* Orders that external players submitted for one phase of a claimed game, in their order. */
struct submitted {
	uint8_t powers; /* that have a turn, as bits; 0: none yet */
	uint8_t away;   /* those for which the substitute orders */
	bool agreed;    /* no turns: the powers agreed on an end in this phase */
	int16_t shared; /* if agreed: who shares the game, as bits; 0: all survivors */
	int count;
	uint8_t power[GIVEN_MAX];
	int32_t order[GIVEN_MAX]; /* order_pack_unit; -1: its text was not an order */
};
MUST_CHECK bool stmt_find_submitted(struct db *db, int64_t worker, const struct claim *claim,
                                    int16_t phase, struct submitted *submitted);

/* Adds the votes of external players in a taken phase. The votes of absent players are not
 * needed. */
MUST_CHECK bool stmt_find_votes(struct db *db, int64_t worker, const struct claim *claim,
                                int16_t phase, power_set survivors, struct votes *votes);

/* Call the functions stmt_send_... between db_batch_begin and db_batch_end. Each of them checks the
 * fence. Call stmt_prepare_batch before, once for each connection. types: the oids of row types. */
struct batch_types {
	uint32_t board, end, summary, value, lookup;
};
MUST_CHECK bool stmt_prepare_batch(struct db *db, struct batch_types *types);

/* What was played of a game under a claim. Its summary is in the claim. */
struct written {
	struct claim *claim;
	const struct stored *boards; /* its phases; then its final position, if it is over */
	int count;
	bool suspected; /* refused once, but the server accepts other boards (stmt_suspect) */
	bool over;      /* end and digest are valid */
	bool agreed;    /* the powers have just agreed on this end, and that these share it: */
	power_set shared;
	struct stored_end end;
	uint8_t digest[DIGEST_SIZE];
};
MUST_CHECK bool stmt_send_written(struct db *db, const struct batch_types *types, int64_t worker,
                                  bool durable, const struct written games[],
                                  int count); /* up to STMT_CLAIMS_MAX games */

/* What a power must order. */
struct asked_turn {
	uint8_t power;
	const struct stored *open; /* the position */
	int due;                   /* orders */
	const int32_t *legal;      /* every order that it may give (order_pack_unit) */
	int legal_count;
};

/* Asks a power for its orders. stmt_send_wait comes last: the game waits. */
MUST_CHECK bool stmt_send_turn(struct db *db, int64_t worker, const struct claim *claim,
                               const struct asked_turn *turn);
MUST_CHECK bool stmt_send_wait(struct db *db, int64_t worker, const struct claim *claim);

/* The powers of a game agreed on its end, which is written in the same batch, after this. */
MUST_CHECK bool stmt_send_agreed(struct db *db, int64_t worker, const struct written *game);

/* Stores why orders of a power were disregarded, after they were played: a line for each order, "-"
 * for an order that counted. stmt_send_turns_over comes last: the turns of the phase are over. */
MUST_CHECK bool stmt_send_problems(struct db *db, int64_t worker, const struct claim *claim,
                                   int16_t power, int16_t phase, const char *problems);
MUST_CHECK bool stmt_send_turns_over(struct db *db, int64_t worker, const struct claim *claim,
                                     int16_t phase);

/* ── locks ── */

/* The session that holds the lock for which the server's process `backend` waits: a line. Not
 * *blocked: it waits for no lock. Members of pg_read_all_stats see more about sessions of other
 * roles. */
MUST_CHECK bool stmt_find_blockers(struct db *db, int32_t backend, bool *blocked,
                                   char line[STMT_BLOCKERS_SIZE]);

/* ── the supervisor ── */

/* Takes the lock that shows that the supervisor is connected. If *supervisor is 0, it gets a new
 * number. */
MUST_CHECK bool stmt_attach_supervisor(struct db *db, int32_t *supervisor);

/* Statements of this connection fail with STMT_LOCKED if they wait longer than a second for a
 * lock. */
MUST_CHECK bool stmt_limit_locks(struct db *db);

/* The counters of live workers, parallel. They count from the worker's start. */
struct heartbeat {
	int count;
	int64_t workers[STMT_WORKERS_MAX], phases[STMT_WORKERS_MAX], games[STMT_WORKERS_MAX];
};
MUST_CHECK bool stmt_heartbeat(struct db *db, const struct heartbeat *heartbeat);

/* The number of workers of a host that had a heartbeat in the last `seconds` seconds. */
MUST_CHECK bool stmt_count_alive(struct db *db, const char *host, int seconds, int64_t *workers);

/* Releases the games of every worker that has missed its lease or whose supervisor is not
 * connected. */
MUST_CHECK bool stmt_recover(struct db *db, int lease_seconds, int64_t *games);

/* Records that a worker died or hung in this phase of the game it held. *aside: this was the third
 * time, and the game is quarantined. */
MUST_CHECK bool stmt_game_failed(struct db *db, int64_t game, int64_t worker, int16_t phase,
                                 const char *text, bool *aside);

/* Lets games continue if their turns are complete or the deadline is over. games: their number. */
MUST_CHECK bool stmt_lapse_turns(struct db *db, int64_t *games);

/* Ends external players' sessions whose transaction has been open for too long. sessions: their
 * number. */
MUST_CHECK bool stmt_bound_agents(struct db *db, int64_t *sessions);

/* Judges the tournaments with a stopping rule. decided: how many got a verdict. */
MUST_CHECK bool stmt_judge_stops(struct db *db, int64_t *decided);

/* Deletes the remains of dropped tournaments, some games in each call. games: their number. */
MUST_CHECK bool stmt_sweep(struct db *db, int64_t *games);

#endif
