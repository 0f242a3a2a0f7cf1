/* seat_hint: what a player of the farm would order at a seat.
 *
 * Invariant: the same position gives the same hint, for every request. It does not depend on
 * submitted orders, nor on the seed of the game, which would reveal what the farm's players will
 * do. Its orders are legal. */
#ifndef ARESFARM_SEAT_HINT_H
#define ARESFARM_SEAT_HINT_H

#include "seat_picture.h"

/* The name of that player. */
extern const char seat_hint_player[];

struct seat_hint {
	int count;
	struct order order[PHASE_ORDERS_MAX];
};

/* Computes the hint for a position in play. False: out of memory, or this program lacks the
 * rules. */
MUST_CHECK bool seat_hint_make(const struct seat_picture *picture, const char *rules,
                               struct seat_hint *hint);

#endif
