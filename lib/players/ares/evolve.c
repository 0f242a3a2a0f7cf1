/* evolve: see evolve.h. */
#include "evolve.h"

#include "precedent.h"

enum { ALIGN = 64 };

/* best: the best individual of each of the last two stretches. While an island runs a stretch, its
 * neighbour reads the best of the stretch before. */
struct island {
	struct pool pool;
	bool mature;
	struct individual best[2];
};

static size_t align(size_t size)
{
	return (size + ALIGN - 1) / ALIGN * ALIGN;
}

size_t evolve_scratch_size(const struct evolution *evolution)
{
	return evolution->islands * (align(sizeof(struct island)) + align(pool_size(evolution)));
}

static struct island *island_at(const struct player_call *call, int i)
{
	return (struct island *)((char *)call->scratch + i * align(sizeof(struct island)));
}

/* If knowledge is shared, all islands begin with the precedent too. Its search uses the room of the
 * first island's pool. */
static void open_islands(const struct player_call *call, const struct evolution *evolution)
{
	char *memory = (char *)island_at(call, evolution->islands);
	struct individual precedent;

	if (evolution->shared > 0)
		precedent_find(call, evolution, &island_at(call, 0)->pool, memory, &precedent);
	for (int i = 0; i < evolution->islands; i++, memory += align(pool_size(evolution))) {
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

/* Whether the best is mature, or no cycles are left. */
static bool is_over(const struct player_call *call, const struct evolution *evolution, int stretch)
{
	return evolution->islands == 1 || find_best(call, evolution, stretch)->mature ||
	       (stretch + 1) * (int64_t)evolution->meet >= evolution->cycles;
}

/* Runs all stretches; returns the number of the last. */
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
		if (is_over(call, evolution, stretch))
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

void evolve_orders(const struct player_call *call, const struct evolution *evolution,
                   struct order orders[UNITS_MAX], struct player_effort *effort)
{
	open_islands(call, evolution);
	const int last = run_islands(call, evolution);
	const struct island *best = find_best(call, evolution, last);

	*effort = (struct player_effort){.capped = !best->mature};
	for (int i = 0; i < evolution->islands; i++)
		add_effort(island_at(call, i), effort);
	for (int u = 0; u < call->board->unit_count; u++)
		if (call->board->unit[u].power == call->power)
			orders[u] = best->best[last % 2].limb[0].orders[u];
}
