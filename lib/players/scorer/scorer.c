/* scorer: the program of Ritchie 2003. score.c scores the places, enmity.c is its memory and
 * chooses whom to attack, crossing.c and wishes.c make the orders. This file has the settings, the
 * retreats and winter. Source: Andrew Ritchie, Diplomacy A.I., 2003: chapters 4, 5 and 8.
 *
 * Where the source is silent, in retreats and winter: the dislodged unit that gains most by it goes
 * first; the best home centres are built on; the units on the worst places are removed. Chapter 8
 * asks to build by a ratio of fleets to armies, "modified depending on the strength of the nation
 * currently being attacked": we want the mean of the setting `fleets` and the enemies' share. */
#include "enmity.h"
#include "wishes.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* The settings begin with the weights; the place of one of these: */
#define AT(weight) (offsetof(struct score_weights, weight) / sizeof(int32_t))
enum { KEEP = sizeof(struct score_weights) / sizeof(int32_t), NEAR, FLEETS, SETTINGS };

static const struct player_setting scorer_settings[] = {
	[AT(defend)] = {"defend", 0, 1000, 25, "score of an own centre in danger"},
	[AT(home)] = {"home", 0, 1000, 30, "score of an own home centre in danger"},
	[AT(guarded)] = {"guarded", 0, 1000, 25, "score of a centre that is defended"},
	[AT(open)] = {"open", 0, 1000, 40, "score of a centre that is not defended"},
	[AT(home_guarded)] = {"homeguarded", 0, 1000, 20, "score of an enemy's home centre, defended"},
	[AT(home_open)] = {"homeopen", 0, 1000, 60, "score of an enemy's home centre, not defended"},
	[AT(beside)] = {"beside", 0, 1000, 5, "score for each rival's unit that can move in"},
	[AT(inside)] = {"inside", 0, 1000, 10, "score for a rival's unit that is in it"},
	[AT(step)] = {"step", 0, 1000, 3, "cost of each province up to the enemy"},
	[AT(spring_share)] = {"spring", 0, 1000, 20,
                          "per cent of the neighbours' scores, but for fall moves"},
	[AT(fall_share)] = {"fall", 0, 1000, 33, "per cent of the neighbours' scores, in fall moves"},
	[AT(chance)] = {"chance", 0, 1000, 20, "the most that chance adds to a score, per cent"},
	[KEEP] = {"keep", 0, 100, 50, "per cent of enmity that stays from turn to turn"},
	[NEAR] = {"near", 0, 100, 2, "steps from which on a rival is too far to be attacked"},
	[FLEETS] = {"fleets", 0, 100, 50, "per cent of fleets among the units it wants"},
	[SETTINGS] = {.name = NULL},
};
_Static_assert((int)SETTINGS <= SETTINGS_MAX, "the settings fit a seat");

/* What is decided before any unit. */
struct scorer_plan {
	struct rng rng;
	power_set enemies;
	struct score score;
};

static void plan_open(const struct player_call *call, enum rng_use use, struct scorer_plan *plan)
{
	const int32_t *settings = call->settings;
	struct score_weights weights;
	struct enmity enmity = {.begun = false};

	memcpy(&weights, settings, sizeof weights);
	if (call->memory != NULL)
		enmity = *(const struct enmity *)call->memory;
	enmity_meet(call->map, call->board, call->power, settings[KEEP], &enmity);
	plan->rng = player_chance(call, use);
	plan->enemies = enmity_choose(call->map, call->board, call->power, settings[NEAR], &enmity);
	score_open(call, &weights, plan->enemies, &plan->rng, &plan->score);
}

static void scorer_observe(const struct player_call *call, const struct phase_record *record,
                           void *memory)
{
	enmity_meet(call->map, &record->board, call->power, call->settings[KEEP], memory);
	enmity_learn(call->map, record, call->power, memory);
}

static void scorer_order(const struct player_call *call, struct order orders[UNITS_MAX],
                         struct player_effort *effort)
{
	struct scorer_plan plan;
	struct wishes wishes;

	plan_open(call, RNG_ORDERS, &plan);
	wishes_open(call, &plan.score, &wishes);
	crossing_board(&wishes);
	wishes_settle(&wishes);
	wishes_order(&wishes, orders);
	*effort = (struct player_effort){0};
}

/* ── retreats ── */

/* The best place that dislodged unit i may go to and that is not taken, or LOC_NONE. */
static uint8_t find_refuge(const struct player_call *call, const struct scorer_plan *plan, int i,
                           const struct place_set *taken)
{
	const int32_t *value = plan->score.place[call->board->retreat[i].unit.type];
	uint8_t options[EXITS_MAX], best = LOC_NONE;
	const int count = retreat_options(call->map, call->board, i, options);

	for (int n = 0; n < count; n++)
		if (!place_set_has(taken, call->map->loc[options[n]].province) &&
		    (best == LOC_NONE || value[options[n]] > value[best]))
			best = options[n];
	return best;
}

static void scorer_retreat(const struct player_call *call, struct order orders[RETREATS_MAX])
{
	struct place_set taken = {{0, 0}};
	unit_set waiting = 0;
	struct scorer_plan plan;

	plan_open(call, RNG_RETREATS, &plan);
	for (int i = 0; i < call->board->retreat_count; i++) {
		const struct unit unit = call->board->retreat[i].unit;
		if (unit.power != call->power)
			continue;
		orders[i] = order_disband(unit.type, unit.loc);
		unit_set_add(&waiting, i);
	}
	for (;;) {
		uint8_t best_to = LOC_NONE;
		int32_t best_value = 0;
		int best = -1;
		for (unit_set rest = waiting; rest; unit_set_drop(&rest)) {
			const int i = unit_set_first(rest);
			const uint8_t to = find_refuge(call, &plan, i, &taken);
			if (to == LOC_NONE)
				continue;
			const int32_t value = plan.score.place[call->board->retreat[i].unit.type][to];
			if (best < 0 || value > best_value) {
				best = i;
				best_to = to;
				best_value = value;
			}
		}
		if (best < 0)
			return;
		const struct unit unit = call->board->retreat[best].unit;
		orders[best] = order_retreat(unit.type, unit.loc, best_to);
		place_set_add(&taken, call->map->loc[best_to].province);
		unit_set_remove(&waiting, best);
	}
}

/* ── winter ── */

/* Our units, and those of our enemies, by type. */
struct unit_counts {
	int own[UNIT_TYPES], enemy[UNIT_TYPES];
};

static void unit_counts_open(const struct player_call *call, power_set enemies,
                             struct unit_counts *counts)
{
	*counts = (struct unit_counts){.own = {0, 0}};
	for (int u = 0; u < call->board->unit_count; u++) {
		const struct unit unit = call->board->unit[u];
		if (unit.power == call->power)
			counts->own[unit.type]++;
		else if (power_set_has(enemies, unit.power))
			counts->enemy[unit.type]++;
	}
}

/* The type that brings the next build closer to the ratio. */
static enum unit_type choose_type(const struct player_call *call, const struct unit_counts *counts)
{
	const int enemies = counts->enemy[ARMY] + counts->enemy[FLEET];
	const int wanted = call->settings[FLEETS];
	const int share =
		enemies > 0 ? (wanted + PERCENT * counts->enemy[FLEET] / enemies) / 2 : wanted;
	const int units = counts->own[ARMY] + counts->own[FLEET] + 1;

	return PERCENT * (counts->own[FLEET] + 1) <= share * units ? FLEET : ARMY;
}

/* The best place for a new unit of a type in one of the sites, or LOC_NONE. */
static uint8_t find_site(const struct player_call *call, const struct scorer_plan *plan,
                         const struct place_set *sites, enum unit_type type)
{
	const struct map *map = call->map;
	uint8_t best = LOC_NONE;

	for (int loc = 0; loc < map->loc_count; loc++) {
		const bool fits =
			type == ARMY ? loc < map->province_count
						 : map->loc[loc].terrain == COAST && map->loc[loc].exit_count[FLEET] > 0;
		if (fits && place_set_has(sites, map->loc[loc].province) &&
		    (best == LOC_NONE || plan->score.place[type][loc] > plan->score.place[type][best]))
			best = loc;
	}
	return best;
}

static int build(const struct player_call *call, const struct scorer_plan *plan, int due,
                 struct submission adjustments[ADJUSTMENTS_MAX])
{
	uint8_t list[PROVINCES_MAX];
	struct place_set sites = {{0, 0}};
	struct unit_counts counts;

	unit_counts_open(call, plan->enemies, &counts);
	for (int n = build_sites(call->map, call->board, call->power, list); n > 0; n--)
		place_set_add(&sites, list[n - 1]);
	for (int n = 0; n < due; n++) {
		enum unit_type type = choose_type(call, &counts);
		uint8_t loc = find_site(call, plan, &sites, type);
		if (loc == LOC_NONE) {
			type = ARMY;
			loc = find_site(call, plan, &sites, type);
		}
		assert(loc != LOC_NONE);
		adjustments[n] = (struct submission){call->power, order_build(type, loc)};
		place_set_remove(&sites, call->map->loc[loc].province);
		counts.own[type]++;
	}
	return due;
}

static int disband(const struct player_call *call, const struct scorer_plan *plan, int due,
                   struct submission adjustments[ADJUSTMENTS_MAX])
{
	unit_set gone = 0;

	for (int n = 0; n < due; n++) {
		int worst = -1;
		int32_t least = 0;
		for (int u = 0; u < call->board->unit_count; u++) {
			const struct unit unit = call->board->unit[u];
			const int32_t value = plan->score.place[unit.type][unit.loc];
			if (unit.power == call->power && !unit_set_has(gone, u) &&
			    (worst < 0 || value < least)) {
				worst = u;
				least = value;
			}
		}
		const struct unit unit = call->board->unit[worst];
		adjustments[n] = (struct submission){call->power, order_disband(unit.type, unit.loc)};
		unit_set_add(&gone, worst);
	}
	return due;
}

static int scorer_adjust(const struct player_call *call,
                         struct submission adjustments[ADJUSTMENTS_MAX])
{
	const int allowance = build_allowance(call->map, call->board, call->power);
	struct scorer_plan plan;

	plan_open(call, RNG_ADJUSTMENTS, &plan);
	return allowance > 0 ? build(call, &plan, allowance, adjustments)
	                     : disband(call, &plan, -allowance, adjustments);
}

const struct player player_scorer = {
	.name = "scorer",
	.about = "scores places, and attacks whom it bears most enmity (Ritchie, 2003)",
	.settings = scorer_settings,
	.order = scorer_order,
	.retreat = scorer_retreat,
	.adjust = scorer_adjust,
	.observe = scorer_observe,
	.memory_size = sizeof(struct enmity),
};
