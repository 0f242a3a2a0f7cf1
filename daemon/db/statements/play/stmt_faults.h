/* stmt_faults: faults and costs of bots, and the bots that workers have. */
#ifndef ARESFARM_STATEMENTS_FAULTS_H
#define ARESFARM_STATEMENTS_FAULTS_H

#include "db/statements/statements.h"

enum { STMT_BOTS_SIZE = 4096, STMT_WORDS_SIZE = 400, STMT_MODEL_SIZE = 65 };

/* What a bot did wrong in a decision. */
struct written_fault {
	const struct claim *claim;
	int16_t phase;
	uint8_t power;
	const char *kind;            /* as in farm.faults.kind */
	char words[STMT_WORDS_SIZE]; /* one line */
	char last_words[STMT_WORDS_SIZE];
};

/* What a decision of a bot cost. */
struct written_cost {
	const struct claim *claim;
	int16_t phase;
	uint8_t power;
	char model[STMT_MODEL_SIZE];
	int64_t tokens_in, tokens_out, nanodollars;
};

/* Between db_batch_begin and db_batch_end, under the claim; as stmt_send_written, which comes
 * before. */
MUST_CHECK bool stmt_send_fault(struct db *db, int64_t worker, const struct written_fault *fault);
MUST_CHECK bool stmt_send_cost(struct db *db, int64_t worker, const struct written_cost *cost);
MUST_CHECK bool stmt_prepare_faults(struct db *db);

/* Reads the consequence of a fault in a claim's game, and the number of faults of each power's bot
 * since the game was last retried. */
MUST_CHECK bool stmt_count_faults(struct db *db, struct claim *claim);

/* Stores which bots a worker has: names, separated by commas. It claims no game that needs other
 * bots. */
MUST_CHECK bool stmt_put_bots(struct db *db, int64_t worker, const char *names);

/* Tournaments whose open games no worker plays because none has their bots: a line for each. bots:
 * those of the caller, as above; they count as available. */
MUST_CHECK bool stmt_read_botless(struct db *db, const char *bots, struct db_rows *rows);
bool stmt_next_botless(struct db_rows *rows, const char **line);

/* A game's faults, and the powers in civil disorder with the time it began: one per line. phase:
 * only those relevant in it; below 0: all. */
MUST_CHECK bool stmt_read_faults(struct db *db, int64_t game, int16_t phase, struct db_rows *rows);
bool stmt_next_fault(struct db_rows *rows, const char **line);

/* Whether games are left that this aresd must play (farm.games_left). people: games that wait for
 * people, and games whose bots no worker has, count too. */
MUST_CHECK bool stmt_games_left(struct db *db, bool people, const char *bots, bool *left);

/* At most three seats of external players that games wait for: "@ann (one/1 FRA, S1901M)"; empty:
 * none. */
MUST_CHECK bool stmt_seats_awaited(struct db *db, char seats[STMT_HOLDERS_SIZE]);

/* Games that were quarantined since a time. Times are the database's, in microseconds. */
struct games_aside {
	int64_t at;    /* now */
	int64_t games; /* how many */
	char example[STMT_NAME_SIZE + 16];
};
MUST_CHECK bool stmt_games_aside(struct db *db, int64_t since, struct games_aside *aside);

#endif
