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
	int count = 0;

	memset(ground->owned, 0, sizeof ground->owned);
	for (struct place_set rest = ground->map->centres; !place_set_is_empty(rest);) {
		const uint8_t centre = place_set_pop(&rest);
		ground->centre[count++] = centre;
		ground->owned[ground->board->owner[centre]]++;
	}
}

/* ── distances ── */

/* The centres within some moves of each place. */
typedef struct place_set circles[UNIT_TYPES][LOCS_MAX];

/* What lies within one move more. */
static struct place_set widen(const struct map *map, circles within, int type, int loc)
{
	const struct map_loc *place = &map->loc[loc];
	struct place_set wide = within[type][loc];

	for (int i = 0; i < place->exit_count[type]; i++)
		wide = place_set_union(wide, within[type][place->exits[type][i]]);
	return wide;
}

/* number: of centres, by province. */
static void set_moves(struct place_set centres, const uint8_t number[], int away, uint8_t moves[])
{
	while (!place_set_is_empty(centres))
		moves[number[place_set_pop(&centres)]] = (uint8_t)away;
}

static void find_moves(struct ground *ground)
{
	const struct map *map = ground->map;
	uint8_t number[PROVINCES_MAX];
	circles within[2];

	for (int c = 0; c < map->centre_count; c++)
		number[ground->centre[c]] = (uint8_t)c;
	memset(within, 0, sizeof within);
	memset(ground->moves, GROUND_FAR, sizeof ground->moves);
	for (int type = 0; type < UNIT_TYPES; type++)
		for (int loc = 0; loc < map->loc_count; loc++) {
			if (map->loc[loc].exit_count[type] == 0)
				continue;
			within[0][type][loc] =
				place_set_intersection(place_set_one(map->loc[loc].province), map->centres);
			set_moves(within[0][type][loc], number, 0, ground->moves[type][loc]);
		}
	for (int step = 1; step < GROUND_FAR; step++)
		for (int type = 0; type < UNIT_TYPES; type++)
			for (int loc = 0; loc < map->loc_count; loc++) {
				struct place_set *before = within[(step - 1) % 2][type],
								 *now = within[step % 2][type];
				now[loc] = widen(map, within[(step - 1) % 2], type, loc);
				set_moves(place_set_difference(now[loc], before[loc]), number, step,
				          ground->moves[type][loc]);
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
	ground->habits = NULL;
	ground_look(ground, board);
	find_moves(ground);
}
