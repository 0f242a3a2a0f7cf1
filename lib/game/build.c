/* build: see build.h. Every power adjusts its own units on its own home centres, so the sequence of
 * the powers does not matter. */
#include "build.h"

#include <assert.h>
#include <string.h>

int build_sites(const struct map *map, const struct board *board, uint8_t power,
                uint8_t sites[PROVINCES_MAX])
{
	int count = 0;

	for (struct place_set rest = map->homes[power]; !place_set_is_empty(rest);) {
		const uint8_t p = place_set_pop(&rest);
		if (board->owner[p] == power && board_find(map, board, p) < 0)
			sites[count++] = p;
	}
	return count;
}

int build_allowance(const struct map *map, const struct board *board, uint8_t power)
{
	int allowances[POWERS_MAX];

	build_count_allowances(map, board, allowances);
	return allowances[power];
}

void build_allowances(const struct map *map, const struct board *board,
                      const int centres[POWERS_MAX], const int units[POWERS_MAX],
                      int allowances[POWERS_MAX])
{
	const struct place_set occupied = board_occupied(map, board);

	for (int p = 0; p < map->power_count; p++) {
		const int room = UNITS_MAX - board->unit_count, due = centres[p] - units[p];
		struct place_set rest = place_set_difference(map->homes[p], occupied);
		int vacant = 0;
		while (due > 0 && !place_set_is_empty(rest))
			vacant += board->owner[place_set_pop(&rest)] == p;
		const int most = MIN(vacant, room);
		allowances[p] = MIN(due, most);
	}
}

void build_count_allowances(const struct map *map, const struct board *board,
                            int allowances[POWERS_MAX])
{
	int centres[POWERS_MAX], units[POWERS_MAX];

	board_count_centres(map, board, centres);
	board_count_units(board, units);
	build_allowances(map, board, centres, units, allowances);
}

bool build_is_due(const struct map *map, const struct board *board)
{
	int allowances[POWERS_MAX];
	bool due = false;

	build_count_allowances(map, board, allowances);
	for (int p = 0; p < map->power_count; p++)
		due |= allowances[p] != 0;
	return due;
}

int build_fleet_places(const struct map *map, uint8_t site, uint8_t places[COASTS_MAX])
{
	if (map->loc[site].terrain != COAST)
		return 0;
	places[0] = site;
	if (map->coast_count[site] == 0)
		return 1;
	memcpy(places, map->coasts[site], map->coast_count[site]);
	return map->coast_count[site];
}

int build_list(const struct map *map, const struct board *board, uint8_t power,
               struct order builds[BUILDS_MAX])
{
	uint8_t sites[PROVINCES_MAX], places[COASTS_MAX];
	const int site_count = build_sites(map, board, power, sites);
	int count = 0;

	for (int s = 0; s < site_count; s++) {
		const int place_count = build_fleet_places(map, sites[s], places);
		builds[count++] = order_build(ARMY, sites[s]);
		for (int i = 0; i < place_count; i++)
			builds[count++] = order_build(FLEET, places[i]);
	}
	return count;
}

/* ── orders ── */

/* The type of a build that names none (4.C.3), or UNIT_TYPES. */
static uint8_t infer_type(struct variant variant, uint8_t loc)
{
	if (variant.law->type_build != TYPE_BUILD_FAILS && variant.map->loc[loc].terrain == LAND)
		return ARMY;
	return variant.law->type_build == TYPE_BUILD_COAST && loc != variant.map->loc[loc].province
	           ? FLEET
	           : UNIT_TYPES;
}

/* The location of a new unit, or LOC_NONE: it cannot be built there. */
static uint8_t infer_site(struct variant variant, uint8_t type, uint8_t loc)
{
	const struct map *map = variant.map;
	const uint8_t province = map->loc[loc].province;

	if (type == ARMY)
		return map->loc[loc].terrain == WATER ||
		               (loc != province && variant.law->coast_needless == COAST_NEEDLESS_FAILS)
		           ? LOC_NONE
		           : province;
	if (map->loc[loc].terrain != COAST)
		return LOC_NONE;
	if (loc != province || map->coast_count[province] == 0)
		return loc;
	return variant.law->coast_build == COAST_BUILD_DEFAULT ? map->coasts[province][0]
	                                                       : LOC_NONE; /* 4.B.7 */
}

/* Each function below completes one order and returns whether it may be carried out on its own. */

static enum result complete_build(struct variant variant, const struct board *board, uint8_t power,
                                  struct order *order)
{
	const struct map *map = variant.map;

	if (order->from >= map->loc_count)
		return RESULT_ILLEGAL;
	const uint8_t type = order->type < UNIT_TYPES ? order->type : infer_type(variant, order->from);
	if (type == UNIT_TYPES)
		return RESULT_ILLEGAL;
	order->type = type == FLEET && map->loc[order->from].terrain == LAND &&
	                      variant.law->fleet_inland == FLEET_INLAND_ARMY
	                  ? ARMY
	                  : type;
	uint8_t loc = infer_site(variant, order->type, order->from);
	if (loc == LOC_NONE)
		return RESULT_ILLEGAL;
	order->from = loc;
	uint8_t province = map->loc[loc].province;
	if (!map_is_home(map, power, province) || board->owner[province] != power)
		return RESULT_NOT_OWNED;
	return board_find(map, board, province) < 0 ? RESULT_SUCCEEDS : RESULT_OCCUPIED;
}

static enum result complete_removal(struct variant variant, const struct board *board,
                                    uint8_t power, struct order *order)
{
	const struct map *map = variant.map;
	int u =
		order->from < map->loc_count ? board_find(map, board, map->loc[order->from].province) : -1;

	if (u < 0 || board->unit[u].power != power)
		return RESULT_ILLEGAL;
	const struct unit unit = board->unit[u];
	if (submission_compare_type(variant.law, order->type, unit.type) == NAMING_REFUSED ||
	    (unit.loc != order->from && variant.law->coast_unit == COAST_UNIT_FAILS))
		return RESULT_ILLEGAL;
	*order = order_disband(unit.type, unit.loc);
	return RESULT_SUCCEEDS;
}

static enum result complete(struct variant variant, const struct board *board,
                            struct submission *adjustment)
{
	if (adjustment->power >= variant.map->power_count)
		return RESULT_ILLEGAL;
	switch (adjustment->order.kind) {
	case ORDER_BUILD:
		return complete_build(variant, board, adjustment->power, &adjustment->order);
	case ORDER_DISBAND:
		return complete_removal(variant, board, adjustment->power, &adjustment->order);
	case ORDER_WAIVE:
		return variant.law->waive == WAIVE_ALLOWED ? RESULT_SUCCEEDS : RESULT_ILLEGAL; /* 4.D.7 */
	}
	return RESULT_ILLEGAL;
}

struct submission build_complete(struct variant variant, const struct board *board,
                                 struct submission adjustment)
{
	struct submission completed = adjustment;

	return complete(variant, board, &completed) == RESULT_SUCCEEDS ? completed : adjustment;
}

bool build_allows(struct variant variant, const struct board *board, struct submission adjustment)
{
	struct submission completed = adjustment;

	if (complete(variant, board, &completed) != RESULT_SUCCEEDS)
		return false;
	const int allowance = build_allowance(variant.map, board, adjustment.power);
	if (adjustment.order.kind == ORDER_BUILD)
		completed.order = order_build(completed.order.type, completed.order.from);
	else if (adjustment.order.kind == ORDER_WAIVE)
		completed.order = order_waive();
	return (adjustment.order.kind == ORDER_DISBAND ? allowance < 0 : allowance > 0) &&
	       order_equal(completed.order, adjustment.order);
}

/* ── more orders than there may be ── */

/* A winter while it is resolved: the orders that may still be carried out have RESULT_SUCCEEDS. */
struct winter {
	struct variant variant;
	const struct board *board;
	const struct submission *adjustments;
	int count;
	enum result *results;
};

static bool concerns(const struct winter *w, int n, uint8_t kind, uint8_t province)
{
	const struct order order = w->adjustments[n].order;

	return w->results[n] == RESULT_SUCCEEDS && order.kind == kind &&
	       w->variant.map->loc[order.from].province == province;
}

/* 4.D.5: of several builds in one province at most one. */
static void settle_same_builds(struct winter *w, uint8_t province)
{
	int chosen = -1, builds = 0;

	for (int n = 0; n < w->count; n++)
		if (concerns(w, n, ORDER_BUILD, province) &&
		    (builds++ == 0 || w->variant.law->same_builds == SURPLUS_LAST))
			chosen = n;
	for (int n = 0; n < w->count && builds > 1; n++)
		if (concerns(w, n, ORDER_BUILD, province) &&
		    (n != chosen || w->variant.law->same_builds == SURPLUS_NONE))
			w->results[n] = RESULT_OCCUPIED;
}

/* A unit is removed once: by the first order that names its type, or else the first (4.C.1, 4.C.2).
 */
static void settle_same_removals(struct winter *w, struct unit unit)
{
	const uint8_t province = w->variant.map->loc[unit.loc].province;
	int chosen = -1;
	bool yields = false;

	for (int n = 0; n < w->count; n++) {
		const bool this_yields =
			submission_compare_type(w->variant.law, w->adjustments[n].order.type, unit.type) ==
			NAMING_YIELDS;
		if (!concerns(w, n, ORDER_DISBAND, province))
			continue;
		w->results[n] = RESULT_ILLEGAL;
		if (chosen < 0 || (yields && !this_yields)) {
			chosen = n;
			yields = this_yields;
		}
	}
	if (chosen >= 0)
		w->results[chosen] = RESULT_SUCCEEDS;
}

/* Settles several builds in one province, and several removals of one unit. */
static void settle_same(struct winter *w)
{
	const struct map *map = w->variant.map;
	struct place_set ordered[2] = {{{0, 0}}}, doubled[2] = {{{0, 0}}};

	for (int n = 0; n < w->count; n++) {
		const struct order order = w->adjustments[n].order;
		if (w->results[n] != RESULT_SUCCEEDS || order.kind == ORDER_WAIVE)
			continue;
		const bool removal = order.kind == ORDER_DISBAND;
		const uint8_t province = map->loc[order.from].province;
		if (place_set_has(&ordered[removal], province))
			place_set_add(&doubled[removal], province);
		place_set_add(&ordered[removal], province);
	}
	while (!place_set_is_empty(doubled[false]))
		settle_same_builds(w, place_set_pop(&doubled[false]));
	while (!place_set_is_empty(doubled[true]))
		settle_same_removals(
			w, w->board->unit[board_find(map, w->board, place_set_pop(&doubled[true]))]);
}

/* Whether the order with this rank, from 0, of `total` orders is among the `most` that are kept. */
static bool is_kept(enum law_surplus surplus, int rank, int total, int most)
{
	if (surplus == SURPLUS_FIRST)
		return rank < most;
	return surplus == SURPLUS_LAST ? rank >= total - most : total <= most;
}

static bool is_of(const struct winter *w, int n, uint8_t power, bool removals)
{
	return w->adjustments[n].power == power && w->results[n] == RESULT_SUCCEEDS &&
	       (w->adjustments[n].order.kind == ORDER_DISBAND) == removals;
}

/* 4.D.4, 4.D.6: keeps no more of a power's builds, including waives, or of its removals than are
 * due. total: the number of these orders. */
static void settle_power(struct winter *w, uint8_t power, int total, int due, bool removals)
{
	const struct law *law = w->variant.law;
	const enum law_surplus surplus = removals ? law->surplus_removals : law->surplus_builds;
	int rank = 0;

	for (int n = 0; n < w->count && total > due; n++)
		if (is_of(w, n, power, removals) && !is_kept(surplus, rank++, total, MAX(due, 0)))
			w->results[n] = RESULT_TOO_MANY;
}

static void settle_surplus(struct winter *w)
{
	int due[POWERS_MAX], totals[POWERS_MAX][2] = {{0}};

	build_count_allowances(w->variant.map, w->board, due);
	for (int n = 0; n < w->count; n++)
		if (w->results[n] == RESULT_SUCCEEDS)
			totals[w->adjustments[n].power][w->adjustments[n].order.kind == ORDER_DISBAND]++;
	for (int p = 0; p < w->variant.map->power_count; p++) {
		settle_power(w, (uint8_t)p, totals[p][false], due[p], false);
		settle_power(w, (uint8_t)p, totals[p][true], -due[p], true);
	}
}

/* ── all of it ── */

static void carry_out(const struct winter *w, int n, struct board *next)
{
	const struct submission completed = build_complete(w->variant, w->board, w->adjustments[n]);
	const struct order order = completed.order;
	const struct map *map = w->variant.map;

	if (order.kind == ORDER_DISBAND)
		board_remove(next, board_find(map, next, map->loc[order.from].province));
	else if (order.kind == ORDER_BUILD &&
	         !board_add(map, next, (struct unit){completed.power, order.type, order.from}))
		w->results[n] = RESULT_TOO_MANY; /* the board is full */
}

void build_resolve(struct variant variant, const struct board *board,
                   const struct submission adjustments[], int count, enum result results[],
                   struct board *next)
{
	const struct board before = *board;
	struct winter w = {variant, &before, adjustments, count, results};

	for (int n = 0; n < count; n++) {
		struct submission completed = adjustments[n];
		results[n] = complete(variant, &before, &completed);
	}
	settle_same(&w);
	settle_surplus(&w);
	*next = before;
	for (int n = 0; n < count; n++)
		if (results[n] == RESULT_SUCCEEDS)
			carry_out(&w, n, next);
}

/* ── at random ── */

static struct submission remove_randomly(struct board *board, uint8_t power, struct rng *rng)
{
	const unit_set own = board_units_of(board, (power_set)(1 << power));
	const int chosen = unit_set_nth(own, rng_below(rng, (uint32_t)unit_set_count(own)));
	const struct unit unit = board->unit[chosen];
	board_remove(board, chosen);
	return (struct submission){power, order_disband(unit.type, unit.loc)};
}

static struct submission build_one_randomly(const struct map *map, struct board *board,
                                            uint8_t power, struct rng *rng)
{
	uint8_t sites[PROVINCES_MAX];
	int count = build_sites(map, board, power, sites);
	uint8_t site = sites[rng_below(rng, count)];
	struct unit unit = {.power = power, .type = ARMY, .loc = site};

	if (map->loc[site].terrain == COAST)
		unit.type = rng_below(rng, UNIT_TYPES);
	if (unit.type == FLEET && map->coast_count[site] > 0)
		unit.loc = map->coasts[site][rng_below(rng, map->coast_count[site])];
	bool added = board_add(map, board, unit);
	assert(added);
	(void)added;
	return (struct submission){power, order_build(unit.type, unit.loc)};
}

/* What build_orders_randomly does, carried out at once. */
static int adjust_randomly(const struct map *map, struct board *board, uint8_t power,
                           struct rng *rng, struct submission adjustments[ADJUSTMENTS_MAX])
{
	int due = build_allowance(map, board, power), count = 0;

	for (; due < 0; due++)
		adjustments[count++] = remove_randomly(board, power, rng);
	for (; due > 0; due--)
		adjustments[count++] = build_one_randomly(map, board, power, rng);
	return count;
}

int build_orders_randomly(const struct map *map, const struct board *board, uint8_t power,
                          struct rng *rng, struct submission adjustments[ADJUSTMENTS_MAX])
{
	struct board after = *board;

	return adjust_randomly(map, &after, power, rng, adjustments);
}

void build_randomly(const struct map *map, struct board *board, uint64_t seed, uint32_t block)
{
	for (int builds = 0; builds <= 1; builds++)
		for (int p = 0; p < map->power_count; p++) {
			struct submission adjustments[ADJUSTMENTS_MAX];
			struct rng rng = rng_open(seed, block, board->phase, p, RNG_ADJUSTMENTS);
			if ((build_allowance(map, board, p) > 0) == builds)
				adjust_randomly(map, board, p, &rng, adjustments);
		}
}
