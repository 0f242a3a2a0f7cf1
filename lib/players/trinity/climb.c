/* climb: see climb.h. */
#include "climb.h"

#include <string.h>

void climb_open(struct climb *climb, struct arena *arena, int64_t left)
{
	const int few = (arena->sets + 3) / 4;
	const int64_t share = left / CLIMB_SHARE;

	climb->arena = arena;
	climb->left = left;
	arena_run_open(arena, 0, few, &climb->few);
	arena_run_open(arena, few, arena->sets - few, &climb->more);
	arena_run_open(arena, 0, arena->sets, &climb->all);
	climb->block = share < ARENA_TRIALS ? (int)share / few : ARENA_TRIALS / few;
	climb->block = climb->block > 0 ? climb->block : 1;
}

void climb_copy(const struct climb *from, struct arena *arena, struct climb *climb)
{
	climb->arena = arena;
	climb->block = from->block;
	climb->few = from->few;
	climb->more = from->more;
	climb->all = from->all;
}

static int64_t sum_values(const struct climb *climb)
{
	int64_t sum = 0;

	for (int s = 0; s < climb->all.sets; s++)
		sum += climb->values[s];
	return sum;
}

int64_t climb_begin(struct climb *climb, const uint16_t places[])
{
	const struct change *const none[] = {NULL};

	memcpy(climb->base, places, sizeof climb->base);
	arena_try(climb->arena, &climb->all, places, none, 1, climb->values);
	climb->left -= climb->all.sets;
	return sum_values(climb);
}

/* ── blocks of changes ── */

/* Whether a change has an effect. */
static bool is_new(const struct climb *climb, const struct change *change)
{
	for (int i = 0; i < change->count; i++)
		if (climb->base[change->unit[i]] != change->place[i])
			return true;
	return false;
}

static int32_t *tried_of(struct climb *climb, int d)
{
	return &climb->tried[d * climb->all.sets];
}

/* What a change gains against the sets that were tried: from the first on. */
static int64_t find_gain(struct climb *climb, int d, int sets)
{
	const int32_t *tried = tried_of(climb, d);
	int64_t gain = 0;

	for (int s = 0; s < sets; s++)
		gain += tried[s] - climb->values[s];
	return gain;
}

/* Tries the changes of the block against a run of sets; those that there is nothing left to spend
 * on are taken out, and so are those that do not gain against the sets up to here. */
static void try_block(struct climb *climb, const struct arena_run *run)
{
	int kept = 0;

	if (run->sets > 0 && climb->left / run->sets < climb->change_count)
		climb->change_count = (int)(climb->left / run->sets);
	for (int d = 0; d < climb->change_count && run->sets > 0; d += run->trials) {
		const int rest = climb->change_count - d;
		const int count = MIN(rest, run->trials);
		int32_t values[ARENA_TRIALS];
		arena_try(climb->arena, run, climb->base, &climb->changes[d], count, values);
		for (int i = 0; i < count; i++)
			memcpy(tried_of(climb, d + i) + run->first, &values[i * run->sets],
			       (size_t)run->sets * sizeof *values);
	}
	climb->left -= (int64_t)climb->change_count * run->sets;
	for (int d = 0; d < climb->change_count; d++)
		if (find_gain(climb, d, run->first + run->sets) > 0) {
			climb->changes[kept] = climb->changes[d];
			memmove(tried_of(climb, kept++), tried_of(climb, d),
			        (size_t)climb->all.sets * sizeof *climb->tried);
		}
	climb->change_count = kept;
}

/* Takes the change of the block that gains most. Only those that still have an effect stay in it.
 */
static void take_best(struct climb *climb)
{
	int64_t most = 0;
	int best = 0, kept = 0;

	for (int d = 0; d < climb->change_count; d++) {
		const int64_t gain = find_gain(climb, d, climb->all.sets);
		best = gain > most ? d : best;
		most = MAX(gain, most);
	}
	const struct change *change = climb->changes[best];
	memcpy(climb->values, tried_of(climb, best), (size_t)climb->all.sets * sizeof *climb->values);
	for (int i = 0; i < change->count; i++)
		climb->base[change->unit[i]] = change->place[i];
	for (int d = 0; d < climb->change_count; d++)
		if (is_new(climb, climb->changes[d]))
			climb->changes[kept++] = climb->changes[d];
	climb->change_count = kept;
}

/* Whether any change of the block was taken. */
static bool climb_block(struct climb *climb)
{
	bool taken = false;

	try_block(climb, &climb->few);
	try_block(climb, &climb->more);
	while (climb->change_count > 0) {
		take_best(climb);
		taken = true;
		try_block(climb, &climb->all);
	}
	return taken;
}

/* ── all changes ── */

void climb_shuffle(const struct changes *changes, struct rng *rng, uint16_t order[])
{
	for (int i = 0; i < changes->count; i++) {
		const int other = (int)rng_below(rng, (uint32_t)i + 1);
		order[i] = order[other];
		order[other] = (uint16_t)i;
	}
}

int64_t climb_run(struct climb *climb, const struct changes *changes, const uint16_t order[],
                  uint16_t places[])
{
	int next = 0, idle = 0;

	while (idle < changes->count && climb->left >= climb->few.sets) {
		climb->change_count = 0;
		for (; idle < changes->count && climb->change_count < climb->block; idle++) {
			const struct change *change = &changes->change[order[next]];
			next = next + 1 < changes->count ? next + 1 : 0;
			if (is_new(climb, change))
				climb->changes[climb->change_count++] = change;
		}
		if (climb_block(climb))
			idle = 0;
	}
	memcpy(places, climb->base, sizeof climb->base);
	return sum_values(climb);
}
