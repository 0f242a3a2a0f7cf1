/* zones: see zones.h. */
#include "zones.h"

#include <string.h>

static struct place_set reach_from(const struct map_loc *place)
{
	return place_set_union(place->reach[ARMY], place->reach[FLEET]);
}

struct place_set zones_neighbours(const struct map *map, uint8_t province)
{
	struct place_set near = reach_from(&map->loc[province]);

	for (int i = 0; i < map->coast_count[province]; i++)
		near = place_set_union(near, reach_from(&map->loc[map->coasts[province][i]]));
	return near;
}

void zones_open(const struct map *map, uint8_t target, struct zones *zones)
{
	struct place_set seen = {{0, 0}}, edge = {{0, 0}};

	zones->target = target;
	memset(zones->steps, ZONES_FAR, sizeof zones->steps);
	place_set_add(&edge, target);
	for (uint8_t steps = 0; steps < ZONES_FAR; steps++) {
		struct place_set next = {{0, 0}};
		seen = place_set_union(seen, edge);
		while (!place_set_is_empty(edge)) {
			const uint8_t province = place_set_pop(&edge);
			zones->steps[province] = steps;
			next = place_set_union(next, zones_neighbours(map, province));
		}
		edge = place_set_difference(next, seen);
	}
}
