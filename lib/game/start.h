/* start: the position that a game begins with. It is the map's own, unless another one is chosen.
 *
 * Invariant: a game that begins with a position that start_check takes can be played by its rules.
 */
#ifndef ARESFARM_START_H
#define ARESFARM_START_H

#include "game.h"

enum { START_ERROR_SIZE = 160, START_YEAR_MOST = 2900 };

/* Whether a game can begin with a board: it has moves or, where the rules have them, adjustments
 * that are due; each unit stands where one of its type can; land only is owned; no power has won;
 * and the year is at most START_YEAR_MOST, so that a game of any number of rounds fits into the
 * numbers of phases. False, with why in error. */
MUST_CHECK bool start_check(const struct map *map, const struct rules *rules,
                            const struct board *board, char error[START_ERROR_SIZE]);

#endif
