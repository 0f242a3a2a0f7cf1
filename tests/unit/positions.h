/* positions: random positions, to find unforeseen cases. For test_agree and bench/.
 *
 * positions_draw makes positions of all kinds, with many convoys and supports of moving units.
 * positions_draw_knot makes knots: convoyed armies attack fleets that support attacks on the
 * convoys. Paradoxes arise so. */
#ifndef ARESFARM_POSITIONS_H
#define ARESFARM_POSITIONS_H

#include "board/board.h"
#include "law_names.h"
#include "board/rng.h"

#include <stdlib.h>

struct position {
	struct board board;
	struct order orders[UNITS_MAX];
};

/* The provinces within some steps of one. Units crowd there. */
static inline struct place_set positions_draw_region(const struct map *map, struct rng *rng)
{
	struct place_set region = {{0, 0}};
	place_set_add(&region, rng_below(rng, (uint32_t)map->province_count));
	for (uint32_t steps = 2 + rng_below(rng, 2); steps > 0; steps--) {
		const struct place_set inner = region;
		for (int loc = 0; loc < map->loc_count; loc++)
			for (int type = 0; place_set_has(&inner, map->loc[loc].province) && type < UNIT_TYPES;
			     type++)
				region = place_set_union(region, map->loc[loc].reach[type]);
	}
	return region;
}

static inline void positions_draw_board(const struct map *map, struct rng *rng, struct board *board)
{
	const uint32_t powers = 2 + rng_below(rng, 4);
	struct place_set region = {{~UINT64_C(0), ~UINT64_C(0)}}; /* everywhere */
	board_clear(board);
	if (rng_below(rng, 2) == 0)
		region = positions_draw_region(map, rng);
	for (uint32_t tries = 10 + rng_below(rng, 150); tries > 0; tries--) {
		struct unit unit = {.power = (uint8_t)rng_below(rng, powers),
		                    .type = (uint8_t)rng_below(rng, UNIT_TYPES),
		                    .loc = (uint8_t)rng_below(rng, (uint32_t)map->loc_count)};
		if (board->unit_count < 34 && map->loc[unit.loc].exit_count[unit.type] > 0 &&
		    place_set_has(&region, map->loc[unit.loc].province) && !board_add(map, board, unit))
			continue;
	}
}

/* A move to a neighbour, or over sea to some coast, mostly to one where a unit stands. */
static inline struct order positions_draw_move(const struct map *map, struct rng *rng,
                                               const struct board *board, struct unit unit)
{
	const struct map_loc *loc = &map->loc[unit.loc];
	struct order order = order_move(
		unit.type, unit.loc, loc->exits[unit.type][rng_below(rng, loc->exit_count[unit.type])]);
	if (unit.type == ARMY && loc->terrain == COAST && rng_below(rng, 2) == 0) {
		uint8_t to = rng_below(rng, 3) == 0
		                 ? (uint8_t)rng_below(rng, (uint32_t)map->province_count)
		                 : map->loc[board->unit[rng_below(rng, board->unit_count)].loc].province;
		if (map->loc[to].terrain == COAST && to != loc->province)
			order.to = to;
	}
	order.via = unit.type == ARMY && rng_below(rng, 4) == 0;
	return order;
}

/* A convoy or support of a given order: the first that fits, from a random one on. A hold when none
 * fits. */
static inline struct order positions_draw_help(const struct map *map, struct rng *rng,
                                               const struct position *position, int u, bool convoys)
{
	const struct board *board = &position->board;
	const struct unit unit = board->unit[u];
	const int first = (int)rng_below(rng, board->unit_count);
	for (int n = 0; n < board->unit_count; n++) {
		int v = (first + n) % board->unit_count;
		const struct order helped = position->orders[v];
		const uint8_t to = map->loc[helped.kind == ORDER_MOVE ? helped.to : helped.from].province;
		if (convoys && helped.kind == ORDER_MOVE && helped.type == ARMY &&
		    map->loc[to].terrain == COAST)
			return order_convoy(unit.loc, ARMY, helped.from, helped.to);
		if (v == u || convoys || !map_reaches(map, unit.type, unit.loc, to))
			continue;
		if (helped.kind == ORDER_MOVE)
			return order_support_move(unit.type, unit.loc, helped.type, helped.from, helped.to);
		return order_support_hold(unit.type, unit.loc, helped.type, helped.from);
	}
	return order_hold(unit.type, unit.loc);
}

static inline void positions_draw(const struct map *map, struct rng *rng, struct position *position)
{
	const struct board *board = &position->board;
	positions_draw_board(map, rng, &position->board);
	for (int u = 0; u < board->unit_count; u++)
		position->orders[u] = rng_below(rng, 10) < 6
		                          ? positions_draw_move(map, rng, board, board->unit[u])
		                          : order_hold(board->unit[u].type, board->unit[u].loc);
	for (int u = 0; u < board->unit_count; u++) {
		bool sea = map->loc[board->unit[u].loc].terrain == WATER;
		uint32_t choice = rng_below(rng, 10);
		if (choice < (sea ? 5 : 3) || (position->orders[u].kind == ORDER_HOLD && choice < 9))
			position->orders[u] = positions_draw_help(map, rng, position, u, sea && choice < 6);
	}
}

/* Whether an order is a move to a sea. */
static inline bool positions_attacks_sea(const struct map *map, struct order order)
{
	return order.kind == ORDER_MOVE && map->loc[order.to].terrain == WATER;
}

/* An order for a fleet: a support of any attack at sea, a support of a convoying fleet, an attack
 * on a unit at sea, or a hold. */
static inline struct order positions_draw_knot_fleet(const struct map *map, struct rng *rng,
                                                     const struct position *position, int u)
{
	const struct board *board = &position->board;
	const struct unit unit = board->unit[u];
	const int first = (int)rng_below(rng, board->unit_count);
	const bool supports = rng_below(rng, 3) > 0;
	for (int n = 0; n < board->unit_count; n++) {
		const int v = (first + n) % board->unit_count;
		const struct order helped = position->orders[v];
		const uint8_t home = map->loc[board->unit[v].loc].province;
		if (v == u)
			continue;
		if (supports && positions_attacks_sea(map, helped) &&
		    map_reaches(map, FLEET, unit.loc, helped.to))
			return order_support_move(FLEET, unit.loc, helped.type, helped.from, helped.to);
		if (supports && helped.kind == ORDER_CONVOY && rng_below(rng, 3) == 0 &&
		    map_reaches(map, FLEET, unit.loc, home))
			return order_support_hold(FLEET, unit.loc, FLEET, helped.from);
		if (!supports && map->loc[home].terrain == WATER &&
		    map_adjacent(map, FLEET, unit.loc, home))
			return order_move(FLEET, unit.loc, home);
	}
	return order_hold(FLEET, unit.loc);
}

/* Makes a knot round a few seas: convoyed armies attack fleets that support attacks on the convoys.
 */
static inline void positions_draw_knot(const struct map *map, struct rng *rng,
                                       struct position *position)
{
	struct board *board = &position->board;
	const uint32_t powers = 2 + rng_below(rng, 4);
	board_clear(board);
	const struct place_set region = positions_draw_region(map, rng);
	for (uint32_t tries = 40 + rng_below(rng, 200); tries > 0; tries--) {
		struct unit unit = {.power = (uint8_t)rng_below(rng, powers),
		                    .type = FLEET,
		                    .loc = (uint8_t)rng_below(rng, (uint32_t)map->loc_count)};
		unit.type = map->loc[unit.loc].terrain != WATER && rng_below(rng, 2) == 0 ? ARMY : FLEET;
		if (board->unit_count < 20 && map->loc[unit.loc].exit_count[unit.type] > 0 &&
		    map->loc[unit.loc].terrain != LAND &&
		    place_set_has(&region, map->loc[unit.loc].province) && !board_add(map, board, unit))
			continue;
	}
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		const uint8_t to = map->loc[board->unit[rng_below(rng, board->unit_count)].loc].province;
		position->orders[u] = order_hold(unit.type, unit.loc);
		if (unit.type == ARMY && to != map->loc[unit.loc].province &&
		    map->loc[to].terrain == COAST) {
			position->orders[u] = order_move(ARMY, unit.loc, to);
			position->orders[u].via = rng_below(rng, 2) == 0;
		}
	}
	for (int pass = 0; pass < 3; pass++)
		for (int u = 0; u < board->unit_count; u++) {
			const bool sea = map->loc[board->unit[u].loc].terrain == WATER;
			if (board->unit[u].type == ARMY || position->orders[u].kind != ORDER_HOLD)
				continue;
			if (sea && pass == 0 && rng_below(rng, 3) > 0)
				position->orders[u] = positions_draw_help(map, rng, position, u, true);
			else if (pass > 0)
				position->orders[u] = positions_draw_knot_fleet(map, rng, position, u);
		}
	for (int u = 0; u < board->unit_count; u++)
		if (rng_below(rng, 12) == 0)
			position->orders[u] = positions_draw_help(map, rng, position, u, false);
}

/* Draws a value for every option that matters in a resolution. The other options are about
 * submissions, which no judge sees. */
static inline struct law positions_draw_law(struct rng *rng)
{
	static const char *const names[] = {"routes",   "paradox",     "convoy_cut", "intent",
	                                    "fallback", "needless",    "self_cut",   "origin",
	                                    "victim",   "self_support"};
	struct law law = {0};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct law_option *option = law_find(names[i]);
		const char *value = option->values[rng_below(rng, option->count)].name;
		if (!law_set(&law, names[i], value))
			abort();
	}
	return law;
}

#endif
