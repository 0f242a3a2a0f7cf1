/* mutation: see mutation.h. */
#include "mutation.h"

enum { SUPPORTS_MAX = UNITS_MAX * (EXITS_MAX + 1) };

/* Units of one power, and where they stand by type. */
struct side {
	unit_set units;
	struct place_set stand[UNIT_TYPES];
};

static struct side find_side(const struct mutation *mutation, uint8_t power)
{
	struct side side = {.units = mutation->units[power]};

	for (unit_set rest = side.units; rest; unit_set_drop(&rest)) {
		const struct unit unit = mutation->board->unit[unit_set_first(rest)];
		place_set_add(&side.stand[unit.type], unit.loc);
	}
	return side;
}

/* Whether a unit could support any order of its side. */
static bool may_support(const struct map *map, struct unit unit, const struct side *side)
{
	const struct place_set *help = map->loc[unit.loc].help[unit.type];

	return place_set_intersects(&help[ARMY], &side->stand[ARMY]) ||
	       place_set_intersects(&help[FLEET], &side->stand[FLEET]);
}

/* Every support that a unit could give to an order of its side. That order need not be given.
 * Returns how many. */
static uint32_t list_supports(const struct map *map, const struct board *board, struct unit unit,
                              unit_set side, struct order supports[SUPPORTS_MAX])
{
	const struct place_set *reach = &map->loc[unit.loc].reach[unit.type];
	uint32_t count = 0;

	while (side) {
		const struct unit other = board->unit[unit_set_pop(&side)];
		const struct map_loc *loc = &map->loc[other.loc];
		if (!place_set_has(&map->loc[unit.loc].help[unit.type][other.type], other.loc))
			continue;
		if (place_set_has(reach, loc->province))
			supports[count++] = order_support_hold(unit.type, unit.loc, other.type, other.loc);
		for (int e = 0; e < loc->exit_count[other.type]; e++) {
			uint8_t to = loc->exits[other.type][e];
			if (place_set_has(reach, map->loc[to].province))
				supports[count++] =
					order_support_move(unit.type, unit.loc, other.type, other.loc, to);
		}
	}
	return count;
}

static struct order draw_order(const struct mutation *mutation, struct unit unit,
                               const struct side *side, struct rng *rng)
{
	const struct map *map = mutation->map;
	const struct map_loc *loc = &map->loc[unit.loc];
	const uint32_t moves = loc->exit_count[unit.type];
	const uint32_t choice = rng_below(rng, moves + 1 + may_support(map, unit, side));
	struct order supports[SUPPORTS_MAX];

	if (choice < moves)
		return order_move(unit.type, unit.loc, loc->exits[unit.type][choice]);
	if (choice == moves)
		return order_hold(unit.type, unit.loc);
	uint32_t count = list_supports(map, mutation->board, unit, side->units, supports);
	return supports[rng_below(rng, count)];
}

bool mutation_draw(const struct mutation *mutation, unit_set units, int count, struct rng *rng,
                   struct order orders[])
{
	const struct board *board = mutation->board;
	uint8_t candidates[UNITS_MAX];
	struct side side;
	int candidate_count = 0, power = POWER_NONE;

	while (units)
		candidates[candidate_count++] = (uint8_t)unit_set_pop(&units);
	if (candidate_count == 0)
		return false;
	for (int n = 0; n < count; n++) {
		const int u = candidates[rng_below(rng, candidate_count)];
		if (board->unit[u].power != power)
			side = find_side(mutation, power = board->unit[u].power);
		orders[u] = draw_order(mutation, board->unit[u], &side, rng);
	}
	return true;
}
