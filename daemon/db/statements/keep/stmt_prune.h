/* stmt_prune: tournaments that nothing has happened in for long (schema/functions/prune.sql).
 * A call returns false when it failed; then db_fault says why. */
#ifndef ARESFARM_STATEMENTS_PRUNE_H
#define ARESFARM_STATEMENTS_PRUNE_H

#include "db/statements/statements.h"

/* since: the day. bytes: of its boards, on the disk. */
struct prunable {
	int32_t tournament;
	char name[STMT_NAME_SIZE], state[STMT_NAME_SIZE], since[STMT_NAME_SIZE];
	int64_t games, bytes;
};

/* Those in which nothing has happened for so many seconds, the oldest first. state: only these;
 * NULL: any. */
MUST_CHECK bool stmt_read_prunable(struct db *db, int32_t seconds, const char *state,
                                   struct db_rows *rows);
MUST_CHECK bool stmt_next_prunable(struct db_rows *rows, struct prunable *prunable);

/* Drops one if it still is as it was read. dropped: whether it was. */
MUST_CHECK bool stmt_prune(struct db *db, const struct prunable *prunable, int32_t seconds,
                           bool *dropped);

/* Removes what is left of dropped tournaments: at most that many games (farm.sweep). left: dropped
 * tournaments that are still there; boards: those of them whose boards are. */
MUST_CHECK bool stmt_sweep_dropped(struct db *db, int32_t most, int64_t *swept, int64_t *left,
                                   int64_t *boards);
MUST_CHECK bool stmt_database_bytes(struct db *db, int64_t *bytes);

#endif
