/* legal: see legal.h. It calculates with whole sets of places; only orders are written one by one.
 */
#include "legal.h"

#include <assert.h>
#include <string.h>

#include "seas.h"

/* ── chains of fleets ── */

/* Writes the coasts of the chains of fleets on some seas; returns how many chains there are. */
static int find_chains(const struct map *map, struct place_set seas, struct place_set coasts[])
{
	int count = 0;

	while (!place_set_is_empty(seas)) {
		struct place_set rest = seas;
		const struct place_set chain = seas_chain(map, &seas, place_set_pop(&rest));
		coasts[count++] = seas_coasts(map, &chain);
		seas = place_set_difference(seas, chain);
	}
	return count;
}

/* Where chains with these coasts could convoy an army. */
static struct place_set find_targets(const struct place_set coasts[], int count, uint8_t home)
{
	struct place_set targets = {{0, 0}};

	for (int c = 0; c < count; c++)
		if (place_set_has(&coasts[c], home))
			targets = place_set_union(targets, coasts[c]);
	place_set_remove(&targets, home);
	return targets;
}

void legal_open(const struct map *map, const struct board *board, struct legal *legal)
{
	const struct place_set none = {{0, 0}};

	legal->map = map;
	legal->board = board;
	legal->occupied = legal->armies = legal->seas = none;
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		const uint8_t home = map->province[unit.loc];
		place_set_add(&legal->occupied, home);
		place_set_add(unit.type == ARMY ? &legal->armies : &legal->seas, home);
		legal->unit_in[home] = (uint8_t)u;
		legal->targets[u] = none;
	}
	legal->seas = place_set_intersection(legal->seas, map->of_terrain[WATER]);

	legal->chain_count = find_chains(map, legal->seas, legal->coasts);
	legal->shores = none;
	for (int c = 0; c < legal->chain_count; c++)
		legal->shores = place_set_union(legal->shores, legal->coasts[c]);
	legal->convoyable = place_set_intersection(legal->armies, legal->shores);
	for (struct place_set rest = legal->convoyable; !place_set_is_empty(rest);) {
		const uint8_t home = place_set_pop(&rest);
		legal->targets[legal->unit_in[home]] =
			find_targets(legal->coasts, legal->chain_count, home);
	}
}

/* ── one unit's view ── */

/* A unit whose orders are listed. */
struct giver {
	const struct legal *legal;
	struct unit unit;
	const struct map_loc *loc;
	struct place_set helped; /* provinces with units that it might support */
	/* Of a fleet at sea: the coasts of its chain; and those of the chains that are left without it,
	 * in which it supports convoyed armies. Of others: none. */
	struct place_set coasts;
	int rest_count;
	struct place_set rest[UNITS_MAX];
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

	giver->coasts = (struct place_set){{0, 0}};
	if (loc->terrain != WATER)
		return;
	struct place_set seas = legal->seas;
	const struct place_set chain = seas_chain(legal->map, &seas, unit.loc);
	giver->coasts = seas_coasts(legal->map, &chain);
	place_set_remove(&seas, unit.loc);
	giver->rest_count = find_chains(legal->map, seas, giver->rest);
}

/* Where unit v could be convoyed if the giver supports it. */
static inline struct place_set find_convoyed(const struct giver *giver, int v, uint8_t home)
{
	if (place_set_has(&giver->coasts, home) && giver->legal->board->unit[v].type == ARMY)
		return find_targets(giver->rest, giver->rest_count, home);
	return giver->legal->targets[v];
}

/* ── orders ── */

static struct order *add_moves(const struct giver *giver, struct place_set targets,
                               struct order *at)
{
	const struct unit unit = giver->unit;

	*at++ = order_hold(unit.type, unit.loc);
	for (int i = 0; i < giver->loc->exit_count[unit.type]; i++)
		*at++ = order_move(unit.type, unit.loc, giver->loc->exits[unit.type][i]);
	while (!place_set_is_empty(targets)) {
		*at = order_move(unit.type, unit.loc, place_set_pop(&targets));
		at++->via = 1;
	}
	return at;
}

/* Supports of unit v: to hold, and to every place that both could go to. */
static struct order *add_supports(const struct giver *giver, int v, uint8_t home, struct order *at)
{
	const struct unit unit = giver->unit, other = giver->legal->board->unit[v];
	const struct place_set *exits = &giver->legal->map->loc[other.loc].exit_set[other.type];
	const struct place_set goals = place_set_union(*exits, find_convoyed(giver, v, home));

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
	struct order *at = add_moves(&giver, legal->targets[u], orders);
	for (struct place_set rest = giver.helped; !place_set_is_empty(rest);) {
		const uint8_t home = place_set_pop(&rest);
		at = add_supports(&giver, legal->unit_in[home], home, at);
	}
	at = add_convoys(&giver, at);
	assert(at - orders <= LEGAL_MAX);
	return (int)(at - orders);
}

/* ── numbers ── */

/* A piece of a unit's orders: bit i is the order of number first + i. */
struct run {
	int32_t first;
	uint64_t bits;
};

/* The members of a set by their rank in another: bit i is the i-th member of that. */
static inline uint64_t find_ranks(struct place_set members, const struct place_set *among)
{
	const int low = __builtin_popcountll(among->bits[0]);
	uint64_t ranks = 0;

	for (uint64_t rest = members.bits[0] & among->bits[0]; rest; rest &= rest - 1)
		ranks |= UINT64_C(1) << __builtin_popcountll(among->bits[0] & ((rest & -rest) - 1));
	for (uint64_t rest = members.bits[1] & among->bits[1]; rest; rest &= rest - 1)
		ranks |= UINT64_C(1) << (low + __builtin_popcountll(among->bits[1] & ((rest & -rest) - 1)));
	return ranks;
}

/* What becomes of the runs of a unit, in their sequence. It is inlined. */
typedef void take_run(void *taker, int32_t first, uint64_t bits);

/* Takes the orders with targets of a set; `to` has all targets that are numbered, from first on. */
static inline __attribute__((always_inline)) void take_targets(int32_t first,
                                                               struct place_set targets,
                                                               const struct place_set *to,
                                                               take_run *take, void *taker)
{
	for (int word = 0; word < PLACE_SET_WORDS; word++) {
		const uint64_t all = to->bits[word];
		uint64_t ranks = 0;
		for (uint64_t rest = targets.bits[word] & all; rest; rest &= rest - 1)
			ranks |= UINT64_C(1) << __builtin_popcountll(all & ((rest & -rest) - 1));
		take(taker, first, ranks);
		first += __builtin_popcountll(all);
	}
}

static inline __attribute__((always_inline)) void
take_runs(const struct legal *legal, const struct vocabulary *v, int u, take_run *take, void *taker)
{
	struct giver giver;

	open_giver(legal, u, &giver);
	const struct vocabulary_post *post = vocabulary_post(v, giver.unit);
	const uint16_t *help_of = v->help_of + post->index * v->post_count;
	take(taker, post->hold, (UINT64_C(2) << giver.loc->exit_count[giver.unit.type]) - 1);
	take_targets(post->via, legal->targets[u], &post->via_to, take, taker);

	for (struct place_set rest = giver.helped; !place_set_is_empty(rest);) {
		const uint8_t home = place_set_pop(&rest);
		const int other = legal->unit_in[home],
				  place = help_of[vocabulary_post(v, legal->board->unit[other])->index];
		if (place == v->help_count)
			continue;
		const struct vocabulary_help *help = &v->helps[place];
		const struct place_set convoyed = find_convoyed(&giver, other, home);
		take(taker, help->first, help->always | find_ranks(convoyed, &help->to) << help->holds);
	}

	struct place_set homes = place_set_intersection(giver.coasts, legal->armies);
	while (!place_set_is_empty(homes)) {
		const uint8_t home = place_set_pop(&homes);
		const struct vocabulary_convoy *convoy =
			&v->convoys[post->sea * legal->map->province_count + home];
		take_targets(convoy->first, giver.coasts, &convoy->to, take, taker);
	}
}

static inline void list_run(void *taker, int32_t first, uint64_t bits)
{
	int32_t **at = taker;

	for (; bits; bits &= bits - 1)
		*(*at)++ = first + __builtin_ctzll(bits);
}

int legal_numbers(const struct legal *legal, const struct vocabulary *vocabulary, int u,
                  int32_t numbers[LEGAL_MAX])
{
	int32_t *at = numbers;

	take_runs(legal, vocabulary, u, list_run, &at);
	return (int)(at - numbers);
}

static inline void mark_run(void *taker, int32_t first, uint64_t bits)
{
	uint64_t *mask = (uint64_t *)taker + first / 64;
	const int shift = first % 64;

	mask[0] |= bits << shift;
	if (bits >> 1 >> (63 - shift))
		mask[1] |= bits >> 1 >> (63 - shift);
}

void legal_mask(const struct legal *legal, const struct vocabulary *vocabulary, unit_set units,
                uint64_t mask[])
{
	memset(mask, 0, (size_t)vocabulary->words * sizeof *mask);
	for (unit_set rest = units; rest; unit_set_drop(&rest))
		take_runs(legal, vocabulary, unit_set_first(rest), mark_run, mask);
}

/* ── one order ── */

static bool has_move(const struct legal *legal, int u, struct order order)
{
	const struct unit unit = legal->board->unit[u];
	struct order expected = order_move(unit.type, unit.loc, order.to);

	expected.via = order.via;
	if (order.to >= legal->map->loc_count || order.via > 1 || !order_equal(order, expected))
		return false;
	return order.via ? place_set_has(&legal->targets[u], order.to)
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
	const struct place_set targets = find_convoyed(&giver, v, home);
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
