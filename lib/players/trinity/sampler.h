/* sampler: the chance of each aim of each unit. It draws joint orders of a power's units that fit
 * each other: no unit is in the way of another, and a unit that wants another's aim helps it. */
#ifndef ARESFARM_SAMPLER_H
#define ARESFARM_SAMPLER_H

#include "players/trinity/evaluation/aims.h"

struct sampler {
	uint8_t count[UNITS_MAX];         /* of aims, by unit */
	uint8_t loc[UNITS_MAX][AIMS_MAX]; /* the aims; the first is the unit's place */
	uint32_t chance[UNITS_MAX][AIMS_MAX];
};

/* The units of the goals' power, by weights. It writes only their entries, so one sampler can have
 * all powers. */
void sampler_add(const struct ground *ground, const struct goals *goals,
                 const struct aim_weights *weights, struct sampler *sampler);

/* The same with every aim as likely as any other. */
void sampler_add_evenly(const struct ground *ground, uint8_t power, struct sampler *sampler);

/* Draws orders for a power's units; writes only these. */
void sampler_draw(const struct ground *ground, const struct sampler *sampler, uint8_t power,
                  struct rng *rng, struct order orders[]);

#endif
