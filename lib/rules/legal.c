/* legal: see legal.h. */
#include "legal.h"

#include <assert.h>
#include <string.h>

struct list {
	struct order *orders;
	int count;
};

static void add(struct list *list, struct order order)
{
	assert(list->count < LEGAL_MAX);
	list->orders[list->count++] = order;
}

static inline bool at_sea(const struct map *map, struct unit unit)
{
	return map->loc[unit.loc].terrain == WATER;
}

/* Adds to a chain every fleet at sea that borders one of its fleets, until none is left. */
static unit_set grow_chain(const struct map *map, const struct board *board, unit_set chain)
{
	for (unit_set todo = chain; todo;) {
		const int f = unit_set_pop(&todo);
		for (int g = 0; g < board->unit_count; g++) {
			if (unit_set_has(chain, g) || !at_sea(map, board->unit[g]) ||
			    !map_adjacent(map, FLEET, board->unit[f].loc, board->unit[g].loc))
				continue;
			unit_set_add(&chain, g);
			unit_set_add(&todo, g);
		}
	}
	return chain;
}

void legal_open(const struct map *map, const struct board *board, struct legal *legal)
{
	unit_set chained = 0;

	legal->map = map;
	legal->board = board;
	legal->chain_count = 0;
	for (int f = 0; f < board->unit_count; f++) {
		if (unit_set_has(chained, f) || !at_sea(map, board->unit[f]))
			continue;
		const unit_set chain = grow_chain(map, board, unit_set_one(f));
		struct place_set coasts = {{0, 0}};
		for (unit_set rest = chain; rest; unit_set_drop(&rest))
			coasts = place_set_union(coasts,
			                         map->loc[board->unit[unit_set_first(rest)].loc].reach[FLEET]);
		legal->coasts[legal->chain_count] = coasts;
		legal->fleets[legal->chain_count++] = chain;
		chained |= chain;
	}
}

/* Whether chain c could carry an army between two provinces. */
static bool carries(const struct legal *legal, int c, uint8_t home, uint8_t target)
{
	return home != target && legal->map->loc[home].terrain == COAST &&
	       legal->map->loc[target].terrain == COAST && place_set_has(&legal->coasts[c], home) &&
	       place_set_has(&legal->coasts[c], target);
}

/* The same of any chain that is left when one fleet is taken away. */
static bool carries_without(const struct legal *legal, int fleet, uint8_t home, uint8_t target)
{
	struct board board = *legal->board;
	struct legal pieces;

	board_remove(&board, fleet);
	legal_open(legal->map, &board, &pieces);
	for (int c = 0; c < pieces.chain_count; c++)
		if (carries(&pieces, c, home, target))
			return true;
	return false;
}

/* Whether a unit could get to a location, other than by a convoy of unit `without` (-1: any fleet
 * may convoy). */
static bool could_move(const struct legal *legal, struct unit unit, uint8_t to, int without)
{
	const struct map *map = legal->map;
	const uint8_t home = map->loc[unit.loc].province;

	if (map_adjacent(map, unit.type, unit.loc, to))
		return true;
	if (unit.type == FLEET || to >= map->province_count)
		return false;
	for (int c = 0; c < legal->chain_count; c++) {
		if (!carries(legal, c, home, to))
			continue;
		if (without < 0 || !unit_set_has(legal->fleets[c], without))
			return true;
		return carries_without(legal, without, home, to);
	}
	return false;
}

/* Whether any chain could. */
static bool could_be_carried(const struct legal *legal, uint8_t home, uint8_t target)
{
	for (int c = 0; c < legal->chain_count; c++)
		if (carries(legal, c, home, target))
			return true;
	return false;
}

static void add_moves(const struct legal *legal, struct unit unit, struct list *list)
{
	const struct map *map = legal->map;
	const struct map_loc *loc = &map->loc[unit.loc];

	for (int i = 0; i < loc->exit_count[unit.type]; i++)
		add(list, order_move(unit.type, unit.loc, loc->exits[unit.type][i]));
	if (unit.type == FLEET)
		return;
	for (int to = 0; to < map->province_count; to++) {
		if (!could_be_carried(legal, loc->province, to))
			continue;
		struct order order = order_move(ARMY, unit.loc, to);
		order.via = 1;
		add(list, order);
	}
}

/* Whether unit u could support unit v where that stands, and to a location. */
static bool could_support_hold(const struct legal *legal, int u, int v)
{
	const struct unit unit = legal->board->unit[u], other = legal->board->unit[v];

	return map_reaches(legal->map, unit.type, unit.loc, legal->map->loc[other.loc].province);
}

static bool could_support_move(const struct legal *legal, int u, int v, uint8_t to)
{
	const struct unit unit = legal->board->unit[u], other = legal->board->unit[v];

	return map_reaches(legal->map, unit.type, unit.loc, legal->map->loc[to].province) &&
	       could_move(legal, other, to, at_sea(legal->map, unit) ? u : -1);
}

/* Supports of unit v: to hold, and to every place both could go to. */
static void add_supports(const struct legal *legal, int u, int v, struct list *list)
{
	const struct unit unit = legal->board->unit[u], other = legal->board->unit[v];

	if (could_support_hold(legal, u, v))
		add(list, order_support_hold(unit.type, unit.loc, other.type, other.loc));
	for (int to = 0; to < legal->map->loc_count; to++)
		if (could_support_move(legal, u, v, to))
			add(list, order_support_move(unit.type, unit.loc, other.type, other.loc, to));
}

static void add_convoys(const struct legal *legal, int u, struct list *list)
{
	const struct board *board = legal->board;

	for (int c = 0; c < legal->chain_count; c++)
		for (int v = 0; unit_set_has(legal->fleets[c], u) && v < board->unit_count; v++)
			for (int to = 0; board->unit[v].type == ARMY && to < legal->map->province_count; to++)
				if (carries(legal, c, board->unit[v].loc, to))
					add(list, order_convoy(board->unit[u].loc, ARMY, board->unit[v].loc, to));
}

int legal_orders(const struct legal *legal, int u, struct order orders[LEGAL_MAX])
{
	const struct unit unit = legal->board->unit[u];
	struct list list = {.orders = orders};

	add(&list, order_hold(unit.type, unit.loc));
	add_moves(legal, unit, &list);
	for (int v = 0; v < legal->board->unit_count; v++)
		if (v != u)
			add_supports(legal, u, v, &list);
	add_convoys(legal, u, &list);
	return list.count;
}

int legal_numbers(const struct legal *legal, const struct vocabulary *vocabulary, int u,
                  int32_t numbers[LEGAL_MAX])
{
	struct order orders[LEGAL_MAX];
	const int listed = legal_orders(legal, u, orders);
	int count = 0;

	for (int i = 0; i < listed; i++) {
		numbers[count] = vocabulary_number(vocabulary, orders[i]);
		count += numbers[count] != VOCABULARY_NONE;
	}
	return count;
}

void legal_mask(const struct legal *legal, const struct vocabulary *vocabulary, unit_set units,
                uint64_t mask[])
{
	int32_t numbers[LEGAL_MAX];

	memset(mask, 0, (size_t)vocabulary->words * sizeof *mask);
	for (unit_set rest = units; rest; unit_set_drop(&rest)) {
		const int count = legal_numbers(legal, vocabulary, unit_set_first(rest), numbers);
		for (int i = 0; i < count; i++)
			mask[numbers[i] / 64] |= UINT64_C(1) << numbers[i] % 64;
	}
}

/* The unit an order helps, or -1: none stands there that is of this type. */
static int find_helped(const struct legal *legal, int u, struct order order)
{
	const struct board *board = legal->board;
	const int v = order.aux < legal->map->loc_count
	                  ? board_find(legal->map, board, legal->map->loc[order.aux].province)
	                  : -1;

	return v >= 0 && v != u && board->unit[v].loc == order.aux &&
	               board->unit[v].type == order.aux_type
	           ? v
	           : -1;
}

static bool may_convoy(const struct legal *legal, int u, int v, uint8_t to)
{
	if (legal->board->unit[v].type != ARMY)
		return false;
	for (int c = 0; c < legal->chain_count; c++)
		if (unit_set_has(legal->fleets[c], u))
			return carries(legal, c, legal->board->unit[v].loc, to);
	return false;
}

static bool has_move(const struct legal *legal, struct unit unit, struct order order)
{
	struct order expected = order_move(unit.type, unit.loc, order.to);

	expected.via = order.via;
	if (order.to >= legal->map->loc_count || !order_equal(order, expected))
		return false;
	if (order.via == 0)
		return map_adjacent(legal->map, unit.type, unit.loc, order.to);
	return order.via == 1 && unit.type == ARMY && order.to < legal->map->province_count &&
	       could_be_carried(legal, unit.loc, order.to);
}

bool legal_has(const struct legal *legal, int u, struct order order)
{
	const struct map *map = legal->map;
	const struct unit unit = legal->board->unit[u];
	const int v = find_helped(legal, u, order);

	switch (order.kind) {
	case ORDER_HOLD:
		return order_equal(order, order_hold(unit.type, unit.loc));
	case ORDER_MOVE:
		return has_move(legal, unit, order);
	case ORDER_SUPPORT_HOLD:
		return v >= 0 &&
		       order_equal(order,
		                   order_support_hold(unit.type, unit.loc, order.aux_type, order.aux)) &&
		       could_support_hold(legal, u, v);
	case ORDER_SUPPORT_MOVE:
		return v >= 0 && order.to < map->loc_count &&
		       order_equal(order, order_support_move(unit.type, unit.loc, order.aux_type, order.aux,
		                                             order.to)) &&
		       could_support_move(legal, u, v, order.to);
	case ORDER_CONVOY:
		return v >= 0 && order.to < map->province_count &&
		       order_equal(order, order_convoy(unit.loc, order.aux_type, order.aux, order.to)) &&
		       unit.type == FLEET && may_convoy(legal, u, v, order.to);
	}
	return false;
}
