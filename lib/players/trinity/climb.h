/* climb: a power's joint orders, improved change by change against order sets drawn for the others.
 *
 * The value of joint orders is the mean value of the resulting positions, against the same sets
 * each time. Many changes of the same joint orders are tried at once: first against a quarter of
 * the sets, then those that gain there against the rest. The best is made, then each other one that
 * gained and still does. */
#ifndef ARESFARM_CLIMB_H
#define ARESFARM_CLIMB_H

#include "arena.h"
#include "board/rng.h"

enum {
	CLIMB_SHARE = 16, /* at most this part of the initial budget is spent on trials at once */
	CLIMB_VALUES =
		4 * ARENA_TRIALS + ARENA_SETS_MAX, /* of all trials of a block, against all sets */
};

struct climb {
	struct arena *arena;
	int64_t left;                    /* resolutions that may still be spent */
	int block;                       /* trials at once */
	struct arena_run few, more, all; /* the first quarter of the sets, the others; all */
	uint16_t base[UNITS_MAX];        /* places of the joint orders being improved */
	int32_t values[ARENA_SETS_MAX];  /* their values, by set */
	int change_count;
	const struct change *changes[ARENA_TRIALS]; /* of the block */
	int32_t tried[CLIMB_VALUES];                /* by change of the block and set */
};

/* The arena must be closed and prepared by arena_look. */
void climb_open(struct climb *climb, struct arena *arena, int64_t left);

/* Copies a climb, with a copy of the arena; the caller sets `left`. */
void climb_copy(const struct climb *from, struct arena *arena, struct climb *climb);

/* Values joint orders, by their places. Returns the sum of values. */
int64_t climb_begin(struct climb *climb, const uint16_t places[]);

/* Draws the order in which changes are tried: numbers of changes. */
void climb_shuffle(const struct changes *changes, struct rng *rng, uint16_t order[]);

/* Climbs from the joint orders of climb_begin until no change helps or the budget is spent. Writes
 * the places of the power's orders; returns the sum of values. If it spends no more than `less`, it
 * would have done the same with a budget of `less`. */
int64_t climb_run(struct climb *climb, const struct changes *changes, const uint16_t order[],
                  uint16_t places[]);

#endif
