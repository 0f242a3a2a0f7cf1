/* turn: the turn of an external player: the number of orders due, and all legal orders. A phase in
 * which a power has no choice is not a turn. */
#ifndef ARESFARM_TURN_H
#define ARESFARM_TURN_H

#include "rules/law.h"
#include "rules/legal.h"
#include "board/order.h"

/* The number of orders due: one per unit in a movement phase, per dislodged unit in a retreat
 * phase, and in winter per unit to build or remove. 0: there is nothing to decide; for instance, no
 * dislodged unit can retreat, or all units must be removed. */
int turn_count_due(const struct map *map, const struct board *board, uint8_t power);

/* Lists every order that the power may give in this phase, in a fixed sequence. Writes the first
 * `most` of them; returns how many there are. */
int turn_orders(struct variant variant, const struct board *board, uint8_t power,
                struct order orders[], int most);

/* Whether unit u may have had its order in a movement phase that was played. orders: the orders of
 * all units. The order is legal; or it is a support that names no coast for a fleet's move (4.B.4),
 * and the fleet did not make this move. */
bool turn_may_stand(struct variant variant, const struct legal *legal, const struct order orders[],
                    int u);

#endif
