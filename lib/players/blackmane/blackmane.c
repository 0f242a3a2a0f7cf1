/* blackmane: the player of Pires (G. M. P. Pires, "Diplomacy: decision making based on a movement
 * database", Aveiro, 2011, chapters 3 and 4).
 *
 * worth.c values provinces, stance.c gives orders by plans about centres, planner.c makes the
 * plans. This file has the fall-back heuristic for the units without plans (3.3.1, step 3): a unit
 * goes to the most valuable adjacent province, or supports a move of ours there. Like the source,
 * it never convoys.
 *
 * READING: the source says nothing of retreats and winter. A unit retreats to the most valuable
 * province. Builds come in the most valuable home centres, an army or a fleet by what it could go
 * to. The units in the least valuable provinces are removed. READING: chance decides between
 * provinces of equal worth, which the source leaves open. */
#include "blackmane.h"

#include "game/retreat.h"
#include "stance.h"

#include <stdlib.h>

enum { VALUES, DEPTH, UNITS, SETS, HOLDS, GUARD, GARRISON, SETTINGS };

static const struct player_setting blackmane_settings[] = {
	[VALUES] = {"values", 1, 2, 2, "what provinces are worth, by equation 3.1 or 3.2"},
	[DEPTH] = {"depth", 0, TURNS_MAX, 1, "turns that plans look ahead; 0: no plans"},
	[UNITS] = {"units", 1, ACTORS_MAX, ACTORS_MAX, "own units of a plan at the most"},
	[SETS] = {"sets", SETS_LEAST, SETS_MOST, SETS_MOST, "order sets of each side at the most"},
	[HOLDS] = {"holds", 0, 1, 0, "1: plans also leave units idle in their last turn"},
	[GUARD] = {"guard", 0, 1, 0, "1: plans also support the unit in the target"},
	[GARRISON] = {"garrison", 0, 1, 0, "1: plans also hold own centres that are in no danger"},
	[SETTINGS] = {.name = NULL},
};
_Static_assert((int)SETTINGS <= SETTINGS_MAX, "the settings fit a seat");

/* ── the fall-back heuristic ── */

static void order_unit(struct stance *stance, int u);

/* Orders unit u to go to a place, or to support the one of ours that does. False: neither can be.
 */
static bool go_to(struct stance *stance, int u, uint8_t loc)
{
	const struct unit unit = stance->call->board->unit[u];
	const uint8_t province = stance->call->map->loc[loc].province;
	const int own = player_find_own(stance->call, province);
	struct order order = order_move(unit.type, unit.loc, loc);

	if (own >= 0 && unit_set_has(stance->waiting, own))
		return false;
	if (own >= 0 && !unit_set_has(stance->ordered, own))
		order_unit(stance, own);
	const int mover = player_find_mover(stance->call, stance->ordered, stance->orders, province);
	if (mover >= 0)
		order = order_support(unit.type, unit.loc, stance->orders[mover]);
	if (!stance_fits(stance, u, order))
		return false;
	stance_give(stance, u, order);
	return true;
}

/* Orders a unit in the way first. That unit may not go to the place of a waiting unit, so no unit
 * waits for ever. */
static void order_unit(struct stance *stance, int u)
{
	const struct unit unit = stance->call->board->unit[u];
	const struct map_loc *place = &stance->call->map->loc[unit.loc];
	const int count = place->exit_count[unit.type];
	uint8_t places[EXITS_MAX];
	bool ordered = false;

	for (int i = 0; i < count; i++)
		stance_insert(stance, places, i, place->exits[unit.type][i]);
	unit_set_add(&stance->waiting, u);
	for (int i = 0; i < count && !ordered; i++)
		ordered = go_to(stance, u, places[i]);
	unit_set_remove(&stance->waiting, u);
	if (!ordered)
		stance_give(stance, u, order_hold(unit.type, unit.loc));
}

/* ── moves ── */

static size_t blackmane_scratch_size(const int32_t settings[])
{
	return planner_size(settings[DEPTH]);
}

static void follow_plans(struct stance *stance, const struct player_call *call,
                         struct order orders[UNITS_MAX], struct player_effort *effort)
{
	const int32_t *settings = call->settings;
	const struct stance_settings plans = {
		.turns = settings[DEPTH],
		.units = settings[UNITS],
		.garrison = settings[GARRISON],
		.rules = {settings[SETS], settings[HOLDS], settings[GUARD]},
	};

	*effort = (struct player_effort){0};
	stance_open(stance, call, settings[VALUES], RNG_ORDERS, orders);
	if (plans.turns > 0)
		stance_plan(stance, &plans, call->scratch, effort);
}

unit_set blackmane_find_planned(const struct player_call *call)
{
	struct order orders[UNITS_MAX];
	struct player_effort effort;
	struct stance stance;

	follow_plans(&stance, call, orders, &effort);
	return stance.ordered;
}

static void blackmane_order(const struct player_call *call, struct order orders[UNITS_MAX],
                            struct player_effort *effort)
{
	struct stance stance;

	follow_plans(&stance, call, orders, effort);
	while (stance.free)
		order_unit(&stance, unit_set_first(stance.free));
}

/* ── retreats ── */

static void blackmane_retreat(const struct player_call *call, struct order orders[RETREATS_MAX])
{
	const struct map *map = call->map;
	struct place_set taken = {{0, 0}};
	struct stance stance;

	stance_open(&stance, call, call->settings[VALUES], RNG_RETREATS, NULL);
	for (int r = 0; r < call->board->retreat_count; r++) {
		const struct unit unit = call->board->retreat[r].unit;
		uint8_t options[EXITS_MAX], open[EXITS_MAX];
		int open_count = 0;
		if (unit.power != call->power)
			continue;
		const int count = retreat_options(map, call->board, r, options);
		for (int i = 0; i < count; i++)
			if (!place_set_has(&taken, map->loc[options[i]].province))
				stance_insert(&stance, open, open_count++, options[i]);
		orders[r] = order_disband(unit.type, unit.loc);
		if (open_count > 0) {
			orders[r] = order_retreat(unit.type, unit.loc, open[0]);
			place_set_add(&taken, map->loc[open[0]].province);
		}
	}
}

/* ── winter ── */

/* An adjustment that may be ordered. Home comes first, then what can be reached, then chance. */
struct candidate {
	int32_t home, reach, tie;
	struct order order;
};

static int32_t value_reach(const struct stance *stance, uint8_t type, uint8_t loc)
{
	const struct map *map = stance->call->map;
	int32_t best = 0;

	for (int i = 0; i < map->loc[loc].exit_count[type]; i++) {
		const int32_t worth = stance->worth.of[map->loc[map->loc[loc].exits[type][i]].province];
		best = MAX(worth, best);
	}
	return best;
}

/* One for each site: an army comes before a fleet that reaches nothing better. */
static int list_builds(const struct stance *stance, struct candidate candidates[])
{
	const struct player_call *call = stance->call;
	struct order builds[BUILDS_MAX];
	const int build_count = build_list(call->map, call->board, call->power, builds);
	int count = 0;

	for (int i = 0; i < build_count; i++) {
		const struct order build = builds[i];
		const int32_t reach = value_reach(stance, build.type, build.from);
		if (build.type == ARMY) {
			candidates[count++] = (struct candidate){stance->worth.of[build.from], reach,
			                                         stance->tie[build.from], build};
		} else if (reach > candidates[count - 1].reach) {
			candidates[count - 1].reach = reach;
			candidates[count - 1].order = build;
		}
	}
	return count;
}

/* The less a unit's place is worth, the sooner it goes. */
static int list_removals(const struct stance *stance, struct candidate candidates[])
{
	const struct player_call *call = stance->call;
	int count = 0;

	for (unit_set rest = stance->free; rest; unit_set_drop(&rest)) {
		const struct unit unit = call->board->unit[unit_set_first(rest)];
		const uint8_t home = call->map->loc[unit.loc].province;
		candidates[count++] =
			(struct candidate){-stance->worth.of[home], -value_reach(stance, unit.type, unit.loc),
		                       stance->tie[home], order_disband(unit.type, unit.loc)};
	}
	return count;
}

static bool comes_before(const struct candidate *a, const struct candidate *b)
{
	if (a->home != b->home)
		return a->home > b->home;
	return a->reach != b->reach ? a->reach > b->reach : a->tie < b->tie;
}

static struct order take_best(struct candidate candidates[], int count)
{
	int best = 0;

	for (int i = 1; i < count; i++)
		if (comes_before(&candidates[i], &candidates[best]))
			best = i;
	const struct order order = candidates[best].order;
	candidates[best] = candidates[count - 1];
	return order;
}

static int blackmane_adjust(const struct player_call *call,
                            struct submission adjustments[ADJUSTMENTS_MAX])
{
	const int allowance = build_allowance(call->map, call->board, call->power);
	const int due = abs(allowance);
	struct candidate candidates[PROVINCES_MAX];
	struct stance stance;

	stance_open(&stance, call, call->settings[VALUES], RNG_ADJUSTMENTS, NULL);
	int count =
		allowance > 0 ? list_builds(&stance, candidates) : list_removals(&stance, candidates);
	for (int i = 0; i < due; i++)
		adjustments[i] = (struct submission){call->power, take_best(candidates, count--)};
	return due;
}

const struct player player_blackmane = {
	.name = "blackmane",
	.about = "plans about centres by Nash equilibria, from a database of plans (Pires, 2011)",
	.settings = blackmane_settings,
	.scratch_size = blackmane_scratch_size,
	.order = blackmane_order,
	.retreat = blackmane_retreat,
	.adjust = blackmane_adjust,
	.knowledge = PLANNER_KIND,
};
