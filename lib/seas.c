/* seas: see seas.h. */
#include "seas.h"

/* Whether seas of a set lead from one of them to a province. */
static bool seas_lead(const struct map *map, const uint64_t seas[2], uint8_t from, uint8_t province)
{
	uint64_t seen[2] = {0, 0}, todo[2] = {0, 0};

	set_add(todo, from);
	while (todo[0] | todo[1]) {
		const int word = todo[0] ? 0 : 1;
		const uint8_t sea = (uint8_t)(word * 64 + __builtin_ctzll(todo[word]));
		if (map_reaches(map, FLEET, sea, province))
			return true;
		set_add(seen, sea);
		for (int half = 0; half < 2; half++)
			todo[half] =
				(todo[half] | (map->loc[sea].exit_set[FLEET][half] & seas[half])) & ~seen[half];
	}
	return false;
}

bool seas_join(const struct map *map, const uint64_t seas[2], uint8_t home, uint8_t target)
{
	if (home == target || map->loc[home].terrain != COAST || map->loc[target].terrain != COAST)
		return false;
	for (int sea = 0; sea < map->province_count; sea++)
		if (set_has(seas, sea) && map_reaches(map, FLEET, sea, home) &&
		    seas_lead(map, seas, sea, target))
			return true;
	return false;
}

/* Whether a route over seas of a set from one province to another goes by way of one sea: paths
 * lead from it to both provinces that share no other sea, which is so when no single one separates
 * it from them (Menger). */
bool seas_route_by(const struct map *map, const uint64_t seas[2], uint8_t by, uint8_t home,
                   uint8_t target)
{
	if (!seas_lead(map, seas, by, home) || !seas_lead(map, seas, by, target))
		return false;
	for (int sea = 0; sea < map->province_count; sea++) {
		uint64_t others[2] = {seas[0], seas[1]};
		if (sea == by || !set_has(seas, sea))
			continue;
		others[sea / 64] &= ~(UINT64_C(1) << sea % 64);
		if (!seas_lead(map, others, by, home) && !seas_lead(map, others, by, target))
			return false;
	}
	return true;
}
