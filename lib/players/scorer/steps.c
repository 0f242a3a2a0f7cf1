/* steps: see steps.h. Both walk outwards, one step a round. */
#include "steps.h"

#include <string.h>

/* The provinces that border one of a set. */
static struct place_set find_borders(const struct map *map, struct place_set provinces)
{
	struct place_set found = {{0, 0}};

	while (!place_set_is_empty(provinces)) {
		const uint8_t p = place_set_pop(&provinces);
		for (int type = 0; type < UNIT_TYPES; type++)
			found = place_set_union(found, map->loc[p].reach[type]);
		for (int i = 0; i < map->coast_count[p]; i++)
			found = place_set_union(found, map->loc[map->coasts[p][i]].reach[FLEET]);
	}
	return found;
}

void steps_by_any(const struct map *map, struct place_set provinces, uint8_t steps[PROVINCES_MAX])
{
	struct place_set seen = provinces;

	memset(steps, STEPS_FAR, PROVINCES_MAX);
	for (uint8_t n = 0; n < STEPS_FAR && !place_set_is_empty(provinces); n++) {
		const struct place_set round = provinces;
		while (!place_set_is_empty(provinces))
			steps[place_set_pop(&provinces)] = n;
		provinces = place_set_difference(find_borders(map, round), seen);
		seen = place_set_union(seen, provinces);
	}
}

void steps_by_fleet(const struct map *map, struct place_set provinces, uint8_t steps[LOCS_MAX])
{
	struct place_set seen = {{0, 0}};

	memset(steps, STEPS_FAR, LOCS_MAX);
	for (int loc = 0; loc < map->loc_count; loc++)
		if (map->loc[loc].exit_count[FLEET] > 0 &&
		    place_set_has(&provinces, map->loc[loc].province))
			place_set_add(&seen, loc);
	struct place_set round = seen;
	for (uint8_t n = 0; n < STEPS_FAR && !place_set_is_empty(round); n++) {
		struct place_set found = {{0, 0}};
		while (!place_set_is_empty(round)) {
			const uint8_t loc = place_set_pop(&round);
			steps[loc] = n;
			found = place_set_union(found, map->loc[loc].exit_set[FLEET]);
		}
		round = place_set_difference(found, seen);
		seen = place_set_union(seen, round);
	}
}
