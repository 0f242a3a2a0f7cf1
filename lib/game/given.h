/* given: the orders that external players submitted for a phase, and which of them a match accepts.
 *
 * Illegal orders are ignored. A unit without an order holds; a dislodged one disbands; nothing is
 * built unless ordered. */
#ifndef ARESFARM_GIVEN_H
#define ARESFARM_GIVEN_H

#include "build.h"
#include "retreat.h"

enum { GIVEN_MAX = POWERS_MAX * ADJUSTMENTS_MAX };

struct given {
	int count;
	struct submission submission[GIVEN_MAX]; /* of external powers only */
	const char *problem[GIVEN_MAX]; /* after the functions below: why it is disregarded, or NULL */
};

/* Both functions take the orders given for a phase on a board, and write the problems. given may be
 * NULL: there are none.
 *
 * Moves and retreats: writes orders[i] of the units, or the dislodged units, of external powers
 * only. The orders of all other units must already be in orders, since one order may explain
 * another (4.B.4). */
void given_take_moves(struct variant variant, const struct board *board, power_set external,
                      struct given *given, struct order orders[UNITS_MAX]);
void given_take_retreats(struct variant variant, const struct board *board, power_set external,
                         struct given *given, struct order orders[RETREATS_MAX]);

/* Adjustments, of one power: writes the valid ones; returns their number. Others are left out: when
 * a game is resumed they would count against the removals of civil disorder. */
int given_take_adjustments(struct variant variant, const struct board *board, uint8_t power,
                           struct given *given, struct submission adjustments[ADJUSTMENTS_MAX]);

#endif
