/* ways: the ways to ask a judge for resolutions. They are timed and counted in batches. */
#ifndef ARESFARM_BENCH_WAYS_H
#define ARESFARM_BENCH_WAYS_H

#include "boards.h"
#include "game/forecast.h"
#include "game/retreat.h"

enum { BATCH = 2 * CHANGES };

/* Order sets to resolve, and what a way needs for it. */
struct batch {
	struct variant variant;
	const struct judge *judge;
	int count;
	const struct board *boards[BATCH];
	const struct order *orders[BATCH];
	struct judgement judgement;
	enum result results[UNITS_MAX];
	struct board next;
	uint8_t options[RETREATS_MAX][EXITS_MAX];
	struct resolution resolutions[BATCH];
	struct order changed[CHANGES][UNITS_MAX];
	struct forecast forecast;
};

struct way {
	const char *name;
	bool (*prepare)(const struct board_set *set, int n,
	                struct batch *batch); /* the n-th; false: there are no more */
	void (*resolve)(struct batch *batch); /* only this is timed and counted */
};

extern const struct way ways[]; /* a row with the name NULL ends it */

#endif
