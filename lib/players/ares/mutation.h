/* mutation: orders drawn by chance for some units of a board (thesis 3.3.4).
 *
 * The chances are equal for a hold, for each move, and for supporting at all. A support is drawn
 * from all supports of units of the same power. The supported order need not be given.
 *
 * With convoys (not the thesis's), to be convoyed or to convoy at all has the same chance as a
 * move, for a unit that could. Then the army and its fleets get their orders together (ferry.h),
 * and supports of convoyed moves are drawn, too. */
#ifndef ARESFARM_MUTATION_H
#define ARESFARM_MUTATION_H

#include "board.h"
#include "rng.h"

struct mutation {
	const struct map *map;
	const struct board *board;
	const unit_set *units; /* by power */
	bool convoys;
};

/* Draws an order `count` times, each time for one unit of a set, chosen by chance. The last order
 * drawn for a unit stays. The set has all units of a power or none; only orders[u] of its units are
 * written. False, and nothing is drawn, when the set is empty. */
bool mutation_draw(const struct mutation *mutation, unit_set units, int count, struct rng *rng,
                   struct order orders[]);

#endif
