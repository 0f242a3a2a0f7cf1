/* original: how the program of 2003 chooses orders by the worth of places, by its source (AiClient,
 * DumbBot.cpp, David Norman). Ours was made from a description; doc/players.md has what differs.
 *
 * Choices are lists from the best on. Of places of equal worth only the first is on a list; the
 * first is that of the map here, that of DAIDE's tokens there. */
#ifndef ARESFARM_ORIGINAL_H
#define ARESFARM_ORIGINAL_H

#include "appraisal.h"
#include "players/player.h"

struct original {
	const struct player_call *call;
	const struct appraisal *appraisal;
	struct rng *rng;
	int32_t alternative, gap; /* settings of dumbbot */
};

/* As order, retreat and adjust of struct player. */
void original_order(struct original *original, struct order orders[UNITS_MAX]);
void original_retreat(struct original *original, struct order orders[RETREATS_MAX]);
int original_adjust(struct original *original, struct submission adjustments[ADJUSTMENTS_MAX]);

#endif
