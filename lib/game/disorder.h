/* disorder: civil disorder, which removes the units that a power had to remove and did not.
 *
 * The unit that is farthest from home goes first; of equally far ones a fleet before an army; then
 * the one whose province's name comes first. Source: DATC 4.D.8, 6.J. */
#ifndef ARESFARM_DISORDER_H
#define ARESFARM_DISORDER_H

#include "build.h"

/* Removes from `next`, on which the orders of winter are carried out, all units above their power's
 * centres. board is the position before the orders: its fleets may carry armies home. Writes the
 * removals, as orders to disband; returns how many. next may not be board. */
int disorder_remove(struct variant variant, const struct board *board,
                    struct submission removals[ADJUSTMENTS_MAX], struct board *next);

#endif
