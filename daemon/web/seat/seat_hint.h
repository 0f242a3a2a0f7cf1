/* seat_hint: what a player of the farm would order at a seat.
 *
 * Invariant: the same position gives the same hint, no matter who asks, or how often. It does not
 * depend on what anybody has submitted, nor on the seed of the game: that would foretell what the
 * farm's players do. Its orders are legal. */
#ifndef ARESFARM_SEAT_HINT_H
#define ARESFARM_SEAT_HINT_H

#include "seat_picture.h"

/* What that player is called. */
extern const char seat_hint_player[];

struct seat_hint {
	int count;
	struct order order[PHASE_ORDERS_MAX];
};

/* Thinks about a position in play. False: there is no memory, or this program lacks the rules. */
MUST_CHECK bool seat_hint_make(const struct seat_picture *picture, const char *rules,
                               struct seat_hint *hint);

#endif
