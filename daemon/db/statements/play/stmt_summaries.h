/* stmt_summaries: the rows of the table summaries (summary.h), and games without one. */
#ifndef ARESFARM_STATEMENTS_SUMMARIES_H
#define ARESFARM_STATEMENTS_SUMMARIES_H

#include "db/statements/statements.h"

/* A row of the type farm.written_summary. place: of its game among those in the batch, from 1. */
void summary_add_row(struct wire_args *args, int32_t place, const struct summary *summary);

/* The stored summary of a game. The fields that are not stored stay unchanged. */
MUST_CHECK bool stmt_find_summary(struct db *db, int32_t tournament, int64_t game, bool *found,
                                  struct summary *summary);

/* The number of finished games without a summary. */
MUST_CHECK bool stmt_count_unsummed(struct db *db, int64_t *games);

/* The first of these games with ids above a given one: at most `most`. */
struct unsummed {
	int64_t game;
	int32_t tournament, map;
};
MUST_CHECK bool stmt_read_unsummed(struct db *db, int64_t above, int most, struct db_rows *games);
MUST_CHECK bool stmt_next_unsummed(struct db_rows *games, struct unsummed *game);

/* Stores the summaries of finished games, at most STMT_CLAIMS_MAX. A game that already has one, or
 * no longer exists, is skipped. */
MUST_CHECK bool stmt_put_summaries(struct db *db, const int64_t games[],
                                   const struct summary summaries[], int count);

#endif
