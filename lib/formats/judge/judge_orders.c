/* judge_orders: see judge_orders.h. */
#include "judge_orders.h"

#include "game/build.h"
#include "judge_names.h"
#include "game/retreat.h"

#include <stdio.h>
#include <string.h>

enum { OWN_WAY = 1, OTHER_OWN = 100, OTHER_POWER = 10000, NO_WAY = 1 << 30 };

/* ── routes ── */

/* The state of a search for the cheapest route: the fee of each sea, and the best way to it. */
struct search {
	const struct map *map;
	int fee[PROVINCES_MAX]; /* of the fleet there; NO_WAY: there is no fleet */
	int cost[PROVINCES_MAX];
	uint8_t before[PROVINCES_MAX];
	bool done[PROVINCES_MAX];
};

/* The cheapest are fleets that are ordered to convoy this army, then fleets of the same power that
 * may have other orders, then fleets of other powers. */
static void set_fees(const struct board *board, const struct phase_orders *orders, int i,
                     struct search *search)
{
	const struct order army = orders->order[i];

	for (int p = 0; p < search->map->province_count; p++)
		search->fee[p] = search->cost[p] = NO_WAY;
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		if (unit.type == FLEET && search->map->loc[unit.loc].terrain == WATER)
			search->fee[unit.loc] = unit.power == orders->power[i] ? OTHER_OWN : OTHER_POWER;
	}
	for (int n = 0; n < orders->count; n++) {
		const struct order order = orders->order[n];
		if (order.kind == ORDER_CONVOY && order.aux == army.from && order.to == army.to &&
		    order.from < search->map->province_count && search->fee[order.from] < NO_WAY)
			search->fee[order.from] = OWN_WAY;
	}
}

/* The cheapest sea that is not done, or LOC_NONE. */
static uint8_t next_sea(const struct search *search)
{
	uint8_t best = LOC_NONE;

	for (int p = 0; p < search->map->province_count; p++)
		if (!search->done[p] && search->cost[p] < NO_WAY &&
		    (best == LOC_NONE || search->cost[p] < search->cost[best]))
			best = (uint8_t)p;
	return best;
}

static void relax(struct search *search, uint8_t sea)
{
	for (int to = 0; to < search->map->province_count; to++)
		if (search->fee[to] < NO_WAY && map_adjacent(search->map, FLEET, sea, (uint8_t)to) &&
		    search->cost[sea] + search->fee[to] < search->cost[to]) {
			search->cost[to] = search->cost[sea] + search->fee[to];
			search->before[to] = sea;
		}
}

int judge_route(const struct map *map, const struct board *board, const struct phase_orders *orders,
                int i, uint8_t seas[UNITS_MAX])
{
	const struct order army = orders->order[i];
	struct search search = {.map = map};
	uint8_t sea;
	int count = 0;

	set_fees(board, orders, i, &search);
	for (int p = 0; p < map->province_count; p++)
		if (search.fee[p] < NO_WAY && map_reaches(map, FLEET, (uint8_t)p, army.from)) {
			search.cost[p] = search.fee[p];
			search.before[p] = LOC_NONE;
		}
	while ((sea = next_sea(&search)) != LOC_NONE && !map_reaches(map, FLEET, sea, army.to)) {
		search.done[sea] = true;
		relax(&search, sea);
	}
	for (uint8_t at = sea; at != LOC_NONE; at = search.before[at])
		count++;
	for (int n = count; n > 0; sea = search.before[sea])
		seas[--n] = sea;
	return count;
}

/* ── writing ── */

static const char *code(const struct map *map, uint8_t loc)
{
	return map->loc[loc].code;
}

static char *print_move(const struct map *map, const struct board *board,
                        const struct phase_orders *orders, int i, char text[JUDGE_ORDER_SIZE])
{
	const struct order order = orders->order[i];
	const bool overland = map_adjacent(map, order.type, order.from, order.to);
	uint8_t seas[UNITS_MAX];
	struct text out = {text, JUDGE_ORDER_SIZE, 0};
	const int count = order.type == ARMY && (order.via || !overland)
	                      ? judge_route(map, board, orders, i, seas)
	                      : 0;

	text_add(&out, "%c %s", "AF"[order.type], code(map, order.from));
	for (int s = 0; s < count; s++)
		text_add(&out, " - %s", code(map, seas[s]));
	text_add(&out, " - %s", code(map, order.to));
	return text;
}

/* The target of a supported unit: the coast that it is ordered to, else one that it can reach. */
static uint8_t infer_target(const struct map *map, const struct phase_orders *orders,
                            struct order support)
{
	if (support.aux_type == ARMY || support.to >= map->province_count ||
	    map->coast_count[support.to] == 0)
		return support.to;
	for (int n = 0; n < orders->count; n++) {
		const struct order order = orders->order[n];
		if (order.kind == ORDER_MOVE && order.from == support.aux &&
		    map->loc[order.to].province == support.to)
			return order.to;
	}
	for (int c = 0; c < map->coast_count[support.to]; c++)
		if (map_adjacent(map, FLEET, support.aux, map->coasts[support.to][c]))
			return map->coasts[support.to][c];
	return support.to;
}

char *judge_order_print(const struct map *map, const struct board *board,
                        const struct phase_orders *orders, int i, char text[JUDGE_ORDER_SIZE])
{
	const struct order order = orders->order[i];
	const char type = order.type < UNIT_TYPES ? "AF"[order.type] : ' ';
	const bool winter = phase_is_winter(board->phase);

	switch (order.kind) {
	case ORDER_MOVE:
		return print_move(map, board, orders, i, text);
	case ORDER_SUPPORT_HOLD:
		snprintf(text, JUDGE_ORDER_SIZE, "%c %s support %c %s", type, code(map, order.from),
		         "AF"[order.aux_type], code(map, order.aux));
		break;
	case ORDER_SUPPORT_MOVE:
		snprintf(text, JUDGE_ORDER_SIZE, "%c %s support %c %s - %s", type, code(map, order.from),
		         "AF"[order.aux_type], code(map, order.aux),
		         code(map, infer_target(map, orders, order)));
		break;
	case ORDER_CONVOY:
		snprintf(text, JUDGE_ORDER_SIZE, "F %s convoy A %s - %s", code(map, order.from),
		         code(map, order.aux), code(map, order.to));
		break;
	case ORDER_RETREAT:
		snprintf(text, JUDGE_ORDER_SIZE, "%c %s - %s", type, code(map, order.from),
		         code(map, order.to));
		break;
	case ORDER_DISBAND:
		snprintf(text, JUDGE_ORDER_SIZE, winter ? "r %c %s" : "%c %s disband", type,
		         code(map, order.from));
		break;
	case ORDER_BUILD:
		snprintf(text, JUDGE_ORDER_SIZE, "b %c %s", type, code(map, order.from));
		break;
	case ORDER_WAIVE:
		snprintf(text, JUDGE_ORDER_SIZE, "waive");
		break;
	default:
		snprintf(text, JUDGE_ORDER_SIZE, "%c %s hold", type, code(map, order.from));
	}
	return text;
}

/* ── what the Judge accepts ── */

bool judge_takes(const struct map *map, const struct board *board, struct order order)
{
	if (order.kind != ORDER_DISBAND)
		return true;

	const int i = board_find_retreat(map, board, map->loc[order.from].province);
	return i < 0 || retreat_is_possible(map, board, i);
}

int judge_count_waives(const struct map *map, const struct board *board, bool idle_winter,
                       uint8_t power)
{
	int centres[POWERS_MAX], units[POWERS_MAX];

	if (!idle_winter && !phase_is_winter(board->phase))
		return 0;
	board_count_centres(map, board, centres);
	board_count_units(board, units);
	const int due = centres[power] - units[power];
	return due > 0 && build_allowance(map, board, power) == 0 ? due : 0;
}
