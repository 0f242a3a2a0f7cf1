/* map_parts: what scripts need of a map. */
#ifndef ARESFARM_MAP_PARTS_H
#define ARESFARM_MAP_PARTS_H

#include "picture/picture.h"

/* Its ground, as SVG, and its places, as JSON, by the name of the map. Each returns size bytes from
 * malloc, without a terminator. */
char *map_parts_ground(const struct map *map, const char *name, size_t *size);
char *map_parts_places(const struct map *map, const char *name, size_t *size);

#endif
