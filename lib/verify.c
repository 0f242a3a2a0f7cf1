/* verify: see verify.h. */
#include "verify.h"

#include "seas.h"

#include <string.h>

/* The unit that an order names as the one it helps, or -1: it does not stand there, or is the
 * helper itself. Orders must be complete (thesis 1.2.4): type and coast must be right. */
static int find_helped(const struct map *map, const struct board *board, const struct verified *v,
                       int helper, struct order order)
{
	int helped = v->at[map->loc[order.aux].province];

	return helped >= 0 && helped != helper && board->unit[helped].loc == order.aux &&
	               board->unit[helped].type == order.aux_type
	           ? helped
	           : -1;
}

static bool support_matches(const struct map *map, const struct board *board,
                            const struct order orders[], const struct verified *v, int supporter,
                            int supported)
{
	const struct unit *unit = &board->unit[supporter];
	bool moves = unit_set_has(v->moves, supported);

	if (orders[supporter].kind == ORDER_SUPPORT_HOLD)
		return !moves && map_reaches(map, unit->type, unit->loc, v->home[supported]);
	return moves && orders[supported].to == orders[supporter].to &&
	       map_reaches(map, unit->type, unit->loc, v->target[supported]);
}

/* Only fleets at sea convoy, only armies are convoyed, and never to where they stand. */
static bool convoy_matches(const struct map *map, const struct board *board,
                           const struct order orders[], const struct verified *v, int fleet,
                           int army)
{
	return board->unit[fleet].type == FLEET && map->loc[board->unit[fleet].loc].terrain == WATER &&
	       board->unit[army].type == ARMY && unit_set_has(v->moves, army) &&
	       orders[army].to == orders[fleet].to && v->target[army] != v->home[army];
}

/* Enters a unit's order into the sets of its kind. */
static inline void place_order(const struct map *map, const struct board *board, struct order order,
                               struct verified *v, int u)
{
	const struct unit unit = board->unit[u];
	const unit_set self = unit_set_one(u);

	switch (order.kind) {
	case ORDER_MOVE:
		v->moves |= self;
		v->target[u] = map->loc[order.to].province;
		v->into[v->target[u]] |= self;
		if (map_adjacent(map, unit.type, unit.loc, order.to))
			v->adjacent |= self;
		break;
	case ORDER_SUPPORT_MOVE:
		v->support_moves |= self;
		v->supports |= self;
		break;
	case ORDER_SUPPORT_HOLD:
		v->supports |= self;
		break;
	case ORDER_CONVOY:
		v->convoys |= self;
		break;
	}
}

/* Removes it from them: the unit then counts as one that holds. */
static inline void withdraw_order(struct verified *v, int u)
{
	const unit_set self = unit_set_one(u);

	v->into[v->target[u]] &= ~self;
	v->target[u] = v->home[u];
	v->moves &= ~self;
	v->adjacent &= ~self;
	v->supports &= ~self;
	v->support_moves &= ~self;
	v->convoys &= ~self;
}

/* First pass: where each unit stands, and what kind of order it has. */
static void sort_orders(const struct map *map, const struct board *board,
                        const struct order orders[], struct verified *v)
{
	v->count = board->unit_count;
	v->moves = v->supports = v->support_moves = v->convoys = v->adjacent = v->valid = 0;
	memset(v->at, -1, map->province_count);
	memset(v->into, 0, map->province_count * sizeof *v->into);
	for (int u = 0; u < board->unit_count; u++) {
		v->power[u] = board->unit[u].power;
		v->home[u] = v->target[u] = map->loc[board->unit[u].loc].province;
		v->at[v->home[u]] = u;
		v->helps[u] = -1;
		v->supporters[u] = v->convoyers[u] = 0;
		place_order(map, board, orders[u], v, u);
	}
}

/* Finds the unit that a support or convoy helps. */
static inline void match_helper(const struct map *map, const struct board *board,
                                const struct order orders[], struct verified *v, int helper)
{
	const unit_set self = unit_set_one(helper);
	const bool supports = v->supports & self;
	const int helped = find_helped(map, board, v, helper, orders[helper]);

	if (helped < 0 ||
	    !(supports ? support_matches : convoy_matches)(map, board, orders, v, helper, helped))
		return;
	v->helps[helper] = helped;
	v->valid |= self;
	*(supports ? &v->supporters[helped] : &v->convoyers[helped]) |= self;
}

static inline void unmatch_helper(struct verified *v, int helper)
{
	const unit_set self = unit_set_one(helper);

	if (v->helps[helper] < 0)
		return;
	v->supporters[v->helps[helper]] &= ~self;
	v->convoyers[v->helps[helper]] &= ~self;
	v->helps[helper] = -1;
	v->valid &= ~self;
}

/* 4.A.3: whether an army that has a convoy means to go by it. */
static bool means_convoy(const struct law *law, const struct order *order, const struct verified *v,
                         int u)
{
	const int occupant = v->at[v->target[u]];

	switch (law->intent) {
	case INTENT_OWN_FLEET:
		for (unit_set fleets = v->convoyers[u]; fleets && !order->via; unit_set_drop(&fleets))
			if (v->power[unit_set_first(fleets)] == v->power[u])
				return true;
		return order->via;
	case INTENT_CONVOY:
		return true;
	case INTENT_SWAP:
		return occupant >= 0 && unit_set_has(v->moves, occupant) &&
		       v->target[occupant] == v->home[u];
	default:
		return order->via;
	}
}

/* 4.A.3: an army that could go both overland and by convoy goes one of the two ways. The other way
 * is removed. */
static void choose_ways(struct variant variant, const struct board *board,
                        const struct order orders[], struct verified *v)
{
	const struct law *law = variant.law;
	const bool falls_back = law->fallback == FALLBACK_LAND || law->intent == INTENT_CONVOY ||
	                        law->intent == INTENT_SWAP;

	for (unit_set rest = v->moves & v->adjacent; rest; unit_set_drop(&rest)) {
		int u = unit_set_first(rest);
		if (!orders[u].via && !v->convoyers[u])
			continue;
		if (means_convoy(law, &orders[u], v, u) &&
		    (!falls_back ||
		     verify_route(variant.map, board, v->convoyers[u], v->home[u], v->target[u])))
			unit_set_remove(&v->adjacent, u);
		else
			v->convoyers[u] = 0;
	}
	for (unit_set rest = law->intent == INTENT_VIA_ALWAYS ? v->moves : 0; rest;
	     unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		if (!orders[x].via)
			v->convoyers[x] = 0;
	}
}

/* 4.A.1: where any fleet lost breaks a convoy, only fleets on a route of it can. */
static void drop_strays(const struct map *map, const struct board *board, struct verified *v)
{
	for (unit_set armies = v->moves; armies; unit_set_drop(&armies)) {
		const int u = unit_set_first(armies);
		struct place_set seas = {{0, 0}};
		for (unit_set rest = v->convoyers[u]; rest; unit_set_drop(&rest)) {
			place_set_add(&seas, board->unit[unit_set_first(rest)].loc);
		}
		for (unit_set rest = v->convoyers[u]; rest; unit_set_drop(&rest)) {
			const int y = unit_set_first(rest);
			if (!seas_route_by(map, &seas, board->unit[y].loc, v->home[u], v->target[u]))
				unit_set_remove(&v->convoyers[u], y);
		}
	}
}

/* Whether the law leaves open which way armies go, or which fleets are on their way. */
static inline bool has_ways(const struct law *law, unit_set convoys)
{
	if (convoys)
		return law->intent != INTENT_EITHER || law->routes == ROUTES_ALL_OPEN;
	return law->intent != INTENT_EITHER && law->fallback == FALLBACK_NONE;
}

void verify_orders(struct variant variant, const struct board *board, const struct order orders[],
                   struct verified *v)
{
	const struct map *map = variant.map;
	const struct law *law = variant.law;

	sort_orders(map, board, orders, v);
	for (unit_set rest = v->supports | v->convoys; rest; unit_set_drop(&rest))
		match_helper(map, board, orders, v, unit_set_first(rest));
	if (!has_ways(law, v->convoys))
		return;
	if (law->intent != INTENT_EITHER)
		choose_ways(variant, board, orders, v);
	if (law->routes == ROUTES_ALL_OPEN)
		drop_strays(map, board, v);
}

bool verify_may_update(const struct law *law, const struct verified *v, const struct order orders[],
                       unit_set changed)
{
	unit_set convoys = v->convoys;

	for (unit_set rest = changed; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		convoys |= unit_set_if(orders[u].kind == ORDER_CONVOY, u);
	}
	return !has_ways(law, convoys);
}

unit_set verify_update(const struct map *map, const struct board *board,
                       const struct order orders[], unit_set changed, struct verified *v)
{
	unit_set helpers = changed;

	for (unit_set rest = changed; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		unmatch_helper(v, u);
		withdraw_order(v, u);
	}
	for (unit_set rest = changed; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		place_order(map, board, orders[x], v, x);
	}
	for (unit_set rest = (v->supports | v->convoys) & ~changed; rest; unit_set_drop(&rest)) {
		const int y = unit_set_first(rest);
		int helped = v->at[map->loc[orders[y].aux].province];
		if (helped >= 0 && unit_set_has(changed, helped))
			unit_set_add(&helpers, y);
	}
	for (unit_set rest = helpers & (v->supports | v->convoys); rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest);
		unmatch_helper(v, s);
		match_helper(map, board, orders, v, s);
	}
	return helpers;
}

unit_set verify_cutting_fleets(const struct law *law, const struct verified *v, int s, int y)
{
	const unit_set fleets = v->convoyers[y];
	const int acted_on = v->at[v->target[v->helps[s]]];
	const unit_set there = acted_on < 0 ? 0 : unit_set_one(acted_on);

	switch (law->convoy_cut) {
	case CONVOY_CUT_1982:
		return there & v->convoys & v->valid ? 0 : fleets;
	case CONVOY_CUT_ALL:
		return fleets;
	}
	if (!unit_set_has(v->support_moves, s) || !(there & fleets))
		return fleets;
	return law->convoy_cut == CONVOY_CUT_1971 || law->routes == ROUTES_ALL_OPEN ? 0
	                                                                            : fleets & ~there;
}

unit_set verify_carried(const struct verified *v, unit_set fleets)
{
	unit_set armies = 0;

	for (unit_set rest = fleets & v->convoys & v->valid; rest; unit_set_drop(&rest))
		unit_set_add(&armies, v->helps[unit_set_first(rest)]);
	return armies;
}

/* ── convoy routes ── */

bool verify_route(const struct map *map, const struct board *board, unit_set fleets, uint8_t home,
                  uint8_t target)
{
	unit_set reached = 0;

	for (unit_set rest = fleets; rest; unit_set_drop(&rest)) {
		int f = unit_set_first(rest);
		if (map_reaches(map, FLEET, board->unit[f].loc, home))
			unit_set_add(&reached, f);
	}
	for (unit_set frontier = reached; frontier;) {
		const int f = unit_set_pop(&frontier);
		if (map_reaches(map, FLEET, board->unit[f].loc, target))
			return true;
		for (unit_set rest = fleets & ~reached; rest; unit_set_drop(&rest)) {
			int g = unit_set_first(rest);
			if (map_adjacent(map, FLEET, board->unit[f].loc, board->unit[g].loc)) {
				unit_set_add(&reached, g);
				unit_set_add(&frontier, g);
			}
		}
	}
	return false;
}
