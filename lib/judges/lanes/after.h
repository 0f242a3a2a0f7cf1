/* after: the boards after the moves of all lanes, and numbers of them. None of this reads a single
 * lane, but after_board. */
#ifndef ARESFARM_JUDGES_LANES_AFTER_H
#define ARESFARM_JUDGES_LANES_AFTER_H

#include "lanes.h"

/* Finds who stands where after the moves, and who would own what if it were autumn and nobody
 * retreated. Call it once lanes are resolved, before the functions below. */
void after_moves(struct lanes *lanes);

/* The mask of a row of the menu, of `stands` or `owns`; NULL: there is no such row, so no lane. */
const uint64_t *after_find(const struct lanes *lanes, const uint64_t *masks, int province,
                           int power);

/* In how many lanes a mask has a bit. */
int after_count(const struct lanes *lanes, const uint64_t *mask);

/* How many of some masks have a bit in each lane: at most AFTER_SUM_MAX masks; sums has a place for
 * each of the width's lanes. */
enum { AFTER_SUM_MAX = 127 };
void after_sum(const struct lanes *lanes, const uint64_t *const masks[], int count, uint8_t sums[]);

/* By lane: a power's units on the board, its units that are dislodged, and the centres it would
 * own. */
void after_sum_units(const struct lanes *lanes, int power, uint8_t sums[]);
void after_sum_dislodged(const struct lanes *lanes, int power, uint8_t sums[]);
void after_sum_centres(const struct lanes *lanes, int power, uint8_t sums[]);

/* The board after the moves of one lane, as judge_move_units makes it. */
void after_board(const struct lanes *lanes, int lane, struct board *next);

#endif
