/* duel: see duel.h. */
#include "duel.h"

#include "bench_program.h"
#include "game/resolve.h"
#include "game/turn.h"

#include <stdlib.h>
#include <string.h>

enum { START = DUEL_WON };

/* ── joint orders ── */

static int count_due(const struct map *map, const struct board *board, int side)
{
	int units[POWERS_MAX], due = 0;

	board_count_units(board, units);
	if (phase_is_movement(board->phase))
		return units[side];
	if (phase_is_winter(board->phase)) {
		due = build_allowance(map, board, (uint8_t)side);
		return -due > units[side] ? units[side] : abs(due);
	}
	for (int i = 0; i < board->retreat_count; i++)
		due += board->retreat[i].unit.power == side;
	return due;
}

/* Adds all sets that have the first `done` orders of `set`. The orders of a unit, or of a place to
 * build, are neighbours, and a set has one of them at most; but builds may be waived repeatedly. */
static bool add_sets(struct duel_sets *sets, uint8_t set[DUEL_DUE_MAX], int done)
{
	const struct order *last = done > 0 ? &sets->order[set[done - 1]] : NULL;

	if (done == sets->due) {
		if (sets->count == DUEL_SETS_MAX)
			return false;
		memcpy(sets->set[sets->count++], set, DUEL_DUE_MAX);
		return true;
	}
	for (int i = last ? set[done - 1] : 0; i < sets->order_count; i++) {
		const bool again = last && sets->order[i].from == last->from;
		if (again && last->kind != ORDER_WAIVE)
			continue;
		set[done] = (uint8_t)i;
		if (!add_sets(sets, set, done + 1))
			return false;
	}
	return true;
}

bool duel_list(const struct duel *duel, const struct board *board, int side, struct duel_sets *sets)
{
	enum { ROOM = sizeof sets->order / sizeof *sets->order };
	const struct variant variant = rules_variant(duel->game.rules, duel->game.map);
	uint8_t set[DUEL_DUE_MAX] = {0};

	sets->count = 0;
	sets->due = count_due(duel->game.map, board, side);
	sets->order_count = turn_orders(variant, board, (uint8_t)side, sets->order, ROOM);
	return sets->order_count <= ROOM && sets->due <= DUEL_DUE_MAX && add_sets(sets, set, 0);
}

static int compare_bytes(const void *a, const void *b)
{
	return *(const uint8_t *)a - *(const uint8_t *)b;
}

int duel_find(const struct duel_sets *sets, const struct order orders[], int count)
{
	uint8_t set[DUEL_DUE_MAX];

	if (count != sets->due)
		return -1;
	for (int n = 0; n < count; n++) {
		int i = 0;
		while (i < sets->order_count && !order_equal(sets->order[i], orders[n]))
			i++;
		set[n] = (uint8_t)i;
	}
	qsort(set, (size_t)sets->due, 1, compare_bytes);
	for (int i = 0; i < sets->count; i++)
		if (memcmp(sets->set[i], set, (size_t)sets->due) == 0)
			return i;
	return -1;
}

/* ── states ── */

static uint32_t hash_board(const struct map *map, const struct board *board)
{
	uint64_t hash = board_hash(board) + (uint64_t)board->phase;

	for (int p = 0; p < map->province_count; p++)
		hash = (hash ^ board->owner[p]) * UINT64_C(0x9e3779b97f4a7c15);
	for (int i = 0; i < board->retreat_count; i++)
		hash = (hash ^ unit_hash(board->retreat[i].unit)) * UINT64_C(0x9e3779b97f4a7c15);
	return (uint32_t)(hash >> 32);
}

/* The state of a board, which may be new. UINT32_MAX: there is no room for it. */
static uint32_t find_state(struct duel *duel, struct board *board)
{
	const struct map *map = duel->game.map;
	const struct game_verdict verdict = game_judge(map, board, INT16_MAX);

	if (verdict.ending == GAME_SOLO)
		return verdict.winner;
	board->phase %= PHASES_A_YEAR;
	for (int p = 0; p < map->province_count; p++)
		if (!map->centre[p])
			board->owner[p] = POWER_NONE;
	uint32_t at = hash_board(map, board) % (2 * duel->most);
	while (duel->place[at] && !board_equal(&duel->state[duel->place[at]].board, board))
		at = (at + 1) % (2 * duel->most);
	if (duel->place[at] || duel->count == duel->most)
		return duel->place[at] ? duel->place[at] : UINT32_MAX;
	duel->state[duel->count].board = *board;
	duel->place[at] = duel->count;
	return duel->count++;
}

/* The place in board->unit or board->retreat gets the order of its side's set. */
static uint8_t place_power(const struct board *board, int place)
{
	return phase_is_movement(board->phase) ? board->unit[place].power
	                                       : board->retreat[place].unit.power;
}

static uint32_t play(struct duel *duel, const struct board *board, const struct duel_sets sets[],
                     const int chosen[SIDES])
{
	static struct phase_orders orders;
	static struct phase_record record;
	struct board next;
	int taken[SIDES] = {0};

	orders.count = sets[0].due + sets[1].due;
	for (int n = 0; n < orders.count; n++) {
		const bool winter = phase_is_winter(board->phase);
		const int side = winter ? n >= sets[0].due : place_power(board, n);
		orders.power[n] = (uint8_t)side;
		orders.order[n] = sets[side].order[sets[side].set[chosen[side]][taken[side]++]];
	}
	if (!resolve_replay(&duel->game, judges[0], board, &orders, &record, &next))
		abort();
	return find_state(duel, &next);
}

/* ── kinds ── */

/* Gives equal rows of `all` the same kind, and moves one of each to the front. Returns how many
 * kinds there are. */
static int merge_rows(uint32_t *all, int rows, int columns, uint16_t kind[])
{
	const size_t size = (size_t)columns * sizeof *all;
	int kinds = 0;

	for (int r = 0; r < rows; r++) {
		int k = 0;
		while (k < kinds && memcmp(all + (long)k * columns, all + (long)r * columns, size) != 0)
			k++;
		if (k == kinds)
			memmove(all + (long)kinds++ * columns, all + (long)r * columns, size);
		kind[r] = (uint16_t)k;
	}
	return kinds;
}

static void turn(const uint32_t *from, int rows, int columns, uint32_t *to)
{
	for (int r = 0; r < rows; r++)
		for (int c = 0; c < columns; c++)
			to[(long)c * rows + r] = from[(long)r * columns + c];
}

static void keep(struct duel_state *state, const struct duel_sets sets[SIDES], uint32_t *all)
{
	const int rows = sets[0].count, columns = sets[1].count;
	uint32_t *turned = bench_allocate((size_t)rows * (size_t)columns, sizeof *turned);

	for (int side = 0; side < SIDES; side++) {
		state->sets[side] = sets[side].count;
		state->kind[side] = bench_allocate((size_t)sets[side].count, sizeof *state->kind[side]);
	}
	const int kept = state->kinds[0] = merge_rows(all, rows, columns, state->kind[0]);
	turn(all, kept, columns, turned);
	state->kinds[1] = merge_rows(turned, columns, kept, state->kind[1]);
	state->next = bench_allocate((size_t)kept * (size_t)state->kinds[1], sizeof *state->next);
	turn(turned, state->kinds[1], kept, state->next);
	free(turned);
}

static bool expand(struct duel *duel, uint32_t s)
{
	static struct duel_sets sets[SIDES];
	const struct board board = duel->state[s].board;

	for (int side = 0; side < SIDES; side++)
		if (!duel_list(duel, &board, side, &sets[side]))
			return false;
	const int columns = sets[1].count;
	uint32_t *all = bench_allocate((size_t)sets[0].count * (size_t)columns, sizeof *all);
	bool fits = true;
	for (int r = 0; fits && r < sets[0].count; r++)
		for (int c = 0; fits && c < columns; c++) {
			all[(long)r * columns + c] = play(duel, &board, sets, (int[]){r, c});
			fits = all[(long)r * columns + c] != UINT32_MAX;
		}
	duel->pairs += (long)sets[0].count * columns;
	if (fits)
		keep(&duel->state[s], sets, all);
	free(all);
	return fits;
}

bool duel_open(struct duel *duel, const struct map *map, uint32_t most)
{
	struct board start;

	*duel =
		(struct duel){.game = {map, rules_find("standard"), 0, 1}, .count = START, .most = most};
	duel->state = bench_allocate(most, sizeof *duel->state);
	duel->place = bench_allocate(2 * (size_t)most, sizeof *duel->place);
	board_start(map, &start);
	if (map->power_count != SIDES || find_state(duel, &start) != START)
		return false;
	for (uint32_t s = START; s < duel->count; s++) {
		if (!expand(duel, s))
			return false;
		for (int side = 0; side < SIDES; side++) {
			duel->state[s].first[side] = duel->kind_count;
			duel->kind_count += duel->state[s].kinds[side];
		}
	}
	return true;
}

void duel_close(struct duel *duel)
{
	for (uint32_t s = START; s < duel->count; s++) {
		free(duel->state[s].kind[0]);
		free(duel->state[s].kind[1]);
		free(duel->state[s].next);
	}
	free(duel->state);
	free(duel->place);
}
