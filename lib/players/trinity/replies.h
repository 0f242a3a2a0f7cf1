/* replies: of the joint orders drawn for another power, those that are worth more to it are kept
 * more often, if it has made such choices before (a logit equilibrium's quantal response: McKelvey
 * and Palfrey, 1995).
 *
 * A power's zeal is the binary logarithm of how much likelier joint orders become that are worth
 * twice the mean of those drawn for it. */
#ifndef ARESFARM_REPLIES_H
#define ARESFARM_REPLIES_H

#include "arena.h"
#include "belief.h"

/* The sets of the arena that one is kept of; joint orders of its power beside which they are
 * valued. */
enum { REPLIES_DRAWN = 3, REPLIES_OURS = 4 };

/* Keeps `sets` of the arena's sets, chosen power by power. ours: REPLIES_OURS joint orders of the
 * arena's power, by their places. Spends at most `left` resolutions, and returns how many; if they
 * are too few, the first sets are kept. */
int replies_choose(struct arena *arena, const struct goals goals[],
                   const struct evaluation_weights *weights, const struct lessons *lessons,
                   const uint16_t ours[][UNITS_MAX], int sets, int left, struct rng *rng);

/* Learns from the orders of all powers but one in a movement phase whether these were worth more to
 * them than orders drawn by the belief, which knows the phases before. */
void replies_learn(const struct belief *belief, struct variant variant, const struct goals goals[],
                   const struct evaluation_weights *weights, uint8_t without,
                   const struct order orders[], struct rng *rng, struct lessons *lessons);

#endif
