/* crossing: which armies go by convoy, over which of our fleets.
 *
 * An army may go over a chain of our fleets at sea to a vacant coast that it does not border. The
 * gain is the worth of the coast above that of the army's first wish, less the loss of each fleet
 * that convoys instead of taking its wish. The crossing with the largest gain is chosen, then the
 * best one of the remaining units, as long as there is a gain.
 *
 * Source: Ritchie 2003, chapter 8, asks for "fleets to convoy an adjacent army instead of moving
 * themselves". How to choose, and chains of several fleets, are ours. */
#include "wishes.h"

#include <string.h>

enum { NO_WAY = 1 << 29 }; /* more than any crossing costs */

/* The cheapest ways of one army over our fleets, by the fleet they end with. */
struct ways {
	int32_t cost[UNITS_MAX];  /* of the fleets up to this one; NO_WAY: there is none */
	int8_t before[UNITS_MAX]; /* the fleet before it on its way, or -1: the first */
};

struct crossing {
	int32_t gain;
	int army, last; /* numbers in wishes; last: the fleet that lands the army */
	uint8_t target;
};

static uint8_t loc_of(const struct wishes *wishes, int i)
{
	return wishes->call->board->unit[wishes->wish[i].unit].loc;
}

/* Whether a unit is a fleet that could convoy. */
static bool is_free_fleet(const struct wishes *wishes, int i)
{
	return wishes->wish[i].role == ROLE_GOES &&
	       wishes->call->map->loc[loc_of(wishes, i)].terrain == WATER;
}

static bool is_free_army(const struct wishes *wishes, int i)
{
	return wishes->wish[i].role == ROLE_GOES &&
	       wishes->call->board->unit[wishes->wish[i].unit].type == ARMY &&
	       wishes->call->map->loc[loc_of(wishes, i)].terrain == COAST;
}

static bool borders(const struct wishes *wishes, int fleet, uint8_t province)
{
	return map_reaches(wishes->call->map, FLEET, loc_of(wishes, fleet), province);
}

/* Replaces the way to a fleet by the way through `before` if that is cheaper. */
static bool shorten(const struct wishes *wishes, struct ways *ways, int fleet, int before)
{
	const int32_t so_far = before < 0 ? 0 : ways->cost[before];
	const int32_t cost =
		so_far + wishes_value_wish(wishes, fleet) - wishes_value_here(wishes, fleet);

	if (so_far == NO_WAY || cost >= ways->cost[fleet])
		return false;
	ways->cost[fleet] = cost;
	ways->before[fleet] = (int8_t)before;
	return true;
}

/* Bellman and Ford: costs are never below zero. */
static void find_ways(const struct wishes *wishes, int army, struct ways *ways)
{
	const uint8_t home = loc_of(wishes, army);

	for (int i = 0; i < wishes->count; i++)
		ways->cost[i] = NO_WAY;
	for (int i = 0; i < wishes->count; i++)
		if (is_free_fleet(wishes, i) && borders(wishes, i, home))
			shorten(wishes, ways, i, -1);
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = 0; i < wishes->count; i++)
			for (int n = 0; n < wishes->count && ways->cost[i] < NO_WAY; n++)
				if (is_free_fleet(wishes, n) &&
				    borders(wishes, i, wishes->call->map->loc[loc_of(wishes, n)].province))
					changed |= shorten(wishes, ways, n, i);
	}
}

/* Whether an army may be convoyed to a province at all, over any seas. */
static bool is_harbour(const struct wishes *wishes, int army, uint8_t province)
{
	const struct map *map = wishes->call->map;

	if (map->loc[province].terrain != COAST ||
	    board_find(map, wishes->call->board, province) >= 0 ||
	    map_adjacent(map, ARMY, loc_of(wishes, army), province))
		return false;
	for (int i = 0; i < wishes->count; i++)
		if (wishes->wish[i].role == ROLE_SAILS && wishes->wish[i].target == province)
			return false;
	return true;
}

static void try_army(const struct wishes *wishes, int army, struct crossing *best)
{
	struct ways ways;

	find_ways(wishes, army, &ways);
	for (int i = 0; i < wishes->count; i++) {
		if (ways.cost[i] == NO_WAY)
			continue;
		struct place_set rest = wishes->call->map->loc[loc_of(wishes, i)].reach[FLEET];
		while (!place_set_is_empty(rest)) {
			const uint8_t target = place_set_pop(&rest);
			const int32_t gain =
				wishes->score->place[ARMY][target] - wishes_value_wish(wishes, army) - ways.cost[i];
			if (gain > best->gain && is_harbour(wishes, army, target))
				*best = (struct crossing){gain, army, i, target};
		}
	}
}

static void take(struct wishes *wishes, const struct crossing *crossing)
{
	struct ways ways;

	find_ways(wishes, crossing->army, &ways);
	for (int i = crossing->last; i >= 0; i = ways.before[i]) {
		wishes->wish[i].role = ROLE_CONVOYS;
		wishes->wish[i].other = (uint8_t)crossing->army;
	}
	wishes->wish[crossing->army].role = ROLE_SAILS;
	wishes->wish[crossing->army].target = crossing->target;
}

void crossing_board(struct wishes *wishes)
{
	for (;;) {
		struct crossing best = {.gain = 0, .army = -1};
		for (int i = 0; i < wishes->count; i++)
			if (is_free_army(wishes, i))
				try_army(wishes, i, &best);
		if (best.army < 0)
			return;
		take(wishes, &best);
	}
}
