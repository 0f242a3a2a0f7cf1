/* judge_orders: orders as the e-mail Judge takes them in a mail.
 *
 * Places are codes, coasts are always written, an army that is convoyed names all seas. Words are
 * written in full: "mar s" could be read as "mars". Source: the Judge 1.7.6. */
#ifndef ARESFARM_JUDGE_ORDERS_H
#define ARESFARM_JUDGE_ORDERS_H

#include "game/record.h"

enum { JUDGE_ORDER_SIZE = 480 };

/* One order of a phase, without an end of line; returns text. orders: all that are known of the
 * phase, among them order i. Convoys prefer fleets that these orders have for them; then those of
 * the same power. An army for which no fleets stand is told its target only. */
char *judge_order_print(const struct map *map, const struct board *board,
                        const struct phase_orders *orders, int i, char text[JUDGE_ORDER_SIZE]);

/* The seas that an army passes: at most `most` of them, in their sequence. 0: there is no way. */
int judge_route(const struct map *map, const struct board *board, const struct phase_orders *orders,
                int i, uint8_t seas[UNITS_MAX]);

/* Whether the Judge takes an order on a board: it removes dislodged units that have no place to go
 * to, and refuses orders for them. */
bool judge_takes(const struct map *map, const struct board *board, struct order order);

/* The number of builds that a power must waive before the Judge continues: it has more centres than
 * units, and no place to build. idle_winter as in judge_fold.h. */
int judge_count_waives(const struct map *map, const struct board *board, bool idle_winter,
                       uint8_t power);

#endif
