/* ways: the ways a judge may be asked for resolutions, timed and counted in batches. */
#ifndef ARESFARM_BENCH_WAYS_H
#define ARESFARM_BENCH_WAYS_H

#include "boards.h"
#include "forecast.h"

enum { BATCH = 2 * CHANGES };

/* Order sets to resolve, with what a way needs for it. */
struct batch {
	const struct map *map;
	const struct law *law;
	const struct judge *judge;
	int count;
	const struct board *boards[BATCH];
	const struct order *orders[BATCH];
	int units[BATCH]; /* whose order is another than in the set before */
	struct resolution resolutions[BATCH];
	struct order changed[CHANGES][UNITS_MAX];
	struct forecast forecast;
};

struct way {
	const char *name;
	bool (*prepare)(const struct board_set *set, int n,
	                struct batch *batch); /* the n-th; false: there are no more */
	void (*resolve)(struct batch *batch); /* this alone is timed and counted */
};

extern const struct way ways[]; /* a name of NULL ends it */

#endif
