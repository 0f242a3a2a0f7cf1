/* features: see features.h. */
#include "features.h"

#include "players/steps.h"

/* Near features of provinces, before they are cut to a byte. */
struct provinces {
	int of[PROVINCES_MAX][NEAR_FEATURES];
};

static uint8_t cut(int value)
{
	return (uint8_t)MIN(value, UINT8_MAX);
}

static void find_reach(const struct map *map, const struct board *board, uint8_t power,
                       struct provinces *provinces)
{
	uint8_t reach[PROVINCES_MAX][POWERS_MAX] = {{0}};

	steps_count_near(map, board, reach);
	for (int p = 0; p < map->province_count; p++)
		for (int q = 0; q < map->power_count; q++) {
			int *of = provinces->of[p];
			if (q == power) {
				of[NEAR_OWN_REACH] = reach[p][q];
				continue;
			}
			of[NEAR_OTHERS_REACH] += reach[p][q];
			if (reach[p][q] > of[NEAR_RIVAL_REACH])
				of[NEAR_RIVAL_REACH] = reach[p][q];
		}
}

static void find_owners(const struct map *map, const struct board *board, uint8_t power,
                        const int sizes[POWERS_MAX], struct provinces *provinces)
{
	for (int p = 0; p < map->province_count; p++) {
		const uint8_t owner = board->owner[p];
		int *of = provinces->of[p];
		of[NEAR_WATER] = map->loc[p].terrain == WATER;
		of[NEAR_COAST] = map->loc[p].terrain == COAST;
		if (!map->centre[p])
			continue;
		of[NEAR_OWN_HOME] = map_is_home(map, power, (uint8_t)p);
		of[NEAR_NEUTRAL_CENTRE] = owner == POWER_NONE;
		of[NEAR_OWN_CENTRE] = owner == power;
		of[NEAR_FOREIGN_CENTRE] = owner != power && owner != POWER_NONE;
		if (of[NEAR_FOREIGN_CENTRE])
			of[NEAR_CENTRE_SIZE] = sizes[owner];
	}
}

static void find_units(const struct map *map, const struct board *board, uint8_t power,
                       const int sizes[POWERS_MAX], struct provinces *provinces)
{
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		int *of = provinces->of[map->province[unit.loc]];
		of[NEAR_OWN_UNIT] = unit.power == power;
		of[NEAR_OTHER_UNIT] = unit.power != power;
		if (unit.power != power)
			of[NEAR_UNIT_SIZE] = sizes[unit.power];
	}
}

/* What a province contributes to a spread. */
static int spread_source(const int near[NEAR_FEATURES], enum spread_feature feature)
{
	switch (feature) {
	case SPREAD_DANGER:
		return near[NEAR_OWN_CENTRE] && near[NEAR_OTHERS_REACH] > 0;
	case SPREAD_FOREIGN_CENTRE:
		return near[NEAR_FOREIGN_CENTRE];
	case SPREAD_NEUTRAL_CENTRE:
		return near[NEAR_NEUTRAL_CENTRE];
	case SPREAD_OWN_UNIT:
		return near[NEAR_OWN_UNIT];
	default:
		return near[NEAR_OTHER_UNIT];
	}
}

/* Spreads one feature over the borders of one type of unit. A round's sums are divided by 1, 2, 4:
 * so they stay small. */
static void spread(const struct map *map, const struct provinces *provinces, enum unit_type type,
                   enum spread_feature feature, struct features *features)
{
	int before[LOCS_MAX], after[LOCS_MAX];

	for (int l = 0; l < map->loc_count; l++)
		before[l] = spread_source(provinces->of[map->province[l]], feature);
	for (int round = 0; round < SPREAD_ROUNDS; round++) {
		for (int l = 0; l < map->loc_count; l++) {
			const struct map_loc *loc = &map->loc[l];
			int sum = 0;
			for (int i = 0; i < loc->exit_count[type]; i++)
				sum += before[loc->exits[type][i]];
			after[l] = sum >> round;
			features->place[type][l][NEAR_FEATURES + (int)feature * SPREAD_ROUNDS + round] =
				cut(after[l]);
		}
		for (int l = 0; l < map->loc_count; l++)
			before[l] = after[l];
	}
}

void features_open(const struct map *map, const struct board *board, uint8_t power,
                   struct features *features)
{
	struct provinces provinces = {{{0}}};
	int sizes[POWERS_MAX], units[POWERS_MAX];

	board_count_centres(map, board, sizes);
	board_count_units(board, units);
	features->centres = cut(sizes[power]);
	features->units = cut(units[power]);
	features->fall = phase_kind(board->phase) >= FALL_MOVES;
	find_reach(map, board, power, &provinces);
	find_owners(map, board, power, sizes, &provinces);
	find_units(map, board, power, sizes, &provinces);

	for (enum unit_type type = 0; type < UNIT_TYPES; type++) {
		for (int l = 0; l < map->loc_count; l++)
			for (int f = 0; f < NEAR_FEATURES; f++)
				features->place[type][l][f] = cut(provinces.of[map->province[l]][f]);
		for (enum spread_feature feature = 0; feature < SPREAD_FEATURES; feature++)
			spread(map, &provinces, type, feature, features);
	}
}
