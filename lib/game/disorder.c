/* disorder: see disorder.h. */
#include "disorder.h"

#include "rules/seas.h"

#include <string.h>

enum { FAR = 255 };

/* How distances are measured. */
struct ways {
	const struct map *map;
	bool anywhere; /* fleets go where armies do */
	bool sail;     /* armies go where fleets do */
	bool ferry;    /* armies go over these seas in one move */
	struct place_set seas;
	bool goal[PROVINCES_MAX];
};

static struct ways open_ways(struct variant variant, const struct board *board, uint8_t power)
{
	const struct map *map = variant.map;
	const struct law *law = variant.law;
	const bool fleets =
		law->disorder == DISORDER_OWN_CONVOY || law->disorder == DISORDER_ANY_CONVOY;
	struct ways ways = {
		.map = map,
		.anywhere = law->disorder == DISORDER_OWNED || law->disorder == DISORDER_ANYWHERE,
		.ferry = fleets || law->disorder == DISORDER_CONVOY,
	};

	ways.sail = !ways.ferry;
	for (int p = 0; p < map->province_count; p++) {
		const int u = board_find(map, board, p);
		ways.goal[p] = law->disorder == DISORDER_OWNED ? map->centre[p] && board->owner[p] == power
		                                               : map_is_home(map, power, p);
		if (map->loc[p].terrain == WATER &&
		    (!fleets ||
		     (u >= 0 && (law->disorder == DISORDER_ANY_CONVOY || board->unit[u].power == power))))
			place_set_add(&ways.seas, p);
	}
	return ways;
}

/* The location from which a unit's distance is measured: the province, if units of its type do not
 * depend on coasts. */
static uint8_t find_place(const struct ways *ways, enum unit_type type, uint8_t loc)
{
	return type == ARMY || ways->anywhere ? ways->map->loc[loc].province : loc;
}

static bool shorten(uint8_t distances[LOCS_MAX], uint8_t here, uint8_t next)
{
	if (distances[next] + 1 >= distances[here])
		return false;
	distances[here] = distances[next] + 1;
	return true;
}

/* Takes all steps from a location. Returns whether any of them shortened its distance. */
static bool take_steps(const struct ways *ways, enum unit_type type, uint8_t loc,
                       uint8_t distances[LOCS_MAX])
{
	const struct map *map = ways->map;
	const uint8_t here = find_place(ways, type, loc);
	bool nearer = false;

	for (int by = 0; by < UNIT_TYPES; by++) {
		if (by != (int)type && !(type == ARMY ? ways->sail : ways->anywhere))
			continue;
		for (int i = 0; i < map->loc[loc].exit_count[by]; i++)
			nearer |= shorten(distances, here, find_place(ways, type, map->loc[loc].exits[by][i]));
	}
	for (int p = 0; p < map->province_count && type == ARMY && ways->ferry; p++)
		if (distances[p] + 1 < distances[here] && seas_join(map, &ways->seas, here, p))
			nearer |= shorten(distances, here, p);
	return nearer;
}

/* The number of moves from every place to the nearest goal, without regard to units in the way
 * (6.J.10, 6.J.11). FAR if there is no way. */
static void measure_distances(const struct ways *ways, enum unit_type type,
                              uint8_t distances[LOCS_MAX])
{
	for (int l = 0; l < ways->map->loc_count; l++)
		distances[l] = ways->goal[ways->map->loc[l].province] ? 0 : FAR;
	for (bool nearer = true; nearer;) {
		nearer = false;
		for (int l = 0; l < ways->map->loc_count; l++)
			nearer |= take_steps(ways, type, l, distances);
	}
}

/* Whether civil disorder removes unit a before unit b. */
static bool goes_before(const struct ways *ways, uint8_t distances[UNIT_TYPES][LOCS_MAX],
                        struct unit a, struct unit b)
{
	const struct map *map = ways->map;
	int far_a = distances[a.type][find_place(ways, a.type, a.loc)],
		far_b = distances[b.type][find_place(ways, b.type, b.loc)];

	if (far_a != far_b)
		return far_a > far_b;
	if (a.type != b.type)
		return a.type == FLEET;
	return strcmp(map->loc[map->loc[a.loc].province].name,
	              map->loc[map->loc[b.loc].province].name) < 0;
}

/* Removes the first unit of a power in the order of civil disorder; returns its removal. */
static struct submission remove_farthest(const struct ways *ways, struct board *board,
                                         uint8_t power, uint8_t distances[UNIT_TYPES][LOCS_MAX])
{
	int first = -1;

	for (int u = 0; u < board->unit_count; u++)
		if (board->unit[u].power == power &&
		    (first < 0 || goes_before(ways, distances, board->unit[u], board->unit[first])))
			first = u;
	struct unit unit = board->unit[first];
	board_remove(board, first);
	return (struct submission){power, order_disband(unit.type, unit.loc)};
}

int disorder_remove(struct variant variant, const struct board *board,
                    struct submission removals[ADJUSTMENTS_MAX], struct board *next)
{
	int centres[POWERS_MAX], units[POWERS_MAX], removed = 0;

	board_count_centres(variant.map, next, centres);
	board_count_units(next, units);
	for (int p = 0; p < variant.map->power_count; p++) {
		uint8_t distances[UNIT_TYPES][LOCS_MAX];
		if (units[p] <= centres[p])
			continue;
		const struct ways ways = open_ways(variant, board, p);
		for (int type = 0; type < UNIT_TYPES; type++)
			measure_distances(&ways, type, distances[type]);
		for (int due = units[p] - centres[p]; due > 0; due--)
			removals[removed++] = remove_farthest(&ways, next, p, distances);
	}
	return removed;
}
