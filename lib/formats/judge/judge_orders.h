/* judge_orders: writes orders for a mail to the e-mail Judge.
 *
 * Places are codes, coasts are always written, and a convoyed army names all seas of its route.
 * Words are written in full, since "mar s" could be read as "mars". Source: the Judge 1.7.6. */
#ifndef ARESFARM_JUDGE_ORDERS_H
#define ARESFARM_JUDGE_ORDERS_H

#include "game/record.h"

enum { JUDGE_ORDER_SIZE = 480 };

/* Writes order i of a phase, without a newline; returns text. orders: all known orders of the
 * phase. A convoy route prefers fleets that are ordered to convoy the army, then fleets of the same
 * power. If no fleets can convoy an army, only its target is written. */
char *judge_order_print(const struct map *map, const struct board *board,
                        const struct phase_orders *orders, int i, char text[JUDGE_ORDER_SIZE]);

/* Writes the seas on an army's route, in sequence; returns their number. 0: there is no route. */
int judge_route(const struct map *map, const struct board *board, const struct phase_orders *orders,
                int i, uint8_t seas[UNITS_MAX]);

/* Whether the Judge accepts an order on a board. It removes dislodged units that cannot retreat,
 * and refuses orders for them. */
bool judge_takes(const struct map *map, const struct board *board, struct order order);

/* The number of builds that a power must waive before the Judge continues: it has more centres than
 * units, and no place to build. idle_winter as in judge_fold.h. */
int judge_count_waives(const struct map *map, const struct board *board, bool idle_winter,
                       uint8_t power);

#endif
