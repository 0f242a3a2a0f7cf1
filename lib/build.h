/* build: bringing the number of units to the number of centres in winter. */
#ifndef ARESFARM_BUILD_H
#define ARESFARM_BUILD_H

#include "board.h"
#include "rng.h"

/* The thesis's winter (3.2.7): first every power with more units than centres loses some at random, then every power
 * with fewer builds on vacant home centres it owns, place, type and coast at random, as far as they go. Draws from each
 * power's stream for adjustments in the board's phase. */
void build_randomly(const struct map *map, struct board *board, uint64_t seed, uint32_t game);

#endif
