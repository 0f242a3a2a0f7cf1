/* pool: selection, reproduction and recession of the individuals of a strategy (thesis 3.3.3 to
 * 3.3.6).
 *
 * An individual is the path of intentions from the present board. Where section 3.3 is silent,
 * doc/thesis.md has the readings. */
#include "pool.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* The board to which an action leads by the judge. */
static int32_t foresee(struct pool *pool, struct forecast *forecast, int32_t b,
                       const struct order orders[])
{
	const struct board *board = &strategy_position(&pool->strategy, b)->board;
	const bool timed = pool->call->clock && pool->foreseen++ % POOL_TIMED_EVERY == POOL_TIMED_FIRST;
	const uint64_t start = timed ? pool->call->clock() : 0;
	const struct judgement *judgement = forecast_resolve(forecast, board, orders);

	if (timed) {
		pool->timed_ns += pool->call->clock() - start;
		pool->timed++;
	}
	pool->effort.forecasts[judgement->resolution.stage]++;
	return strategy_reach(&pool->strategy, b, judgement);
}

/* ── selection (3.3.3) ── */

static fitness select_best(struct pool *pool, int32_t b, int round);

/* The fitness of the best leaf reachable after an action in a round. Intentions that are kept are
 * followed. */
static inline fitness select_after(struct pool *pool, int32_t a, int round)
{
	const struct strategy *strategy = &pool->strategy;

	while (++round < pool->evolution->depth) {
		const int32_t b = strategy->actions[a].result;
		a = strategy->boards[b].intention[round];
		if (a == NONE || !pool->evolution->keep)
			return select_best(pool, b, round);
		pool->effort.nodes++;
	}
	pool->effort.nodes++;
	return strategy->actions[a].worth;
}

/* The fitness of the best leaf reachable from a board in a round. Sets the intentions on the way
 * that are not set, or all of them when none are kept. READING: the first of equally good actions
 * is intended, unless `ties` wants another. */
static fitness select_best(struct pool *pool, int32_t b, int round)
{
	struct expected *expected = &pool->strategy.boards[b];
	const enum ties ties = pool->evolution->ties;
	fitness best = NONE;
	uint32_t equals = 1;

	pool->effort.nodes++;
	if (round == pool->evolution->depth)
		return expected->fitness;
	if (expected->intention[round] != NONE && pool->evolution->keep)
		return select_after(pool, expected->intention[round], round);
	for (int32_t a = expected->first; a != NONE; a = pool->strategy.actions[a].next) {
		const fitness reached = select_after(pool, a, round);
		if (reached > best) {
			best = reached;
			equals = 1;
			expected->intention[round] = a;
		} else if (reached == best && ties != TIES_FIRST &&
		           (ties == TIES_NEWEST || rng_below(&pool->rng, ++equals) == 0)) {
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

static struct mutation open_mutation(struct pool *pool, int32_t b)
{
	return (struct mutation){.map = pool->call->map,
	                         .position = strategy_position(&pool->strategy, b),
	                         .evolution = pool->evolution};
}

/* Draws new orders for some units of a board: our own, or the opponents'. False when there are no
 * such units. */
static bool mutate(struct pool *pool, int32_t b, struct order orders[], bool own, int mutations)
{
	const struct mutation mutation = open_mutation(pool, b);
	const struct position *position = mutation.position;

	return mutation_draw(&mutation, own ? &position->own : &position->others, mutations, &pool->rng,
	                     orders);
}

/* Draws an order for each of our own units of a board, or for each of the opponents'. */
static void draw_all(struct pool *pool, int32_t b, bool own, struct order orders[])
{
	const struct mutation mutation = open_mutation(pool, b);
	const struct unit_list *units = own ? &mutation.position->own : &mutation.position->others;

	for (int i = 0; i < units->count; i++) {
		const struct unit_list one = {.count = 1, .unit = {units->unit[i]}};
		if (!mutation_draw(&mutation, &one, 1, &pool->rng, orders))
			assert(!"a list of one unit is not empty");
	}
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
		const fitness reached = select_after(pool, a, parent.round);
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
	const struct unit_list *own = &strategy_position(&pool->strategy, parent.board)->own;
	int actions = 0;

	if (pool->evolution->crossover == 0 ||
	    (int)rng_below(&pool->rng, 100) >= pool->evolution->crossover)
		return false;
	for (int32_t a = pool->strategy.boards[parent.board].first; a != NONE;
	     a = pool->strategy.actions[a].next)
		actions++;
	if (actions < 2)
		return false;
	const struct order *mate = pool->strategy.actions[choose_mate(pool, parent, actions)].orders;
	for (int i = 0; i < own->count; i++)
		if (rng_below(&pool->rng, 2) == 0)
			child[own->unit[i]] = mate[own->unit[i]];
	return true;
}

/* READING: a child keeps its parent's orders for opponents, unless `child` wants others. */
static void order_opponents(struct pool *pool, int32_t b, struct order child[])
{
	const struct position *position = strategy_position(&pool->strategy, b);

	if (pool->evolution->child == CHILD_OTHERS_DRAWN)
		draw_all(pool, b, false, child);
	if (pool->evolution->child != CHILD_OTHERS_HOLD)
		return;
	for (int i = 0; i < position->others.count; i++) {
		const int u = position->others.unit[i];
		child[u] = order_hold(position->board.unit[u].type, position->board.unit[u].loc);
	}
}

/* A child of the limb's action joins the pool, unless it is there already. */
static void reproduce(struct pool *pool, struct limb parent)
{
	struct strategy *strategy = &pool->strategy;
	const int unit_count = strategy_position(strategy, parent.board)->board.unit_count;
	struct order child[UNITS_MAX];

	for (int t = 0; t < pool->evolution->tries; t++) {
		memcpy(child, strategy->actions[parent.action].orders, unit_count * sizeof *child);
		if (!cross(pool, parent, child) &&
		    !mutate(pool, parent.board, child, true, pool->evolution->mutations))
			return;
		order_opponents(pool, parent.board, child);
		if (strategy_find_action(strategy, parent.board, child, pool->evolution->twins) != NONE)
			continue;
		const int32_t a =
			strategy_add_action(strategy, parent.board, child,
		                        foresee(pool, &pool->births[parent.round], parent.board, child));
		if (pool->evolution->child == CHILD_AGED)
			strategy->actions[a].age = strategy->actions[parent.action].age;
		return;
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
	const int unit_count = strategy_position(&pool->strategy, limb.board)->board.unit_count;
	struct action *action = &pool->strategy.actions[limb.action];
	struct order tried[UNITS_MAX];

	action->age++;
	memcpy(tried, action->orders, unit_count * sizeof *tried);
	if (!mutate(pool, limb.board, tried, false, pool->evolution->counters) ||
	    memcmp(tried, action->orders, unit_count * sizeof *tried) == 0)
		return;
	int32_t result = foresee(pool, &pool->recessions[limb.round], limb.board, tried);
	if (is_recession(pool, limb, current, result))
		strategy_replace_action(&pool->strategy, limb.board, limb.action, tried, result);
}

/* ── evolution (3.3.6) ── */

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
	strategy_replace_action(&pool->strategy, 0, 0, orders,
	                        foresee(pool, &pool->births[0], 0, orders));
}

void pool_open(struct pool *pool, const struct player_call *call, const struct evolution *evolution,
               int island, void *memory)
{
	const struct variant variant = rules_variant(call->rules, call->map);

	memset(pool, 0, offsetof(struct pool, valuation));
	pool->call = call;
	pool->evolution = evolution;
	valuation_open(call->map, call->board, call->power, evolution->near, &pool->valuation);
	strategy_open(&pool->strategy, evolution, &pool->valuation, call->board, memory);
	for (int round = 0; round < evolution->depth; round++) {
		forecast_open(&pool->births[round], variant, call->judge);
		forecast_open(&pool->recessions[round], variant, call->judge);
	}
	pool->rng = player_chance(call, RNG_ORDERS);
	rng_part(&pool->rng, island);
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

/* ── what it cost ── */

struct player_effort pool_effort(const struct pool *pool)
{
	struct player_effort effort = pool->effort;

	if (pool->timed > 0)
		effort.forecast_ns = pool->timed_ns * pool->foreseen / pool->timed;
	return effort;
}

/* ── travel ── */

void pool_select(struct pool *pool, struct individual *best)
{
	int32_t b = 0;

	best->fitness = select_best(pool, 0, 0);
	for (int round = 0; round < pool->evolution->depth; round++) {
		const struct board *board = &strategy_position(&pool->strategy, b)->board;
		const struct action *action =
			&pool->strategy.actions[pool->strategy.boards[b].intention[round]];
		best->limb[round].age = action->age;
		best->limb[round].count = board->unit_count;
		memcpy(best->limb[round].orders, action->orders,
		       board->unit_count * sizeof *action->orders);
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
		fit_orders(guest, round, &strategy_position(strategy, b)->board, orders);
		const int32_t result = foresee(pool, &pool->births[round], b, orders);
		int32_t a = strategy_find_action(strategy, b, orders, true);
		if (a == NONE) {
			a = strategy_add_action(strategy, b, orders, result);
			strategy->actions[a].age = guest->limb[round].age;
		} else if (select_best(pool, result, round + 1) <
		           select_best(pool, strategy->actions[a].result, round + 1)) {
			strategy_replace_action(strategy, b, a, orders, result);
			if (strategy->actions[a].age < guest->limb[round].age)
				strategy->actions[a].age = guest->limb[round].age;
		}
		b = result;
	}
}
