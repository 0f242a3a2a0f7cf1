/* resolve: what becomes of a phase once its orders are known: the results, and the next position.
 *
 * Invariant: it follows from the board, the orders, the rules and the judge only. So a stored phase
 * that is replayed gives what it gave when it was played. */
#ifndef ARESFARM_RESOLVE_H
#define ARESFARM_RESOLVE_H

#include "game.h"
#include "record.h"

/* A movement phase that a judge has resolved: fills the rest of the record. */
void resolve_moves(const struct game *game, const struct judgement *judgement,
                   struct phase_record *record, struct board *next);
void resolve_retreats(const struct game *game, struct phase_record *record, struct board *next);

/* What the powers ordered; then civil disorder removes what is still due. Returns how many units it
 * removes; removals has their orders, which are not in the record yet. */
int resolve_adjustments(const struct game *game, struct phase_record *record,
                        struct submission removals[ADJUSTMENTS_MAX], struct board *next);

/* A phase of a board, by the orders it was played by, civil disorder's removals among them. False:
 * they cannot be orders of the board; record and next are undefined. next may not be the board. */
MUST_CHECK bool resolve_replay(const struct game *game, const struct judge *judge,
                               const struct board *board, const struct phase_orders *orders,
                               struct phase_record *record, struct board *next);

#endif
