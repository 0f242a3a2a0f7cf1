/* changes: changes of a power's joint orders, each made as a whole: an order, a move and its
 * supports, an army and the fleets that carry it. */
#ifndef ARESFARM_CHANGES_H
#define ARESFARM_CHANGES_H

#include "players/trinity/evaluation/ground.h"

enum { CHANGE_ORDERS_MAX = 5, CHANGES_MAX = 2048 };

struct change {
	uint8_t count;
	uint8_t unit[CHANGE_ORDERS_MAX];
	struct order order[CHANGE_ORDERS_MAX];
	uint16_t place[CHANGE_ORDERS_MAX]; /* on the units' lists: arena_add_changes writes it */
};

struct changes {
	int count;
	struct change change[CHANGES_MAX];
};

/* Every change of a power, in a fixed sequence; if there are too many, the last are left out. */
void changes_open(const struct ground *ground, uint8_t power, struct changes *changes);

#endif
