/* original: how the program of 2003 chooses orders by the values of places, according to its source
 * code (AiClient, DumbBot.cpp, David Norman). dumbbot.c was written from a description;
 * doc/players.md lists the differences.
 *
 * Choices are lists, best first. Of places with equal values only the first is on a list: here the
 * first on the map, there the first of DAIDE's tokens. */
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
