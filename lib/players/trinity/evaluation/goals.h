/* goals: which centres are worth having to a power, and which of its own must be defended; and by
 * how much they draw a unit at each place. */
#ifndef ARESFARM_GOALS_H
#define ARESFARM_GOALS_H

#include "ground.h"

/* What one centre beside a unit adds to its pull. A centre two moves away adds half as much. */
enum { GOALS_BESIDE = GROUND_DRAW / 2 };

struct goals {
	uint8_t power;
	int16_t worth[PROVINCES_MAX];       /* of a centre, in hundredths of an ordinary one */
	int32_t pull[UNIT_TYPES][LOCS_MAX]; /* the worth of all centres, by their distance */
};

/* blind: nothing is worth anything, and draws nobody. */
void goals_open(const struct ground *ground, uint8_t power, bool blind, struct goals *goals);

#endif
