/* mutation: orders drawn by chance for some units of a board (thesis 3.3.4).
 *
 * The chances are equal for a hold, for each move, and for supporting at all. A support is drawn
 * from all supports of units of the same power. The supported order need not be given.
 *
 * With convoys (not the thesis's), to be convoyed or to convoy at all has the same chance as a
 * move, for a unit that could. Then the army and its fleets get their orders together (ferry.h),
 * and supports of convoyed moves are drawn, too.
 *
 * Other readings give other chances. An order is `given` when it stands among the orders at the
 * moment of the draw; it may change afterwards. */
#ifndef ARESFARM_MUTATION_H
#define ARESFARM_MUTATION_H

#include "evolution.h"
#include "position.h"
#include "board/rng.h"

struct mutation {
	const struct map *map;
	const struct position *position;
	bool convoys;
	/* Readings (evolution.h): */
	enum chances chances;
	bool given, differ;
};

/* Draws an order `count` times, each time for one of the units, chosen by chance. The last order
 * drawn for a unit stays. Only orders[u] of its units are written, but a convoy orders other units
 * of the same power, too. False, and nothing is drawn, when there are no units. */
bool mutation_draw(const struct mutation *mutation, const struct unit_list *units, int count,
                   struct rng *rng, struct order orders[]);

#endif
