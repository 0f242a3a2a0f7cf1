/* seas: whether a set of seas joins two coasts, so that a convoy could go there. */
#ifndef ARESFARM_SEAS_H
#define ARESFARM_SEAS_H

#include "map.h"

/* Whether a chain of seas of a set joins two coastal provinces. */
bool seas_join(const struct map *map, const struct place_set *seas, uint8_t home, uint8_t target);

/* Whether a route over seas of a set from one province to another can pass one of them, `by`. */
bool seas_route_by(const struct map *map, const struct place_set *seas, uint8_t by, uint8_t home,
                   uint8_t target);

#endif
