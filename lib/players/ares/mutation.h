/* mutation: orders drawn by chance for some units of a board (thesis 3.3.4).
 *
 * The chances are equal for a hold, for each move, and for supporting at all. A support is drawn
 * from all supports of units of the same power. The supported order need not be given.
 *
 * With convoys (not the thesis's), units that could be convoyed or convoy do so with the same
 * chance as a move. Then the army and its fleets get their orders together (ferry.h), and supports
 * of convoyed moves are drawn too.
 *
 * Other readings give other chances. An order is `given` if it is among the orders at the time of
 * the draw; it may change afterwards. */
#ifndef ARESFARM_MUTATION_H
#define ARESFARM_MUTATION_H

#include "evolution.h"
#include "board/board.h"
#include "board/rng.h"

/* Some units of a board, as a list: one of them is drawn in one step. */
struct unit_list {
	uint8_t count;
	uint8_t unit[UNITS_MAX];
};

/* A board, and its units sorted as draws of orders need them. */
struct position {
	struct board board;
	unit_set units[POWERS_MAX];                     /* by power */
	struct place_set stand[POWERS_MAX][UNIT_TYPES]; /* their locations, by type */
	struct unit_list own, others;                   /* of one power, and of all others */
};

/* Sorts the units of position->board; `own` are the units of `power`. */
void position_sort(uint8_t power, struct position *position);

struct mutation {
	const struct map *map;
	const struct position *position;
	const struct evolution *evolution; /* whether there are convoys; the readings of chances */
};

/* Draws an order `count` times, each time for a random one of the units. The last order drawn for a
 * unit counts. Only orders[u] of its units are written, but a convoy also orders other units of the
 * same power. False if there are no units; then nothing is drawn. */
bool mutation_draw(const struct mutation *mutation, const struct unit_list *units, int count,
                   struct rng *rng, struct order orders[]);

#endif
