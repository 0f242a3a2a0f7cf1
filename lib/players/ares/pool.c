/* pool: selection, reproduction and recession of the individuals of a strategy (thesis 3.3.3 to
 * 3.3.6).
 *
 * An individual is the path of intentions from the present board. Where section 3.3 is silent,
 * doc/thesis.md has the readings. */
#include "pool.h"

#include "mutation.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* The board to which an action leads by the judge. */
static int32_t foresee(struct pool *pool, struct forecast *forecast, int32_t b,
                       const struct order orders[])
{
	const struct player_call *call = pool->call;
	const uint64_t start = call->clock ? call->clock() : 0;
	const struct judgement *judgement =
		forecast_resolve(forecast, &pool->strategy.boards[b].board, orders);

	if (call->clock)
		pool->effort.forecast_ns += call->clock() - start;
	pool->effort.forecasts[judgement->resolution.stage]++;
	judge_move_units(judgement, &strategy_next_board(&pool->strategy)->board);
	return strategy_settle_board(&pool->strategy, &pool->outlook);
}

/* ── selection (3.3.3) ── */

/* Whether an action as good as the best so far is intended instead; `equals` counts these. */
static bool takes_tie(struct pool *pool, uint32_t *equals)
{
	return pool->evolution->ties == TIES_NEWEST || rng_below(&pool->rng, ++*equals) == 0;
}

/* The fitness of the best leaf reachable from a board in a round. Sets the intentions on the way
 * that are not set, or all of them when none are kept. READING: the first of equally good actions
 * is intended, unless `ties` wants another. */
static fitness select_best(struct pool *pool, int32_t b, int round)
{
	struct expected *expected = &pool->strategy.boards[b];
	fitness best = NONE;
	uint32_t equals = 1;

	pool->effort.nodes++;
	if (round == pool->evolution->depth)
		return expected->fitness;
	if (expected->intention[round] != NONE && pool->evolution->keep)
		return select_best(pool, pool->strategy.actions[expected->intention[round]].result,
		                   round + 1);
	for (int32_t a = expected->first; a != NONE; a = pool->strategy.actions[a].next) {
		fitness reached = select_best(pool, pool->strategy.actions[a].result, round + 1);
		if (reached > best) {
			best = reached;
			equals = 1;
			expected->intention[round] = a;
		} else if (reached == best && pool->evolution->ties != TIES_FIRST &&
		           takes_tie(pool, &equals)) {
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
		int32_t a = pool->strategy.boards[b].intention[round];
		if (round == 0 ||
		    pool->strategy.actions[a].age < pool->strategy.actions[youngest->action].age)
			*youngest = (struct limb){b, a, round};
		b = pool->strategy.actions[a].result;
	}
	return best;
}

/* ── reproduction and recession (3.3.4, 3.3.5) ── */

static struct mutation open_mutation(const struct pool *pool, int32_t b)
{
	const struct expected *expected = &pool->strategy.boards[b];

	return (struct mutation){.map = pool->call->map,
	                         .board = &expected->board,
	                         .units = expected->units,
	                         .convoys = pool->evolution->convoys,
	                         .chances = pool->evolution->chances,
	                         .given = pool->evolution->given,
	                         .differ = pool->evolution->differ};
}

/* Our own units on a board, or the opponents'. */
static unit_set find_units_of(const struct pool *pool, int32_t b, bool own)
{
	const struct expected *expected = &pool->strategy.boards[b];
	const unit_set ours = expected->units[pool->call->power];

	return own ? ours : board_all_units(&expected->board) & ~ours;
}

/* Draws new orders for some units of a board: our own, or the opponents'. False when there are no
 * such units. */
static bool mutate(struct pool *pool, int32_t b, struct order orders[], bool own, int mutations)
{
	const struct mutation mutation = open_mutation(pool, b);

	return mutation_draw(&mutation, find_units_of(pool, b, own), mutations, &pool->rng, orders);
}

/* Draws an order for each of our own units of a board, or for each of the opponents'. */
static void draw_all(struct pool *pool, int32_t b, bool own, struct order orders[])
{
	const struct mutation mutation = open_mutation(pool, b);

	for (unit_set rest = find_units_of(pool, b, own); rest; unit_set_drop(&rest))
		if (!mutation_draw(&mutation, unit_set_one(unit_set_first(rest)), 1, &pool->rng, orders))
			assert(!"a set of one unit is not empty");
}

static bool is_known_action(const struct pool *pool, int32_t b, const struct order orders[])
{
	const size_t size = pool->strategy.boards[b].board.unit_count * sizeof *orders;

	if (pool->evolution->twins)
		return strategy_find_action(&pool->strategy, b, orders, find_units_of(pool, b, true)) !=
		       NONE;
	for (int32_t a = pool->strategy.boards[b].first; a != NONE; a = pool->strategy.actions[a].next)
		if (memcmp(pool->strategy.actions[a].orders, orders, size) == 0)
			return true;
	return false;
}

/* An action of the limb's board, other than the limb's: of two drawn by chance the one that leads
 * to the better leaf, the first of equals. The board must have another action. */
static int32_t choose_mate(struct pool *pool, struct limb parent, int actions)
{
	int32_t mate = NONE;
	fitness best = NONE;

	for (int drawn = 0; drawn < 2; drawn++) {
		int skip = (int)rng_below(&pool->rng, (uint32_t)actions - 1);
		int32_t a = pool->strategy.boards[parent.board].first;
		for (; skip > 0 || a == parent.action; a = pool->strategy.actions[a].next)
			skip -= a != parent.action;
		const fitness reached =
			select_best(pool, pool->strategy.actions[a].result, parent.round + 1);
		if (reached > best) {
			best = reached;
			mate = a;
		}
	}
	return mate;
}

/* Crossover (not the thesis's): each own unit has its order from one parent or the other. False:
 * chance wants none, or the board has no other action. */
static bool cross(struct pool *pool, struct limb parent, struct order child[])
{
	const struct expected *expected = &pool->strategy.boards[parent.board];
	int actions = 0;

	if (pool->evolution->crossover == 0 ||
	    (int)rng_below(&pool->rng, 100) >= pool->evolution->crossover)
		return false;
	for (int32_t a = expected->first; a != NONE; a = pool->strategy.actions[a].next)
		actions++;
	if (actions < 2)
		return false;
	const struct order *mate = pool->strategy.actions[choose_mate(pool, parent, actions)].orders;
	for (unit_set rest = expected->units[pool->call->power]; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		if (rng_below(&pool->rng, 2) == 0)
			child[u] = mate[u];
	}
	return true;
}

/* READING: a child keeps its parent's orders for opponents, unless `child` wants others. */
static void order_opponents(struct pool *pool, int32_t b, struct order child[])
{
	const struct board *board = &pool->strategy.boards[b].board;

	if (pool->evolution->child == CHILD_OTHERS_DRAWN)
		draw_all(pool, b, false, child);
	if (pool->evolution->child != CHILD_OTHERS_HOLD)
		return;
	for (unit_set rest = find_units_of(pool, b, false); rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		child[u] = order_hold(board->unit[u].type, board->unit[u].loc);
	}
}

/* A child of the limb's action joins the pool, unless it is there already. */
static void reproduce(struct pool *pool, struct limb parent)
{
	struct strategy *strategy = &pool->strategy;
	const int unit_count = strategy->boards[parent.board].board.unit_count;
	struct order child[UNITS_MAX];

	for (int t = 0; t < pool->evolution->tries; t++) {
		memcpy(child, strategy->actions[parent.action].orders, unit_count * sizeof *child);
		if (!cross(pool, parent, child) &&
		    !mutate(pool, parent.board, child, true, pool->evolution->mutations))
			return;
		order_opponents(pool, parent.board, child);
		if (is_known_action(pool, parent.board, child))
			continue;
		const int32_t a = strategy_add_action(strategy, parent.board, child,
		                                      foresee(pool, &pool->births, parent.board, child));
		if (pool->evolution->child == CHILD_AGED)
			strategy->actions[a].age = strategy->actions[parent.action].age;
		return;
	}
}

/* Replaces the opponents' orders in an action. Our own stay the same. */
static void replace_orders(struct pool *pool, int32_t b, int32_t a, const struct order orders[],
                           int32_t result)
{
	struct expected *expected = &pool->strategy.boards[b];
	struct action *action = &pool->strategy.actions[a];

	memcpy(action->orders, orders, expected->board.unit_count * sizeof *orders);
	if (result != action->result) {
		action->result = result;
		strategy_clear_intentions(expected);
	}
}

/* Whether a recession to another result is for the worse, or may stay though it makes no
 * difference. READING: leaves are compared, unless `compare` wants next boards. */
static bool is_recession(struct pool *pool, struct limb limb, fitness current, int32_t result)
{
	const enum compare compare = pool->evolution->compare;
	const bool leaf = compare == COMPARE_LEAF || compare == COMPARE_LEAF_EQUAL;
	const bool equal = compare == COMPARE_LEAF_EQUAL || compare == COMPARE_NEXT_BOARD_EQUAL;
	const struct expected *boards = pool->strategy.boards;
	const fitness after = leaf ? select_best(pool, result, limb.round + 1) : boards[result].fitness;
	const fitness before =
		leaf ? current : boards[pool->strategy.actions[limb.action].result].fitness;

	return after < before || (after == before && equal);
}

/* Opponents try other orders against the limb's action: one, unless `counters` wants more. */
static void recede(struct pool *pool, struct limb limb, fitness current)
{
	struct expected *expected = &pool->strategy.boards[limb.board];
	struct action *action = &pool->strategy.actions[limb.action];
	struct order tried[UNITS_MAX];

	action->age++;
	memcpy(tried, action->orders, expected->board.unit_count * sizeof *tried);
	if (!mutate(pool, limb.board, tried, false, pool->evolution->counters) ||
	    memcmp(tried, action->orders, expected->board.unit_count * sizeof *tried) == 0)
		return;
	int32_t result = foresee(pool, &pool->recessions[limb.round], limb.board, tried);
	if (is_recession(pool, limb, current, result))
		replace_orders(pool, limb.board, limb.action, tried, result);
}

/* ── evolution (3.3.6) ── */

size_t pool_size(const struct evolution *evolution)
{
	return strategy_size(evolution);
}

/* READING: all units hold at first, unless `first` wants orders that are drawn. */
static void draw_first(struct pool *pool)
{
	const enum first first = pool->evolution->first;
	struct order orders[UNITS_MAX];

	memcpy(orders, pool->strategy.actions[0].orders,
	       pool->call->board->unit_count * sizeof *orders);
	if (first != FIRST_OTHERS_DRAWN)
		draw_all(pool, 0, true, orders);
	if (first != FIRST_OWN_DRAWN)
		draw_all(pool, 0, false, orders);
	replace_orders(pool, 0, 0, orders, foresee(pool, &pool->births, 0, orders));
}

void pool_open(struct pool *pool, const struct player_call *call, const struct evolution *evolution,
               int island, void *memory)
{
	const struct variant variant = rules_variant(call->rules, call->map);

	memset(pool, 0, offsetof(struct pool, outlook));
	pool->call = call;
	pool->evolution = evolution;
	strategy_open(&pool->strategy, evolution, memory);
	outlook_open(call->map, call->board, call->power, evolution->near, &pool->outlook);
	forecast_open(&pool->births, variant, call->judge);
	for (int round = 0; round < evolution->depth; round++)
		forecast_open(&pool->recessions[round], variant, call->judge);
	pool->rng = player_chance(call, RNG_ORDERS);
	rng_part(&pool->rng, island);
	strategy_next_board(&pool->strategy)->board = *call->board;
	strategy_settle_board(&pool->strategy, &pool->outlook);
	if (evolution->first != FIRST_HOLD)
		draw_first(pool);
}

bool pool_evolve(struct pool *pool, int cycles)
{
	struct limb youngest;

	for (; pool->cycle < cycles; pool->cycle++) {
		select_youngest(pool, &youngest);
		if (pool->strategy.actions[youngest.action].age >= pool->evolution->age)
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
		const struct action *action =
			&pool->strategy.actions[pool->strategy.boards[b].intention[round]];
		best->limb[round].age = action->age;
		best->limb[round].count = pool->strategy.boards[b].board.unit_count;
		memcpy(best->limb[round].orders, action->orders,
		       pool->strategy.boards[b].board.unit_count * sizeof *action->orders);
		b = action->result;
	}
}

/* The guest's orders for the units of a board in a round. */
static void fit_orders(const struct individual *guest, int round, const struct board *board,
                       struct order orders[])
{
	const struct order *given = guest->limb[round].orders;
	const int count = guest->limb[round].count;

	for (int u = 0, i = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		orders[u] = order_hold(unit.type, unit.loc);
		for (int tried = 0; tried < count; tried++, i = (i + 1) % count)
			if (given[i].from == unit.loc && given[i].type == unit.type) {
				orders[u] = given[i];
				break;
			}
	}
}

void pool_take_in(struct pool *pool, const struct individual *guest)
{
	struct strategy *strategy = &pool->strategy;
	struct order orders[UNITS_MAX];
	int32_t b = 0;

	for (int round = 0; round < pool->evolution->depth; round++) {
		fit_orders(guest, round, &strategy->boards[b].board, orders);
		const int32_t result = foresee(pool, &pool->births, b, orders);
		int32_t a =
			strategy_find_action(strategy, b, orders, strategy->boards[b].units[pool->call->power]);
		if (a == NONE) {
			a = strategy_add_action(strategy, b, orders, result);
			strategy->actions[a].age = guest->limb[round].age;
		} else if (select_best(pool, result, round + 1) <
		           select_best(pool, strategy->actions[a].result, round + 1)) {
			replace_orders(pool, b, a, orders, result);
			if (strategy->actions[a].age < guest->limb[round].age)
				strategy->actions[a].age = guest->limb[round].age;
		}
		b = result;
	}
}
