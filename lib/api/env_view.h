/* env_view: writes planes and numbers with elements of the type ITEM. env_rows.c includes this file
 * once for bytes and once for floats. VIEW(name) is the name of a function for this type.
 *
 * A unit on a coast is marked at both the coast and its province. */

/* Sets a plane at a place and at its province. */
static inline void VIEW(mark)(const struct map *map, ITEM *planes, int width, uint8_t place,
                              int plane)
{
	planes[place * width + plane] = 1;
	planes[map->province[place] * width + plane] = 1;
}

/* The same if `is` is 1, without a branch; does nothing if it is 0. */
static inline void VIEW(mark_if)(const struct map *map, ITEM *planes, int width, uint8_t place,
                                 int plane, ITEM is)
{
	ITEM *const at = &planes[place * width + plane];
	ITEM *const in = &planes[map->province[place] * width + plane];

	*at = *at > is ? *at : is;
	*in = *in > is ? *in : is;
}

static void VIEW(mark_ground)(const struct ares_env *env, void *ground)
{
	const struct map *map = &env->map->map;
	const int *at = env->layout.plane_at;
	ITEM *planes = ground;

	for (int l = 0; l < map->loc_count; l++) {
		const uint8_t province = map->province[l];
		ITEM *row = planes + l * env->layout.planes;
		row[at[PLANE_LAND] + map->loc[l].terrain] = 1;
		if (map->centre[province] && map->owner[province] != POWER_NONE && l == province)
			row[at[PLANE_HOME] + map->owner[province]] = 1;
	}
}

static void VIEW(mark_units)(const struct ares_env *env, const struct board *board, ITEM *planes)
{
	const struct map *map = &env->map->map;
	const int *at = env->layout.plane_at;
	const int width = env->layout.planes;

	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		VIEW(mark)(map, planes, width, unit.loc, at[PLANE_ARMY] + unit.type);
		VIEW(mark)(map, planes, width, unit.loc, at[PLANE_OWNER] + unit.power);
	}
	for (int i = 0; i < board->retreat_count; i++) {
		const struct unit unit = board->retreat[i].unit;
		VIEW(mark)(map, planes, width, unit.loc, at[PLANE_GONE_ARMY] + unit.type);
		VIEW(mark)(map, planes, width, unit.loc, at[PLANE_GONE_OWNER] + unit.power);
	}
}

static void VIEW(mark_centres)(const struct ares_env *env, const struct board *board, ITEM *planes)
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
static void VIEW(mark_winter)(const struct ares_env *env, const struct board *board,
                              const struct env_due *due, ITEM *planes)
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
				VIEW(mark)(map, planes, width, board->unit[u].loc, at[PLANE_REMOVABLE]);
	}
}

static void VIEW(mark_last)(const struct ares_env *env, const struct env_game *game, ITEM *planes)
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
		VIEW(mark)(map, planes, width, from, at[kinds[order.kind]]);
		VIEW(mark_if)(map, planes, width, target, at[PLANE_LAST_TARGET], goes);
		VIEW(mark_if)(map, planes, width, from, at[PLANE_LAST_FAILED], game->last_failed >> i & 1);
	}
}

static void VIEW(write_planes)(const struct ares_env *env, const struct env_game *game,
                               const struct env_due *due, ITEM *planes)
{
	const struct map *map = &env->map->map;
	const struct board *board = &game->board;

	memcpy(planes, env->layout.ground,
	       (size_t)map->loc_count * (size_t)env->layout.planes * sizeof *planes);
	VIEW(mark_units)(env, board, planes);
	VIEW(mark_centres)(env, board, planes);
	VIEW(mark_last)(env, game, planes);
	if (phase_is_winter(board->phase))
		VIEW(mark_winter)(env, board, due, planes);
}

static void VIEW(write_numbers)(const struct ares_env *env, const struct env_game *game,
                                const struct env_due *due, ITEM *numbers)
{
	const struct map *map = &env->map->map;
	const struct board *board = &game->board;
	const int *at = env->layout.number_at;
	const int year = phase_year(board->phase) - PHASE_FIRST_YEAR;

	memset(numbers, 0, (size_t)env->layout.numbers * sizeof *numbers);
	numbers[at[phase_kind(board->phase)]] = 1;
	numbers[at[NUMBER_YEAR]] = (ITEM)MIN(year, UINT8_MAX);
	for (int p = 0; p < map->power_count; p++) {
		const int builds = due->builds[p];
		numbers[at[NUMBER_BUILDS] + p] = (ITEM)MAX(builds, 0);
		numbers[at[NUMBER_REMOVALS] + p] = (ITEM)(builds < 0 ? -builds : 0);
		numbers[at[NUMBER_CENTRES] + p] = (ITEM)due->centres[p];
		numbers[at[NUMBER_UNITS] + p] = (ITEM)due->units[p];
	}
}
