/* trinity: goals, evaluation and search, after the thesis's "hybrid trinity" (section 5.4).
 *
 * Goals say which centres are worth having (goals.c). An evaluation learned from the farm's games
 * says what a position is worth (standing.c). A search improves joint orders (climb.c) against
 * order sets drawn for the others, who are believed to go on as they have done (belief.c). */
#include "belief.h"
#include "climb.h"
#include "player.h"
#include "sequel.h"

enum { BUDGET, GOALS, EVALUATION, SEARCH, BELIEF, SETTINGS };

static const struct player_setting trinity_settings[] = {
	[BUDGET] = {"budget", 100, 1000000, 10000, "resolutions that a decision may take"},
	[GOALS] = {"goals", 0, 1, 1, "0: one centre is as good as another"},
	[EVALUATION] = {"evaluation", 0, 1, 1, "0: only the centres held count"},
	[SEARCH] = {"search", 0, 1, 1, "0: orders are drawn, and not improved"},
	[BELIEF] = {"belief", 0, 1, 1, "0: nothing is learned from what the others do"},
	[SETTINGS] = {.name = NULL},
};
_Static_assert((int)SETTINGS <= SETTINGS_MAX, "the settings fit a seat");

enum { STARTS = 4 };

/* The scratch of a decision. */
struct mind {
	struct ground ground;
	struct goals goals[POWERS_MAX];
	struct belief belief;
	struct crew crew;
	struct deeds deeds;
	struct climb climb;
	struct prospect prospects[]; /* count_sets of them */
};

/* Order sets of the others: more of them with more to spend. */
static int count_sets(int32_t budget)
{
	int sets = 2;

	while (sets < CLIMB_SETS_MAX && 16 * (sets + 1) * (sets + 1) <= budget)
		sets++;
	return sets;
}

static size_t trinity_scratch_size(const int32_t settings[])
{
	return sizeof(struct mind) + count_sets(settings[BUDGET]) * sizeof(struct prospect);
}

static const struct standing_weights *find_weights(const int32_t settings[])
{
	return settings[EVALUATION] ? &standing_learned : &standing_plain;
}

/* ── moves ── */

static void find_goals(const struct ground *ground, const int32_t settings[], struct goals goals[])
{
	for (int p = 0; p < ground->map->power_count; p++)
		goals_open(ground, (uint8_t)p, !settings[GOALS], &goals[p]);
}

static void open_climb(const struct player_call *call, struct mind *mind, struct rng *rng)
{
	struct climb *climb = &mind->climb;

	*climb = (struct climb){.ground = &mind->ground,
	                        .goals = &mind->goals[call->power],
	                        .weights = find_weights(call->settings),
	                        .left = call->settings[BUDGET],
	                        .sets = count_sets(call->settings[BUDGET]),
	                        .prospects = mind->prospects};
	for (int s = 0; s < climb->sets; s++) {
		forecast_open(&climb->prospects[s].forecast, rules_variant(call->rules, call->map),
		              call->judge);
		belief_draw(&mind->belief, call->power, rng, climb->prospects[s].orders);
	}
}

/* Climbs from several starts as long as the budget lasts. */
static void search(const struct player_call *call, struct mind *mind, struct rng *rng,
                   struct order orders[UNITS_MAX], struct player_effort *effort)
{
	struct order trial[UNITS_MAX];
	int64_t best = INT64_MIN;

	open_climb(call, mind, rng);
	deeds_open(&mind->ground, call->power, &mind->deeds);
	for (int i = 0; i < STARTS && mind->climb.left > mind->climb.sets; i++) {
		crew_draw(&mind->ground, &mind->crew, call->power, rng, trial);
		climb_begin(&mind->climb, trial);
		const int64_t sum = climb_run(&mind->climb, &mind->deeds, rng, trial);
		if (sum <= best)
			continue;
		best = sum;
		for (unit_set rest = mind->ground.units[call->power]; rest; unit_set_drop(&rest))
			orders[unit_set_first(rest)] = trial[unit_set_first(rest)];
	}
	for (int stage = 0; stage < STAGES; stage++)
		effort->forecasts[stage] = mind->climb.by_stage[stage];
	effort->capped = mind->climb.left <= mind->climb.sets;
}

static void trinity_order(const struct player_call *call, struct order orders[UNITS_MAX],
                          struct player_effort *effort)
{
	struct rng rng = player_chance(call, RNG_ORDERS);
	struct mind *mind = call->scratch;

	*effort = (struct player_effort){0};
	ground_open(call->map, call->board, &mind->ground);
	find_goals(&mind->ground, call->settings, mind->goals);
	crew_add(&mind->ground, &mind->goals[call->power], &aim_weights_normal, &mind->crew);
	if (!call->settings[SEARCH]) {
		crew_draw(&mind->ground, &mind->crew, call->power, &rng, orders);
		return;
	}
	belief_open(&mind->ground, mind->goals, call->settings[BELIEF] ? call->memory : NULL,
	            &mind->belief);
	search(call, mind, &rng, orders, effort);
}

static void trinity_observe(const struct player_call *call, const struct phase_record *record,
                            void *memory)
{
	struct ground ground;
	struct goals goals[POWERS_MAX];

	if (!phase_is_movement(record->board.phase) || !call->settings[BELIEF])
		return;
	ground_open(call->map, &record->board, &ground);
	find_goals(&ground, call->settings, goals);
	belief_learn(&ground, goals, call->power, record->orders.order, memory);
}

/* ── retreats and winter ── */

static void trinity_retreat(const struct player_call *call, struct order orders[RETREATS_MAX])
{
	struct sequel sequel;

	sequel_open(call, !call->settings[GOALS], find_weights(call->settings), &sequel);
	sequel_retreat(&sequel, orders);
}

static int trinity_adjust(const struct player_call *call,
                          struct submission adjustments[ADJUSTMENTS_MAX])
{
	struct sequel sequel;

	sequel_open(call, !call->settings[GOALS], find_weights(call->settings), &sequel);
	return sequel_adjust(&sequel, adjustments);
}

const struct player player_trinity = {
	.name = "trinity",
	.about = "goals, a learned evaluation, and search against what others are believed to do",
	.settings = trinity_settings,
	.scratch_size = trinity_scratch_size,
	.order = trinity_order,
	.retreat = trinity_retreat,
	.adjust = trinity_adjust,
	.observe = trinity_observe,
	.memory_size = sizeof(struct lessons),
};
