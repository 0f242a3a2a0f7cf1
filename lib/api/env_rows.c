/* env_rows: writes the arrays of one game: planes, numbers, and due orders.
 *
 * Planes are listed once, in each_plane, with their names. The planes of the ground never change: a
 * row begins as a copy of them, and then only ones are set. Rows are written as bytes, which become
 * floats if the caller wants these. */
#include "env.h"

#include "game/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = sizeof(*((struct ares_env *)NULL)->names) };

/* ── kinds of planes and numbers ── */

/* Kinds of planes, in sequence; `powers`: one plane per power. */
enum plane_kind {
	PLANE_ARMY,
	PLANE_FLEET,
	PLANE_OWNER,
	PLANE_GONE_ARMY,
	PLANE_GONE_FLEET,
	PLANE_GONE_OWNER,
	PLANE_BUILDABLE,
	PLANE_REMOVABLE,
	PLANE_LAND,
	PLANE_COAST,
	PLANE_WATER,
	PLANE_CENTRE,
	PLANE_NEUTRAL,
	PLANE_HOME,
	PLANE_LAST_HOLD,
	PLANE_LAST_MOVE,
	PLANE_LAST_SUPPORT,
	PLANE_LAST_CONVOY,
	PLANE_LAST_RETREAT,
	PLANE_LAST_DISBAND,
	PLANE_LAST_BUILD,
	PLANE_LAST_TARGET,
	PLANE_LAST_FAILED,
	PLANE_KINDS,
	PLANES_MAX = PLANE_KINDS * POWERS_MAX
};

_Static_assert((int)PLANE_KINDS <= (int)ENV_KINDS_MAX, "all kinds have their place");

struct row_kind {
	const char *name;
	bool powers;
};

static const struct row_kind plane_kinds[PLANE_KINDS] = {
	[PLANE_ARMY] = {"army", false},
	[PLANE_FLEET] = {"fleet", false},
	[PLANE_OWNER] = {"unit of", true},
	[PLANE_GONE_ARMY] = {"dislodged army", false},
	[PLANE_GONE_FLEET] = {"dislodged fleet", false},
	[PLANE_GONE_OWNER] = {"dislodged unit of", true},
	[PLANE_BUILDABLE] = {"buildable", false},
	[PLANE_REMOVABLE] = {"removable", false},
	[PLANE_LAND] = {"land", false},
	[PLANE_COAST] = {"coast", false},
	[PLANE_WATER] = {"water", false},
	[PLANE_CENTRE] = {"centre of", true},
	[PLANE_NEUTRAL] = {"neutral centre", false},
	[PLANE_HOME] = {"home of", true},
	[PLANE_LAST_HOLD] = {"held", false},
	[PLANE_LAST_MOVE] = {"moved", false},
	[PLANE_LAST_SUPPORT] = {"supported", false},
	[PLANE_LAST_CONVOY] = {"convoyed", false},
	[PLANE_LAST_RETREAT] = {"retreated", false},
	[PLANE_LAST_DISBAND] = {"disbanded", false},
	[PLANE_LAST_BUILD] = {"built", false},
	[PLANE_LAST_TARGET] = {"target", false},
	[PLANE_LAST_FAILED] = {"failed", false},
};

enum number_kind {
	NUMBER_SEASONS, /* PHASES_A_YEAR of them */
	NUMBER_YEAR = NUMBER_SEASONS + PHASES_A_YEAR,
	NUMBER_BUILDS,
	NUMBER_REMOVALS,
	NUMBER_CENTRES,
	NUMBER_UNITS,
	NUMBER_KINDS
};

static const struct row_kind number_kinds[NUMBER_KINDS] = {
	[SPRING_MOVES] = {"spring moves", false},
	[SPRING_RETREATS] = {"spring retreats", false},
	[FALL_MOVES] = {"fall moves", false},
	[FALL_RETREATS] = {"fall retreats", false},
	[WINTER_ADJUSTMENTS] = {"winter adjustments", false},
	[NUMBER_YEAR] = {"years since 1901", false},
	[NUMBER_BUILDS] = {"builds of", true},
	[NUMBER_REMOVALS] = {"removals of", true},
	[NUMBER_CENTRES] = {"centres of", true},
	[NUMBER_UNITS] = {"units of", true},
};

/* Writes the start of each kind in a row; returns the length of a row. */
static int place_kinds(const struct row_kind kinds[], int count, int powers, int at[ENV_KINDS_MAX])
{
	int length = 0;

	for (int k = 0; k < count; k++) {
		at[k] = length;
		length += kinds[k].powers ? powers : 1;
	}
	return length;
}

static int name_kinds(const struct ares_env *env, const struct row_kind kinds[], int count,
                      char (*names)[NAME_SIZE])
{
	const struct map *map = &env->map->map;
	int named = 0;

	for (int k = 0; k < count; k++)
		for (int p = 0; p < (kinds[k].powers ? map->power_count : 1); p++)
			snprintf(names[named++], NAME_SIZE, kinds[k].powers ? "%s %s" : "%s", kinds[k].name,
			         map->power[p]);
	return named;
}

/* ── the view of a board ──
 *
 * A unit on a coast is marked at both the coast and its province. */

/* Sets a plane at a place and at its province. */
static inline void mark(const struct map *map, uint8_t *planes, int width, uint8_t place, int plane)
{
	planes[place * width + plane] = 1;
	planes[map->province[place] * width + plane] = 1;
}

/* The same if `is` is 1, without a branch; does nothing if it is 0. */
static inline void mark_if(const struct map *map, uint8_t *planes, int width, uint8_t place,
                           int plane, uint8_t is)
{
	uint8_t *const at = &planes[place * width + plane];
	uint8_t *const in = &planes[map->province[place] * width + plane];

	*at = *at > is ? *at : is;
	*in = *in > is ? *in : is;
}

static void mark_ground(const struct ares_env *env, uint8_t *planes)
{
	const struct map *map = &env->map->map;
	const int *at = env->layout.plane_at;

	for (int l = 0; l < map->loc_count; l++) {
		const uint8_t province = map->province[l];
		uint8_t *row = planes + l * env->layout.planes;
		row[at[PLANE_LAND] + map->loc[l].terrain] = 1;
		if (map->centre[province] && map->owner[province] != POWER_NONE && l == province)
			row[at[PLANE_HOME] + map->owner[province]] = 1;
	}
}

static void mark_units(const struct ares_env *env, const struct board *board, uint8_t *planes)
{
	const struct map *map = &env->map->map;
	const int *at = env->layout.plane_at;
	const int width = env->layout.planes;

	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		mark(map, planes, width, unit.loc, at[PLANE_ARMY] + unit.type);
		mark(map, planes, width, unit.loc, at[PLANE_OWNER] + unit.power);
	}
	for (int i = 0; i < board->retreat_count; i++) {
		const struct unit unit = board->retreat[i].unit;
		mark(map, planes, width, unit.loc, at[PLANE_GONE_ARMY] + unit.type);
		mark(map, planes, width, unit.loc, at[PLANE_GONE_OWNER] + unit.power);
	}
}

static void mark_centres(const struct ares_env *env, const struct board *board, uint8_t *planes)
{
	const struct map *map = &env->map->map;
	const int *at = env->layout.plane_at;

	int plane_of[POWERS_MAX + 1];

	for (int p = 0; p < POWERS_MAX; p++)
		plane_of[p] = at[PLANE_CENTRE] + p;
	plane_of[POWER_NONE] = at[PLANE_NEUTRAL];
	for (int c = 0; c < map->centre_count; c++) {
		const uint8_t p = env->layout.centres[c], owner = board->owner[p];
		planes[p * env->layout.planes + plane_of[owner]] = 1;
	}
}

/* In winter: where powers may build, and the units that they may have to remove. */
static void mark_winter(const struct ares_env *env, const struct board *board,
                        const struct env_due *due, uint8_t *planes)
{
	const struct map *map = &env->map->map;
	const int *at = env->layout.plane_at;
	const int width = env->layout.planes;
	uint8_t sites[PROVINCES_MAX];

	for (uint8_t p = 0; p < map->power_count; p++) {
		const int allowance = due->builds[p];
		const int count = allowance > 0 ? build_sites(map, board, p, sites) : 0;
		for (int s = 0; s < count; s++) {
			planes[sites[s] * width + at[PLANE_BUILDABLE]] = 1;
			for (int c = 0; c < map->coast_count[sites[s]]; c++)
				planes[map->coasts[sites[s]][c] * width + at[PLANE_BUILDABLE]] = 1;
		}
		for (int u = 0; allowance < 0 && u < board->unit_count; u++)
			if (board->unit[u].power == p)
				mark(map, planes, width, board->unit[u].loc, at[PLANE_REMOVABLE]);
	}
}

static void mark_last(const struct ares_env *env, const struct env_game *game, uint8_t *planes)
{
	static const uint8_t kinds[ORDER_KINDS] = {
		[ORDER_HOLD] = PLANE_LAST_HOLD,
		[ORDER_MOVE] = PLANE_LAST_MOVE,
		[ORDER_SUPPORT_HOLD] = PLANE_LAST_SUPPORT,
		[ORDER_SUPPORT_MOVE] = PLANE_LAST_SUPPORT,
		[ORDER_CONVOY] = PLANE_LAST_CONVOY,
		[ORDER_RETREAT] = PLANE_LAST_RETREAT,
		[ORDER_DISBAND] = PLANE_LAST_DISBAND,
		[ORDER_BUILD] = PLANE_LAST_BUILD,
	};
	const struct map *map = &env->map->map;
	const int *at = env->layout.plane_at;
	const int width = env->layout.planes;

	for (int i = 0; i < game->last_count; i++) {
		const uint8_t from = game->last_from[i];
		if (game->last[i] < 0 || from >= map->loc_count)
			continue;
		const struct order order = vocabulary_order(env->map->vocabulary, game->last[i]);
		const bool goes = order.kind == ORDER_MOVE || order.kind == ORDER_RETREAT;
		const uint8_t target = goes ? order.to : from;
		mark(map, planes, width, from, at[kinds[order.kind]]);
		mark_if(map, planes, width, target, at[PLANE_LAST_TARGET], goes);
		mark_if(map, planes, width, from, at[PLANE_LAST_FAILED], game->last_failed >> i & 1);
	}
}

static void write_planes(const struct ares_env *env, const struct env_game *game,
                         const struct env_due *due, uint8_t *planes)
{
	const struct map *map = &env->map->map;
	const struct board *board = &game->board;

	memcpy(planes, env->layout.ground, (size_t)(map->loc_count * env->layout.planes));
	mark_units(env, board, planes);
	mark_centres(env, board, planes);
	mark_last(env, game, planes);
	if (phase_is_winter(board->phase))
		mark_winter(env, board, due, planes);
}

static void write_numbers(const struct ares_env *env, const struct env_game *game,
                          const struct env_due *due, uint8_t *numbers)
{
	const struct map *map = &env->map->map;
	const struct board *board = &game->board;
	const int *at = env->layout.number_at;
	const int year = phase_year(board->phase) - PHASE_FIRST_YEAR;

	memset(numbers, 0, (size_t)env->layout.numbers);
	numbers[at[phase_kind(board->phase)]] = 1;
	numbers[at[NUMBER_YEAR]] = (uint8_t)MIN(year, UINT8_MAX);
	for (int p = 0; p < map->power_count; p++) {
		const int builds = due->builds[p];
		numbers[at[NUMBER_BUILDS] + p] = (uint8_t)MAX(builds, 0);
		numbers[at[NUMBER_REMOVALS] + p] = (uint8_t)(builds < 0 ? -builds : 0);
		numbers[at[NUMBER_CENTRES] + p] = (uint8_t)due->centres[p];
		numbers[at[NUMBER_UNITS] + p] = (uint8_t)due->units[p];
	}
}

bool env_open_layout(struct ares_env *env)
{
	const struct map *map = &env->map->map;
	struct env_layout *layout = &env->layout;

	for (int p = 0, c = 0; p < map->province_count; p++)
		if (map->centre[p])
			layout->centres[c++] = (uint8_t)p;
	layout->planes = place_kinds(plane_kinds, PLANE_KINDS, map->power_count, layout->plane_at);
	layout->numbers = place_kinds(number_kinds, NUMBER_KINDS, map->power_count, layout->number_at);
	env->names = calloc((size_t)(layout->planes + layout->numbers), NAME_SIZE);
	layout->ground = calloc((size_t)map->loc_count, (size_t)layout->planes);
	if (!env->names || !layout->ground)
		return false;

	const int named = name_kinds(env, plane_kinds, PLANE_KINDS, env->names);
	name_kinds(env, number_kinds, NUMBER_KINDS, env->names + named);
	mark_ground(env, layout->ground);
	return true;
}

/* Blocks of a known length become vector instructions. */
static void write_floats(const uint8_t *restrict items, int count, float *restrict floats)
{
	enum { BLOCK = 16 };
	int i = 0;

	for (; i + BLOCK <= count; i += BLOCK)
		for (int k = 0; k < BLOCK; k++)
			floats[i + k] = items[i + k];
	for (; i < count; i++)
		floats[i] = items[i];
}

void env_write_view(const struct ares_env *env, int32_t game, void *planes, void *numbers)
{
	const struct env_game *state = &env->games[game];
	const struct env_due *due = &env->due[game];

	uint8_t items[LOCS_MAX * PLANES_MAX];

	if (planes) {
		write_planes(env, state, due, env->options.floats ? items : planes);
		if (env->options.floats)
			write_floats(items, env->map->map.loc_count * env->layout.planes, planes);
	}
	if (numbers) {
		write_numbers(env, state, due, env->options.floats ? items : numbers);
		if (env->options.floats)
			write_floats(items, env->layout.numbers, numbers);
	}
}

/* ── due orders ── */

/* Writes the slots of all powers of a game: their legal orders and the places of their units. */
static void write_slots(const struct ares_env *env, int32_t game)
{
	const struct board *board = &env->games[game].board;
	const struct env_due *due = &env->due[game];
	const int row = env_powers(env) * env->slots;
	int32_t *firsts = ENV_ROW(env, ARES_LEGAL_FIRST, int32_t, game, row);
	int32_t *counts = ENV_ROW(env, ARES_LEGAL_COUNT, int32_t, game, row);
	uint8_t *places = ENV_ROW(env, ARES_SLOT_PLACES, uint8_t, game, row);
	const bool moves = phase_is_movement(board->phase), winter = phase_is_winter(board->phase);

	if (firsts)
		memset(firsts, 0, (size_t)row * sizeof *firsts);
	if (counts)
		memset(counts, 0, (size_t)row * sizeof *counts);
	if (places)
		memset(places, LOC_NONE, (size_t)row);
	for (int a = 0; a < due->ask_count; a++) {
		const struct env_ask ask = due->asks[a];
		const struct choices_slot *slot = &due->choices.slot[ask.slot];
		if (firsts)
			firsts[ask.at] = slot->first;
		if (counts)
			counts[ask.at] = slot->count;
		if (places && !winter)
			places[ask.at] =
				moves ? board->unit[slot->place].loc : board->retreat[slot->place].unit.loc;
	}
}

static void write_previous(const struct ares_env *env, const struct env_game *game,
                           int32_t *previous)
{
	for (int p = 0; p < env->map->map.loc_count; p++)
		previous[p] = -1;
	for (int i = 0; i < game->last_count; i++)
		if (game->last_from[i] < env->map->map.loc_count)
			previous[game->last_from[i]] = game->last[i];
}

static void write_alive(const struct ares_env *env, int32_t game, uint8_t *alive)
{
	const struct board *board = &env->games[game].board;
	const struct env_due *due = &env->due[game];

	for (int p = 0; p < env_powers(env); p++)
		alive[p] = due->centres[p] + due->units[p] > 0;
	for (int i = 0; i < board->retreat_count; i++)
		alive[board->retreat[i].unit.power] = 1;
}

void env_write_rows(const struct ares_env *env, int32_t game)
{
	const struct env_game *state = &env->games[game];
	const struct map *map = &env->map->map;
	const int floats = env->options.floats ? (int)sizeof(float) : 1;
	int32_t *phases = ENV_ROW(env, ARES_PHASES, int32_t, game, 1);
	int32_t *blocks = ENV_ROW(env, ARES_BLOCKS, int32_t, game, 1);
	int32_t *previous = ENV_ROW(env, ARES_PREVIOUS, int32_t, game, map->loc_count);
	uint8_t *alive = ENV_ROW(env, ARES_ALIVE, uint8_t, game, map->power_count);

	env_write_view(
		env, game,
		ENV_ROW(env, ARES_PLANES, char, game, map->loc_count * env->layout.planes * floats),
		ENV_ROW(env, ARES_NUMBERS, char, game, env->layout.numbers *floats));
	write_slots(env, game);
	if (phases)
		*phases = state->board.phase;
	if (blocks)
		*blocks = (int32_t)state->block;
	if (previous)
		write_previous(env, state, previous);
	if (alive)
		write_alive(env, game, alive);
}
