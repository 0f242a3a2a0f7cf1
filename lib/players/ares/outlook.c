/* outlook: see outlook.h. */
#include "outlook.h"

#include <string.h>

enum { CENTRE = 100 << (OUTLOOK_STEPS - 1) }; /* a centre's worth: whole numbers for every step */

static struct place_set widen(const struct outlook *outlook, int step, int type, uint8_t loc)
{
	const struct map_loc *place = &outlook->map->loc[loc];
	struct place_set wide = outlook->within[step - 1][type][loc];

	for (int i = 0; i < place->exit_count[type]; i++)
		wide = place_set_union(wide, outlook->within[step - 1][type][place->exits[type][i]]);
	return wide;
}

static void find_within(struct outlook *outlook)
{
	const struct map *map = outlook->map;

	for (int type = 0; type < UNIT_TYPES; type++)
		for (int loc = 0; loc < map->loc_count; loc++)
			outlook->within[0][type][loc] = map->loc[loc].reach[type];
	for (int step = 1; step < OUTLOOK_STEPS; step++)
		for (int type = 0; type < UNIT_TYPES; type++)
			for (int loc = 0; loc < map->loc_count; loc++)
				outlook->within[step][type][loc] = widen(outlook, step, type, (uint8_t)loc);
}

void outlook_open(const struct map *map, const struct board *present, uint8_t power, int near,
                  struct outlook *outlook)
{
	outlook->map = map;
	outlook->power = power;
	outlook->near = (uint8_t)near;
	outlook->own = outlook->conquered = outlook->centres = (struct place_set){{0, 0}};
	for (int p = 0; p < map->province_count; p++) {
		if (!map->centre[p])
			continue;
		place_set_add(&outlook->centres, p);
		if (present->owner[p] == POWER_NONE)
			continue;
		place_set_add(&outlook->conquered, p);
		if (present->owner[p] == power)
			place_set_add(&outlook->own, p);
	}
	if (near > 0)
		find_within(outlook);
}

/* ── what is near ── */

/* What our units are near to, in CENTRE / 100ths times near. */
static int32_t value_units(const struct outlook *outlook, const struct board *board,
                           const struct place_set *own)
{
	const struct place_set targets = place_set_difference(outlook->centres, *own);
	int32_t value = 0;

	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		int step = 0;
		if (unit.power != outlook->power)
			continue;
		while (step < OUTLOOK_STEPS &&
		       !place_set_intersects(&outlook->within[step][unit.type][unit.loc], &targets))
			step++;
		value += step < OUTLOOK_STEPS ? 1 << (OUTLOOK_STEPS - 1 - step) : 0;
	}
	return value;
}

/* How many of our own centres one other power reaches with more units than we have there or near.
 */
static int32_t count_threatened(const struct outlook *outlook, const struct board *board,
                                const struct place_set *own)
{
	const struct map *map = outlook->map;
	uint8_t units[PROVINCES_MAX][POWERS_MAX];
	int32_t threatened = 0;

	memset(units, 0, sizeof units);
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		struct place_set near = place_set_intersection(map->loc[unit.loc].reach[unit.type], *own);
		while (!place_set_is_empty(near))
			units[place_set_pop(&near)][unit.power]++;
		units[map->loc[unit.loc].province][unit.power]++;
	}
	for (struct place_set rest = *own; !place_set_is_empty(rest);) {
		const uint8_t *here = units[place_set_pop(&rest)];
		bool taken = false;
		for (int p = 0; p < map->power_count; p++)
			taken |= p != outlook->power && here[p] > here[outlook->power];
		threatened += taken;
	}
	return threatened;
}

static int32_t value_near(const struct outlook *outlook, const struct board *board,
                          const struct place_set *own)
{
	const int32_t value = value_units(outlook, board, own) -
	                      (count_threatened(outlook, board, own) << (OUTLOOK_STEPS - 1));

	return value * outlook->near;
}

/* ── all of it ── */

struct standing outlook_stand(const struct outlook *outlook, const struct board *board)
{
	struct standing standing = {{{0, 0}}, {{0, 0}}};

	for (int u = 0; u < board->unit_count; u++)
		outlook_arrive(outlook, outlook->map->loc[board->unit[u].loc].province,
		               board->unit[u].power == outlook->power, &standing);
	return standing;
}

fitness outlook_weigh(const struct outlook *outlook, const struct standing *standing,
                      const struct board *board)
{
	const struct place_set own = place_set_union(outlook->own, standing->own);
	const int all = place_set_count(place_set_union(outlook->conquered, standing->all));

	if (all == 0)
		return 0;
	if (outlook->near == 0)
		return (place_set_count(own) << 16) / all;
	const int64_t worth = (int64_t)place_set_count(own) * CENTRE + value_near(outlook, board, &own);
	return worth > 0 ? (fitness)((worth << 16) / ((int64_t)all * CENTRE)) : 0;
}

fitness outlook_value(const struct outlook *outlook, const struct board *board)
{
	const struct standing standing = outlook_stand(outlook, board);

	return outlook_weigh(outlook, &standing, board);
}
