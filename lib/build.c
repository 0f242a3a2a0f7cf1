/* build: see build.h. Every power adjusts its own units on its own home centres, so that the
 * sequence of the powers is of no matter. */
#include "build.h"

#include "seas.h"

#include <assert.h>
#include <string.h>

static bool is_home(const struct map *map, uint8_t power, uint8_t province)
{
	return map->centre[province] && map->owner[province] == power;
}

int build_sites(const struct map *map, const struct board *board, uint8_t power,
                uint8_t sites[PROVINCES_MAX])
{
	int count = 0;

	for (int p = 0; p < map->province_count; p++)
		if (is_home(map, power, p) && board->owner[p] == power && board_find(map, board, p) < 0)
			sites[count++] = p;
	return count;
}

int build_allowance(const struct map *map, const struct board *board, uint8_t power)
{
	int centres[POWERS_MAX], units[POWERS_MAX];
	uint8_t sites[PROVINCES_MAX];

	board_count_centres(map, board, centres);
	board_count_units(board, units);
	int due = centres[power] - units[power];
	if (due <= 0)
		return due;
	int vacant = build_sites(map, board, power, sites), room = UNITS_MAX - board->unit_count;
	if (vacant > room)
		vacant = room;
	return due < vacant ? due : vacant;
}

/* ── orders ── */

/* The type a build without one means (4.C.3). */
static uint8_t infer_type(const struct map *map, const struct law *law, uint8_t loc)
{
	if (law->type_build != TYPE_BUILD_FAILS && map->loc[loc].terrain == LAND)
		return ARMY;
	return law->type_build == TYPE_BUILD_COAST && loc != map->loc[loc].province ? FLEET
	                                                                            : UNIT_TYPES;
}

/* The location a new unit is to stand at, or LOC_NONE where it cannot. */
static uint8_t infer_site(const struct map *map, const struct law *law, uint8_t type, uint8_t loc)
{
	const uint8_t province = map->loc[loc].province;

	if (type == ARMY)
		return map->loc[loc].terrain == WATER ||
		               (loc != province && law->coast_needless == COAST_NEEDLESS_FAILS)
		           ? LOC_NONE
		           : province;
	if (map->loc[loc].terrain != COAST)
		return LOC_NONE;
	if (loc != province || map->coast_count[province] == 0)
		return loc;
	return law->coast_build == COAST_BUILD_DEFAULT ? map->coasts[province][0]
	                                               : LOC_NONE; /* 4.B.7 */
}

/* Each of these words one order exactly and says whether it may be carried out, other orders aside.
 */

static enum result complete_build(const struct map *map, const struct law *law,
                                  const struct board *board, uint8_t power, struct order *order)
{
	if (order->from >= map->loc_count)
		return RESULT_ILLEGAL;
	const uint8_t type = order->type < UNIT_TYPES ? order->type : infer_type(map, law, order->from);
	if (type == UNIT_TYPES)
		return RESULT_ILLEGAL;
	order->type = type == FLEET && map->loc[order->from].terrain == LAND &&
	                      law->fleet_inland == FLEET_INLAND_ARMY
	                  ? ARMY
	                  : type;
	uint8_t loc = infer_site(map, law, order->type, order->from);
	if (loc == LOC_NONE)
		return RESULT_ILLEGAL;
	order->from = loc;
	uint8_t province = map->loc[loc].province;
	if (!is_home(map, power, province) || board->owner[province] != power)
		return RESULT_NOT_OWNED;
	return board_find(map, board, province) < 0 ? RESULT_SUCCEEDS : RESULT_OCCUPIED;
}

static enum result complete_removal(const struct map *map, const struct law *law,
                                    const struct board *board, uint8_t power, struct order *order)
{
	int u =
		order->from < map->loc_count ? board_find(map, board, map->loc[order->from].province) : -1;

	if (u < 0 || board->unit[u].power != power)
		return RESULT_ILLEGAL;
	const struct unit unit = board->unit[u];
	if (submission_compare_type(law, order->type, unit.type) == NAMING_REFUSED ||
	    (unit.loc != order->from && law->coast_unit == COAST_UNIT_FAILS))
		return RESULT_ILLEGAL;
	*order = order_disband(unit.type, unit.loc);
	return RESULT_SUCCEEDS;
}

static enum result complete(const struct map *map, const struct law *law, const struct board *board,
                            struct submission *adjustment)
{
	if (adjustment->power >= map->power_count)
		return RESULT_ILLEGAL;
	switch (adjustment->order.kind) {
	case ORDER_BUILD:
		return complete_build(map, law, board, adjustment->power, &adjustment->order);
	case ORDER_DISBAND:
		return complete_removal(map, law, board, adjustment->power, &adjustment->order);
	case ORDER_WAIVE:
		return law->waive == WAIVE_ALLOWED ? RESULT_SUCCEEDS : RESULT_ILLEGAL; /* 4.D.7 */
	}
	return RESULT_ILLEGAL;
}

struct submission build_complete(const struct map *map, const struct law *law,
                                 const struct board *board, struct submission adjustment)
{
	struct submission completed = adjustment;

	return complete(map, law, board, &completed) == RESULT_SUCCEEDS ? completed : adjustment;
}

bool build_allows(const struct map *map, const struct law *law, const struct board *board,
                  struct submission adjustment)
{
	struct submission completed = adjustment;

	if (complete(map, law, board, &completed) != RESULT_SUCCEEDS)
		return false;
	const int allowance = build_allowance(map, board, adjustment.power);
	if (adjustment.order.kind == ORDER_BUILD)
		completed.order = order_build(completed.order.type, completed.order.from);
	else if (adjustment.order.kind == ORDER_WAIVE)
		completed.order = order_waive();
	return (adjustment.order.kind == ORDER_DISBAND ? allowance < 0 : allowance > 0) &&
	       order_equal(completed.order, adjustment.order);
}

/* ── more orders than there may be ── */

/* What is resolved: the orders that may still be carried out have succeeded so far. */
struct winter {
	const struct map *map;
	const struct law *law;
	const struct board *board;
	const struct submission *adjustments;
	int count;
	enum result *results;
	int due[POWERS_MAX]; /* builds; below zero: removals */
};

static bool concerns(const struct winter *w, int n, uint8_t kind, uint8_t province)
{
	const struct order order = w->adjustments[n].order;

	return w->results[n] == RESULT_SUCCEEDS && order.kind == kind &&
	       w->map->loc[order.from].province == province;
}

/* 4.D.5: of several builds in one province at most one. */
static void settle_same_builds(struct winter *w, uint8_t province)
{
	int chosen = -1, builds = 0;

	for (int n = 0; n < w->count; n++)
		if (concerns(w, n, ORDER_BUILD, province) &&
		    (builds++ == 0 || w->law->same_builds == SURPLUS_LAST))
			chosen = n;
	for (int n = 0; n < w->count && builds > 1; n++)
		if (concerns(w, n, ORDER_BUILD, province) &&
		    (n != chosen || w->law->same_builds == SURPLUS_NONE))
			w->results[n] = RESULT_OCCUPIED;
}

/* A unit is removed once: by the first order that says its type, or else the first (4.C.1, 4.C.2).
 */
static void settle_same_removals(struct winter *w, struct unit unit)
{
	const uint8_t province = w->map->loc[unit.loc].province;
	int chosen = -1;
	bool yields = false;

	for (int n = 0; n < w->count; n++) {
		const bool this_yields = submission_compare_type(w->law, w->adjustments[n].order.type,
		                                                 unit.type) == NAMING_YIELDS;
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

/* 4.D.4, 4.D.6: of a power's builds, waives among them, or of its removals no more than are due. */
static void settle_surplus(struct winter *w, uint8_t power, bool removals)
{
	const int due = removals ? -w->due[power] : w->due[power], most = due > 0 ? due : 0;
	const enum law_surplus surplus = removals ? w->law->surplus_removals : w->law->surplus_builds;
	int total = 0, met = 0;

	for (int pass = 0; pass < 2; pass++)
		for (int n = 0; n < w->count; n++) {
			if (w->adjustments[n].power != power || w->results[n] != RESULT_SUCCEEDS ||
			    (w->adjustments[n].order.kind == ORDER_DISBAND) != removals)
				continue;
			if (pass == 0) {
				total++;
				continue;
			}
			const int rank = met++;
			const bool kept = surplus == SURPLUS_FIRST  ? rank < most
			                  : surplus == SURPLUS_LAST ? rank >= total - most
			                                            : total <= most;
			w->results[n] = kept ? RESULT_SUCCEEDS : RESULT_TOO_MANY;
		}
}

/* ── civil disorder (4.D.8) ── */

enum { FAR = 255 };

/* Where distances are measured, and how units get about there. */
struct ways {
	const struct map *map;
	bool anywhere; /* fleets go where armies do */
	bool sail;     /* armies go where fleets do */
	bool ferry;    /* armies go over these seas in one move */
	struct place_set seas;
	bool goal[PROVINCES_MAX];
};

static struct ways open_ways(const struct map *map, const struct law *law,
                             const struct board *board, uint8_t power)
{
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
		                                               : is_home(map, power, p);
		if (map->loc[p].terrain == WATER &&
		    (!fleets ||
		     (u >= 0 && (law->disorder == DISORDER_ANY_CONVOY || board->unit[u].power == power))))
			place_set_add(&ways.seas, p);
	}
	return ways;
}

/* Where a unit of a type stands as far as distances go: no coast keeps one from anything that goes
 * by land too. */
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

/* One pass over the steps from a location; whether any shortened its distance. */
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

/* Moves from every place to the nearest goal, whatever stands in the way (6.J.10, 6.J.11). FAR
 * where there is no way. */
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

/* Whether civil disorder takes unit a before unit b. */
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

/* Removes the unit of a power that is to go first, and says so. */
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

/* Removes what a power still has to; returns how many. */
static int remove_in_disorder(const struct winter *w, uint8_t power, int due, struct board *next,
                              struct submission disorder[])
{
	uint8_t distances[UNIT_TYPES][LOCS_MAX];
	int removed = 0;

	if (due <= 0)
		return 0;
	const struct ways ways = open_ways(w->map, w->law, w->board, power);
	for (int type = 0; type < UNIT_TYPES; type++)
		measure_distances(&ways, type, distances[type]);
	while (removed < due)
		disorder[removed++] = remove_farthest(&ways, next, power, distances);
	return removed;
}

/* ── all of it ── */

static void carry_out(const struct winter *w, int n, struct board *next, int due[])
{
	const struct submission completed = build_complete(w->map, w->law, w->board, w->adjustments[n]);
	const struct order order = completed.order;

	if (order.kind == ORDER_DISBAND) {
		board_remove(next, board_find(w->map, next, w->map->loc[order.from].province));
		due[completed.power]++;
	} else if (order.kind == ORDER_BUILD &&
	           !board_add(w->map, next, (struct unit){completed.power, order.type, order.from})) {
		w->results[n] = RESULT_TOO_MANY; /* the board is full */
	}
}

int build_resolve(const struct map *map, const struct law *law, const struct board *board,
                  const struct submission adjustments[], int count, enum result results[],
                  struct submission disorder[ADJUSTMENTS_MAX], struct board *next)
{
	const struct board before = *board;
	struct winter w = {map, law, &before, adjustments, count, results, {0}};
	int due[POWERS_MAX], removed = 0;

	for (int n = 0; n < count; n++) {
		struct submission completed = adjustments[n];
		results[n] = complete(map, law, &before, &completed);
	}
	for (int p = 0; p < map->province_count; p++)
		settle_same_builds(&w, p);
	for (int u = 0; u < before.unit_count; u++)
		settle_same_removals(&w, before.unit[u]);
	for (int p = 0; p < map->power_count; p++) {
		w.due[p] = due[p] = build_allowance(map, &before, p);
		settle_surplus(&w, p, false);
		settle_surplus(&w, p, true);
	}
	*next = before;
	for (int n = 0; n < count; n++)
		if (results[n] == RESULT_SUCCEEDS)
			carry_out(&w, n, next, due);
	for (int p = 0; p < map->power_count; p++)
		removed += remove_in_disorder(&w, p, -due[p], next, disorder + removed);
	return removed;
}

/* ── at random ── */

static struct submission remove_randomly(struct board *board, uint8_t power, struct rng *rng)
{
	int own[UNITS_MAX], count = 0;

	for (int u = 0; u < board->unit_count; u++)
		if (board->unit[u].power == power)
			own[count++] = u;
	int chosen = own[rng_below(rng, count)];
	struct unit unit = board->unit[chosen];
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

void build_randomly(const struct map *map, struct board *board, uint64_t seed, uint32_t number)
{
	for (int builds = 0; builds <= 1; builds++)
		for (int p = 0; p < map->power_count; p++) {
			struct submission adjustments[ADJUSTMENTS_MAX];
			struct rng rng = rng_open(seed, number, board->phase, p, RNG_ADJUSTMENTS);
			if ((build_allowance(map, board, p) > 0) == builds)
				adjust_randomly(map, board, p, &rng, adjustments);
		}
}
