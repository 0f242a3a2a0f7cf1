/* skirmish: the units that take part, and their options. orderset.c joins options to sets. */
#include "skirmish.h"

#include "orderset.h"

#include <string.h>

/* ── who takes part ── */

static uint8_t province_of(const struct map *map, struct unit unit)
{
	return map->loc[unit.loc].province;
}

static bool reaches_target(const struct map *map, const struct zones *zones, struct unit unit)
{
	return map_reaches(map, unit.type, unit.loc, zones->target);
}

/* The provinces of units that could move to the target or support such a move. */
static struct place_set find_actors(const struct map *map, const struct zones *zones,
                                    const struct board *board, unit_set units)
{
	struct place_set provinces = {{0, 0}};

	for (unit_set rest = units; rest; unit_set_drop(&rest)) {
		const struct unit unit = board->unit[unit_set_first(rest)];
		if (reaches_target(map, zones, unit))
			place_set_add(&provinces, province_of(map, unit));
	}
	return provinces;
}

/* The units that matter in the last turn: in the target, beside it, or beside an opponent there. */
static unit_set find_relevant(const struct map *map, const struct zones *zones,
                              const struct board *board, unit_set units, unit_set opponents)
{
	const struct place_set actors = find_actors(map, zones, board, opponents);
	unit_set relevant = 0;

	for (unit_set rest = units; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const struct unit unit = board->unit[u];
		relevant |= unit_set_if(
			province_of(map, unit) == zones->target || reaches_target(map, zones, unit) ||
				place_set_intersects(&map->loc[unit.loc].reach[unit.type], &actors),
			u);
	}
	return relevant;
}

static unit_set find_in_zones(const struct map *map, const struct zones *zones, int turns,
                              const struct board *board, unit_set units)
{
	unit_set found = 0;

	for (unit_set rest = units; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		found |=
			unit_set_if(zones_find(zones, turns, province_of(map, board->unit[u])) != ZONE_NONE, u);
	}
	return found;
}

/* The nearest of too many units. */
static unit_set find_nearest(struct skirmish *skirmish, const struct board *board, unit_set units)
{
	unit_set nearest = 0;

	if (unit_set_count(units) <= SIDE_MAX)
		return units;
	skirmish->capped = true;
	for (int steps = 0, room = SIDE_MAX; room > 0; steps++)
		for (unit_set rest = units; rest && room > 0; unit_set_drop(&rest)) {
			const int u = unit_set_first(rest);
			if (skirmish->zones->steps[province_of(skirmish->map, board->unit[u])] != steps)
				continue;
			unit_set_add(&nearest, u);
			room--;
		}
	return nearest;
}

/* The board's units are sorted as those that they are taken from. */
static void take_units(struct skirmish *skirmish, const struct board *board,
                       const unit_set sides[SIDES])
{
	struct board *own = &skirmish->board;

	board_clear(own);
	for (unit_set rest = sides[0] | sides[1]; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		own->unit[own->unit_count] = board->unit[u];
		own->unit[own->unit_count++].power = unit_set_has(sides[1], u);
	}
}

void skirmish_open(struct skirmish *skirmish, const struct map *map, const struct zones *zones,
                   int turns, const struct board *board, unit_set ours, uint8_t power)
{
	const unit_set theirs =
		board_all_units(board) & ~board_units_of(board, (power_set)(1 << power));
	const unit_set in[SIDES] = {find_in_zones(map, zones, turns, board, ours),
	                            find_in_zones(map, zones, turns, board, theirs)};
	unit_set sides[SIDES];

	skirmish->map = map;
	skirmish->zones = zones;
	skirmish->turns = turns;
	skirmish->capped = false;
	for (int s = 0; s < SIDES; s++)
		sides[s] = find_nearest(
			skirmish, board, turns > 1 ? in[s] : find_relevant(map, zones, board, in[s], in[!s]));
	take_units(skirmish, board, sides);
}

/* ── options ── */

/* A side while its options are found. */
struct draft {
	struct skirmish *skirmish;
	struct side *side;
	const struct skirmish_rules *rules;
	struct place_set prey; /* middle provinces with opponents whose support may be cut */
};

static struct unit member(const struct draft *draft, int m)
{
	return draft->skirmish->board.unit[draft->side->unit[m]];
}

static enum zone zone_of(const struct draft *draft, uint8_t province)
{
	return zones_find(draft->skirmish->zones, draft->skirmish->turns, province);
}

/* The distance of a province's actions from the target, as a rank. */
static uint8_t rank_province(const struct draft *draft, uint8_t province)
{
	static const uint8_t ranks[ZONES_FAR] = {0, 1, 3, 4, 5};

	return ranks[draft->skirmish->zones->steps[province]];
}

/* Options are sorted by rank. If there are too many, the last is lost. The last place is reserved
 * for the hold. */
static void add_option(struct draft *draft, int m, struct option option)
{
	struct option *options = draft->side->option[m];
	int i = draft->side->option_count[m];
	const bool full = i >= OPTIONS_MAX - (option.order.kind != ORDER_HOLD);

	if (full && options[i - 1].rank <= option.rank) {
		draft->skirmish->capped = true;
		return;
	}
	if (full) {
		draft->skirmish->capped = true;
		i--;
	}
	draft->side->option_count[m] = (uint8_t)(i + 1);
	for (; i > 0 && options[i - 1].rank > option.rank; i--)
		options[i] = options[i - 1];
	options[i] = option;
}

/* A hold is close to the target only in it, or beside it when there are turns to come. */
static void add_hold(struct draft *draft, int m)
{
	const struct unit unit = member(draft, m);
	const uint8_t home = province_of(draft->skirmish->map, unit);
	uint8_t rank = rank_province(draft, home);

	if (rank > 1 || (rank == 1 && draft->skirmish->turns == 1))
		rank = 2;
	add_option(draft, m, (struct option){order_hold(unit.type, unit.loc), rank, -1, home});
}

/* Moves into the inner zone, and moves that cut supports. */
static void add_moves(struct draft *draft, int m)
{
	const struct map *map = draft->skirmish->map;
	const struct unit unit = member(draft, m);
	const struct map_loc *place = &map->loc[unit.loc];
	const enum zone home = zone_of(draft, place->province);

	for (int i = 0; i < place->exit_count[unit.type]; i++) {
		const uint8_t to = place->exits[unit.type][i], province = map->loc[to].province;
		const bool enters = zone_of(draft, province) == ZONE_INNER && home != ZONE_OUTER;
		const bool cuts = home != ZONE_INNER && place_set_has(&draft->prey, province);
		uint8_t rank = draft->skirmish->turns > 1 ? 2 : 1;
		if (enters)
			rank = rank_province(draft, province);
		if (enters || cuts)
			add_option(draft, m,
			           (struct option){order_move(unit.type, unit.loc, to), rank, -1, province});
	}
}

/* Supports of another member's moves into the inner zone. */
static void add_supports(struct draft *draft, int m, int helped)
{
	const struct map *map = draft->skirmish->map;
	const struct unit unit = member(draft, m), other = member(draft, helped);
	const struct map_loc *place = &map->loc[other.loc];
	const uint8_t home = province_of(map, unit);

	for (int i = 0; i < place->exit_count[other.type]; i++) {
		const uint8_t to = place->exits[other.type][i], province = map->loc[to].province;
		if (zone_of(draft, province) == ZONE_INNER &&
		    map_reaches(map, unit.type, unit.loc, province))
			add_option(
				draft, m,
				(struct option){order_support_move(unit.type, unit.loc, other.type, other.loc, to),
			                    rank_province(draft, province), (int8_t)helped, home});
	}
}

/* Support of the member in the target, if it stays: not in the source. */
static void add_guard(struct draft *draft, int m, int helped)
{
	const struct map *map = draft->skirmish->map;
	const struct unit unit = member(draft, m), other = member(draft, helped);

	if (province_of(map, other) == draft->skirmish->zones->target &&
	    reaches_target(map, draft->skirmish->zones, unit))
		add_option(draft, m,
		           (struct option){order_support_hold(unit.type, unit.loc, other.type, other.loc),
		                           0, (int8_t)helped, province_of(map, unit)});
}

static void find_options(struct draft *draft, int m)
{
	const enum zone home = zone_of(draft, province_of(draft->skirmish->map, member(draft, m)));

	draft->side->option_count[m] = 0;
	add_moves(draft, m);
	for (int other = 0; other < draft->side->count && home != ZONE_OUTER; other++) {
		if (other == m)
			continue;
		if (zone_of(draft, province_of(draft->skirmish->map, member(draft, other))) != ZONE_OUTER)
			add_supports(draft, m, other);
		if (draft->rules->guard)
			add_guard(draft, m, other);
	}
	add_hold(draft, m);
}

/* The middle provinces with units of a power: in the last turn those that act on the target. */
static struct place_set find_prey(const struct skirmish *skirmish, uint8_t power)
{
	struct place_set prey = {{0, 0}};

	for (int u = 0; u < skirmish->board.unit_count; u++) {
		const struct unit unit = skirmish->board.unit[u];
		const uint8_t province = province_of(skirmish->map, unit);
		if (unit.power == power &&
		    zones_find(skirmish->zones, skirmish->turns, province) == ZONE_MIDDLE &&
		    (skirmish->turns > 1 || reaches_target(skirmish->map, skirmish->zones, unit)))
			place_set_add(&prey, province);
	}
	return prey;
}

void skirmish_find_sets(struct skirmish *skirmish, const struct skirmish_rules *rules)
{
	for (uint8_t s = 0; s < SIDES; s++) {
		struct side *side = &skirmish->side[s];
		struct draft draft = {skirmish, side, rules, find_prey(skirmish, !s)};
		side->count = 0;
		for (int u = 0; u < skirmish->board.unit_count; u++)
			if (skirmish->board.unit[u].power == s)
				side->unit[side->count++] = (uint8_t)u;
		for (int m = 0; m < side->count; m++)
			find_options(&draft, m);
		if (!orderset_find(side, rules->sets, skirmish->turns == 1 && !rules->holds))
			skirmish->capped = true;
	}
}

/* ── the board ── */

void skirmish_write_set(const struct side *side, int set, struct order orders[])
{
	for (int m = 0; m < side->count; m++)
		orders[side->unit[m]] = side->option[m][side->set[set][m]].order;
}

int skirmish_find_holder(const struct skirmish *skirmish)
{
	const int u = board_find(skirmish->map, &skirmish->board, skirmish->zones->target);

	if (u < 0)
		return 0;
	return skirmish->board.unit[u].power == 0 ? 1 : -1;
}
