/* arena: see arena.h. */
#include "arena.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

enum { NONE = 0xffff, SETS_LEAST = 2, SETS_SHARE = 16 };

int arena_count_sets(int64_t budget)
{
	int sets = SETS_LEAST;

	while (sets < ARENA_SETS_MAX && SETS_SHARE * (sets + 1) * (sets + 1) <= budget)
		sets++;
	return sets;
}

/* ── lists ── */

void arena_open(struct arena *arena, struct variant variant, const struct ground *ground,
                uint8_t power)
{
	const struct board *board = ground->board;

	arena->variant = variant;
	arena->ground = ground;
	arena->power = power;
	arena->sets = 0;
	arena->pool_count = board->unit_count;
	for (int u = 0; u < board->unit_count; u++) {
		arena->pool[u] = order_hold(board->unit[u].type, board->unit[u].loc);
		arena->next[u] = NONE;
		arena->last[u] = (uint16_t)u;
		arena->counts[u] = 1;
	}
}

/* The place of an order, or -1: it is not on the list. */
static int find_place(const struct arena *arena, int unit, struct order order)
{
	int place = 0;

	for (uint16_t i = (uint16_t)unit; i != NONE; i = arena->next[i], place++)
		if (order_equal(arena->pool[i], order))
			return place;
	return -1;
}

uint16_t arena_add(struct arena *arena, int unit, struct order order)
{
	const int place = find_place(arena, unit, order);

	if (place >= 0)
		return (uint16_t)place;
	if (arena->pool_count == ARENA_ORDERS_MAX)
		return 0;
	const uint16_t i = (uint16_t)arena->pool_count++;
	arena->pool[i] = order;
	arena->next[i] = NONE;
	arena->next[arena->last[unit]] = i;
	arena->last[unit] = i;
	return arena->counts[unit]++;
}

static void add_units(struct arena *arena, unit_set units, const struct order orders[],
                      uint16_t places[])
{
	for (unit_set rest = units; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		places[u] = arena_add(arena, u, orders[u]);
	}
}

void arena_add_power(struct arena *arena, uint8_t power, const struct order orders[],
                     uint16_t places[])
{
	add_units(arena, arena->ground->units[power], orders, places);
}

static unit_set find_others(const struct arena *arena)
{
	return board_all_units(arena->ground->board) & ~arena->ground->units[arena->power];
}

void arena_add_set(struct arena *arena, const struct order orders[])
{
	assert(arena->sets < ARENA_SETS_MAX);
	add_units(arena, find_others(arena), orders, arena->set[arena->sets++]);
}

/* Whether there was room for all orders of a change. */
static bool add_change(struct arena *arena, struct change *change)
{
	for (int i = 0; i < change->count; i++) {
		change->place[i] = arena_add(arena, change->unit[i], change->order[i]);
		if (change->place[i] == 0 && change->order[i].kind != ORDER_HOLD)
			return false;
	}
	return true;
}

void arena_add_changes(struct arena *arena, struct changes *changes)
{
	int count = 0;

	for (int d = 0; d < changes->count; d++)
		if (add_change(arena, &changes->change[d]))
			changes->change[count++] = changes->change[d];
	changes->count = count;
}

static struct order find_order(const struct arena *arena, int unit, int place)
{
	return arena->list[arena->first[unit] + place];
}

void arena_read(const struct arena *arena, const uint16_t places[], struct order orders[])
{
	for (unit_set rest = arena->ground->units[arena->power]; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		orders[u] = find_order(arena, u, places[u]);
	}
}

/* ── lanes ── */

static void lay_out(struct arena *arena, const struct order *lists[], int counts[])
{
	int count = 0;

	for (int u = 0; u < arena->ground->board->unit_count; u++) {
		arena->first[u] = count;
		lists[u] = &arena->list[count];
		counts[u] = arena->counts[u];
		for (uint16_t i = (uint16_t)u; i != NONE; i = arena->next[i])
			arena->list[count++] = arena->pool[i];
	}
}

/* The width, or the widest of those that are narrower, whose lanes fit; or NULL. */
static const struct lanes_width *fit_width(const struct arena *arena,
                                           const struct lanes_width *width)
{
	const struct lanes_width *fit = NULL;

	for (const struct lanes_width *const *other = lanes_widths; *other; other++)
		if ((*other)->count <= width->count && lanes_size(&arena->menu, *other) <= ARENA_ROOM)
			fit = *other;
	return fit;
}

void arena_close(struct arena *arena, const struct lanes_width *width)
{
	const struct order *lists[UNITS_MAX];
	int counts[UNITS_MAX];

	lay_out(arena, lists, counts);
	arena->lanes = NULL;
	arena->loaded = NULL;
	if (!width || !menu_open(&arena->menu, arena->variant, arena->ground->board, lists, counts))
		return;
	width = fit_width(arena, width);
	if (!width)
		return;
	arena->lanes = lanes_open(&arena->menu, width, arena->room);
	prospect_open(&arena->prospect, &arena->menu, arena->ground);
}

void arena_copy(const struct arena *from, struct arena *arena)
{
	memcpy(arena, from, offsetof(struct arena, prospect.masks));
	arena->lanes = from->lanes ? lanes_open(&arena->menu, from->lanes->width, arena->room) : NULL;
	arena->loaded = NULL;
}

void arena_look(struct arena *arena, const struct goals *goals,
                const struct evaluation_weights *weights)
{
	struct arena_view *view = &arena->views[goals->power];

	view->goals = goals;
	view->weights = weights;
	if (arena->lanes)
		prospect_view_open(&view->prospect, &arena->prospect, goals, weights);
}

/* ── trials ── */

/* The places of a unit in all trials: of the run's where it is another's. */
static const uint16_t *find_places(const struct arena *arena, const struct arena_run *run, int u)
{
	return run && arena->ground->board->unit[u].power != arena->power ? run->places[u]
	                                                                  : arena->places[u];
}

/* Gives the lanes the orders of trials from the number `first` on. */
static void load(struct arena *arena, const struct arena_run *run, int first)
{
	const bool known = run && run == arena->loaded && first == arena->loaded_first;

	for (unit_set rest = known ? arena->ground->units[arena->power]
	                           : board_all_units(arena->ground->board);
	     rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		lanes_choose(arena->lanes, u, find_places(arena, run, u) + first);
	}
	arena->loaded = run;
	arena->loaded_first = first;
}

static void value_lanes(struct arena *arena, const struct arena_run *run, uint8_t power, int count,
                        int32_t values[])
{
	const int width = arena->lanes->width->count;
	int32_t all[LANES_MAX];

	for (int first = 0; first < count; first += width) {
		const int used = MIN(count - first, width);
		load(arena, run, first);
		lanes_resolve(arena->lanes, used);
		prospect_value(&arena->prospect, &arena->views[power].prospect, arena->lanes, all);
		memcpy(&values[first], all, (size_t)used * sizeof *values);
	}
}

/* The value of one trial. */
static int32_t value_singly(struct arena *arena, const struct arena_run *run, uint8_t power,
                            int trial)
{
	const struct arena_view *view = &arena->views[power];
	struct order orders[UNITS_MAX];

	for (int u = 0; u < arena->ground->board->unit_count; u++)
		orders[u] = find_order(arena, u, find_places(arena, run, u)[trial]);
	return evaluation_of_orders(arena->ground, view->goals, view->weights, judges[0],
	                            arena->variant, orders);
}

static void value(struct arena *arena, const struct arena_run *run, uint8_t power, int count,
                  int32_t values[])
{
	if (arena->lanes)
		value_lanes(arena, run, power, count, values);
	for (int trial = 0; trial < count && !arena->lanes; trial++)
		values[trial] = value_singly(arena, run, power, trial);
}

void arena_value(struct arena *arena, uint8_t power, int count, int32_t values[])
{
	value(arena, NULL, power, count, values);
}

/* ── runs ── */

void arena_run_open(const struct arena *arena, int first, int sets, struct arena_run *run)
{
	run->first = first;
	run->sets = sets;
	run->trials = sets > 0 ? ARENA_TRIALS / sets : 0;
	for (unit_set rest = find_others(arena); rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		uint16_t *places = run->places[u];
		int done = sets;
		for (int s = 0; s < sets; s++)
			places[s] = arena->set[first + s][u];
		for (; done > 0 && done < ARENA_TRIALS; done *= 2) {
			const int free = ARENA_TRIALS - done;
			memcpy(&places[done], places, (size_t)MIN(done, free) * sizeof *places);
		}
	}
}

static void fill(uint16_t places[], int count, uint16_t place)
{
	for (int i = 0; i < count; i++)
		places[i] = place;
}

void arena_try(struct arena *arena, const struct arena_run *run, const uint16_t base[],
               const struct change *const changes[], int count, int32_t values[])
{
	for (unit_set rest = arena->ground->units[arena->power]; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		fill(arena->places[u], ARENA_TRIALS, base[u]);
	}
	for (int trial = 0; trial < count; trial++)
		for (int i = 0; changes[trial] && i < changes[trial]->count; i++)
			fill(&arena->places[changes[trial]->unit[i]][trial * run->sets], run->sets,
			     changes[trial]->place[i]);
	value(arena, run, arena->power, count * run->sets, values);
}
