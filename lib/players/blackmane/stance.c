/* stance: see stance.h. */
#include "stance.h"

#include <assert.h>
#include <string.h>

/* A plan must be better by this to be followed: more than rounding can make. */
enum { IMPROVEMENT_LEAST = PAYOFF_ONE / 1000 };

/* ── orders that fit together ── */

void stance_open(struct stance *stance, const struct player_call *call,
                 enum worth_equation equation, enum rng_use use, struct order orders[])
{
	stance->call = call;
	stance->orders = orders;
	stance->free = board_units_of(call->board, (power_set)(1 << call->power));
	stance->waiting = stance->ordered = 0;
	stance->entered = (struct place_set){{0, 0}};
	stance->rng = player_chance(call, use);
	worth_open(call->map, call->board, call->power, equation, &stance->worth);
	for (int p = 0; p < call->map->province_count; p++)
		stance->tie[p] = (uint16_t)rng_below(&stance->rng, 1 << 16);
}

/* Whether a province comes before another as a target, or as a place to go. */
static bool prefers(const struct stance *stance, uint8_t one, uint8_t other)
{
	const int32_t *worth = stance->worth.of;

	return worth[one] > worth[other] ||
	       (worth[one] == worth[other] && stance->tie[one] < stance->tie[other]);
}

static uint8_t province_of(const struct stance *stance, uint8_t loc)
{
	return stance->call->map->loc[loc].province;
}

void stance_insert(const struct stance *stance, uint8_t locs[], int count, uint8_t loc)
{
	const uint8_t province = province_of(stance, loc);

	for (; count > 0 && prefers(stance, province, province_of(stance, locs[count - 1])); count--)
		locs[count] = locs[count - 1];
	locs[count] = loc;
}

bool stance_fits(const struct stance *stance, int u, struct order order)
{
	const uint8_t home = province_of(stance, stance->call->board->unit[u].loc);

	if (order.kind != ORDER_MOVE)
		return !place_set_has(&stance->entered, home);
	const uint8_t to = province_of(stance, order.to);
	const int other = player_find_own(stance->call, to);
	if (place_set_has(&stance->entered, to))
		return false;
	if (other < 0 || !unit_set_has(stance->ordered, other))
		return true;
	return stance->orders[other].kind == ORDER_MOVE &&
	       province_of(stance, stance->orders[other].to) != home;
}

void stance_give(struct stance *stance, int u, struct order order)
{
	stance->orders[u] = order;
	unit_set_remove(&stance->free, u);
	unit_set_add(&stance->ordered, u);
	if (order.kind == ORDER_MOVE)
		place_set_add(&stance->entered, province_of(stance, order.to));
}

/* ── targets ── */

/* The centres within reach, the best first; returns how many. */
static int list_targets(const struct stance *stance, int turns, uint8_t targets[PROVINCES_MAX])
{
	int count = 0;

	struct place_set rest =
		steps_reach(stance->call->map, stance->call->board, stance->free, turns);
	rest = place_set_intersection(rest, stance->call->map->centres);
	while (!place_set_is_empty(rest))
		stance_insert(stance, targets, count++, place_set_pop(&rest));
	return count;
}

/* ── plans about a target ── */

struct attempt {
	struct stance *stance;
	const struct stance_settings *settings;
	struct planner *planner;
	struct player_effort *effort;
	struct zones zones;
	int count; /* candidates, the nearest first */
	uint8_t candidate[ACTORS_MAX];
};

/* The plan of some of our units. */
static void find_plan(struct attempt *attempt, unit_set units, struct plan *plan)
{
	struct player_effort *effort = attempt->effort;

	planner_find(attempt->planner, &attempt->zones, attempt->settings->turns, units, plan);
	for (int stage = 0; stage < STAGES; stage++)
		effort->forecasts[stage] += plan->resolutions[stage];
	effort->nodes += plan->nodes;
	effort->capped |= plan->capped;
}

/* The units without orders that could do something about the target. */
static void find_candidates(struct attempt *attempt)
{
	const struct player_call *call = attempt->stance->call;
	struct skirmish *skirmish = &attempt->planner->level[0].skirmish;
	int most = attempt->settings->units;

	skirmish_open(skirmish, call->map, &attempt->zones, attempt->settings->turns, call->board,
	              attempt->stance->free, call->power);
	attempt->count = 0;
	for (int steps = 0; steps < ZONES_FAR && attempt->count < most; steps++)
		for (int u = 0; u < skirmish->board.unit_count && attempt->count < most; u++) {
			const uint8_t home = province_of(attempt->stance, skirmish->board.unit[u].loc);
			if (skirmish->board.unit[u].power == 0 && attempt->zones.steps[home] == steps)
				attempt->candidate[attempt->count++] =
					(uint8_t)board_find(call->map, call->board, home);
		}
}

/* The candidates whose bits are set. */
static unit_set pick(const struct attempt *attempt, unsigned bits)
{
	unit_set units = 0;

	for (int i = 0; i < attempt->count; i++)
		units |= unit_set_if(bits >> i & 1, attempt->candidate[i]);
	return units;
}

/* Gives the units of a plan the orders of one of its lines. False, and none has orders: they do not
 * fit the orders of others. The skirmish leaves out units that cannot matter: they stay free. */
static bool follow(struct attempt *attempt, const struct plan *plan)
{
	struct stance *stance = attempt->stance;
	const struct skirmish *skirmish =
		&attempt->planner->level[attempt->settings->turns - 1].skirmish;
	const int line = rng_choose(&stance->rng, plan->chance, plan->lines, CERTAIN);
	struct stance trial = *stance;
	struct order orders[UNITS_MAX];

	memcpy(orders, stance->orders, sizeof orders);
	trial.orders = orders;
	for (int a = 0; a < plan->actors; a++) {
		const struct order order = planner_read_order(skirmish, plan, line, a);
		const int u = player_find_own(stance->call, province_of(stance, order.from));
		if (!stance_fits(&trial, u, order))
			return false;
		stance_give(&trial, u, order);
	}
	for (unit_set rest = stance->free & ~trial.free; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		stance_give(stance, u, orders[u]);
	}
	return true;
}

/* Tries sets of candidates, the smallest first; of equals those of the nearest units. More units
 * are never worse, so where all together are no better than none, no set is. */
static void try_sets(struct attempt *attempt, int32_t none)
{
	const unsigned all = (1u << attempt->count) - 1;
	struct plan plan;

	find_plan(attempt, pick(attempt, all), &plan);
	if (plan.payoff < none + IMPROVEMENT_LEAST)
		return;
	for (int size = 1; size <= attempt->count; size++)
		for (unsigned bits = 1; bits <= all; bits++) {
			if (__builtin_popcount(bits) != size)
				continue;
			find_plan(attempt, pick(attempt, bits), &plan);
			if (plan.payoff >= none + IMPROVEMENT_LEAST && follow(attempt, &plan))
				return;
		}
}

/* Whether one of ours is ordered to be in a province. */
static bool is_settled(const struct stance *stance, uint8_t province)
{
	const int u = player_find_own(stance->call, province);

	return place_set_has(&stance->entered, province) ||
	       (u >= 0 && unit_set_has(stance->ordered, u) && stance->orders[u].kind != ORDER_MOVE);
}

static void try_target(struct attempt *attempt, uint8_t target)
{
	const struct player_call *call = attempt->stance->call;
	struct plan plan;

	if (is_settled(attempt->stance, target))
		return;
	zones_open(call->map, target, &attempt->zones);
	find_candidates(attempt);
	if (attempt->count == 0)
		return;
	find_plan(attempt, 0, &plan);
	if (!attempt->settings->garrison && call->board->owner[target] == call->power &&
	    plan.payoff >= 0)
		return;
	try_sets(attempt, plan.payoff);
}

void stance_plan(struct stance *stance, const struct stance_settings *settings,
                 struct planner *planner, struct player_effort *effort)
{
	struct attempt attempt = {
		.stance = stance, .settings = settings, .planner = planner, .effort = effort};
	uint8_t targets[PROVINCES_MAX];
	const int count = list_targets(stance, settings->turns, targets);

	assert(settings->turns >= 1 && settings->turns <= TURNS_MAX);
	planner_open(planner, stance->call, settings->turns, &settings->rules);
	for (int t = 0; t < count && stance->free; t++)
		try_target(&attempt, targets[t]);
}
