/* build: adjustments by chance (thesis 3.2.7). */
#include "build.h"

/* Units a power has above its centres; below zero: units it may build. */
static int surplus(const struct map *map, const struct board *board, uint8_t power)
{
	int centres[POWERS_MAX], units[POWERS_MAX];

	board_count_centres(map, board, centres);
	board_count_units(board, units);
	return units[power] - centres[power];
}

static void disband_one(struct board *board, uint8_t power, struct rng *rng)
{
	int own[UNITS_MAX], count = 0;

	for (int u = 0; u < board->unit_count; u++)
		if (board->unit[u].power == power)
			own[count++] = u;
	board_remove(board, own[rng_below(rng, count)]);
}

/* The vacant home centres a power still owns. */
static int find_sites(const struct map *map, const struct board *board, uint8_t power, uint8_t sites[PROVINCES_MAX])
{
	int count = 0;

	for (int p = 0; p < map->province_count; p++)
		if (map->centre[p] && map->owner[p] == power && board->owner[p] == power && board_find(map, board, p) < 0)
			sites[count++] = p;
	return count;
}

/* False when there is nowhere to build. */
static bool build_one(const struct map *map, struct board *board, uint8_t power, struct rng *rng)
{
	uint8_t sites[PROVINCES_MAX];
	int count = find_sites(map, board, power, sites);

	if (count == 0)
		return false;
	uint8_t site = sites[rng_below(rng, count)];
	struct unit unit = {.power = power, .type = ARMY, .loc = site};
	if (map->loc[site].terrain == COAST)
		unit.type = rng_below(rng, UNIT_TYPES);
	if (unit.type == FLEET && map->coast_count[site] > 0)
		unit.loc = map->coasts[site][rng_below(rng, map->coast_count[site])];
	return board_add(map, board, unit);
}

void build_randomly(const struct map *map, struct board *board, uint64_t seed, uint32_t game)
{
	struct rng rng[POWERS_MAX];

	for (int p = 0; p < map->power_count; p++) {
		rng[p] = rng_open(seed, game, board->phase, p, RNG_ADJUSTMENTS);
		for (int n = surplus(map, board, p); n > 0; n--)
			disband_one(board, p, &rng[p]);
	}
	for (int p = 0; p < map->power_count; p++)
		for (int n = surplus(map, board, p); n < 0 && build_one(map, board, p, &rng[p]); n++)
			continue;
}
