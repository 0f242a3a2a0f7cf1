/* steps: see steps.h. The walks go outwards, one step a round. */
#include "steps.h"

#include <string.h>

struct place_set steps_reach(const struct map *map, const struct board *board, unit_set units,
                             int moves)
{
	struct place_set provinces = {{0, 0}};

	while (units) {
		const struct unit unit = board->unit[unit_set_pop(&units)];
		struct place_set locs = place_set_one(unit.loc);
		for (int n = 0; n < moves; n++)
			for (struct place_set now = locs; !place_set_is_empty(now);)
				locs = place_set_union(locs, map->loc[place_set_pop(&now)].exit_set[unit.type]);
		while (!place_set_is_empty(locs))
			place_set_add(&provinces, map->loc[place_set_pop(&locs)].province);
	}
	return provinces;
}

void steps_count_near(const struct map *map, const struct board *board,
                      uint8_t near[PROVINCES_MAX][POWERS_MAX])
{
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		for (struct place_set rest = map->loc[unit.loc].reach[unit.type];
		     !place_set_is_empty(rest);)
			near[place_set_pop(&rest)][unit.power]++;
	}
}

void steps_by_any(const struct map *map, struct place_set provinces, uint8_t steps[PROVINCES_MAX])
{
	struct place_set seen = provinces;

	memset(steps, STEPS_FAR, PROVINCES_MAX);
	for (uint8_t n = 0; n < STEPS_FAR && !place_set_is_empty(provinces); n++) {
		struct place_set found = {{0, 0}};
		while (!place_set_is_empty(provinces)) {
			const uint8_t province = place_set_pop(&provinces);
			steps[province] = n;
			found = place_set_union(found, map_neighbours(map, province));
		}
		provinces = place_set_difference(found, seen);
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
