/* stmt_prune: tournaments without recent activity (schema/functions/prune.sql). A call returns
 * false on failure; db_fault has the reason. */
#ifndef ARESFARM_STATEMENTS_PRUNE_H
#define ARESFARM_STATEMENTS_PRUNE_H

#include "db/statements/statements.h"

/* since: the day. bytes: size of its boards on disk. */
struct prunable {
	int32_t tournament;
	char name[STMT_NAME_SIZE], state[STMT_NAME_SIZE], since[STMT_NAME_SIZE];
	int64_t games, bytes;
};

/* Tournaments without activity for this number of seconds, oldest first. state: only in this state;
 * NULL: any. */
MUST_CHECK bool stmt_read_prunable(struct db *db, int32_t seconds, const char *state,
                                   struct db_rows *rows);
MUST_CHECK bool stmt_next_prunable(struct db_rows *rows, struct prunable *prunable);

/* Drops one if it has not changed since it was read. dropped: whether it was dropped. */
MUST_CHECK bool stmt_prune(struct db *db, const struct prunable *prunable, int32_t seconds,
                           bool *dropped);

/* Removes the remains of dropped tournaments: at most this number of games (farm.sweep). left:
 * dropped tournaments that remain; boards: the number of these whose boards remain. */
MUST_CHECK bool stmt_sweep_dropped(struct db *db, int32_t most, int64_t *swept, int64_t *left,
                                   int64_t *boards);
MUST_CHECK bool stmt_database_bytes(struct db *db, int64_t *bytes);

#endif
