/* route: the fleets over which an army goes. See arrows.h. */
#include "arrows.h"

static bool convoys(const struct staging *s, int fleet, const struct order *move, bool whole)
{
	const struct order *order = staging_order(s, fleet);
	const struct map_loc *loc = s->map->loc;
	return order != NULL && order->kind == ORDER_CONVOY && order->aux < s->map->loc_count &&
	       order->to < s->map->loc_count && loc[order->aux].province == loc[move->from].province &&
	       loc[order->to].province == loc[move->to].province &&
	       (!whole || s->record->results[s->order_of[fleet]] == RESULT_SUCCEEDS);
}

static bool fleet_reaches(const struct staging *s, int fleet, uint8_t province)
{
	return map_reaches(s->map, FLEET, s->record->board.unit[fleet].loc, province);
}

/* The shortest way over fleets of a set, searched from the target back to the army. */
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
			next[f] = (uint8_t)f; /* the last one */
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

int route_find(const struct staging *s, int army, uint8_t path[UNITS_MAX])
{
	const struct order *move = staging_order(s, army);
	const struct unit unit = s->record->board.unit[army];
	if (unit.type != ARMY || (!move->via && map_adjacent(s->map, ARMY, unit.loc, move->to)))
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
