/* strategy: see strategy.h. */
#include "strategy.h"

#include <assert.h>
#include <string.h>

enum { TABLE_LEAST = 64 };

/* ── memory ── */

static size_t table_size(const struct evolution *evolution)
{
	size_t size = TABLE_LEAST;

	while (size < 2 * evolution_most_boards(evolution))
		size *= 2;
	return size;
}

size_t strategy_size(const struct evolution *evolution)
{
	return evolution_most_boards(evolution) * sizeof(struct expected) +
	       evolution_most_actions(evolution) * sizeof(struct action) +
	       evolution_most_actions(evolution) * UNITS_MAX * sizeof(struct order) +
	       evolution_most_boards(evolution) * sizeof(struct position) +
	       table_size(evolution) * sizeof(int32_t);
}

static void lay_out(struct strategy *strategy, const struct evolution *evolution, void *memory)
{
	const size_t boards = evolution_most_boards(evolution);
	const size_t actions = evolution_most_actions(evolution);
	char *at = memory;

	strategy->most_boards = (int32_t)boards;
	strategy->most_actions = (int32_t)actions;
	strategy->boards = (struct expected *)at;
	at += boards * sizeof *strategy->boards;
	strategy->actions = (struct action *)at;
	at += actions * sizeof *strategy->actions;
	strategy->orders = (struct order *)at;
	at += actions * UNITS_MAX * sizeof *strategy->orders;
	strategy->positions = (struct position *)at;
	at += boards * sizeof *strategy->positions;
	strategy->table = (int32_t *)at;
}

/* ── actions (3.3.1) ── */

static void clear_intentions(struct expected *expected)
{
	for (int r = 0; r < EVOLVE_DEPTH_MAX; r++)
		expected->intention[r] = NONE;
}

/* A hash of our own orders. */
static uint64_t hash_own(const struct position *position, const struct order orders[])
{
	uint64_t hash = 0;

	for (int i = 0; i < position->own.count; i++) {
		uint64_t bytes;
		memcpy(&bytes, &orders[position->own.unit[i]], sizeof bytes);
		hash = (hash ^ bytes) * UINT64_C(0x9e3779b97f4a7c15);
	}
	return hash;
}

static struct order *take_orders(struct strategy *strategy, int count)
{
	struct order *orders = strategy->orders + strategy->order_count;

	strategy->order_count += count;
	return orders;
}

/* Appends an action to a board's list. */
static int32_t append_action(struct strategy *strategy, int32_t board, struct order *orders,
                             int32_t result)
{
	struct expected *expected = &strategy->boards[board];
	const int32_t a = strategy->action_count++;

	assert(strategy->action_count <= strategy->most_actions);
	strategy->actions[a] = (struct action){.next = NONE,
	                                       .result = result,
	                                       .worth = strategy->boards[result].fitness,
	                                       .orders = orders};
	*(expected->last == NONE ? &expected->first : &strategy->actions[expected->last].next) = a;
	expected->last = a;
	clear_intentions(expected);
	return a;
}

int32_t strategy_add_action(struct strategy *strategy, int32_t board, const struct order orders[],
                            int32_t result)
{
	const struct position *position = strategy->boards[board].position;
	struct order *copy = take_orders(strategy, position->board.unit_count);
	const int32_t a = append_action(strategy, board, copy, result);

	memcpy(copy, orders, position->board.unit_count * sizeof *copy);
	strategy->actions[a].hash = hash_own(position, orders);
	return a;
}

void strategy_replace_action(struct strategy *strategy, int32_t board, int32_t action,
                             const struct order orders[], int32_t result)
{
	struct expected *expected = &strategy->boards[board];
	struct action *replaced = &strategy->actions[action];

	memcpy(replaced->orders, orders, expected->position->board.unit_count * sizeof *orders);
	replaced->hash = hash_own(expected->position, orders);
	if (result == replaced->result)
		return;
	replaced->result = result;
	replaced->worth = strategy->boards[result].fitness;
	clear_intentions(expected);
}

static bool has_orders(const struct position *position, const struct order a[],
                       const struct order b[], bool own)
{
	for (int i = 0; i < position->own.count; i++)
		if (!order_equal(a[position->own.unit[i]], b[position->own.unit[i]]))
			return false;
	return own || memcmp(a, b, position->board.unit_count * sizeof *a) == 0;
}

int32_t strategy_find_action(const struct strategy *strategy, int32_t board,
                             const struct order orders[], bool own)
{
	const struct position *position = strategy->boards[board].position;
	const uint64_t hash = hash_own(position, orders);

	for (int32_t a = strategy->boards[board].first; a != NONE; a = strategy->actions[a].next)
		if (strategy->actions[a].hash == hash &&
		    has_orders(position, strategy->actions[a].orders, orders, own))
			return a;
	return NONE;
}

/* ── boards that are unfolded ── */

/* Makes a board from the previous one. */
static void move_units(const struct map *map, const struct expected *expected,
                       const struct board *before, struct board *board)
{
	const struct departures departures = expected->departures;
	int count = 0;

	*board = *before;
	for (unit_set rest = departures.moved | departures.gone; rest;) {
		const int last = unit_set_last(rest);
		board_remove(board, last);
		unit_set_remove(&rest, last);
	}
	for (unit_set rest = departures.moved; rest;) {
		struct unit unit = before->unit[unit_set_pop(&rest)];
		unit.loc = expected->to[count++];
		if (!board_add(map, board, unit))
			assert(!"two units in a province");
	}
}

static void make_board(struct strategy *strategy, struct expected *expected)
{
	expected->position = &strategy->positions[strategy->position_count++];
	move_units(strategy->valuation->map, expected,
	           &strategy->boards[expected->before].position->board, &expected->position->board);
}

/* Writes the orders of the first action: all hold. */
static void order_holds(struct strategy *strategy, struct expected *expected)
{
	const struct board *board = &expected->position->board;
	struct order *orders = take_orders(strategy, board->unit_count);

	position_sort(strategy->valuation->power, expected->position);
	for (int u = 0; u < board->unit_count; u++)
		orders[u] = order_hold(board->unit[u].type, board->unit[u].loc);
	strategy->actions[expected->first].orders = orders;
	strategy->actions[expected->first].hash = hash_own(expected->position, orders);
}

void strategy_unfold(struct strategy *strategy, int32_t board)
{
	make_board(strategy, &strategy->boards[board]);
	order_holds(strategy, &strategy->boards[board]);
}

/* ── boards that are reached (3.3.2) ── */

static void enter(struct strategy *strategy, int32_t board)
{
	uint32_t slot = strategy->boards[board].hash & strategy->table_mask;

	while (strategy->table[slot])
		slot = (slot + 1) & strategy->table_mask;
	strategy->table[slot] = board + 1;
}

/* Gives the table another size, a power of two. */
static void make_table(struct strategy *strategy, uint32_t size)
{
	strategy->table_mask = size - 1;
	memset(strategy->table, 0, size * sizeof *strategy->table);
	for (int32_t b = 0; b < strategy->board_count; b++)
		enter(strategy, b);
}

/* Adds the board in the next free place. If all units hold, it does not change, which needs no
 * judge. */
static void add_board(struct strategy *strategy)
{
	const int32_t fresh = strategy->board_count++;
	struct expected *expected = &strategy->boards[fresh];

	assert(strategy->board_count <= strategy->most_boards);
	if ((uint32_t)strategy->board_count > strategy->table_mask / 2)
		make_table(strategy, 2 * (strategy->table_mask + 1));
	else
		enter(strategy, fresh);
	expected->first = expected->last = NONE;
	append_action(strategy, fresh, NULL, fresh);
}

/* Computes what is known of a board from the departures on the previous one. */
static void depart(const struct valuation *valuation, const struct expected *before,
                   const struct judgement *judgement, struct expected *expected)
{
	const struct departures departures = judge_find_departures(judgement);
	const struct verified *v = &judgement->verified;
	int count = 0;

	expected->departures = departures;
	expected->hash = before->hash;
	expected->occupied = before->occupied;
	for (unit_set rest = departures.moved | departures.gone; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		expected->hash -= unit_hash(judgement->board->unit[u]);
		valuation_leave(valuation, v->home[u], v->power[u] == valuation->power,
		                &expected->occupied);
	}
	for (unit_set rest = departures.moved; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		struct unit unit = judgement->board->unit[u];
		unit.loc = expected->to[count++] = judgement->orders[u].to;
		expected->hash += unit_hash(unit);
		valuation_arrive(valuation, v->target[u], v->power[u] == valuation->power,
		                 &expected->occupied);
	}
}

int32_t strategy_reach(struct strategy *strategy, int32_t board, const struct judgement *judgement)
{
	const struct valuation *valuation = strategy->valuation;
	const struct expected *before = &strategy->boards[board];
	const int32_t fresh = strategy->board_count;
	struct expected *expected = &strategy->boards[fresh];

	depart(valuation, before, judgement, expected);
	uint32_t slot = expected->hash & strategy->table_mask;
	for (; strategy->table[slot]; slot = (slot + 1) & strategy->table_mask)
		if (strategy->boards[strategy->table[slot] - 1].hash == expected->hash)
			return strategy->table[slot] - 1;
	expected->before = board;
	expected->position = NULL;
	if (valuation->near > 0)
		make_board(strategy, expected);
	expected->fitness = valuation_weigh(valuation, &expected->occupied,
	                                    expected->position ? &expected->position->board : NULL);
	add_board(strategy);
	if (expected->position)
		order_holds(strategy, expected);
	return fresh;
}

void strategy_open(struct strategy *strategy, const struct evolution *evolution,
                   const struct valuation *valuation, const struct board *present, void *memory)
{
	*strategy = (struct strategy){.valuation = valuation};
	lay_out(strategy, evolution, memory);
	make_table(strategy, TABLE_LEAST);
	struct expected *expected = &strategy->boards[0];
	expected->position = &strategy->positions[strategy->position_count++];
	expected->position->board = *present;
	expected->before = NONE;
	expected->hash = board_hash(present);
	expected->occupied = valuation_occupied(valuation, present);
	expected->fitness = valuation_weigh(valuation, &expected->occupied, present);
	add_board(strategy);
	order_holds(strategy, expected);
}
