/* strategy: see strategy.h. */
#include "strategy.h"

#include <assert.h>
#include <string.h>

/* ── memory ── */

static size_t table_size(const struct evolution *evolution)
{
	size_t size = 64;

	while (size < 2 * evolution_most_boards(evolution))
		size *= 2;
	return size;
}

size_t strategy_size(const struct evolution *evolution)
{
	return evolution_most_boards(evolution) * sizeof(struct expected) +
	       evolution_most_actions(evolution) * sizeof(struct action) +
	       evolution_most_actions(evolution) * UNITS_MAX * sizeof(struct order) +
	       table_size(evolution) * sizeof(int32_t);
}

void strategy_open(struct strategy *strategy, const struct evolution *evolution, void *memory)
{
	char *at = memory;

	*strategy = (struct strategy){.evolution = evolution};
	strategy->boards = (struct expected *)at;
	at += evolution_most_boards(evolution) * sizeof *strategy->boards;
	strategy->actions = (struct action *)at;
	at += evolution_most_actions(evolution) * sizeof *strategy->actions;
	strategy->orders = (struct order *)at;
	at += evolution_most_actions(evolution) * UNITS_MAX * sizeof *strategy->orders;
	strategy->table = (int32_t *)at;
	strategy->table_mask = table_size(evolution) - 1;
	memset(strategy->table, 0, table_size(evolution) * sizeof *strategy->table);
}

/* ── boards and their actions (3.3.1, 3.3.2) ── */

static void find_units(struct expected *expected)
{
	memset(expected->units, 0, sizeof expected->units);
	for (int u = 0; u < expected->board.unit_count; u++)
		unit_set_add(&expected->units[expected->board.unit[u].power], u);
}

void strategy_clear_intentions(struct expected *expected)
{
	for (int r = 0; r < EVOLVE_DEPTH_MAX; r++)
		expected->intention[r] = NONE;
}

int32_t strategy_add_action(struct strategy *strategy, int32_t board, const struct order orders[],
                            int32_t result)
{
	struct expected *expected = &strategy->boards[board];
	struct order *copy = strategy->orders + strategy->order_count;
	const int32_t a = strategy->action_count++;

	assert((size_t)strategy->action_count <= evolution_most_actions(strategy->evolution));
	strategy->order_count += expected->board.unit_count;
	memcpy(copy, orders, expected->board.unit_count * sizeof *copy);
	strategy->actions[a] = (struct action){.next = NONE, .result = result, .orders = copy};
	*(expected->last == NONE ? &expected->first : &strategy->actions[expected->last].next) = a;
	expected->last = a;
	strategy_clear_intentions(expected);
	return a;
}

static bool has_same_orders(const struct order a[], const struct order b[], unit_set units)
{
	while (units) {
		const int u = unit_set_pop(&units);
		if (!order_equal(a[u], b[u]))
			return false;
	}
	return true;
}

int32_t strategy_find_action(const struct strategy *strategy, int32_t board,
                             const struct order orders[], unit_set units)
{
	for (int32_t a = strategy->boards[board].first; a != NONE; a = strategy->actions[a].next)
		if (has_same_orders(strategy->actions[a].orders, orders, units))
			return a;
	return NONE;
}

/* When all units hold, the board stays the same. That needs no judge. */
static void add_hold_action(struct strategy *strategy, int32_t b)
{
	const struct board *board = &strategy->boards[b].board;
	struct order orders[UNITS_MAX];

	for (int u = 0; u < board->unit_count; u++)
		orders[u] = order_hold(board->unit[u].type, board->unit[u].loc);
	strategy_add_action(strategy, b, orders, b);
}

static bool same_units(const struct board *a, const struct board *b)
{
	return a->unit_count == b->unit_count &&
	       memcmp(a->unit, b->unit, a->unit_count * sizeof *a->unit) == 0;
}

int32_t strategy_settle_board(struct strategy *strategy, const struct outlook *outlook)
{
	const int32_t fresh = strategy->board_count;
	struct expected *expected = &strategy->boards[fresh];
	uint32_t slot = board_hash(&expected->board) & strategy->table_mask;

	for (; strategy->table[slot]; slot = (slot + 1) & strategy->table_mask)
		if (same_units(&strategy->boards[strategy->table[slot] - 1].board, &expected->board))
			return strategy->table[slot] - 1;
	strategy->table[slot] = ++strategy->board_count;
	assert((size_t)strategy->board_count <= evolution_most_boards(strategy->evolution));
	find_units(expected);
	expected->fitness = outlook_value(outlook, &expected->board);
	expected->first = expected->last = NONE;
	add_hold_action(strategy, fresh);
	return fresh;
}
