/* steps: the number of steps from every place of a map to the nearest of some provinces. */
#ifndef ARESFARM_STEPS_H
#define ARESFARM_STEPS_H

#include "board/map.h"

enum { STEPS_FAR = 100 }; /* there is no way */

/* Over borders of all kinds, as if a unit could go by land and by sea. */
void steps_by_any(const struct map *map, struct place_set provinces, uint8_t steps[PROVINCES_MAX]);

/* As a fleet goes. From one coast of a province to the other it goes by sea. */
void steps_by_fleet(const struct map *map, struct place_set provinces, uint8_t steps[LOCS_MAX]);

#endif
