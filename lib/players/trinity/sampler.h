/* sampler: how likely each aim of each unit is. It draws joint orders of a power's units that fit
 * each other: nobody is in the way of another, and who wants what another one has helps it. */
#ifndef ARESFARM_SAMPLER_H
#define ARESFARM_SAMPLER_H

#include "players/trinity/evaluation/aims.h"

struct sampler {
	uint8_t count[UNITS_MAX];         /* of aims, by unit */
	uint8_t loc[UNITS_MAX][AIMS_MAX]; /* the aims; the first is where the unit stands */
	uint32_t chance[UNITS_MAX][AIMS_MAX];
};

/* The units of the goals' power, by weights. It writes what is theirs only, so all powers fit into
 * one sampler. */
void sampler_add(const struct ground *ground, const struct goals *goals,
                 const struct aim_weights *weights, struct sampler *sampler);

/* The same with every aim as likely as any other. */
void sampler_add_evenly(const struct ground *ground, uint8_t power, struct sampler *sampler);

/* Draws orders for a power's units: writes theirs only. */
void sampler_draw(const struct ground *ground, const struct sampler *sampler, uint8_t power,
                  struct rng *rng, struct order orders[]);

#endif
