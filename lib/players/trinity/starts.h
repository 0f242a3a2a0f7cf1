/* starts: joint orders of a power that climbs start from, and what the climbs find.
 *
 * The climbs share a budget: each may spend what those before it have left. Several climb at once,
 * as tasks (OpenMP) of the team they are called in, as islands do (ares.c). A climb begins with
 * what is left at that time, which is never less than what those before it will leave. If it spends
 * no more than they leave, its result is the same as after them. The first one that spends more is
 * repeated with what is left, and is the last.
 *
 * Invariant: the results depend neither on the threads nor on the helpers. */
#ifndef ARESFARM_STARTS_H
#define ARESFARM_STARTS_H

#include "climb.h"

#ifdef _OPENMP
#include <omp.h>
typedef omp_lock_t starts_lock;
#else
typedef char starts_lock; /* there is one thread */
#endif

enum { STARTS_MAX = 64 };

/* One start, and its climb. */
struct start {
	uint16_t from[UNITS_MAX];    /* places of the power's orders */
	uint16_t order[CHANGES_MAX]; /* the order in which changes are tried */
	struct rng rng;              /* its state after `order` was drawn */
	int64_t left;                /* when it began */
	bool done;
	int64_t spent, sum;         /* resolutions; as in climb.h */
	uint16_t places[UNITS_MAX]; /* of the orders found */
};

struct starts {
	starts_lock lock; /* for the fields below, while several climb */
	int count;
	int begun, ended; /* climbs; the results of those that ended are final */
	bool over;        /* no further climb begins */
	int64_t left;     /* left by those that ended */
	struct rng rng;
	const struct changes *changes;
	struct start start[STARTS_MAX];
};

/* What a search needs. */
struct search_room {
	struct changes changes;
	struct starts starts;
	struct climb climb;
	struct arena arena;
};

/* Climbs from the first `count` starts, whose `from` is the caller's, until nothing is left to
 * spend. climb: opened; in the end it has what is left. rng: as if those that ended
 * had climbed one after the other. helpers: one for each further climb at the same time, which uses
 * its climb and arena. */
void starts_climb(struct starts *starts, struct climb *climb, const struct changes *changes,
                  struct rng *rng, struct search_room helpers[], int helper_count);

#endif
