/* seas: see seas.h. */
#include "seas.h"

struct place_set seas_open(struct variant variant, const struct board *board)
{
	const struct place_set seas = variant.map->of_terrain[WATER];

	if (variant.law->illegal != ILLEGAL_NOW)
		return seas;
	return place_set_intersection(seas, board_occupied(variant.map, board));
}

/* The seas of a set that are connected with one of them, which is included. */
static struct place_set find_chain(const struct map *map, const struct place_set *seas, uint8_t sea)
{
	struct place_set chain = place_set_one(sea), todo = chain;

	while (!place_set_is_empty(todo)) {
		const struct place_set *exits = &map->loc[place_set_pop(&todo)].exit_set[FLEET];
		const struct place_set found =
			place_set_difference(place_set_intersection(*exits, *seas), chain);
		chain = place_set_union(chain, found);
		todo = place_set_union(todo, found);
	}
	return chain;
}

/* The coastal provinces adjacent to the seas of a set. */
static struct place_set find_coasts(const struct map *map, const struct place_set *seas)
{
	struct place_set around = {{0, 0}};

	for (struct place_set rest = *seas; !place_set_is_empty(rest);)
		around = place_set_union(around, map->loc[place_set_pop(&rest)].reach[FLEET]);
	return place_set_intersection(around, map->of_terrain[COAST]);
}

struct place_set seas_targets(const struct map *map, const struct place_set *seas, uint8_t home)
{
	struct place_set near = {{0, 0}}, targets = {{0, 0}};

	for (struct place_set rest = *seas; !place_set_is_empty(rest);) {
		const uint8_t sea = place_set_pop(&rest);
		if (map->loc[home].terrain == COAST && map_reaches(map, FLEET, sea, home))
			place_set_add(&near, sea);
	}
	while (!place_set_is_empty(near)) {
		struct place_set rest = near;
		const struct place_set chain = find_chain(map, seas, place_set_pop(&rest));
		targets = place_set_union(targets, find_coasts(map, &chain));
		near = place_set_difference(near, chain);
	}
	place_set_remove(&targets, home);
	return targets;
}

/* Whether seas of a set lead from one of them to a province. */
static bool seas_lead(const struct map *map, const struct place_set *seas, uint8_t from,
                      uint8_t province)
{
	struct place_set seen = {{0, 0}}, todo = {{0, 0}};

	place_set_add(&todo, from);
	while (!place_set_is_empty(todo)) {
		const uint8_t sea = place_set_pop(&todo);
		if (map_reaches(map, FLEET, sea, province))
			return true;
		place_set_add(&seen, sea);
		todo = place_set_union(todo, place_set_intersection(map->loc[sea].exit_set[FLEET], *seas));
		todo = place_set_difference(todo, seen);
	}
	return false;
}

bool seas_join(const struct map *map, const struct place_set *seas, uint8_t home, uint8_t target)
{
	if (home == target || map->loc[home].terrain != COAST || map->loc[target].terrain != COAST)
		return false;
	for (int sea = 0; sea < map->province_count; sea++)
		if (place_set_has(seas, sea) && map_reaches(map, FLEET, sea, home) &&
		    seas_lead(map, seas, sea, target))
			return true;
	return false;
}

/* A route passes a sea if two paths without another common sea lead from it to the two provinces.
 * Such paths exist if no single sea separates it from both (Menger's theorem). */
bool seas_route_by(const struct map *map, const struct place_set *seas, uint8_t by, uint8_t home,
                   uint8_t target)
{
	if (map_reaches(map, FLEET, by, home) && map_reaches(map, FLEET, by, target))
		return true;
	if (!seas_lead(map, seas, by, home) || !seas_lead(map, seas, by, target))
		return false;
	const struct place_set chain = find_chain(map, seas, by);
	for (struct place_set rest = place_set_difference(chain, place_set_one(by));
	     !place_set_is_empty(rest);) {
		const struct place_set others =
			place_set_difference(chain, place_set_one(place_set_pop(&rest)));
		if (!seas_lead(map, &others, by, home) && !seas_lead(map, &others, by, target))
			return false;
	}
	return true;
}

struct place_set seas_targets_by(const struct map *map, const struct place_set *seas, uint8_t by,
                                 uint8_t home)
{
	const struct place_set chain = find_chain(map, seas, by);
	struct place_set targets = find_coasts(map, &chain);

	if (!place_set_has(&targets, home))
		return (struct place_set){{0, 0}};
	place_set_remove(&targets, home);
	for (struct place_set rest = chain; !place_set_is_empty(rest);) {
		struct place_set others = chain;
		const uint8_t sea = place_set_pop(&rest);
		if (sea == by)
			continue;
		place_set_remove(&others, sea);
		others = find_chain(map, &others, by);
		const struct place_set joined = find_coasts(map, &others);
		if (!place_set_has(&joined, home))
			targets = place_set_intersection(targets, joined);
	}
	return targets;
}

/* ── routes without a sea too many ── */

/* The longest search on the standard map, with fleets in all its seas, takes 40 steps. */
enum { STEPS_MAX = 4096 };

struct search {
	const struct map *map;
	uint8_t by, target;
	int steps;
};

/* Whether a route that has reached a sea can continue through `by` to the target, without two
 * adjacent seas that do not follow each other. free: the seas that are not adjacent to those passed
 * before. */
static bool extend_route(struct search *search, uint8_t sea, struct place_set free)
{
	const struct map *map = search->map;

	if (sea == search->by) /* the shortest continuation has no needless sea */
		return seas_lead(map, &free, sea, search->target);
	if (map_reaches(map, FLEET, sea, search->target))
		return false;
	if (search->steps++ == STEPS_MAX)
		return true;

	struct place_set next = place_set_intersection(map->loc[sea].exit_set[FLEET], free);
	free = place_set_difference(free, next);
	if (place_set_has(&next, search->by))
		next = place_set_one(search->by);
	while (!place_set_is_empty(next))
		if (extend_route(search, place_set_pop(&next), free))
			return true;
	return false;
}

bool seas_route_needs(const struct map *map, const struct place_set *seas, uint8_t by, uint8_t home,
                      uint8_t target)
{
	struct search search = {.map = map, .by = by, .target = target};
	struct place_set first = {{0, 0}};

	for (int sea = 0; sea < map->province_count; sea++)
		if (place_set_has(seas, sea) && map_reaches(map, FLEET, sea, home))
			place_set_add(&first, sea);
	const struct place_set free = place_set_difference(*seas, first);
	if (place_set_has(&first, by))
		first = place_set_one(by);
	while (!place_set_is_empty(first))
		if (extend_route(&search, place_set_pop(&first), free))
			return true;
	return false;
}

int seas_find_route(const struct map *map, struct place_set seas, uint8_t home, uint8_t target,
                    uint8_t route[LOCS_MAX])
{
	uint8_t queue[LOCS_MAX + 1] = {target}, next[LOCS_MAX];
	int length = 0;

	place_set_remove(&seas, target);
	for (int i = 0, count = 1; i < count; i++) {
		uint8_t at = queue[i];
		if (i > 0 && map_reaches(map, FLEET, at, home)) {
			for (; at != target; at = next[at])
				route[length++] = at;
			break;
		}
		for (struct place_set rest = seas; !place_set_is_empty(rest);) {
			const uint8_t sea = place_set_pop(&rest);
			if (!map_reaches(map, FLEET, sea, map->loc[at].province))
				continue;
			place_set_remove(&seas, sea);
			next[sea] = at;
			queue[count++] = sea;
		}
	}
	return length;
}
