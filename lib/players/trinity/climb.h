/* climb: a power's joint orders, improved deed by deed against order sets drawn for the others.
 *
 * The value of joint orders is the mean of what the positions are worth that they lead to, against
 * the same sets each time. A deed is taken where it makes more of it. It is given up early, where
 * the first sets speak against it. */
#ifndef ARESFARM_CLIMB_H
#define ARESFARM_CLIMB_H

#include "deeds.h"
#include "forecast.h"
#include "rng.h"
#include "standing.h"

enum { CLIMB_SETS_MAX = 256 };

/* One order set of the others, and what ours make of it. */
struct prospect {
	struct forecast forecast;
	struct order orders[UNITS_MAX]; /* of all units */
	int32_t value;                  /* of the best orders so far */
};

struct climb {
	const struct ground *ground;
	const struct goals *goals; /* of the power that climbs */
	const struct standing_weights *weights;
	int64_t left;              /* resolutions that may still be spent */
	uint32_t by_stage[STAGES]; /* resolutions spent, by the last stage of the judge */
	int sets;
	struct prospect *prospects;
};

/* Values joint orders: takes the power's orders of `orders` into every set. Returns the sum of
 * values. */
int64_t climb_begin(struct climb *climb, const struct order orders[]);

/* Climbs from the joint orders that were begun with, until no deed helps or nothing is left to
 * spend. Writes the power's orders; returns the sum of values. */
int64_t climb_run(struct climb *climb, const struct deeds *deeds, struct rng *rng,
                  struct order orders[]);

#endif
