/* start: the first position of a game: the map's, unless the user chooses another.
 *
 * Invariant: a game can be played under its rules if start_check accepts its first position. */
#ifndef ARESFARM_START_H
#define ARESFARM_START_H

#include "game.h"

enum { START_YEAR_MOST = 2900 };

/* Whether a game can begin with a board: its phase has moves or, if the rules have them,
 * adjustments that are due; each unit is where its type can be; only land has owners; no power has
 * won; and the year is at most START_YEAR_MOST, so that a game of any number of rounds fits into
 * the numbers of phases. False, with why in error. */
MUST_CHECK bool start_check(const struct map *map, const struct rules *rules,
                            const struct board *board, char error[ERROR_SIZE]);

#endif
