/* retreat: the phase after moves in which dislodged units go elsewhere or disband.
 *
 * orders and results are parallel to board->retreat. Source: rulebook 2000, "Retreats"; DATC 6.H.
 */
#ifndef ARESFARM_RETREAT_H
#define ARESFARM_RETREAT_H

#include "judges/judge.h"
#include "rules/law.h"
#include "board/rng.h"

/* Makes `next`, the board after the moves of a judgement, await retreats: it gets the dislodged
 * units, what is barred to them (4.A.5), and the contested provinces. */
void retreat_begin(const struct judgement *judgement, struct board *next);

/* Writes one order a dislodged unit, completed, and a verdict for each submission. Illegal
 * submissions count as never made, and a unit without an order disbands. */
void retreat_verify(struct variant variant, const struct board *board,
                    const struct submission submissions[], int count,
                    struct order orders[RETREATS_MAX], enum verdict verdicts[]);

/* Writes the locations that dislodged unit i may go to: adjacent, vacant, not contested, not
 * barred. Returns how many. */
int retreat_options(const struct map *map, const struct board *board, int i,
                    uint8_t options[EXITS_MAX]);

/* Whether dislodged unit i may be given an order: to go to one of these locations, or to disband.
 */
bool retreat_allows(const struct map *map, const struct board *board, int i, struct order order);

/* Carries out the retreats. A unit disbands that is ordered to, that may not go where it is
 * ordered, or that goes where another goes too. On next the retreats are over and the phase is
 * untouched. next may be board. */
void retreat_resolve(const struct map *map, const struct board *board, const struct order orders[],
                     enum result results[RETREATS_MAX], struct board *next);

/* Draws retreats for players that have no function for them. Each open location is equally likely;
 * a unit disbands only where there is none. Writes orders[i] of the power's own units only. */
void retreat_randomly(const struct map *map, const struct board *board, uint8_t power,
                      struct rng *rng, struct order orders[RETREATS_MAX]);

#endif
