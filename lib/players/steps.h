/* steps: the number of steps from every place of a map to the nearest of some provinces. */
#ifndef ARESFARM_STEPS_H
#define ARESFARM_STEPS_H

#include "board/board.h"

enum { STEPS_FAR = 100 }; /* there is no way */

/* The provinces that some units are in, or could be in after some moves. */
struct place_set steps_reach(const struct map *map, const struct board *board, unit_set units,
                             int moves);

/* Adds the units of each power that can move to a province. */
void steps_count_near(const struct map *map, const struct board *board,
                      uint8_t near[PROVINCES_MAX][POWERS_MAX]);

/* Over borders of all kinds, as if a unit could go by land and by sea. */
void steps_by_any(const struct map *map, struct place_set provinces, uint8_t steps[PROVINCES_MAX]);

/* As a fleet goes. From one coast of a province to the other it goes by sea. */
void steps_by_fleet(const struct map *map, struct place_set provinces, uint8_t steps[LOCS_MAX]);

#endif
