/* retreat: the phase after moves in which dislodged units go elsewhere or disband.
 *
 * orders and results are parallel to board->retreat. Source: rulebook 2000, "Retreats"; DATC 6.H.
 */
#ifndef ARESFARM_RETREAT_H
#define ARESFARM_RETREAT_H

#include "judge.h"
#include "law.h"
#include "rng.h"

/* Makes `next`, the board after the moves of a judgement, await retreats: it gets the dislodged
 * units, what is barred to them (4.A.5), and the contested provinces. */
void retreat_begin(const struct judgement *judgement, struct board *next);

/* Turns what powers hand in into one order a dislodged unit, complete; a verdict for each
 * submission. Illegal submissions count as never made, and a unit without an order disbands. */
void retreat_verify(struct variant variant, const struct board *board,
                    const struct submission submissions[], int count,
                    struct order orders[RETREATS_MAX], enum verdict verdicts[]);

/* The locations dislodged unit i may go to: adjacent without convoy, vacant, not contested, not
 * barred. Returns how many. */
int retreat_options(const struct map *map, const struct board *board, int i,
                    uint8_t options[EXITS_MAX]);

/* Whether dislodged unit i may be ordered this: to go to one of them, or to disband. */
bool retreat_allows(const struct map *map, const struct board *board, int i, struct order order);

/* Retreats the units: who is ordered to disband, ordered what is not open to it, or ordered to
 * where another goes too, disbands. next may be board; its retreats are over, its phase untouched.
 */
void retreat_resolve(const struct map *map, const struct board *board, const struct order orders[],
                     enum result results[RETREATS_MAX], struct board *next);

/* For players that do not care: each open retreat is as likely as the other; disbands only when
 * there is none. Writes orders[i] for the power's own retreats. */
void retreat_randomly(const struct map *map, const struct board *board, uint8_t power,
                      struct rng *rng, struct order orders[RETREATS_MAX]);

#endif
