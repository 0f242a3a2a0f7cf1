/* ferry: see ferry.h. */
#include "ferry.h"

#include <assert.h>

static const struct place_set nowhere = {{0, 0}};

struct ferry ferry_open(const struct map *map, const struct board *board, unit_set side)
{
	struct place_set places = nowhere;

	while (side)
		place_set_add(&places, board->unit[unit_set_pop(&side)].loc);
	return (struct ferry){map, place_set_intersection(places, map->of_terrain[WATER])};
}

/* The provinces that seas of a set touch, coasts and other seas. */
static struct place_set find_touched(const struct map *map, struct place_set seas)
{
	struct place_set touched = nowhere;

	while (!place_set_is_empty(seas))
		touched = place_set_union(touched, map->loc[place_set_pop(&seas)].reach[FLEET]);
	return touched;
}

/* The seas of the ferry from which a fleet reaches a coastal province. */
static struct place_set find_shores(const struct ferry *ferry, uint8_t coast)
{
	struct place_set shores = nowhere;

	for (struct place_set rest = ferry->seas; !place_set_is_empty(rest);) {
		const uint8_t sea = place_set_pop(&rest);
		if (map_reaches(ferry->map, FLEET, sea, coast))
			place_set_add(&shores, sea);
	}
	return shores;
}

/* These seas, and all that fleets join to them. */
static struct place_set find_joined(const struct ferry *ferry, struct place_set seas)
{
	struct place_set before;

	do {
		before = seas;
		seas = place_set_union(seas,
		                       place_set_intersection(find_touched(ferry->map, seas), ferry->seas));
	} while (!place_set_equal(seas, before));
	return seas;
}

/* The coasts that seas touch, without the army's own and those it can walk to. */
static struct place_set find_landings(const struct map *map, uint8_t army, struct place_set seas)
{
	struct place_set landings =
		place_set_difference(find_touched(map, seas), map->loc[army].reach[ARMY]);

	place_set_remove(&landings, army);
	return place_set_intersection(landings, map->of_terrain[COAST]);
}

struct place_set ferry_targets(const struct ferry *ferry, uint8_t army)
{
	const struct map *map = ferry->map;

	if (place_set_is_empty(ferry->seas) || map->loc[army].terrain != COAST)
		return nowhere;
	return find_landings(map, army, find_joined(ferry, find_shores(ferry, army)));
}

struct place_set ferry_targets_by(const struct ferry *ferry, uint8_t army, uint8_t sea)
{
	const struct place_set seas = find_joined(ferry, place_set_one(sea));
	const struct place_set touched = find_touched(ferry->map, seas);
	if (ferry->map->loc[army].terrain != COAST || !place_set_has(&touched, army))
		return nowhere;
	return find_landings(ferry->map, army, seas);
}

/* Adds the seas of a shortest path from one of some seas to one of others. There is one. */
static void add_path(const struct ferry *ferry, struct place_set from, struct place_set to,
                     struct place_set *route)
{
	struct place_set ring[PROVINCES_MAX], seen = from;
	int last = 0;

	ring[0] = from;
	for (; !place_set_intersects(&ring[last], &to); last++) {
		const struct place_set touched =
			place_set_intersection(find_touched(ferry->map, ring[last]), ferry->seas);
		ring[last + 1] = place_set_difference(touched, seen);
		seen = place_set_union(seen, touched);
		assert(!place_set_is_empty(ring[last + 1]));
	}
	for (; last >= 0; last--) {
		struct place_set ends = place_set_intersection(ring[last], to);
		const uint8_t sea = place_set_pop(&ends);
		place_set_add(route, sea);
		to = ferry->map->loc[sea].reach[FLEET];
	}
}

struct place_set ferry_route(const struct ferry *ferry, uint8_t army, uint8_t target, uint8_t by)
{
	const struct place_set home = find_shores(ferry, army), away = find_shores(ferry, target);
	struct place_set route = nowhere;

	if (by == LOC_NONE) {
		add_path(ferry, home, away, &route);
		return route;
	}
	add_path(ferry, home, place_set_one(by), &route);
	add_path(ferry, place_set_one(by), away, &route);
	return route;
}
