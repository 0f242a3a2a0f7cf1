/* verify: order verification (thesis 3.2.1): what counts as issued, and which orders match which. */
#include "verify.h"

#include <string.h>

/* ---- From issues to one order a unit ---- */

static enum verdict verify_issue(const struct map *map, const struct board *board, const struct issue *issue, int *unit)
{
	if (issue->order.kind > ORDER_CONVOY)
		return VERDICT_BAD_KIND;
	if (issue->order.from >= map->loc_count)
		return VERDICT_NO_UNIT;
	*unit = board_find(map, board, map->loc[issue->order.from].province);
	if (*unit < 0 || board->unit[*unit].loc != issue->order.from || board->unit[*unit].type != issue->order.type)
		return VERDICT_NO_UNIT;
	return board->unit[*unit].power == issue->power ? VERDICT_LEGAL : VERDICT_NOT_OWN;
}

void verify_issued(const struct map *map, const struct board *board, const struct issue issues[], int count,
                   struct order orders[UNITS_MAX], enum verdict verdicts[])
{
	int issue_of[UNITS_MAX];

	for (int u = 0; u < board->unit_count; u++) {
		orders[u] = order_hold(board->unit[u].type, board->unit[u].loc);
		issue_of[u] = -1;
	}
	for (int n = 0; n < count; n++) {
		int u;
		verdicts[n] = verify_issue(map, board, &issues[n], &u);
		if (verdicts[n] != VERDICT_LEGAL)
			continue;
		if (issue_of[u] >= 0) {
			verdicts[n] = verdicts[issue_of[u]] = VERDICT_DOUBLE;
			orders[u] = order_hold(board->unit[u].type, board->unit[u].loc);
			continue;
		}
		issue_of[u] = n;
		orders[u] = issues[n].order;
	}
}

/* ---- Who each order concerns ---- */

/* The unit an order names as the one it helps, when it stands there and is not the helper itself; else -1. Orders are
 * to be complete (thesis 1.2.4): type and coast must be right. */
static int find_helped(const struct map *map, const struct board *board, const struct verified *v, int helper,
                       struct order order)
{
	int helped = v->at[map->loc[order.aux].province];

	return helped >= 0 && helped != helper && board->unit[helped].loc == order.aux &&
	               board->unit[helped].type == order.aux_type
	           ? helped
	           : -1;
}

static bool support_matches(const struct map *map, const struct board *board, const struct order orders[],
                            const struct verified *v, int supporter, int supported)
{
	const struct unit *unit = &board->unit[supporter];
	bool moves = v->moves >> supported & 1;

	if (orders[supporter].kind == ORDER_SUPPORT_HOLD)
		return !moves && map_reaches(map, unit->type, unit->loc, v->home[supported]);
	return moves && orders[supported].to == orders[supporter].to &&
	       map_reaches(map, unit->type, unit->loc, v->target[supported]);
}

/* Only fleets at sea convoy, only armies are convoyed, and never to where they stand. */
static bool convoy_matches(const struct map *map, const struct board *board, const struct order orders[],
                           const struct verified *v, int fleet, int army)
{
	return board->unit[fleet].type == FLEET && map->loc[board->unit[fleet].loc].terrain == WATER &&
	       board->unit[army].type == ARMY && v->moves >> army & 1 && orders[army].to == orders[fleet].to &&
	       v->target[army] != v->home[army];
}

/* First pass: where everybody stands, and what kind of order each has. */
static void sort_orders(const struct map *map, const struct board *board, const struct order orders[],
                        struct verified *v)
{
	v->count = board->unit_count;
	v->moves = v->supports = v->support_moves = v->convoys = v->adjacent = v->valid = 0;
	memset(v->at, -1, map->province_count);
	memset(v->into, 0, map->province_count * sizeof *v->into);
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		const unit_set self = (unit_set)1 << u;
		v->power[u] = unit.power;
		v->home[u] = v->target[u] = map->loc[unit.loc].province;
		v->at[v->home[u]] = u;
		v->helps[u] = -1;
		v->supporters[u] = v->convoyers[u] = 0;
		switch (orders[u].kind) {
		case ORDER_MOVE:
			v->moves |= self;
			v->target[u] = map->loc[orders[u].to].province;
			v->into[v->target[u]] |= self;
			if (map_adjacent(map, unit.type, unit.loc, orders[u].to))
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
}

void verify_orders(const struct map *map, const struct board *board, const struct order orders[], struct verified *v)
{
	sort_orders(map, board, orders, v);
	for (unit_set rest = v->supports | v->convoys; rest; rest &= rest - 1) {
		int helper = __builtin_ctzll(rest);
		const unit_set self = (unit_set)1 << helper;
		int helped = find_helped(map, board, v, helper, orders[helper]);
		if (helped < 0)
			continue;
		if (v->supports & self ? !support_matches(map, board, orders, v, helper, helped)
		                       : !convoy_matches(map, board, orders, v, helper, helped))
			continue;
		v->helps[helper] = helped;
		v->valid |= self;
		*(v->supports & self ? &v->supporters[helped] : &v->convoyers[helped]) |= self;
	}
}

/* ---- Convoy routes ---- */

bool verify_route(const struct map *map, const struct board *board, const struct verified *v, int army, unit_set fleets)
{
	unit_set reached = 0;

	for (unit_set rest = fleets; rest; rest &= rest - 1) {
		int f = __builtin_ctzll(rest);
		if (map_reaches(map, FLEET, board->unit[f].loc, v->home[army]))
			reached |= (unit_set)1 << f;
	}
	for (unit_set frontier = reached; frontier;) {
		int f = __builtin_ctzll(frontier);
		frontier &= ~((unit_set)1 << f);
		if (map_reaches(map, FLEET, board->unit[f].loc, v->target[army]))
			return true;
		for (unit_set rest = fleets & ~reached; rest; rest &= rest - 1) {
			int g = __builtin_ctzll(rest);
			if (map_adjacent(map, FLEET, board->unit[f].loc, board->unit[g].loc)) {
				reached |= (unit_set)1 << g;
				frontier |= (unit_set)1 << g;
			}
		}
	}
	return false;
}
