/* legal: see legal.h. It computes with whole sets of places; only orders are written one by one. */
#include "legal.h"

#include <assert.h>

/* ── chains of fleets ── */

/* Removes one chain from a set of seas with fleets; returns its seas. chain_of receives the chain's
 * number for each of them, and may be NULL. */
static inline struct place_set take_chain(const struct map *map, struct place_set *seas,
                                          struct place_set *coasts, int number, uint8_t *chain_of)
{
	struct place_set chain, todo, around = {{0, 0}};
	const uint8_t first = place_set_pop(seas);

	chain = todo = place_set_one(first);
	while (!place_set_is_empty(todo)) {
		const uint8_t sea = place_set_pop(&todo);
		const struct map_loc *loc = &map->loc[sea];
		const struct place_set found = place_set_intersection(loc->exit_set[FLEET], *seas);
		around = place_set_union(around, loc->reach[FLEET]);
		chain = place_set_union(chain, found);
		todo = place_set_union(todo, found);
		*seas = place_set_difference(*seas, found);
		if (chain_of)
			chain_of[sea] = (uint8_t)number;
	}
	*coasts = place_set_intersection(around, map->of_terrain[COAST]);
	return chain;
}

/* Where units are. */
static void find_units(struct legal *legal)
{
	const struct map *map = legal->map;
	const struct board *board = legal->board;
	struct place_set armies = {{0, 0}}, fleets = {{0, 0}};

	for (int u = 0; u < board->unit_count; u++) {
		const uint8_t home = map->province[board->unit[u].loc];
		const struct place_set one = place_set_one(home);
		const uint64_t army = -(uint64_t)(board->unit[u].type == ARMY);
		for (int word = 0; word < PLACE_SET_WORDS; word++) {
			armies.bits[word] |= one.bits[word] & army;
			fleets.bits[word] |= one.bits[word] & ~army;
		}
		legal->unit_in[home] = (uint8_t)u;
	}
	legal->armies = armies;
	legal->occupied = place_set_union(armies, fleets);
	legal->seas = place_set_intersection(fleets, map->of_terrain[WATER]);
}

void legal_open_chains(const struct map *map, const struct board *board, struct legal *legal)
{
	legal->map = map;
	legal->board = board;
	find_units(legal);

	legal->chain_count = 0;
	legal->shores = (struct place_set){{0, 0}};
	for (struct place_set rest = legal->seas; !place_set_is_empty(rest);) {
		const int c = legal->chain_count++;
		legal->chains[c] = take_chain(map, &rest, &legal->coasts[c], c, legal->chain_of);
		legal->shores = place_set_union(legal->shores, legal->coasts[c]);
	}
	legal->convoyable = place_set_intersection(legal->armies, legal->shores);
}

void legal_open(const struct map *map, const struct board *board, struct legal *legal)
{
	legal_open_chains(map, board, legal);
	for (struct place_set rest = legal->convoyable; !place_set_is_empty(rest);) {
		const uint8_t home = place_set_pop(&rest);
		legal->targets[home] = legal_join(legal->coasts, legal->chain_count, home);
	}
}

int legal_split_chain(const struct legal *legal, uint8_t sea, int chain, struct place_set coasts[])
{
	struct place_set rest = legal->chains[chain];
	int count = 0;

	place_set_remove(&rest, sea);
	while (!place_set_is_empty(rest))
		take_chain(legal->map, &rest, &coasts[count++], 0, NULL);
	return count;
}

/* Writes the coasts of all chains that are left without that fleet; returns their number. */
static int find_chains_without(const struct legal *legal, uint8_t sea, int chain,
                               struct place_set coasts[UNITS_MAX])
{
	int count = 0;

	for (int c = 0; c < legal->chain_count; c++) {
		coasts[count] = legal->coasts[c];
		count += c != chain;
	}
	return count + legal_split_chain(legal, sea, chain, coasts + count);
}

/* ── orders ── */

/* A unit whose orders are listed. */
struct giver {
	const struct legal *legal;
	struct unit unit;
	const struct map_loc *loc;
	struct place_set helped; /* provinces with units that it might support */
	int chain;               /* of a fleet at sea; else -1 */
	struct place_set coasts; /* of its chain */
	int without_count;       /* chains without it; -1: not yet found */
	struct place_set without[UNITS_MAX];
};

static inline void open_giver(const struct legal *legal, int u, struct giver *giver)
{
	const struct unit unit = legal->board->unit[u];
	const struct map_loc *loc = &legal->map->loc[unit.loc];

	giver->legal = legal;
	giver->unit = unit;
	giver->loc = loc;
	giver->helped = loc->help_in[unit.type];
	if (place_set_intersects(&loc->reach[unit.type], &legal->shores))
		giver->helped = place_set_union(giver->helped, legal->convoyable);
	giver->helped = place_set_intersection(giver->helped, legal->occupied);
	place_set_remove(&giver->helped, loc->province);
	giver->chain = loc->terrain == WATER ? legal->chain_of[unit.loc] : -1;
	giver->without_count = -1;
	giver->coasts = (struct place_set){{0, 0}};
	if (giver->chain >= 0)
		giver->coasts = legal->coasts[giver->chain];
}

/* The provinces to which the unit in a province could be convoyed if the giver supports it. */
static inline struct place_set find_convoyed(struct giver *giver, uint8_t home)
{
	const struct legal *legal = giver->legal;

	if (!place_set_has(&legal->convoyable, home))
		return (struct place_set){{0, 0}};
	if (!place_set_has(&giver->coasts, home))
		return legal->targets[home];
	if (giver->without_count < 0)
		giver->without_count =
			find_chains_without(legal, giver->unit.loc, giver->chain, giver->without);
	return legal_join(giver->without, giver->without_count, home);
}

static struct order *add_moves(const struct giver *giver, struct order *at)
{
	const struct unit unit = giver->unit;
	struct place_set targets = {{0, 0}};

	*at++ = order_hold(unit.type, unit.loc);
	for (int i = 0; i < giver->loc->exit_count[unit.type]; i++)
		*at++ = order_move(unit.type, unit.loc, giver->loc->exits[unit.type][i]);
	if (unit.type == ARMY && place_set_has(&giver->legal->convoyable, giver->loc->province))
		targets = giver->legal->targets[giver->loc->province];
	while (!place_set_is_empty(targets)) {
		*at = order_move(unit.type, unit.loc, place_set_pop(&targets));
		at++->via = 1;
	}
	return at;
}

/* Adds supports of unit v: to hold, and to every place that both could go to. */
static struct order *add_supports(struct giver *giver, int v, uint8_t home, struct order *at)
{
	const struct unit unit = giver->unit, other = giver->legal->board->unit[v];
	const struct place_set *exits = &giver->legal->map->loc[other.loc].exit_set[other.type];
	const struct place_set goals = place_set_union(*exits, find_convoyed(giver, home));

	*at = order_support_hold(unit.type, unit.loc, other.type, other.loc);
	at += place_set_has(&giver->loc->reach[unit.type], home);
	for (struct place_set to = place_set_intersection(goals, giver->loc->near[unit.type]);
	     !place_set_is_empty(to);)
		*at++ = order_support_move(unit.type, unit.loc, other.type, other.loc, place_set_pop(&to));
	return at;
}

static struct order *add_convoys(const struct giver *giver, struct order *at)
{
	struct place_set homes = place_set_intersection(giver->coasts, giver->legal->armies);

	while (!place_set_is_empty(homes)) {
		const uint8_t home = place_set_pop(&homes);
		struct place_set targets = giver->coasts;
		place_set_remove(&targets, home);
		while (!place_set_is_empty(targets))
			*at++ = order_convoy(giver->unit.loc, ARMY, home, place_set_pop(&targets));
	}
	return at;
}

int legal_orders(const struct legal *legal, int u, struct order orders[LEGAL_MAX])
{
	struct giver giver;

	open_giver(legal, u, &giver);
	struct order *at = add_moves(&giver, orders);
	for (struct place_set rest = giver.helped; !place_set_is_empty(rest);) {
		const uint8_t home = place_set_pop(&rest);
		at = add_supports(&giver, legal->unit_in[home], home, at);
	}
	at = add_convoys(&giver, at);
	assert(at - orders <= LEGAL_MAX);
	return (int)(at - orders);
}

/* ── one order ── */

static bool has_move(const struct legal *legal, int u, struct order order)
{
	const struct unit unit = legal->board->unit[u];
	struct order expected = order_move(unit.type, unit.loc, order.to);

	expected.via = order.via;
	if (order.to >= legal->map->loc_count || order.via > 1 || !order_equal(order, expected))
		return false;
	return order.via ? place_set_has(&legal->convoyable, unit.loc) &&
	                       place_set_has(&legal->targets[unit.loc], order.to) && unit.type == ARMY
	                 : map_adjacent(legal->map, unit.type, unit.loc, order.to);
}

/* Whether unit u may support or convoy unit v so. All fields but the target are right. */
static bool may_help(const struct legal *legal, int u, int v, struct order order)
{
	const struct unit other = legal->board->unit[v];
	const uint8_t home = legal->map->province[other.loc];
	struct giver giver;

	open_giver(legal, u, &giver);
	if (order.kind == ORDER_SUPPORT_HOLD)
		return place_set_has(&giver.loc->reach[giver.unit.type], home);
	if (order.kind == ORDER_CONVOY)
		return other.type == ARMY && home != order.to && place_set_has(&giver.coasts, home) &&
		       place_set_has(&giver.coasts, order.to);
	const struct place_set targets = find_convoyed(&giver, home);
	return place_set_has(&giver.loc->near[giver.unit.type], order.to) &&
	       (place_set_has(&targets, order.to) ||
	        map_adjacent(legal->map, other.type, other.loc, order.to));
}

bool legal_has(const struct legal *legal, int u, struct order order)
{
	const struct map *map = legal->map;
	const struct unit unit = legal->board->unit[u];
	struct order expected = order_hold(unit.type, unit.loc);

	if (order.kind == ORDER_HOLD)
		return order_equal(order, expected);
	if (order.kind == ORDER_MOVE)
		return has_move(legal, u, order);
	const int v =
		order.aux < map->loc_count ? board_find(map, legal->board, map->province[order.aux]) : -1;
	if (order.kind > ORDER_CONVOY || v < 0 || v == u)
		return false;

	const struct unit other = legal->board->unit[v];
	if (order.kind == ORDER_SUPPORT_HOLD)
		expected = order_support_hold(unit.type, unit.loc, other.type, other.loc);
	else if (order.kind == ORDER_SUPPORT_MOVE)
		expected = order_support_move(unit.type, unit.loc, other.type, other.loc, order.to);
	else
		expected = order_convoy(unit.loc, other.type, other.loc, order.to);
	return order_equal(order, expected) &&
	       (order.kind == ORDER_SUPPORT_HOLD || order.to < map->loc_count) &&
	       may_help(legal, u, v, order);
}
