/* pool: expected boards, actions on them, and intentions for each round (thesis, figure 7).
 *
 * A board has a list of global actions: one order for every unit of all powers. For each round it
 * has the intention to take one of them. An individual is the path of intentions from the present
 * board. Forecasts only move units: no owners change and nothing is built (3.3.4). So two boards
 * with the same units are one. Where section 3.3 is silent, doc/thesis.md has the readings.
 *
 * Invariant: board 0 is the present one; an action's result is a board of the pool. */
#include "pool.h"

#include "mutation.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

enum { NONE = -1 };

struct action {
	int32_t next;         /* in the list of its board, or NONE */
	int32_t result;       /* board it leads to */
	int32_t age;          /* recessions endured */
	struct order *orders; /* parallel to the board's units */
};

struct expected {
	fitness fitness;
	int32_t first, last;                 /* its actions */
	int32_t intention[EVOLVE_DEPTH_MAX]; /* action to take in each round; NONE: not selected */
	unit_set units[POWERS_MAX];          /* by power */
	struct board board; /* last, so that the fields used most stand close together */
};

/* ── memory ── */

static size_t table_size(const struct evolution *evolution)
{
	size_t size = 64;

	while (size < 2 * evolution_most_boards(evolution))
		size *= 2;
	return size;
}

/* There is room for one more set of orders than for actions: the one that recession tries. */
size_t pool_size(const struct evolution *evolution)
{
	return evolution_most_boards(evolution) * sizeof(struct expected) +
	       evolution_most_actions(evolution) * sizeof(struct action) +
	       (evolution_most_actions(evolution) + 1) * UNITS_MAX * sizeof(struct order) +
	       table_size(evolution) * sizeof(int32_t);
}

static void pool_place(struct pool *pool, void *scratch)
{
	char *at = scratch;

	pool->boards = (struct expected *)at;
	at += evolution_most_boards(pool->evolution) * sizeof *pool->boards;
	pool->actions = (struct action *)at;
	at += evolution_most_actions(pool->evolution) * sizeof *pool->actions;
	pool->orders = (struct order *)at;
	at += (evolution_most_actions(pool->evolution) + 1) * UNITS_MAX * sizeof *pool->orders;
	pool->table = (int32_t *)at;
	pool->table_mask = table_size(pool->evolution) - 1;
	memset(pool->table, 0, table_size(pool->evolution) * sizeof *pool->table);
}

/* ── boards and their actions (3.3.1, 3.3.2) ── */

static void find_units(struct expected *expected)
{
	memset(expected->units, 0, sizeof expected->units);
	for (int u = 0; u < expected->board.unit_count; u++)
		unit_set_add(&expected->units[expected->board.unit[u].power], u);
}

/* The share of all conquered centres that we own or stand in (3.3.3). */
static fitness evaluate(const struct pool *pool, const struct board *board)
{
	const struct map *map = pool->call->map;
	struct place_set own = pool->own, conquered = pool->conquered;

	for (int u = 0; u < board->unit_count; u++) {
		uint8_t province = map->loc[board->unit[u].loc].province;
		if (!map->centre[province])
			continue;
		place_set_add(&conquered, province);
		if (board->unit[u].power == pool->call->power)
			place_set_add(&own, province);
	}
	const int all = place_set_count(conquered);
	return all ? (place_set_count(own) << 16) / all : 0;
}

static void clear_intentions(struct expected *expected)
{
	for (int r = 0; r < EVOLVE_DEPTH_MAX; r++)
		expected->intention[r] = NONE;
}

static struct order *take_orders(struct pool *pool, int count)
{
	struct order *orders = pool->orders + pool->order_count;

	pool->order_count += count;
	return orders;
}

static void add_action(struct pool *pool, int32_t board, struct order *orders, int32_t result)
{
	struct expected *expected = &pool->boards[board];
	int32_t a = pool->action_count++;

	assert((size_t)pool->action_count <= evolution_most_actions(pool->evolution));
	pool->actions[a] = (struct action){.next = NONE, .result = result, .orders = orders};
	*(expected->last == NONE ? &expected->first : &pool->actions[expected->last].next) = a;
	expected->last = a;
	clear_intentions(expected);
}

/* When all units hold, the board stays the same. That needs no judge. */
static void add_hold_action(struct pool *pool, int32_t b)
{
	const struct board *board = &pool->boards[b].board;
	struct order *orders = take_orders(pool, board->unit_count);

	for (int u = 0; u < board->unit_count; u++)
		orders[u] = order_hold(board->unit[u].type, board->unit[u].loc);
	add_action(pool, b, orders, b);
}

static bool same_units(const struct board *a, const struct board *b)
{
	return a->unit_count == b->unit_count &&
	       memcmp(a->unit, b->unit, a->unit_count * sizeof *a->unit) == 0;
}

/* Looks for the board in the pool's next free place among the known ones; adds it when it is new.
 */
static int32_t settle_board(struct pool *pool)
{
	const int32_t fresh = pool->board_count;
	struct expected *expected = &pool->boards[fresh];
	uint32_t slot = board_hash(&expected->board) & pool->table_mask;

	for (; pool->table[slot]; slot = (slot + 1) & pool->table_mask)
		if (same_units(&pool->boards[pool->table[slot] - 1].board, &expected->board))
			return pool->table[slot] - 1;
	pool->table[slot] = ++pool->board_count;
	assert((size_t)pool->board_count <= evolution_most_boards(pool->evolution));
	find_units(expected);
	expected->fitness = evaluate(pool, &expected->board);
	expected->first = expected->last = NONE;
	add_hold_action(pool, fresh);
	return fresh;
}

/* The board to which an action leads by the judge. */
static int32_t foresee(struct pool *pool, struct forecast *forecast, int32_t b,
                       const struct order orders[])
{
	const struct player_call *call = pool->call;
	const uint64_t start = call->clock ? call->clock() : 0;
	const struct judgement *judgement = forecast_resolve(forecast, &pool->boards[b].board, orders);

	if (call->clock)
		pool->effort.forecast_ns += call->clock() - start;
	pool->effort.forecasts[judgement->resolution.stage]++;
	judge_move_units(judgement, &pool->boards[pool->board_count].board);
	return settle_board(pool);
}

/* ── selection (3.3.3) ── */

/* The fitness of the best leaf reachable from a board in a round. Sets the intentions on the way
 * that are not set, or all of them when none are kept. The first of equally good actions is
 * intended. */
static fitness select_best(struct pool *pool, int32_t b, int round)
{
	struct expected *expected = &pool->boards[b];
	fitness best = NONE;

	pool->effort.nodes++;
	if (round == pool->evolution->depth)
		return expected->fitness;
	if (expected->intention[round] != NONE && pool->evolution->keep)
		return select_best(pool, pool->actions[expected->intention[round]].result, round + 1);
	for (int32_t a = expected->first; a != NONE; a = pool->actions[a].next) {
		fitness reached = select_best(pool, pool->actions[a].result, round + 1);
		if (reached > best) {
			best = reached;
			expected->intention[round] = a;
		}
	}
	return best;
}

/* One limb of the selected individual. */
struct limb {
	int32_t board, action;
	int round;
};

/* Selects the best individual. Returns its fitness and its youngest limb, the first of equals. */
static fitness select_youngest(struct pool *pool, struct limb *youngest)
{
	const fitness best = select_best(pool, 0, 0);
	int32_t b = 0;

	for (int round = 0; round < pool->evolution->depth; round++) {
		int32_t a = pool->boards[b].intention[round];
		if (round == 0 || pool->actions[a].age < pool->actions[youngest->action].age)
			*youngest = (struct limb){b, a, round};
		b = pool->actions[a].result;
	}
	return best;
}

/* ── reproduction and recession (3.3.4, 3.3.5) ── */

/* Draws new orders for some units of a board: our own, or the opponents'. False when there are no
 * such units. */
static bool mutate(struct pool *pool, int32_t b, struct order orders[], bool own, int mutations)
{
	const struct expected *expected = &pool->boards[b];
	const unit_set ours = expected->units[pool->call->power];
	const struct mutation mutation = {pool->call->map, &expected->board, expected->units};

	return mutation_draw(&mutation, own ? ours : board_all_units(&expected->board) & ~ours,
	                     mutations, &pool->rng, orders);
}

static bool is_known_action(const struct pool *pool, int32_t b, const struct order orders[])
{
	const size_t size = pool->boards[b].board.unit_count * sizeof *orders;

	for (int32_t a = pool->boards[b].first; a != NONE; a = pool->actions[a].next)
		if (memcmp(pool->actions[a].orders, orders, size) == 0)
			return true;
	return false;
}

/* A child of the limb's action joins the pool, unless it is there already. It keeps the parent's
 * orders for opponents. */
static void reproduce(struct pool *pool, struct limb parent)
{
	const struct expected *expected = &pool->boards[parent.board];
	const int unit_count = expected->board.unit_count;
	struct order child[UNITS_MAX];

	for (int t = 0; t < pool->evolution->tries; t++) {
		memcpy(child, pool->actions[parent.action].orders, unit_count * sizeof *child);
		if (!mutate(pool, parent.board, child, true, pool->evolution->mutations))
			return;
		if (is_known_action(pool, parent.board, child))
			continue;
		struct order *orders = take_orders(pool, unit_count);
		memcpy(orders, child, unit_count * sizeof *orders);
		add_action(pool, parent.board, orders, foresee(pool, &pool->births, parent.board, orders));
		return;
	}
}

/* Replaces the opponents' orders in an action. Our own stay the same. */
static void replace_orders(struct pool *pool, int32_t b, int32_t a, const struct order orders[],
                           int32_t result)
{
	struct expected *expected = &pool->boards[b];
	struct action *action = &pool->actions[a];

	memcpy(action->orders, orders, expected->board.unit_count * sizeof *orders);
	if (result != action->result) {
		action->result = result;
		clear_intentions(expected);
	}
}

/* An opponent tries another order against the limb's action. The order stays when the leaf that is
 * then reached is worse for us. */
static void recede(struct pool *pool, struct limb limb, fitness current)
{
	struct expected *expected = &pool->boards[limb.board];
	struct action *action = &pool->actions[limb.action];
	struct order tried[UNITS_MAX];

	action->age++;
	memcpy(tried, action->orders, expected->board.unit_count * sizeof *tried);
	if (!mutate(pool, limb.board, tried, false, 1) ||
	    memcmp(tried, action->orders, expected->board.unit_count * sizeof *tried) == 0)
		return;
	int32_t result = foresee(pool, &pool->recessions[limb.round], limb.board, tried);
	if (select_best(pool, result, limb.round + 1) >= current)
		return;
	replace_orders(pool, limb.board, limb.action, tried, result);
}

/* ── evolution (3.3.6) ── */

void pool_open(struct pool *pool, const struct player_call *call, const struct evolution *evolution,
               int island, void *memory)
{
	const struct variant variant = rules_variant(call->rules, call->map);

	memset(pool, 0, offsetof(struct pool, births));
	pool->call = call;
	pool->evolution = evolution;
	pool_place(pool, memory);
	forecast_open(&pool->births, variant, call->judge);
	for (int round = 0; round < evolution->depth; round++)
		forecast_open(&pool->recessions[round], variant, call->judge);
	pool->rng = player_chance(call, RNG_ORDERS);
	rng_part(&pool->rng, island);
	for (int p = 0; p < call->map->province_count; p++) {
		if (!call->map->centre[p] || call->board->owner[p] == POWER_NONE)
			continue;
		place_set_add(&pool->conquered, p);
		if (call->board->owner[p] == call->power)
			place_set_add(&pool->own, p);
	}
	pool->boards[0].board = *call->board;
	settle_board(pool);
}

bool pool_evolve(struct pool *pool, int cycles)
{
	struct limb youngest;

	for (; pool->cycle < cycles; pool->cycle++) {
		select_youngest(pool, &youngest);
		if (pool->actions[youngest.action].age >= pool->evolution->age)
			return true;
		reproduce(pool, youngest);
		fitness current = select_youngest(pool, &youngest);
		recede(pool, youngest, current);
	}
	return false;
}

/* ── travel ── */

void pool_select(struct pool *pool, struct individual *best)
{
	int32_t b = 0;

	best->fitness = select_best(pool, 0, 0);
	for (int round = 0; round < pool->evolution->depth; round++) {
		const struct action *action = &pool->actions[pool->boards[b].intention[round]];
		best->limb[round].age = action->age;
		memcpy(best->limb[round].orders, action->orders,
		       pool->boards[b].board.unit_count * sizeof *action->orders);
		b = action->result;
	}
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

/* The action on a board in which these units have these orders, or NONE. */
static int32_t find_action(const struct pool *pool, int32_t b, const struct order orders[],
                           unit_set units)
{
	for (int32_t a = pool->boards[b].first; a != NONE; a = pool->actions[a].next)
		if (has_same_orders(pool->actions[a].orders, orders, units))
			return a;
	return NONE;
}

void pool_take_in(struct pool *pool, const struct individual *guest)
{
	int32_t b = 0;

	for (int round = 0; round < pool->evolution->depth; round++) {
		const struct order *orders = guest->limb[round].orders;
		struct expected *expected = &pool->boards[b];
		const size_t size = expected->board.unit_count * sizeof *orders;
		const int32_t result = foresee(pool, &pool->births, b, orders);
		int32_t a = find_action(pool, b, orders, expected->units[pool->call->power]);
		if (a == NONE) {
			add_action(pool, b, memcpy(take_orders(pool, expected->board.unit_count), orders, size),
			           result);
			pool->actions[expected->last].age = guest->limb[round].age;
		} else if (select_best(pool, result, round + 1) <
		           select_best(pool, pool->actions[a].result, round + 1)) {
			replace_orders(pool, b, a, orders, result);
			if (pool->actions[a].age < guest->limb[round].age)
				pool->actions[a].age = guest->limb[round].age;
		}
		b = result;
	}
}
