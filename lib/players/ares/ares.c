/* ares: the Agent of Rationally Evolving Strategies (thesis 3.3): its settings, and the evolution
 * of strategies in one pool, or in several islands that meet. What the thesis left for later is off
 * unless a setting asks for it.
 *
 * An island is a pool with its own random stream. Islands evolve separately. After every `meet`
 * cycles they meet: each receives the best individual of the one before it, in a ring. The fittest
 * individual of all, the first of equals, is chosen if it is mature or no cycles are left. One
 * island is the thesis's Ares.
 *
 * Islands are tasks (OpenMP) of the team they are called in. Their results do not depend on its
 * number of threads. match.c makes the team; the seats of a phase are its tasks. So threads work on
 * seats, and on the islands of seats that have them. One seat with one island cannot use more than
 * one thread. */
#include "aftermath.h"
#include "precedent.h"

#include <stddef.h>
#include <string.h>

/* The place of a setting. */
#define AT(setting) (offsetof(struct evolution, setting) / sizeof(int32_t))
enum { SETTINGS = sizeof(struct evolution) / sizeof(int32_t) };

static const struct player_setting ares_settings[] = {
	[AT(depth)] = {"depth", 1, EVOLVE_DEPTH_MAX, 2, "rounds looked ahead"},
	[AT(age)] = {"age", 1, 1000, 10, "recessions an intended action must endure"},
	[AT(mutations)] = {"mutations", 1, UNITS_MAX, 8, "own orders drawn again for a child"},
	[AT(tries)] = {"tries", 1, 100, 1, "attempts at a new child in a cycle"},
	[AT(cycles)] = {"cycles", 1, EVOLVE_CYCLES_MAX, 1000,
                    "most cycles for one decision, on each island"},
	[AT(islands)] = {"islands", 1, EVOLVE_ISLANDS_MAX, 1, "pools that evolve apart"},
	[AT(meet)] = {"meet", 1, EVOLVE_CYCLES_MAX, 400, "cycles until islands meet"},
	[AT(keep)] = {"keep", 0, 1, 1, "0: every selection looks for all intentions again"},
	[AT(convoys)] = {"convoys", 0, 1, 0, "1: armies may go by sea, carried by own fleets"},
	[AT(retreats)] = {"retreats", 0, 1, 0, "1: retreats are decided, not drawn"},
	[AT(builds)] = {"builds", 0, 1, 0, "1: builds and removals are decided, not drawn"},
	[AT(near)] = {"near", 0, VALUATION_NEAR_MAX, 0, "hundredths of a centre: what is near counts"},
	[AT(shared)] = {"shared", 0, 1000, 0, "recessions of what is known of like boards; 0: none"},
	[AT(crossover)] = {"crossover", 0, 100, 0, "per cent of children that have two parents"},
	[AT(first)] = {"first", 0, FIRST_READINGS - 1, 0,
                   "orders evolution begins with: 0 hold, 1 drawn, 2 own drawn, 3 others drawn"},
	[AT(chances)] = {"chances", 0, CHANCES_READINGS - 1, 0,
                     "equal: 0 moves, hold, one support; 1 all orders; 2 kinds; 3, 4: no hold"},
	[AT(given)] = {"given", 0, 1, 0, "1: supports are only drawn of orders that are given"},
	[AT(differ)] = {"differ", 0, 1, 0, "1: an order drawn is another than the one before"},
	[AT(ties)] = {"ties", 0, TIES_READINGS - 1, 0,
                  "of equals: 0 the first, 1 the newest, 2 by chance"},
	[AT(compare)] = {"compare", 0, COMPARE_READINGS - 1, 0,
                     "recession compares: 0 leaves, 1 next boards, 2 and 3 also take equal ones"},
	[AT(counters)] = {"counters", 1, UNITS_MAX, 1, "opponents' orders drawn again in a recession"},
	[AT(child)] = {"child", 0, CHILD_READINGS - 1, 0,
                   "0 of age 0; 1 of its parent's age; 2 opponents hold; 3 opponents drawn"},
	[AT(twins)] = {"twins", 0, 1, 0, "1: a child is known by its own orders only"},
	[SETTINGS] = {.name = NULL},
};
_Static_assert((int)SETTINGS <= SETTINGS_MAX, "the settings fit a seat");

static struct evolution find_evolution(const int32_t settings[])
{
	struct evolution evolution;

	memcpy(&evolution, settings, sizeof evolution);
	return evolution;
}

/* ── islands ── */

/* best: the best individual of each of the last two stretches. While an island runs a stretch, its
 * neighbour reads the best of the stretch before. */
struct island {
	struct pool pool;
	bool mature;
	struct individual best[2];
};

static size_t ares_scratch_size(const int32_t settings[])
{
	const struct evolution evolution = find_evolution(settings);

	return evolution.islands *
	       (player_align(sizeof(struct island)) + player_align(strategy_size(&evolution)));
}

static struct island *island_at(const struct player_call *call, int i)
{
	return (struct island *)((char *)call->scratch + i * player_align(sizeof(struct island)));
}

/* If knowledge is shared, all islands begin with the precedent too. Its search uses the room of the
 * first island's pool. */
static void open_islands(const struct player_call *call, const struct evolution *evolution)
{
	char *memory = (char *)island_at(call, evolution->islands);
	struct individual precedent;

	if (evolution->shared > 0)
		precedent_find(call, evolution, &island_at(call, 0)->pool, memory, &precedent);
	for (int i = 0; i < evolution->islands; i++, memory += player_align(strategy_size(evolution))) {
		pool_open(&island_at(call, i)->pool, call, evolution, i, memory);
		if (evolution->shared > 0)
			pool_take_in(&island_at(call, i)->pool, &precedent);
	}
}

/* Runs an island from one meeting to the next. */
static void run_stretch(const struct player_call *call, const struct evolution *evolution, int i,
                        int stretch)
{
	struct island *island = island_at(call, i);
	const struct island *before = island_at(call, i > 0 ? i - 1 : evolution->islands - 1);
	const int64_t until =
		evolution->islands > 1 ? (stretch + 1) * (int64_t)evolution->meet : evolution->cycles;

	if (stretch > 0)
		pool_take_in(&island->pool, &before->best[(stretch - 1) % 2]);
	island->mature =
		pool_evolve(&island->pool, until < evolution->cycles ? (int)until : evolution->cycles);
	pool_select(&island->pool, &island->best[stretch % 2]);
}

/* The island with the fittest individual of a stretch, the first of equals. */
static const struct island *find_best(const struct player_call *call,
                                      const struct evolution *evolution, int stretch)
{
	const struct island *best = island_at(call, 0);

	for (int i = 1; i < evolution->islands; i++)
		if (island_at(call, i)->best[stretch % 2].fitness > best->best[stretch % 2].fitness)
			best = island_at(call, i);
	return best;
}

/* Runs all stretches, until the best is mature or no cycles are left; returns the number of the
 * last. */
static int run_islands(const struct player_call *call, const struct evolution *evolution)
{
	int stretch = 0;

	for (;; stretch++) {
		for (int i = 1; i < evolution->islands; i++) {
#pragma omp task default(none) firstprivate(call, evolution, i, stretch)
			run_stretch(call, evolution, i, stretch);
		}
		run_stretch(call, evolution, 0, stretch);
#pragma omp taskwait
		if (evolution->islands == 1 || find_best(call, evolution, stretch)->mature ||
		    (stretch + 1) * (int64_t)evolution->meet >= evolution->cycles)
			return stretch;
	}
}

static void add_effort(const struct island *island, struct player_effort *effort)
{
	const struct player_effort one = pool_effort(&island->pool);

	for (int stage = 0; stage < STAGES; stage++)
		effort->forecasts[stage] += one.forecasts[stage];
	effort->forecast_ns += one.forecast_ns;
	effort->nodes += one.nodes;
}

/* The search for a precedent is not part of the effort: it takes place only if the precedent is not
 * known. capped: the cycles ran out before the best was mature. */
static void ares_order(const struct player_call *call, struct order orders[UNITS_MAX],
                       struct player_effort *effort)
{
	const struct evolution evolution = find_evolution(call->settings);

	open_islands(call, &evolution);
	const int last = run_islands(call, &evolution);
	const struct island *best = find_best(call, &evolution, last);

	*effort = (struct player_effort){.capped = !best->mature};
	for (int i = 0; i < evolution.islands; i++)
		add_effort(island_at(call, i), effort);
	for (int u = 0; u < call->board->unit_count; u++)
		if (call->board->unit[u].power == call->power)
			orders[u] = best->best[last % 2].limb[0].orders[u];
}

/* ── retreats and winter: drawn as those of random, if not decided ── */

static void ares_retreat(const struct player_call *call, struct order orders[RETREATS_MAX])
{
	if (call->settings[AT(retreats)])
		aftermath_retreat(call, call->settings[AT(near)], orders);
	else
		player_retreat(&player_random, call, orders);
}

static int ares_adjust(const struct player_call *call,
                       struct submission adjustments[ADJUSTMENTS_MAX])
{
	if (call->settings[AT(builds)])
		return aftermath_adjust(call, call->settings[AT(near)], adjustments);
	return player_adjust(&player_random, call, adjustments);
}

const struct player player_ares = {
	.name = "ares",
	.about = "evolves strategies against scheming opponents (thesis, section 3.3)",
	.settings = ares_settings,
	.later = AT(convoys),
	.scratch_size = ares_scratch_size,
	.order = ares_order,
	.retreat = ares_retreat,
	.adjust = ares_adjust,
	.knowledge = precedent_kind,
};
