/* evolve: the evolution of strategies (thesis 3.3), for one power on one board: one pool, or
 * several islands that meet.
 *
 * An island is a pool with its own stream of chance. Islands evolve apart; every so many cycles
 * each takes in the best individual of the one before it, in a ring. Once the fittest individual of
 * all, the first if in doubt, is mature when they meet, or the cycles are spent, it is chosen. One
 * island is the thesis's Ares.
 *
 * Islands are tasks (OpenMP) of whatever team they are called in; what they come to does not depend
 * on how many threads it has. match.c makes the team and has the seats of a phase as its tasks:
 * threads go to seats and, where those have islands, to these, whichever there are. So seats serve
 * games of many thinkers, islands those of few, and a single seat with one island is what more than
 * one thread does nothing for. */
#ifndef ARESFARM_EVOLVE_H
#define ARESFARM_EVOLVE_H

#include "pool.h"

/* Bytes of scratch that evolve_orders takes from call->scratch. */
size_t evolve_scratch_size(const struct evolution *evolution);

/* The orders of the first action of the best individual, for the power's own units. effort->capped
 * tells that the cycles ran out before it was mature. */
void evolve_orders(const struct player_call *call, const struct evolution *evolution,
                   struct order orders[UNITS_MAX], struct player_effort *effort);

#endif
