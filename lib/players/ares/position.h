/* position: a board, and its units sorted as draws of orders need them. */
#ifndef ARESFARM_POSITION_H
#define ARESFARM_POSITION_H

#include "board/board.h"

/* Some units of a board, as a list: one of them is drawn in one step. */
struct unit_list {
	uint8_t count;
	uint8_t unit[UNITS_MAX];
};

struct position {
	struct board board;
	unit_set units[POWERS_MAX];                     /* by power */
	struct place_set stand[POWERS_MAX][UNIT_TYPES]; /* their locations, by type */
	struct unit_list own, others;                   /* of one power, and of all others */
};

/* Sorts the units of position->board; `own` are the units of `power`. */
void position_sort(uint8_t power, struct position *position);

#endif
