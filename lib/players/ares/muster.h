/* muster: a board, and its units sorted as draws of orders need them. */
#ifndef ARESFARM_MUSTER_H
#define ARESFARM_MUSTER_H

#include "board.h"

/* Some units of a board, as a list: one of them is drawn in one step. */
struct squad {
	uint8_t count;
	uint8_t unit[UNITS_MAX];
};

struct muster {
	struct board board;
	unit_set units[POWERS_MAX];                     /* by power */
	struct place_set stand[POWERS_MAX][UNIT_TYPES]; /* the locations where they stand, by type */
	struct squad own, others;                       /* of one power, and of all others */
};

/* Sorts the units of muster->board; `own` are those of a power. */
void muster_units(uint8_t power, struct muster *muster);

#endif
