/* searched: joint orders that other powers come to if they search as we do: each the best that
 * climbs find (climb.h), against what is drawn for all others. Who orders so in a game is learned
 * from what units did. */
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
	/* Rooms for decisions at the same time, at least one. They change nothing but time. */
	struct search_room *rooms;
	int room_count;
};

struct searched {
	power_set powers; /* of which there are joint orders */
	int count;        /* of each power */
	int64_t spent;    /* resolutions */
	int64_t cost[SEARCHED_MOST][POWERS_MAX];
	struct order order[SEARCHED_MOST][UNITS_MAX];
};

/* Finds joint orders of each power but one that is believed to search. */
void searched_find(const struct belief *belief, const struct searched_means *means, uint8_t without,
                   struct searched *searched);

/* Gives units the orders of one of them, where their power is drawn to search. */
void searched_draw(const struct belief *belief, const struct searched *searched, struct rng *rng,
                   struct order orders[]);

/* Observes what all powers but one did in a movement phase, after the same belief. */
void searched_learn(const struct belief *belief, const struct searched_means *means,
                    uint8_t without, const struct order orders[], struct lessons *lessons);

#endif
