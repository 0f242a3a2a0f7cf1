/* precedent: the result of an evolution on a similar board, with which another evolution begins.
 * The thesis (5.4): "the algorithm could initiate intentions in new situations with intentions in
 * situations it already knows".
 *
 * A like board has the power's units and those others that are in or next to a place that the
 * power's units can reach by their own moves in the rounds looked ahead. Centres elsewhere belong
 * to another power. A precedent is a pure function of its key: the like board, the power, the
 * rules' law and the settings. Its random numbers depend on the key too. So it makes no difference
 * whether it was known (knowledge.h) or is computed again. */
#ifndef ARESFARM_PRECEDENT_H
#define ARESFARM_PRECEDENT_H

#include "pool.h"

/* The kind of knowledge (knowledge.h). Its number changes whenever precedents change. */
extern const char precedent_kind[];

enum { PRECEDENT_ROUNDS = 4 }; /* the most rounds that are remembered */

/* Finds the precedent of the call's board. pool and memory are used for its search if it is not
 * known: memory as for a pool of this evolution. The guest has orders for the units of the like
 * board only; its limbs are new (pool_take_in). */
void precedent_find(const struct player_call *call, const struct evolution *evolution,
                    struct pool *pool, void *memory, struct individual *guest);

#endif
