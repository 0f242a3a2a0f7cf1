/* decision: see decision.h. */
#include "decision.h"

#include "climb.h"
#include "regret.h"

#include <string.h>

enum { FOUND_MAX = REGRET_SETS_MAX, SETS_LEAST = 2, SETS_SHARE = 16 };

/* The scratch of a decision. */
struct decision {
	const struct player_call *call;
	const struct decision_settings *settings;
	struct rng rng;
	unit_set ours;
	struct ground ground;
	struct goals goals[POWERS_MAX];
	struct belief belief; /* of all powers: what ours would do by it is where climbs start */
	struct deeds deeds;
	struct climb climb;
	struct forecast forecast; /* of the choice between those found */
	int found_count;
	struct order found[FOUND_MAX][UNITS_MAX]; /* joint orders of ours; the best first */
	struct prospect prospects[];              /* count_sets of them */
};

/* Order sets of the others: four times the budget allows twice as many. */
static int count_sets(int32_t budget)
{
	int sets = SETS_LEAST;

	while (sets < CLIMB_SETS_MAX && SETS_SHARE * (sets + 1) * (sets + 1) <= budget)
		sets++;
	return sets;
}

/* What is kept for the choice between those found. */
static int64_t count_reserve(const struct decision_settings *settings)
{
	return settings->wary > 0 ? settings->budget / 4 : 0;
}

size_t decision_size(int32_t budget)
{
	return sizeof(struct decision) + (size_t)count_sets(budget) * sizeof(struct prospect);
}

static void copy_ours(const struct decision *decision, const struct order from[], struct order to[])
{
	for (unit_set rest = decision->ours; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		to[u] = from[u];
	}
}

/* ── finding joint orders ── */

static void open_climb(struct decision *decision)
{
	const struct player_call *call = decision->call;
	struct climb *climb = &decision->climb;

	*climb = (struct climb){.ground = &decision->ground,
	                        .goals = &decision->goals[call->power],
	                        .weights = decision->settings->weights,
	                        .left = decision->settings->budget,
	                        .sets = count_sets(decision->settings->budget),
	                        .prospects = decision->prospects};
	climb->left -= count_reserve(decision->settings);
	for (int s = 0; s < climb->sets; s++) {
		forecast_open(&climb->prospects[s].forecast, rules_variant(call->rules, call->map),
		              call->judge);
		belief_draw(&decision->belief, call->power, &decision->rng, climb->prospects[s].orders);
	}
}

/* Whether the last joint orders of a list stand there before. */
static bool is_doubled(const struct decision *decision, int last)
{
	for (int i = 0; i < last; i++) {
		bool same = true;
		for (unit_set rest = decision->ours; rest && same; unit_set_drop(&rest)) {
			const int u = unit_set_first(rest);
			same = order_equal(decision->found[last][u], decision->found[i][u]);
		}
		if (same)
			return true;
	}
	return false;
}

static void find_orders(struct decision *decision)
{
	const uint8_t power = decision->call->power;
	struct climb *climb = &decision->climb;
	int64_t best = INT64_MIN;

	for (int i = 0; i < FOUND_MAX && climb->left > climb->sets; i++) {
		const int last = decision->found_count;
		struct order *found = decision->found[last];
		belief_draw_one(&decision->belief, power, &decision->rng, found);
		climb_begin(climb, found);
		const int64_t sum = climb_run(climb, &decision->deeds, &decision->rng, found);
		if (is_doubled(decision, last))
			continue;
		decision->found_count++;
		if (sum > best) {
			struct order first[UNITS_MAX];
			copy_ours(decision, decision->found[0], first);
			copy_ours(decision, found, decision->found[0]);
			if (last > 0)
				copy_ours(decision, first, found);
			best = sum;
		}
	}
}

/* ── choosing ── */

/* The others choose among those of their joint orders that were drawn first. */
static int choose(struct decision *decision)
{
	const struct player_call *call = decision->call;
	struct climb *climb = &decision->climb;
	struct regret regret = {.ground = &decision->ground,
	                        .goals = decision->goals,
	                        .weights = decision->settings->weights,
	                        .power = call->power,
	                        .wary = decision->settings->wary,
	                        .left = count_reserve(decision->settings) + climb->left,
	                        .by_stage = climb->by_stage,
	                        .forecast = &decision->forecast,
	                        .sets = climb->sets,
	                        .prospects = climb->prospects};
	const int sets = climb->sets < REGRET_SETS_MAX ? climb->sets : REGRET_SETS_MAX;

	forecast_open(&decision->forecast, rules_variant(call->rules, call->map), call->judge);
	for (int p = 0; p < call->map->power_count; p++) {
		if (p == call->power)
			regret.count[p] = decision->found_count;
		else if (decision->ground.units[p])
			regret.count[p] = sets;
		for (int i = 0; i < regret.count[p]; i++)
			regret.set[p][i] =
				p == call->power ? decision->found[i] : decision->prospects[i].orders;
	}
	const int chosen = regret_run(&regret, &decision->rng);
	climb->left = regret.left;
	return chosen;
}

static void search(struct decision *decision, struct order orders[UNITS_MAX],
                   struct player_effort *effort)
{
	int chosen = 0;

	open_climb(decision);
	deeds_open(&decision->ground, decision->call->power, &decision->deeds);
	find_orders(decision);
	effort->capped = decision->climb.left <= decision->climb.sets;
	if (decision->settings->wary > 0 && decision->found_count > 1)
		chosen = choose(decision);
	copy_ours(decision, decision->found[chosen], orders);
	memcpy(effort->forecasts, decision->climb.by_stage, sizeof effort->forecasts);
}

void decision_make(const struct player_call *call, const struct decision_settings *settings,
                   struct order orders[UNITS_MAX], struct player_effort *effort)
{
	struct decision *decision = call->scratch;

	*effort = (struct player_effort){0};
	decision->call = call;
	decision->settings = settings;
	decision->rng = player_chance(call, RNG_ORDERS);
	decision->found_count = 0;
	ground_open(call->map, call->board, &decision->ground);
	decision->ours = decision->ground.units[call->power];
	for (int p = 0; p < call->map->power_count; p++)
		goals_open(&decision->ground, (uint8_t)p, settings->blind, &decision->goals[p]);
	belief_open(&decision->ground, decision->goals, call->power, settings->prior, settings->lessons,
	            &decision->belief);
	if (settings->search)
		search(decision, orders, effort);
	else
		belief_draw_one(&decision->belief, call->power, &decision->rng, orders);
}
