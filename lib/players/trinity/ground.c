/* ground: see ground.h. */
#include "ground.h"

#include <string.h>

static void find_units(struct ground *ground)
{
	const struct map *map = ground->map;

	memset(ground->at, -1, sizeof ground->at);
	memset(ground->near, 0, sizeof ground->near);
	memset(ground->units, 0, sizeof ground->units);
	for (int u = 0; u < ground->board->unit_count; u++) {
		const struct unit unit = ground->board->unit[u];
		ground->at[map->loc[unit.loc].province] = (int8_t)u;
		unit_set_add(&ground->units[unit.power], u);
		for (struct place_set rest = map->loc[unit.loc].reach[unit.type];
		     !place_set_is_empty(rest);)
			ground->near[place_set_pop(&rest)] += (head_count)1 << POWER_BITS * unit.power;
	}
}

static void find_centres(struct ground *ground)
{
	ground->centres = (struct place_set){{0, 0}};
	memset(ground->owned, 0, sizeof ground->owned);
	for (int p = 0; p < ground->map->province_count; p++)
		if (ground->map->centre[p]) {
			place_set_add(&ground->centres, p);
			ground->owned[ground->board->owner[p]]++;
		}
}

/* ── distances ── */

typedef struct place_set rings[UNIT_TYPES][LOCS_MAX];

/* What lies within one move more. */
static struct place_set widen(const struct map *map, rings within, int type, int loc)
{
	const struct map_loc *place = &map->loc[loc];
	struct place_set wide = within[type][loc];

	for (int i = 0; i < place->exit_count[type]; i++)
		wide = place_set_union(wide, within[type][place->exits[type][i]]);
	return wide;
}

static void find_rings(struct ground *ground)
{
	const struct map *map = ground->map;
	rings within[2];

	memset(within, 0, sizeof within);
	for (int type = 0; type < UNIT_TYPES; type++)
		for (int loc = 0; loc < map->loc_count; loc++) {
			place_set_add(&within[0][type][loc], map->loc[loc].province);
			ground->ring[0][type][loc] = within[0][type][loc];
		}
	for (int step = 1; step < GROUND_STEPS; step++)
		for (int type = 0; type < UNIT_TYPES; type++)
			for (int loc = 0; loc < map->loc_count; loc++) {
				struct place_set *before = within[(step - 1) % 2][type],
								 *now = within[step % 2][type];
				now[loc] = widen(map, within[(step - 1) % 2], type, loc);
				ground->ring[step][type][loc] = place_set_difference(now[loc], before[loc]);
			}
}

void ground_look(struct ground *ground, const struct board *board)
{
	ground->board = board;
	ground->fall = phase_kind(board->phase) >= FALL_MOVES;
	find_units(ground);
	find_centres(ground);
}

void ground_open(const struct map *map, const struct board *board, struct ground *ground)
{
	ground->map = map;
	ground_look(ground, board);
	find_rings(ground);
}
