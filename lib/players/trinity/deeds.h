/* deeds: changes of a power's joint orders that belong together: an order, a move and who helps it,
 * an army and the fleets that carry it. */
#ifndef ARESFARM_DEEDS_H
#define ARESFARM_DEEDS_H

#include "ground.h"

enum { DEED_ORDERS_MAX = 5, DEEDS_MAX = 2048 };

struct deed {
	uint8_t count;
	uint8_t unit[DEED_ORDERS_MAX];
	struct order order[DEED_ORDERS_MAX];
	uint16_t place[DEED_ORDERS_MAX]; /* on the units' lists: arena_add_deeds writes it */
};

struct deeds {
	int count;
	struct deed deed[DEEDS_MAX];
};

/* Every deed of a power, in a fixed sequence; on boards with very many the last are left out. */
void deeds_open(const struct ground *ground, uint8_t power, struct deeds *deeds);

#endif
