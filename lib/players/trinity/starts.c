/* starts: see starts.h. */
#include "starts.h"

#ifndef _OPENMP
#define omp_init_lock(lock)    ((void)(lock))
#define omp_set_lock(lock)     ((void)(lock))
#define omp_unset_lock(lock)   ((void)(lock))
#define omp_destroy_lock(lock) ((void)(lock))
#endif

/* The next start, or NULL: there is none, or nothing is left. */
static struct start *begin(struct starts *starts)
{
	struct start *start = NULL;

	omp_set_lock(&starts->lock);
	if (!starts->over && starts->begun < starts->count) {
		start = &starts->start[starts->begun++];
		climb_shuffle(starts->changes, &starts->rng, start->order);
		start->rng = starts->rng;
		start->left = starts->left;
		start->done = false;
	}
	omp_unset_lock(&starts->lock);
	return start;
}

static void climb_from(const struct starts *starts, struct start *start, struct climb *climb)
{
	climb->left = start->left;
	climb_begin(climb, start->from);
	start->sum = climb_run(climb, starts->changes, start->order, start->places);
	start->spent = start->left - climb->left;
}

/* Ends the climbs that are done, in their sequence, up to the first that has spent too much. */
static void end(struct starts *starts, struct start *done, int sets)
{
	omp_set_lock(&starts->lock);
	for (done->done = true; !starts->over && starts->ended < starts->begun;) {
		const struct start *next = &starts->start[starts->ended];
		if (!next->done)
			break;
		starts->over = next->spent > starts->left || starts->left - next->spent <= sets;
		if (next->spent <= starts->left) {
			starts->left -= next->spent;
			starts->ended++;
		}
	}
	omp_unset_lock(&starts->lock);
}

static void climb_all(struct starts *starts, struct start *start, struct climb *climb)
{
	for (; start; start = begin(starts)) {
		climb_from(starts, start, climb);
		end(starts, start, climb->all.sets);
	}
}

static void add_helper(struct starts *starts, const struct climb *first, struct search_room *helper)
{
	struct start *start = begin(starts);

	if (!start)
		return;
	arena_copy(first->arena, &helper->arena);
	climb_copy(first, &helper->arena, &helper->climb);
	climb_all(starts, start, &helper->climb);
}

void starts_climb(struct starts *starts, struct climb *climb, const struct changes *changes,
                  struct rng *rng, struct search_room helpers[], int helper_count)
{
	const int sets = climb->all.sets;

	omp_init_lock(&starts->lock);
	starts->begun = starts->ended = 0;
	starts->left = climb->left;
	starts->over = starts->left <= sets;
	starts->rng = *rng;
	starts->changes = changes;
	for (int i = 0; i < helper_count; i++) {
#pragma omp task default(none) firstprivate(starts, climb, helpers, i)
		add_helper(starts, climb, &helpers[i]);
	}
	climb_all(starts, begin(starts), climb);
#pragma omp taskwait
	omp_destroy_lock(&starts->lock);

	if (starts->ended < starts->begun && starts->left > sets) {
		struct start *last = &starts->start[starts->ended++];
		last->left = starts->left;
		climb_from(starts, last, climb);
		starts->left -= last->spent;
	}
	climb->left = starts->left;
	if (starts->ended > 0)
		*rng = starts->start[starts->ended - 1].rng;
}
