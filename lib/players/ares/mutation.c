/* mutation: see mutation.h. */
#include "mutation.h"

#include "ferry.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

enum { SUPPORTS_MAX = UNITS_MAX * (2 * EXITS_MAX + 1) };

void position_sort(uint8_t power, struct position *position)
{
	const struct board *board = &position->board;

	memset(position->units, 0, offsetof(struct position, own) - offsetof(struct position, units));
	position->own.count = position->others.count = 0;
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		struct unit_list *units = unit.power == power ? &position->own : &position->others;
		unit_set_add(&position->units[unit.power], u);
		place_set_add(&position->stand[unit.power][unit.type], unit.loc);
		units->unit[units->count++] = (uint8_t)u;
	}
}

/* Units of one power, and their places by type. */
struct side {
	unit_set units;
	const struct place_set *stand;
	struct ferry ferry; /* without seas if no convoys are drawn */
};

static inline struct side find_side(const struct mutation *mutation, uint8_t power)
{
	const struct position *position = mutation->position;
	struct side side = {.units = position->units[power], .stand = position->stand[power]};

	if (mutation->evolution->convoys)
		side.ferry = ferry_open(mutation->map, &position->board, side.units);
	return side;
}

/* ── supports ── */

/* Adds the supports of an army's moves by convoy. A fleet does not count on its own convoy. */
static uint32_t add_convoy_supports(const struct map *map, struct unit unit, struct unit army,
                                    const struct side *side, struct order supports[])
{
	struct ferry ferry = side->ferry;
	uint32_t count = 0;

	if (army.type != ARMY || army.loc == unit.loc || place_set_is_empty(ferry.seas))
		return 0;
	if (map->loc[unit.loc].terrain == WATER)
		place_set_remove(&ferry.seas, unit.loc);
	struct place_set targets = place_set_intersection(ferry_targets(&ferry, army.loc),
	                                                  map->loc[unit.loc].reach[unit.type]);
	while (!place_set_is_empty(targets))
		supports[count++] =
			order_support_move(unit.type, unit.loc, ARMY, army.loc, place_set_pop(&targets));
	return count;
}

/* Every support that a unit could give to an order of its side. That order need not be given.
 * Returns their number. */
static uint32_t list_supports(const struct map *map, const struct board *board, struct unit unit,
                              const struct side *side, struct order supports[SUPPORTS_MAX])
{
	const struct place_set *reach = &map->loc[unit.loc].reach[unit.type];
	uint32_t count = 0;

	for (unit_set rest = side->units; rest;) {
		const struct unit other = board->unit[unit_set_pop(&rest)];
		const struct map_loc *loc = &map->loc[other.loc];
		count += add_convoy_supports(map, unit, other, side, supports + count);
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

/* Draws one of the supports that list_supports lists if there is no ferry. They are counted, not
 * listed. There must be one. */
static struct order draw_support(const struct mutation *mutation, struct unit unit, struct rng *rng)
{
	const struct map_loc *loc = &mutation->map->loc[unit.loc];
	uint8_t counts[UNITS_MAX], helped[UNITS_MAX];
	uint32_t all = 0;
	int i = 0;

	for (unit_set rest = mutation->position->units[unit.power]; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const struct unit other = mutation->position->board.unit[u];
		counts[i] = loc->supports[unit.type][other.type][other.loc];
		all += counts[i];
		helped[i++] = (uint8_t)u;
	}
	uint32_t choice = rng_below(rng, all);
	for (i = 0; choice >= counts[i]; i++)
		choice -= counts[i];
	const struct unit other = mutation->position->board.unit[helped[i]];
	const struct map_loc *its = &mutation->map->loc[other.loc];
	if (place_set_has(&loc->reach[unit.type], its->province) && choice-- == 0)
		return order_support_hold(unit.type, unit.loc, other.type, other.loc);
	return order_support_move(
		unit.type, unit.loc, other.type, other.loc,
		place_set_nth(place_set_intersection(its->exit_set[other.type], loc->near[unit.type]),
	                  choice));
}

/* Whether a unit could support any order of its side. */
static bool may_support(const struct mutation *mutation, struct unit unit, const struct side *side)
{
	const struct place_set *help = mutation->map->loc[unit.loc].help[unit.type];
	struct order supports[SUPPORTS_MAX];

	return place_set_intersects(&help[ARMY], &side->stand[ARMY]) ||
	       place_set_intersects(&help[FLEET], &side->stand[FLEET]) ||
	       (!place_set_is_empty(side->ferry.seas) &&
	        list_supports(mutation->map, &mutation->position->board, unit, side, supports) > 0);
}

/* ── convoys ── */

/* Where an army could be carried; for a fleet, where it could carry this army of its side. */
static struct place_set find_voyages(const struct side *side, struct unit unit, uint8_t army)
{
	return unit.type == ARMY ? ferry_targets(&side->ferry, army)
	                         : ferry_targets_by(&side->ferry, army, unit.loc);
}

/* The armies whose convoy could involve a unit: itself, or those that it could carry. */
static struct place_set find_passengers(const struct map *map, const struct side *side,
                                        struct unit unit)
{
	struct place_set armies = {{0, 0}};

	if (place_set_is_empty(side->ferry.seas))
		return armies;
	if (unit.type == ARMY)
		place_set_add(&armies, unit.loc);
	else if (map->loc[unit.loc].terrain == WATER)
		armies = side->stand[ARMY];
	for (struct place_set rest = armies; !place_set_is_empty(rest);) {
		const uint8_t army = place_set_pop(&rest);
		if (place_set_is_empty(find_voyages(side, unit, army)))
			place_set_remove(&armies, army);
	}
	return armies;
}

static uint8_t draw_place(struct place_set set, struct rng *rng)
{
	return place_set_nth(set, rng_below(rng, (uint32_t)place_set_count(set)));
}

static struct order *find_order(const struct mutation *mutation, uint8_t loc, struct order orders[])
{
	const int u = board_find(mutation->map, &mutation->position->board, loc);

	assert(u >= 0);
	return &orders[u];
}

/* Orders an army to be carried, and the fleets of a route to carry it. */
static void draw_convoy(const struct mutation *mutation, struct unit unit, const struct side *side,
                        struct place_set passengers, struct rng *rng, struct order orders[])
{
	const uint8_t army = draw_place(passengers, rng);
	const uint8_t target = draw_place(find_voyages(side, unit, army), rng);
	struct place_set route =
		ferry_route(&side->ferry, army, target, unit.type == FLEET ? unit.loc : LOC_NONE);
	struct order *move = find_order(mutation, army, orders);

	*move = order_move(ARMY, army, target);
	move->via = 1;
	while (!place_set_is_empty(route)) {
		const uint8_t sea = place_set_pop(&route);
		*find_order(mutation, sea, orders) = order_convoy(sea, ARMY, army, target);
	}
}

/* ── all orders ── */

/* Draws an order for unit u if no convoys are drawn. No branch depends on the move drawn, as a
 * processor could not predict it. */
static inline void draw_plain(const struct mutation *mutation, int u, struct rng *rng,
                              struct order orders[])
{
	const struct unit *unit = &mutation->position->board.unit[u];
	const struct map_loc *loc = &mutation->map->loc[unit->loc];
	const struct place_set *help = loc->help[unit->type];
	const struct place_set *stand = mutation->position->stand[unit->power];
	const uint32_t moves = loc->exit_count[unit->type];
	const unsigned supports = (unsigned)place_set_intersects(&help[ARMY], &stand[ARMY]) |
	                          place_set_intersects(&help[FLEET], &stand[FLEET]);
	const uint32_t choice = rng_below(rng, moves + 1 + supports);

	if (choice <= moves)
		orders[u] = order_make(choice < moves ? ORDER_MOVE : ORDER_HOLD, unit->type, unit->loc,
		                       loc->exits[unit->type][choice], 0, LOC_NONE);
	else
		orders[u] = draw_support(mutation, *unit, rng);
}

/* Draws an order for unit u. A convoy orders other units, too. */
static void draw_order(const struct mutation *mutation, int u, const struct side *side,
                       struct rng *rng, struct order orders[])
{
	const struct map *map = mutation->map;
	const struct unit unit = mutation->position->board.unit[u];
	const struct map_loc *loc = &map->loc[unit.loc];
	const uint32_t moves = loc->exit_count[unit.type];
	const bool supports = may_support(mutation, unit, side);
	const struct place_set passengers = find_passengers(map, side, unit);
	const uint32_t choice = rng_below(rng, moves + 1 + supports + !place_set_is_empty(passengers));
	struct order list[SUPPORTS_MAX];

	if (choice < moves)
		orders[u] = order_move(unit.type, unit.loc, loc->exits[unit.type][choice]);
	else if (choice == moves)
		orders[u] = order_hold(unit.type, unit.loc);
	else if (supports && choice == moves + 1)
		orders[u] =
			list[rng_below(rng, list_supports(map, &mutation->position->board, unit, side, list))];
	else
		draw_convoy(mutation, unit, side, passengers, rng, orders);
}

/* ── other readings ── */

enum { DIFFER_TRIES = 16 };

/* Which orders are equally likely: a hold or none, each move or one, each support or one. */
static const struct {
	bool hold, each_move, each_support;
} draws[CHANCES_READINGS] = {
	[CHANCES_ONE_SUPPORT] = {true, true, false},  [CHANCES_EACH] = {true, true, true},
	[CHANCES_KIND] = {true, false, false},        [CHANCES_NO_HOLD] = {false, true, false},
	[CHANCES_EACH_NO_HOLD] = {false, true, true},
};

/* Whether the supported order is among the orders. */
static bool is_given(const struct mutation *mutation, struct order support,
                     const struct order orders[])
{
	const int u = board_find(mutation->map, &mutation->position->board,
	                         mutation->map->loc[support.aux].province);

	assert(u >= 0);
	return support.kind == ORDER_SUPPORT_MOVE
	           ? orders[u].kind == ORDER_MOVE && orders[u].to == support.to
	           : orders[u].kind != ORDER_MOVE;
}

/* Keeps the supports of given orders. Returns their number. */
static uint32_t keep_given(const struct mutation *mutation, const struct order orders[],
                           struct order supports[], uint32_t count)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < count; i++)
		if (is_given(mutation, supports[i], orders))
			supports[kept++] = supports[i];
	return kept;
}

static void draw_once(const struct mutation *mutation, int u, const struct side *side,
                      struct rng *rng, struct order orders[])
{
	const struct unit unit = mutation->position->board.unit[u];
	const struct map_loc *loc = &mutation->map->loc[unit.loc];
	const struct place_set passengers = find_passengers(mutation->map, side, unit);
	const uint32_t moves = loc->exit_count[unit.type];
	struct order list[SUPPORTS_MAX];
	uint32_t supports = list_supports(mutation->map, &mutation->position->board, unit, side, list);

	if (mutation->evolution->given)
		supports = keep_given(mutation, orders, list, supports);
	const enum chances chances = mutation->evolution->chances;
	const uint32_t move = draws[chances].each_move ? moves : moves > 0;
	const uint32_t support = draws[chances].each_support ? supports : supports > 0;
	const uint32_t convoy = !place_set_is_empty(passengers);
	const uint32_t hold = draws[chances].hold || move + support + convoy == 0;
	const uint32_t choice = rng_below(rng, move + support + convoy + hold);
	if (choice < move)
		orders[u] = order_move(unit.type, unit.loc, loc->exits[unit.type][rng_below(rng, moves)]);
	else if (choice < move + support)
		orders[u] = list[rng_below(rng, supports)];
	else if (choice < move + support + convoy)
		draw_convoy(mutation, unit, side, passengers, rng, orders);
	else
		orders[u] = order_hold(unit.type, unit.loc);
}

/* Draws according to another reading. A unit with only one order gets it again. */
static void draw_otherwise(const struct mutation *mutation, int u, const struct side *side,
                           struct rng *rng, struct order orders[])
{
	const struct order before = orders[u];
	int tries = mutation->evolution->differ ? DIFFER_TRIES : 1;

	do
		draw_once(mutation, u, side, rng, orders);
	while (--tries > 0 && order_equal(orders[u], before));
}

/* Whether orders are drawn by the normal reading, but perhaps convoys too. */
static bool is_normal(const struct evolution *evolution)
{
	return evolution->chances == CHANCES_ONE_SUPPORT && !evolution->given && !evolution->differ;
}

/* Draws with convoys, or according to another reading. */
static void draw_aside(const struct mutation *mutation, int u, struct rng *rng,
                       struct order orders[])
{
	const struct side side = find_side(mutation, mutation->position->board.unit[u].power);

	if (is_normal(mutation->evolution))
		draw_order(mutation, u, &side, rng, orders);
	else
		draw_otherwise(mutation, u, &side, rng, orders);
}

bool mutation_draw(const struct mutation *mutation, const struct unit_list *units, int count,
                   struct rng *rng, struct order orders[])
{
	const bool plain = is_normal(mutation->evolution) && !mutation->evolution->convoys;

	if (units->count == 0)
		return false;
	for (int n = 0; n < count; n++) {
		const int u = units->unit[rng_below(rng, units->count)];
		if (plain)
			draw_plain(mutation, u, rng, orders);
		else
			draw_aside(mutation, u, rng, orders);
	}
	return true;
}
