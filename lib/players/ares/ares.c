/* ares: the Agent of Rationally Evolving Strategies (thesis 3.3). It has the settings;
 * evolve.c has the search. What the thesis left for later is off unless a setting asks for it. */
#include "aftermath.h"
#include "evolve.h"
#include "precedent.h"

enum {
	DEPTH,
	AGE,
	MUTATIONS,
	TRIES,
	CYCLES,
	ISLANDS,
	MEET,
	KEEP,
	CONVOYS,
	RETREATS,
	BUILDS,
	NEAR,
	SHARED,
	CROSSOVER,
	FIRST,
	CHANCES,
	GIVEN,
	DIFFER,
	TIE,
	COMPARE,
	COUNTERS,
	CHILD,
	TWINS,
	SETTINGS
};

static const struct player_setting ares_settings[] = {
	[DEPTH] = {"depth", 1, EVOLVE_DEPTH_MAX, 2, "rounds looked ahead"},
	[AGE] = {"age", 1, 1000, 10, "recessions an intended action must endure"},
	[MUTATIONS] = {"mutations", 1, UNITS_MAX, 8, "own orders drawn again for a child"},
	[TRIES] = {"tries", 1, 100, 1, "attempts at a new child in a cycle"},
	[CYCLES] = {"cycles", 1, EVOLVE_CYCLES_MAX, 1000,
                "most cycles for one decision, on each island"},
	[ISLANDS] = {"islands", 1, EVOLVE_ISLANDS_MAX, 1, "pools that evolve apart"},
	[MEET] = {"meet", 1, EVOLVE_CYCLES_MAX, 400, "cycles until islands meet"},
	[KEEP] = {"keep", 0, 1, 1, "0: every selection looks for all intentions again"},
	[CONVOYS] = {"convoys", 0, 1, 0, "1: armies may go by sea, carried by own fleets"},
	[RETREATS] = {"retreats", 0, 1, 0, "1: retreats are decided, not drawn"},
	[BUILDS] = {"builds", 0, 1, 0, "1: builds and removals are decided, not drawn"},
	[NEAR] = {"near", 0, VALUATION_NEAR_MAX, 0, "hundredths of a centre: what is near counts"},
	[SHARED] = {"shared", 0, 1000, 0, "recessions of what is known of like boards; 0: none"},
	[CROSSOVER] = {"crossover", 0, 100, 0, "per cent of children that have two parents"},
	[FIRST] = {"first", 0, FIRST_READINGS - 1, 0,
               "orders evolution begins with: 0 hold, 1 drawn, 2 own drawn, 3 others drawn"},
	[CHANCES] = {"chances", 0, CHANCES_READINGS - 1, 0,
                 "equal: 0 moves, hold, one support; 1 all orders; 2 kinds; 3, 4: no hold"},
	[GIVEN] = {"given", 0, 1, 0, "1: supports are only drawn of orders that are given"},
	[DIFFER] = {"differ", 0, 1, 0, "1: an order drawn is another than the one before"},
	[TIE] = {"ties", 0, TIES_READINGS - 1, 0, "of equals: 0 the first, 1 the newest, 2 by chance"},
	[COMPARE] = {"compare", 0, COMPARE_READINGS - 1, 0,
                 "recession compares: 0 leaves, 1 next boards, 2 and 3 also take equal ones"},
	[COUNTERS] = {"counters", 1, UNITS_MAX, 1, "opponents' orders drawn again in a recession"},
	[CHILD] = {"child", 0, CHILD_READINGS - 1, 0,
               "0 of age 0; 1 of its parent's age; 2 opponents hold; 3 opponents drawn"},
	[TWINS] = {"twins", 0, 1, 0, "1: a child is known by its own orders only"},
	[SETTINGS] = {.name = NULL},
};
_Static_assert((int)SETTINGS <= SETTINGS_MAX, "the settings fit a seat");

static struct evolution ares_evolution(const int32_t settings[])
{
	return (struct evolution){.depth = settings[DEPTH],
	                          .age = settings[AGE],
	                          .mutations = settings[MUTATIONS],
	                          .tries = settings[TRIES],
	                          .cycles = settings[CYCLES],
	                          .islands = settings[ISLANDS],
	                          .meet = settings[MEET],
	                          .keep = settings[KEEP],
	                          .convoys = settings[CONVOYS],
	                          .near = settings[NEAR],
	                          .crossover = settings[CROSSOVER],
	                          .shared = settings[SHARED],
	                          .first = settings[FIRST],
	                          .chances = settings[CHANCES],
	                          .given = settings[GIVEN],
	                          .differ = settings[DIFFER],
	                          .ties = settings[TIE],
	                          .compare = settings[COMPARE],
	                          .counters = settings[COUNTERS],
	                          .child = settings[CHILD],
	                          .twins = settings[TWINS]};
}

static size_t ares_scratch_size(const int32_t settings[])
{
	const struct evolution evolution = ares_evolution(settings);

	return evolve_scratch_size(&evolution);
}

static void ares_order(const struct player_call *call, struct order orders[UNITS_MAX],
                       struct player_effort *effort)
{
	const struct evolution evolution = ares_evolution(call->settings);

	evolve_orders(call, &evolution, orders, effort);
}

static void ares_retreat(const struct player_call *call, struct order orders[RETREATS_MAX])
{
	struct rng rng = player_chance(call, RNG_RETREATS);

	if (call->settings[RETREATS])
		aftermath_retreat(call, call->settings[NEAR], orders);
	else
		retreat_randomly(call->map, call->board, call->power, &rng, orders);
}

static int ares_adjust(const struct player_call *call,
                       struct submission adjustments[ADJUSTMENTS_MAX])
{
	struct rng rng = player_chance(call, RNG_ADJUSTMENTS);

	if (call->settings[BUILDS])
		return aftermath_adjust(call, call->settings[NEAR], adjustments);
	return build_orders_randomly(call->map, call->board, call->power, &rng, adjustments);
}

const struct player player_ares = {
	.name = "ares",
	.about = "evolves strategies against scheming opponents (thesis, section 3.3)",
	.settings = ares_settings,
	.later = CONVOYS,
	.scratch_size = ares_scratch_size,
	.order = ares_order,
	.retreat = ares_retreat,
	.adjust = ares_adjust,
	.knowledge = precedent_kind,
};
