/* judge_seed: starting positions of the e-mail Judge's variants, "seed.VARIANT", and positions that
 * it has saved in the same form. Source: the Judge 1.7.6.
 *
 *     F1903M                            S, U (summer) or F; the year; M, R or B (builds)
 *     A: A Serbia                       a unit
 *     Rr A Norway, Finland, Sweden      a dislodged unit, and where it may go
 *     -1
 *     ..A.E                             owners, in the map's sequence; or -1: those of the map
 *     -1                                may be missing after the owners of the map */
#ifndef ARESFARM_JUDGE_SEED_H
#define ARESFARM_JUDGE_SEED_H

#include "board/board.h"
#include "judge_map.h"

/* Reads a position on a map that was read and built. False, with the line and what is wrong in map.
 */
MUST_CHECK bool judge_seed_read(struct judge_map *map, const struct map *built, const char *text,
                                size_t length, struct board *board);

/* Has the units of a position start on the map, as far as its form allows: where their own powers
 * own the province. False: it cannot have all of it. The position is not a spring of moves, a unit
 * stands elsewhere, or the owners are others; *line is then 0, and error says so. map_build must be
 * asked again. */
MUST_CHECK bool judge_seed_start(struct judge_map *map, const struct map *built,
                                 const struct board *board);

#endif
