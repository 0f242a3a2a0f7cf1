/* given: the orders that external players submitted for a phase, and what a match takes of them.
 *
 * What is illegal counts as never given. A unit without an order holds; a dislodged one disbands;
 * nothing is built unless ordered. */
#ifndef ARESFARM_GIVEN_H
#define ARESFARM_GIVEN_H

#include "build.h"
#include "retreat.h"

enum { GIVEN_MAX = POWERS_MAX * ADJUSTMENTS_MAX };

struct given {
	int count;
	struct submission submission[GIVEN_MAX]; /* of external powers only */
	const char *problem[GIVEN_MAX];          /* once taken: why it is disregarded, or NULL */
};

/* Each takes what was given for a phase on a board, and writes the problems; given may be NULL:
 * nothing was given.
 *
 * Moves and retreats: writes orders[i] of the units, or the dislodged units, of external powers
 * only. The orders of all other units must be there before, since orders explain each other
 * (4.B.4). */
void given_take_moves(struct variant variant, const struct board *board, power_set external,
                      struct given *given, struct order orders[UNITS_MAX]);
void given_take_retreats(struct variant variant, const struct board *board, power_set external,
                         struct given *given, struct order orders[RETREATS_MAX]);

/* Adjustments, of one power: writes those that count; returns how many. The others are not passed
 * on: they would count against what civil disorder removes when a game is resumed. */
int given_take_adjustments(struct variant variant, const struct board *board, uint8_t power,
                           struct given *given, struct submission adjustments[ADJUSTMENTS_MAX]);

#endif
