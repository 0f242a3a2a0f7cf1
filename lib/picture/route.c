/* route: the fleets that convoy an army. See arrows.h. */
#include "arrows.h"

#include "rules/seas.h"

static bool convoys(const struct staging *s, int fleet, const struct order *move, bool whole)
{
	const struct order *order = staging_order(s, fleet);
	const struct map_loc *loc = s->map->loc;

	if (order == NULL || order->kind != ORDER_CONVOY)
		return false;
	if (order->aux >= s->map->loc_count || order->to >= s->map->loc_count)
		return false;
	if (loc[order->aux].province != loc[move->from].province ||
	    loc[order->to].province != loc[move->to].province)
		return false;

	return !whole || s->record->results[s->order_of[fleet]] == RESULT_SUCCEEDS;
}

int route_find_opposite(const struct staging *s, const struct order *move)
{
	const struct map_loc *loc = s->map->loc;
	const int other = board_find(s->map, &s->record->board, loc[move->to].province);
	const struct order *order = other >= 0 ? staging_order(s, other) : NULL;
	const bool opposite = order != NULL && order->kind == ORDER_MOVE &&
	                      order->to < s->map->loc_count &&
	                      loc[order->to].province == loc[move->from].province;
	return opposite ? other : -1;
}

static bool succeeds(const struct staging *s, int unit)
{
	return s->record->results[s->order_of[unit]] == RESULT_SUCCEEDS;
}

/* Whether an army that could move overland moves by sea: it says via, a fleet of its power convoys
 * it, or it has swapped places with another army. */
static bool prefers_sea(const struct staging *s, int army, const struct order *move)
{
	const struct board *board = &s->record->board;
	const int opposite = route_find_opposite(s, move);
	if (move->via || (opposite >= 0 && succeeds(s, army) && succeeds(s, opposite)))
		return true;
	for (int f = 0; f < board->unit_count; f++)
		if (board->unit[f].type == FLEET && board->unit[f].power == board->unit[army].power &&
		    convoys(s, f, move, true))
			return true;
	return false;
}

int route_find(const struct staging *s, int army, uint8_t path[LOCS_MAX])
{
	const struct order *move = staging_order(s, army);
	const struct board *board = &s->record->board;
	const struct map_loc *loc = s->map->loc;
	const struct unit unit = board->unit[army];
	if (unit.type != ARMY ||
	    (map_adjacent(s->map, ARMY, unit.loc, move->to) && !prefers_sea(s, army, move)))
		return 0;
	for (int whole = 1; whole >= 0; whole--) {
		struct place_set fleets = {{0, 0}};
		for (int f = 0; f < board->unit_count; f++)
			if (board->unit[f].type == FLEET && convoys(s, f, move, whole))
				place_set_add(&fleets, board->unit[f].loc);
		const int count =
			seas_find_route(s->map, fleets, loc[move->from].province, loc[move->to].province, path);
		for (int i = 0; i < count; i++)
			path[i] = (uint8_t)board_find(s->map, board, loc[path[i]].province);
		if (count > 0)
			return count;
	}
	return 0;
}
