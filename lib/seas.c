/* seas: see seas.h. */
#include "seas.h"

/* Whether seas of a set lead from one of them to a province. */
static bool seas_lead(const struct map *map, const struct place_set *seas, uint8_t from,
                      uint8_t province)
{
	struct place_set seen = {{0, 0}}, todo = {{0, 0}};

	place_set_add(&todo, from);
	while (!place_set_is_empty(todo)) {
		const uint8_t sea = place_set_pop(&todo);
		if (map_reaches(map, FLEET, sea, province))
			return true;
		place_set_add(&seen, sea);
		todo = place_set_union(todo, place_set_intersection(map->loc[sea].exit_set[FLEET], *seas));
		todo = place_set_difference(todo, seen);
	}
	return false;
}

bool seas_join(const struct map *map, const struct place_set *seas, uint8_t home, uint8_t target)
{
	if (home == target || map->loc[home].terrain != COAST || map->loc[target].terrain != COAST)
		return false;
	for (int sea = 0; sea < map->province_count; sea++)
		if (place_set_has(seas, sea) && map_reaches(map, FLEET, sea, home) &&
		    seas_lead(map, seas, sea, target))
			return true;
	return false;
}

/* A route passes a sea when two paths lead from it to the two provinces that have no other sea in
 * common. There are such paths when no single sea separates it from both (Menger's theorem). */
bool seas_route_by(const struct map *map, const struct place_set *seas, uint8_t by, uint8_t home,
                   uint8_t target)
{
	if (!seas_lead(map, seas, by, home) || !seas_lead(map, seas, by, target))
		return false;
	for (int sea = 0; sea < map->province_count; sea++) {
		struct place_set others = *seas;
		if (sea == by || !place_set_has(seas, sea))
			continue;
		place_set_remove(&others, sea);
		if (!seas_lead(map, &others, by, home) && !seas_lead(map, &others, by, target))
			return false;
	}
	return true;
}
