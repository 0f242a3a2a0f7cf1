/* disorder: civil disorder, which removes units for a power that did not order all removals that
 * were due.
 *
 * The unit farthest from home is removed first; of equally far units fleets go before armies, and
 * then units go by the alphabetical order of their provinces. Source: DATC 4.D.8, 6.J. */
#ifndef ARESFARM_DISORDER_H
#define ARESFARM_DISORDER_H

#include "build.h"

/* Removes from `next`, on which the orders of winter are carried out, the units of each power in
 * excess of its centres. board is the position before the orders: its fleets may carry armies home.
 * Writes the removals as orders to disband; returns their number. next may not be board. */
int disorder_remove(struct variant variant, const struct board *board,
                    struct submission removals[ADJUSTMENTS_MAX], struct board *next);

#endif
