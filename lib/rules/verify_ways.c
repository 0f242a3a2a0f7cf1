/* verify_ways: which way armies go, and which fleets carry them. See verify.h. */
#include "seas.h"
#include "verify.h"

/* ── overland or by convoy ── */

/* Whether a fleet of its own power is ordered to convoy an army, by an order that is possible. */
static bool has_own_fleet(struct variant variant, const struct board *board,
                          const struct verified *v, int u)
{
	for (unit_set fleets = v->convoyers[u]; fleets; unit_set_drop(&fleets)) {
		const int f = unit_set_first(fleets);
		if (v->power[f] != v->power[u])
			continue;
		if (variant.law->needless == NEEDLESS_VALID)
			return true;
		const struct place_set seas = seas_open(variant, board);
		if (seas_route_needs(variant.map, &seas, v->home[f], v->home[u], v->target[u]))
			return true;
	}
	return false;
}

/* 4.A.3: whether an army that has a convoy means to go by it. */
static bool means_convoy(struct variant variant, const struct board *board,
                         const struct order *order, const struct verified *v, int u)
{
	const int occupant = v->at[v->target[u]];

	switch (variant.law->intent) {
	case INTENT_OWN_FLEET:
		return order->via || has_own_fleet(variant, board, v, u);
	case INTENT_CONVOY:
		return true;
	case INTENT_SWAP:
		return occupant >= 0 && unit_set_has(v->moves, occupant) &&
		       v->target[occupant] == v->home[u];
	default:
		return order->via;
	}
}

/* The moves of a set that ask for a convoy. */
static inline unit_set find_via(const struct order orders[], unit_set moves)
{
	unit_set via = 0;

	for (unit_set rest = moves; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		via |= unit_set_if(orders[u].via != 0, u);
	}
	return via;
}

/* 4.A.3: an army that could go both overland and by convoy goes one of the two ways. The other way
 * is removed. */
static void choose_ways(struct variant variant, const struct board *board,
                        const struct order orders[], unit_set moves, unit_set carried,
                        struct verified *v)
{
	const struct law *law = variant.law;
	const bool falls_back = law->fallback == FALLBACK_LAND || law->intent == INTENT_CONVOY ||
	                        law->intent == INTENT_SWAP;
	const unit_set via = falls_back && law->intent != INTENT_VIA_ALWAYS
	                         ? 0 /* `via` has no meaning without fleets */
	                         : find_via(orders, moves);

	for (unit_set rest = v->adjacent & (via | carried); rest; unit_set_drop(&rest)) {
		int u = unit_set_first(rest);
		if (means_convoy(variant, board, &orders[u], v, u) &&
		    (!falls_back ||
		     verify_route(variant.map, board, v->convoyers[u], v->home[u], v->target[u])))
			unit_set_remove(&v->adjacent, u);
		else
			v->convoyers[u] = 0;
	}
	for (unit_set rest = law->intent == INTENT_VIA_ALWAYS ? carried & ~via : 0; rest;
	     unit_set_drop(&rest))
		v->convoyers[unit_set_first(rest)] = 0;
}

/* 4.A.1: if any lost fleet breaks a convoy, only fleets on one of its routes can. */
static void drop_strays(const struct map *map, const struct board *board, unit_set carried,
                        struct verified *v)
{
	for (unit_set armies = carried; armies; unit_set_drop(&armies)) {
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

void verify_choose_ways(struct variant variant, const struct board *board,
                        const struct order orders[], unit_set moves, struct verified *v)
{
	const unit_set carried = moves & verify_carried(v, v->convoys);

	if (variant.law->intent != INTENT_EITHER)
		choose_ways(variant, board, orders, moves, carried, v);
	if (variant.law->routes == ROUTES_ALL_OPEN)
		drop_strays(variant.map, board, carried, v);
}

/* Opens both ways again to moves of a set, as far as they have them. */
static void reopen_ways(const struct map *map, const struct board *board,
                        const struct order orders[], unit_set moves, struct verified *v)
{
	for (unit_set rest = moves; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const struct unit unit = board->unit[u];
		v->convoyers[u] = 0;
		v->adjacent |= unit_set_if(map_adjacent(map, unit.type, unit.loc, orders[u].to), u);
	}
	for (unit_set rest = v->convoys & v->valid; rest; unit_set_drop(&rest)) {
		const int f = unit_set_first(rest), army = v->helps[f];
		v->convoyers[army] |= unit_set_if(unit_set_has(moves, army), f);
	}
}

unit_set verify_change_ways(struct variant variant, const struct board *board,
                            const struct order orders[], unit_set changed, unit_set carried,
                            struct verified *v)
{
	unit_set moves = changed | carried | verify_carried(v, changed);

	for (unit_set rest = variant.law->intent == INTENT_SWAP ? changed : 0; rest;
	     unit_set_drop(&rest))
		moves |= v->into[v->home[unit_set_first(rest)]];
	moves &= v->moves;
	reopen_ways(variant.map, board, orders, moves, v);
	verify_choose_ways(variant, board, orders, moves, v);
	return moves;
}

/* ── fleets ── */

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
