/* zones: how near provinces are to a target, and the zones of a game about it (Pires 2011, 4.1).
 *
 * A game looks some turns ahead. In its inner zone units have influence on the target; in the
 * middle zone they can act on the inner one, in the outer zone on the middle one. No other units
 * can matter. The source gives the zones as distances 2n - 1, 2n and 2n + 1 for n turns. For one
 * turn they are the target, its neighbours, and their neighbours. So its distances begin with 1 at
 * the target; steps here begin with 0. */
#ifndef ARESFARM_ZONES_H
#define ARESFARM_ZONES_H

#include "players/steps.h"

enum zone { ZONE_INNER, ZONE_MIDDLE, ZONE_OUTER, ZONE_NONE };
enum { TURNS_MAX = 2, ZONES_FAR = 2 * TURNS_MAX + 1 }; /* ZONES_FAR: in no zone */

struct zones {
	uint8_t target;               /* a province */
	uint8_t steps[PROVINCES_MAX]; /* from the target by any unit */
};

static inline void zones_open(const struct map *map, uint8_t target, struct zones *zones)
{
	zones->target = target;
	steps_by_any(map, place_set_one(target), zones->steps);
}

static inline enum zone zones_find(const struct zones *zones, int turns, uint8_t province)
{
	const int steps = zones->steps[province];

	if (steps <= 2 * turns - 2)
		return ZONE_INNER;
	if (steps == 2 * turns - 1)
		return ZONE_MIDDLE;
	return steps == 2 * turns ? ZONE_OUTER : ZONE_NONE;
}

#endif
