/* judge_seed: reads starting positions of the e-mail Judge's variants, "seed.VARIANT", and
 * positions that it has saved in the same form. Source: the Judge 1.7.6.
 *
 *     F1903M                            S, U (summer) or F; the year; M, R or B (builds)
 *     A: A Serbia                       a unit
 *     Rr A Norway, Finland, Sweden      a dislodged unit and its possible retreats
 *     -1
 *     ..A.E                             owners, in the map's sequence; or -1: as on the map
 *     -1                                may be missing after the owners of the map */
#ifndef ARESFARM_JUDGE_SEED_H
#define ARESFARM_JUDGE_SEED_H

#include "board/board.h"
#include "judge_map.h"

/* Reads a position on a map that was read and built. False, with the line and the fault in map. */
MUST_CHECK bool judge_seed_read(struct judge_map *map, const struct map *built, const char *text,
                                size_t length, struct board *board);

/* Makes the units of a position the starting units of the map, as far as its format allows: a unit
 * only in a province that its own power owns. False, with line 0 and the fault in map->error, if
 * the map cannot have the whole position: the position is not a spring movement phase, a unit is
 * elsewhere, or the owners differ. Call map_build again afterwards. */
MUST_CHECK bool judge_seed_start(struct judge_map *map, const struct map *built,
                                 const struct board *board);

#endif
