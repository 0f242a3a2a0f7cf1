/* evolve: the evolution of strategies (thesis 3.3), for one power on one board: one pool, or
 * several islands that meet.
 *
 * An island is a pool with its own random stream. Islands evolve separately. After every `meet`
 * cycles they meet: each receives the best individual of the one before it, in a ring. The fittest
 * individual of all, the first of equals, is chosen if it is mature or no cycles are left. One
 * island is the thesis's Ares.
 *
 * Islands are tasks (OpenMP) of the team they are called in. Their results do not depend on its
 * number of threads. match.c makes the team; the seats of a phase are its tasks. So threads work on
 * seats, and on the islands of seats that have them. One seat with one island cannot use more than
 * one thread. */
#ifndef ARESFARM_EVOLVE_H
#define ARESFARM_EVOLVE_H

#include "pool.h"

/* Bytes of scratch that evolve_orders takes from call->scratch. */
size_t evolve_scratch_size(const struct evolution *evolution);

/* Writes the orders of the best individual's first action, for the power's own units only.
 * effort->capped: the cycles ran out before it was mature. The search for a precedent is not part
 * of the effort: it takes place only if the precedent is not known. */
void evolve_orders(const struct player_call *call, const struct evolution *evolution,
                   struct order orders[UNITS_MAX], struct player_effort *effort);

#endif
