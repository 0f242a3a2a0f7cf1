/* resolve: the results of a phase with known orders, and the next position.
 *
 * Invariant: the outcome depends only on the board, the orders, the rules and the judge. So the
 * replay of a stored phase has the same outcome. */
#ifndef ARESFARM_RESOLVE_H
#define ARESFARM_RESOLVE_H

#include "game.h"
#include "record.h"

/* Fills the rest of the record of a movement phase that a judge has resolved. */
void resolve_moves(const struct game *game, const struct judgement *judgement,
                   struct phase_record *record, struct board *next);
void resolve_retreats(const struct game *game, struct phase_record *record, struct board *next);

/* Resolves the orders of the powers; then civil disorder removes units that are still due. Adds its
 * removals to the record; returns their number. */
int resolve_adjustments(const struct game *game, struct phase_record *record, struct board *next);

/* Replays a phase of a board with its orders, including the removals by civil disorder. False:
 * these cannot be orders of the board; record and next are undefined. next may not be the board. */
MUST_CHECK bool resolve_replay(const struct game *game, const struct judge *judge,
                               const struct board *board, const struct phase_orders *orders,
                               struct phase_record *record, struct board *next);

#endif
