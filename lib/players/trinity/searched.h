/* searched: the joint orders of other powers if they search as we do: each the best result of
 * climbs (climb.h), against orders drawn for all others. Which powers do so is learned during the
 * game. */
#ifndef ARESFARM_SEARCHED_H
#define ARESFARM_SEARCHED_H

#include "belief.h"
#include "starts.h"

enum { SEARCHED_MOST = 16 };

/* How they are found. */
struct searched_means {
	struct variant variant;
	const struct goals *goals; /* by power */
	const struct evaluation_weights *weights;
	const struct lanes_width *width;
	int32_t budget;    /* resolutions, for all powers together */
	struct rng chance; /* just opened */
	/* Rooms for decisions at the same time, at least one. They affect only the time. */
	struct search_room *rooms;
	int room_count;
};

struct searched {
	power_set powers; /* that have joint orders */
	int count;        /* of each power */
	int64_t spent;    /* resolutions */
	int64_t cost[SEARCHED_MOST][POWERS_MAX];
	struct order order[SEARCHED_MOST][UNITS_MAX];
};

/* Finds joint orders of each power believed to search, but one. */
void searched_find(const struct belief *belief, const struct searched_means *means, uint8_t without,
                   struct searched *searched);

/* Draws the powers that search, and gives their units the orders of one of their decisions. */
void searched_draw(const struct belief *belief, const struct searched *searched, struct rng *rng,
                   struct order orders[]);

/* Learns from the orders of all powers but one in a movement phase, after the same belief. */
void searched_learn(const struct belief *belief, const struct searched_means *means,
                    uint8_t without, const struct order orders[], struct lessons *lessons);

#endif
