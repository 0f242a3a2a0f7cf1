/* turn: what an external player is asked: how many orders are due, and every order that may be
 * given. A phase in which a power has no choice is not a turn for it. */
#ifndef ARESFARM_TURN_H
#define ARESFARM_TURN_H

#include "rules/law.h"
#include "rules/legal.h"
#include "board/order.h"

/* The number of orders due: one a unit in a movement phase, one a dislodged unit in a retreat
 * phase, in winter one for each unit to build or remove. 0: there is nothing to decide. No
 * dislodged unit has a place to go to, for instance, or all units must be removed. */
int turn_count_due(const struct map *map, const struct board *board, uint8_t power);

/* Lists every order that the power may give in this phase, in a fixed sequence. Writes the first
 * `most` of them; returns how many there are. */
int turn_orders(struct variant variant, const struct board *board, uint8_t power,
                struct order orders[], int most);

/* Whether unit u may have had its order when a movement phase was played. orders: those of all
 * units. The order is legal; or it is a support that leaves the coast to a fleet's move (4.B.4),
 * and the fleet did not move there. */
bool turn_may_stand(struct variant variant, const struct legal *legal, const struct order orders[],
                    int u);

#endif
