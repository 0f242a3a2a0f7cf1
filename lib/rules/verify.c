/* verify: see verify.h. */
#include "verify.h"

#include <string.h>

/* Orders are unpredictable for a processor, and a mispredicted branch costs as much as fifty
 * instructions. So the loops over all orders compute with conditions, as numbers 0 and 1, instead
 * of branching on them. */

/* ── units and moves ── */

/* Begins with no units, helps or moves. The arrays of sets are contiguous in memory; of the last
 * one only the part that the map needs is cleared. */
static inline void clear(const struct map *map, struct verified *v)
{
	const size_t sets = offsetof(struct verified, supporters);

	memset(v->at, -1, map->province_count);
	memset(v->helps, -1, sizeof v->helps);
	memset((char *)v + sets, 0,
	       offsetof(struct verified, into) - sets + map->province_count * sizeof *v->into);
}

/* Four sets of 16 units each fit into one word; so one addition adds a unit to the set of its
 * order's kind, the last unit first. Kinds that do not belong to a movement phase count as holds.
 */
enum { LANE = 16, KINDS_READ = 16 };
static const uint64_t kind_lanes[KINDS_READ] = {
	[ORDER_MOVE] = UINT64_C(1),
	[ORDER_SUPPORT_HOLD] = UINT64_C(1) << LANE,
	[ORDER_SUPPORT_MOVE] = UINT64_C(1) << 2 * LANE,
	[ORDER_CONVOY] = UINT64_C(1) << 3 * LANE,
};

/* Adds the sets of these kinds, for the units from `first` on. */
static inline void enter_kinds(struct verified *v, uint64_t lanes, int first)
{
	const unit_set moves = (uint16_t)lanes, support_holds = (uint16_t)(lanes >> LANE),
				   support_moves = (uint16_t)(lanes >> 2 * LANE),
				   convoys = (uint16_t)(lanes >> 3 * LANE);

	v->moves |= moves << first;
	v->supports |= (support_holds | support_moves) << first;
	v->support_moves |= support_moves << first;
	v->convoys |= convoys << first;
}

/* First pass: the place of each unit, and the kind of its order. */
static void sort_orders(const struct map *map, const struct board *board,
                        const struct order orders[], struct verified *v)
{
	const int count = board->unit_count;

	clear(map, v);
	v->count = count;
	v->moves = v->supports = v->support_moves = v->convoys = 0;
	v->adjacent = v->valid = v->against_own = 0;
	for (int first = 0; first < count; first += LANE) {
		const int end = MIN(count, first + LANE);
		uint64_t lanes = 0;
		for (int u = end - 1; u >= first; u--) {
			const uint8_t home = map->province[board->unit[u].loc];
			v->power[u] = board->unit[u].power;
			v->home[u] = home;
			v->at[home] = (int8_t)u;
			lanes = 2 * lanes + kind_lanes[orders[u].kind % KINDS_READ];
		}
		enter_kinds(v, lanes, first);
	}
	memcpy(v->target, v->home, sizeof v->target);
}

/* Finds the targets of the moves of a set. */
static inline void place_moves(const struct map *map, const struct board *board,
                               const struct order orders[], struct verified *v, unit_set moves)
{
	unit_set adjacent = v->adjacent;

	for (unit_set rest = moves; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const uint8_t to = orders[u].to, target = map->province[to];
		v->target[u] = target;
		unit_set_add(&v->into[target], u);
		adjacent |= unit_set_if(map_adjacent(map, board->unit[u].type, board->unit[u].loc, to), u);
	}
	v->adjacent = adjacent;
}

/* ── supports and convoys ── */

/* Whether a support or convoy names a unit by its type and coast, which are adjacent fields. */
static inline bool names_unit(const struct order *order, const struct unit *unit)
{
	uint16_t named, there;

	_Static_assert(offsetof(struct order, aux) == offsetof(struct order, aux_type) + 1 &&
	                   offsetof(struct unit, loc) == offsetof(struct unit, type) + 1,
	               "type and location are two bytes in one sequence");
	memcpy(&named, (const char *)order + offsetof(struct order, aux_type), sizeof named);
	memcpy(&there, (const char *)unit + offsetof(struct unit, type), sizeof there);
	return named == there;
}

/* The first check of supports and convoys, which few pass. Orders must be complete (thesis 1.2.4):
 * type and coast of the unit that they name must be right; and it must make the move that they
 * name, or none if they name none. Writes the units named; returns the orders that may match. */
static inline unit_set find_helped(const struct map *map, const struct board *board,
                                   const struct order orders[], const struct verified *v,
                                   unit_set helpers, uint8_t helped[UNITS_MAX])
{
	unit_set named = 0, of_moves = 0;

	for (unit_set rest = helpers; rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest);
		const int there = v->at[map->province[orders[s].aux]], u = there & (UNITS_MAX - 1);
		helped[s] = (uint8_t)u;
		named |= unit_set_if((there >= 0) & names_unit(&orders[s], &board->unit[u]), s);
		of_moves |= unit_set_if(unit_set_has(v->moves, u), s);
	}
	return named & ~(of_moves ^ (v->support_moves | v->convoys));
}

/* The second check. A unit that holds has its own province as target, so both kinds of supports are
 * treated alike. A unit cannot support itself. */
static inline bool support_matches(const struct map *map, const struct board *board,
                                   const struct order orders[], const struct verified *v, int s,
                                   int helped)
{
	const struct unit unit = board->unit[s];
	const bool holds = !unit_set_has(v->moves, helped), same = orders[helped].to == orders[s].to,
			   reaches = map_reaches(map, unit.type, unit.loc, v->target[helped]);

	return (holds | same) & reaches & (helped != s);
}

/* Only fleets at sea convoy, only armies are convoyed, and never to their own province. */
static inline bool convoy_matches(const struct map *map, const struct board *board,
                                  const struct order orders[], const struct verified *v, int fleet,
                                  int army)
{
	const struct unit unit = board->unit[fleet];

	return (unit.type == FLEET) & (map->loc[unit.loc].terrain == WATER) &
	       (board->unit[army].type == ARMY) & (orders[army].to == orders[fleet].to) &
	       (v->target[army] != v->home[army]);
}

/* Finds the units that supports and convoys of a set help. These must not help any unit yet. */
static inline void match_helpers(const struct map *map, const struct board *board,
                                 const struct order orders[], struct verified *v, unit_set helpers)
{
	uint8_t helped[UNITS_MAX];
	const unit_set named = find_helped(map, board, orders, v, helpers, helped);
	unit_set valid = v->valid, against_own = 0;

	for (unit_set rest = named & v->supports; rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest), u = helped[s], there = v->at[v->target[u]];
		const bool own = (there >= 0) & (v->power[there & (UNITS_MAX - 1)] == v->power[s]);
		const bool matches = support_matches(map, board, orders, v, s, u);
		v->helps[s] = matches ? (int8_t)u : -1;
		v->supporters[u] |= unit_set_if(matches, s);
		against_own |= unit_set_if(matches & own, s);
		valid |= unit_set_if(matches, s);
	}
	for (unit_set rest = named & v->convoys; rest; unit_set_drop(&rest)) {
		const int f = unit_set_first(rest), army = helped[f];
		const bool matches = convoy_matches(map, board, orders, v, f, army);
		v->helps[f] = matches ? (int8_t)army : -1;
		v->convoyers[army] |= unit_set_if(matches, f);
		valid |= unit_set_if(matches, f);
	}
	v->valid = valid;
	v->against_own |= against_own & v->support_moves;
}

/* Whether the law may restrict which way armies go, or which fleets carry them. */
static inline bool has_ways(const struct law *law, unit_set convoys)
{
	if (convoys)
		return law->intent != INTENT_EITHER || law->routes == ROUTES_ALL_OPEN;
	return law->intent != INTENT_EITHER && law->fallback == FALLBACK_NONE;
}

void verify_orders(struct variant variant, const struct board *board, const struct order orders[],
                   struct verified *v)
{
	const struct map *map = variant.map;

	sort_orders(map, board, orders, v);
	place_moves(map, board, orders, v, v->moves);
	match_helpers(map, board, orders, v, v->supports | v->convoys);
	if (has_ways(variant.law, v->convoys))
		verify_choose_ways(variant, board, orders, v->moves, v);
}

/* ── orders that change ── */

/* Replaces the orders of a set by new ones. Until they are matched they help no unit. The target of
 * an order that is not a move is the unit's own province. */
static inline void replace_orders(const struct map *map, const struct board *board,
                                  const struct order orders[], unit_set changed, struct verified *v)
{
	unit_set moves = 0, support_holds = 0, support_moves = 0, convoys = 0, adjacent = 0;

	for (unit_set rest = changed; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const struct unit unit = board->unit[u];
		const uint8_t kind = orders[u].kind;
		const unsigned is_move = kind == ORDER_MOVE;
		const uint8_t to = (uint8_t)(unit.loc ^ ((unit.loc ^ orders[u].to) & -is_move));
		unit_set_remove(&v->into[v->target[u]], u);
		v->target[u] = map->province[to];
		v->into[v->target[u]] |= unit_set_if(is_move, u);
		moves |= unit_set_if(is_move, u);
		adjacent |= unit_set_if(is_move & map_adjacent(map, unit.type, unit.loc, to), u);
		support_holds |= unit_set_if(kind == ORDER_SUPPORT_HOLD, u);
		support_moves |= unit_set_if(kind == ORDER_SUPPORT_MOVE, u);
		convoys |= unit_set_if(kind == ORDER_CONVOY, u);
	}
	v->moves = (v->moves & ~changed) | moves;
	v->adjacent = (v->adjacent & ~changed) | adjacent;
	v->supports = (v->supports & ~changed) | support_holds | support_moves;
	v->support_moves = (v->support_moves & ~changed) | support_moves;
	v->convoys = (v->convoys & ~changed) | convoys;
}

/* Removes the links from supports and convoys of a set to the units they help. */
static inline void unmatch_helpers(struct verified *v, unit_set helpers)
{
	for (unit_set rest = helpers & v->valid; rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest), helped = v->helps[s];
		unit_set_remove(&v->supporters[helped], s);
		unit_set_remove(&v->convoyers[helped], s);
		v->helps[s] = -1;
	}
	v->valid &= ~helpers;
	v->against_own &= ~helpers;
}

/* The supports and convoys that name the place of a unit of a set. */
static inline unit_set find_naming(const struct map *map, const struct order orders[],
                                   const struct verified *v, unit_set named)
{
	unit_set naming = 0;

	for (unit_set rest = v->supports | v->convoys; rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest), there = v->at[map->province[orders[s].aux]];
		naming |= unit_set_if((there >= 0) & unit_set_has(named, there & (UNITS_MAX - 1)), s);
	}
	return naming;
}

unit_set verify_update(struct variant variant, const struct board *board,
                       const struct order orders[], unit_set changed, struct verified *v)
{
	const struct map *map = variant.map;
	const unit_set convoys = v->convoys, carried = verify_carried(v, changed);

	unmatch_helpers(v, changed);
	replace_orders(map, board, orders, changed, v);
	const unit_set helpers = find_naming(map, orders, v, changed) | changed;
	unmatch_helpers(v, helpers);
	if (helpers & (v->supports | v->convoys))
		match_helpers(map, board, orders, v, helpers & (v->supports | v->convoys));
	if (!has_ways(variant.law, convoys | v->convoys))
		return helpers;
	return helpers | verify_change_ways(variant, board, orders, changed, carried, v);
}
