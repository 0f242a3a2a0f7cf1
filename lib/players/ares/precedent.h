/* precedent: what an evolution on a like board came to: with it another evolution begins. The
 * thesis (5.4): "the algorithm could initiate intentions in new situations with intentions in
 * situations it already knows".
 *
 * A like board has the power's units and those others that stand where these could come by their
 * own moves in the rounds looked ahead, or next to it. Centres elsewhere are another power's. A
 * precedent is a pure function of its key: the like board, the power, the rules' law and the
 * settings. Its chance comes from the key, too. So it does not matter whether it was known
 * (knowledge.h) or must be found anew, and by whom. */
#ifndef ARESFARM_PRECEDENT_H
#define ARESFARM_PRECEDENT_H

#include "pool.h"

/* The kind of knowledge (knowledge.h). Its number changes when precedents do. */
extern const char precedent_kind[];

enum { PRECEDENT_ROUNDS = 4 }; /* rounds that are remembered, at most */

/* Finds the precedent of the call's board. pool and memory are for its search, where it is not
 * known: memory as for a pool of this evolution. The guest has orders for the units of the like
 * board only; its limbs are new (pool_take_in). */
void precedent_find(const struct player_call *call, const struct evolution *evolution,
                    struct pool *pool, void *memory, struct individual *guest);

#endif
