/* route: the fleets that convoy an army. See arrows.h. */
#include "arrows.h"

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

static bool fleet_reaches(const struct staging *s, int fleet, uint8_t province)
{
	return map_reaches(s->map, FLEET, s->record->board.unit[fleet].loc, province);
}

/* The shortest route over fleets of a set, searched from the target back to the army. */
static int search(const struct staging *s, unit_set fleets, const struct order *move,
                  uint8_t path[UNITS_MAX])
{
	const struct map_loc *loc = s->map->loc;
	const struct board *board = &s->record->board;
	uint8_t queue[UNITS_MAX], next[UNITS_MAX];
	int head = 0, tail = 0, count = 0;
	for (unit_set rest = fleets; rest; unit_set_drop(&rest)) {
		const int f = unit_set_first(rest);
		if (fleet_reaches(s, f, loc[move->to].province)) {
			next[f] = (uint8_t)f; /* the last fleet */
			queue[tail++] = (uint8_t)f;
			unit_set_remove(&fleets, f);
		}
	}
	for (; head < tail; head++) {
		const int f = queue[head];
		if (fleet_reaches(s, f, loc[move->from].province)) {
			for (int at = f;; at = next[at]) {
				path[count++] = (uint8_t)at;
				if (next[at] == at)
					return count;
			}
		}
		for (unit_set rest = fleets; rest; unit_set_drop(&rest)) {
			const int g = unit_set_first(rest);
			if (!fleet_reaches(s, g, loc[board->unit[f].loc].province))
				continue;
			next[g] = (uint8_t)f;
			queue[tail++] = (uint8_t)g;
			unit_set_remove(&fleets, g);
		}
	}
	return 0;
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

int route_find(const struct staging *s, int army, uint8_t path[UNITS_MAX])
{
	const struct order *move = staging_order(s, army);
	const struct unit unit = s->record->board.unit[army];
	if (unit.type != ARMY ||
	    (map_adjacent(s->map, ARMY, unit.loc, move->to) && !prefers_sea(s, army, move)))
		return 0;
	for (int whole = 1; whole >= 0; whole--) {
		unit_set fleets = 0;
		for (int f = 0; f < s->record->board.unit_count; f++)
			if (s->record->board.unit[f].type == FLEET && convoys(s, f, move, whole))
				unit_set_add(&fleets, f);
		const int count = search(s, fleets, move, path);
		if (count > 0)
			return count;
	}
	return 0;
}
