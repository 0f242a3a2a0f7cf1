/* valuation: see valuation.h. */
#include "valuation.h"

#include "players/steps.h"

#include <string.h>

enum { CENTRE = 100 << (VALUATION_STEPS - 1) }; /* a centre's worth: whole numbers for every step */

static struct place_set widen(const struct valuation *valuation, int step, int type, uint8_t loc)
{
	const struct map_loc *place = &valuation->map->loc[loc];
	struct place_set wide = valuation->within[step - 1][type][loc];

	for (int i = 0; i < place->exit_count[type]; i++)
		wide = place_set_union(wide, valuation->within[step - 1][type][place->exits[type][i]]);
	return wide;
}

static void find_within(struct valuation *valuation)
{
	const struct map *map = valuation->map;

	for (int type = 0; type < UNIT_TYPES; type++)
		for (int loc = 0; loc < map->loc_count; loc++)
			valuation->within[0][type][loc] = map->loc[loc].reach[type];
	for (int step = 1; step < VALUATION_STEPS; step++)
		for (int type = 0; type < UNIT_TYPES; type++)
			for (int loc = 0; loc < map->loc_count; loc++)
				valuation->within[step][type][loc] = widen(valuation, step, type, (uint8_t)loc);
}

void valuation_open(const struct map *map, const struct board *present, uint8_t power, int near,
                    struct valuation *valuation)
{
	valuation->map = map;
	valuation->power = power;
	valuation->near = (uint8_t)near;
	valuation->own = valuation->conquered = (struct place_set){{0, 0}};
	for (struct place_set rest = map->centres; !place_set_is_empty(rest);) {
		const uint8_t p = place_set_pop(&rest);
		if (present->owner[p] != POWER_NONE)
			place_set_add(&valuation->conquered, p);
		if (present->owner[p] == power)
			place_set_add(&valuation->own, p);
	}
	if (near > 0)
		find_within(valuation);
}

/* ── what is near ── */

/* What our units are near to, in CENTRE / 100ths times near. */
static int32_t value_units(const struct valuation *valuation, const struct board *board,
                           const struct place_set *own)
{
	const struct place_set targets = place_set_difference(valuation->map->centres, *own);
	int32_t value = 0;

	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		int step = 0;
		if (unit.power != valuation->power)
			continue;
		while (step < VALUATION_STEPS &&
		       !place_set_intersects(&valuation->within[step][unit.type][unit.loc], &targets))
			step++;
		value += step < VALUATION_STEPS ? 1 << (VALUATION_STEPS - 1 - step) : 0;
	}
	return value;
}

/* How many of our own centres one other power reaches with more units than we have there or near.
 */
static int32_t count_threatened(const struct valuation *valuation, const struct board *board,
                                const struct place_set *own)
{
	const struct map *map = valuation->map;
	uint8_t units[PROVINCES_MAX][POWERS_MAX];
	int32_t threatened = 0;

	memset(units, 0, sizeof units);
	steps_count_near(map, board, units);
	for (int u = 0; u < board->unit_count; u++)
		units[map->loc[board->unit[u].loc].province][board->unit[u].power]++;
	for (struct place_set rest = *own; !place_set_is_empty(rest);) {
		const uint8_t *here = units[place_set_pop(&rest)];
		bool taken = false;
		for (int p = 0; p < map->power_count; p++)
			taken |= p != valuation->power && here[p] > here[valuation->power];
		threatened += taken;
	}
	return threatened;
}

/* ── all of it ── */

struct occupied valuation_occupied(const struct valuation *valuation, const struct board *board)
{
	struct occupied occupied = {{{0, 0}}, {{0, 0}}};

	for (int u = 0; u < board->unit_count; u++)
		valuation_arrive(valuation, valuation->map->loc[board->unit[u].loc].province,
		                 board->unit[u].power == valuation->power, &occupied);
	return occupied;
}

fitness valuation_weigh(const struct valuation *valuation, const struct occupied *occupied,
                        const struct board *board)
{
	const struct place_set own = place_set_union(valuation->own, occupied->own);
	const int all = place_set_count(place_set_union(valuation->conquered, occupied->all));

	if (all == 0)
		return 0;
	if (valuation->near == 0)
		return (place_set_count(own) << 16) / all;
	const int32_t near = value_units(valuation, board, &own) -
	                     (count_threatened(valuation, board, &own) << (VALUATION_STEPS - 1));
	const int64_t worth = (int64_t)place_set_count(own) * CENTRE + near * valuation->near;
	return worth > 0 ? (fitness)((worth << 16) / ((int64_t)all * CENTRE)) : 0;
}

fitness valuation_of(const struct valuation *valuation, const struct board *board)
{
	const struct occupied occupied = valuation_occupied(valuation, board);

	return valuation_weigh(valuation, &occupied, board);
}
