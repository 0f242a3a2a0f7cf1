/* appraisal: see appraisal.h. */
#include "appraisal.h"

#include "players/steps.h"

#include <string.h>

/* How much each step away counts, and what counts beside that. */
static const struct season_weights {
	int32_t step[APPRAISAL_DEPTH];
	int32_t units;   /* 1: strength and competition count */
	int32_t defence; /* of a centre's own defence value, without its neighbours */
} season_weights[SEASONS] = {
	[SEASON_SPRING] = {{100, 1000, 30, 10, 6, 5, 4, 3, 2, 1}, 1, 0},
	[SEASON_FALL] = {{1000, 100, 30, 10, 6, 5, 4, 3, 2, 1}, 1, 0},
	[SEASON_WINTER] = {{1000, 100, 30, 10, 6, 5, 4, 3, 2, 1}, 0, 1000},
};

enum { SPREAD = 5 }; /* a place and four neighbours: then an even plain keeps its height */

/* Proximity: how much of the centres' worth arrives at each place. */
struct proximity {
	int64_t of[UNIT_TYPES][LOCS_MAX];
};

enum season appraisal_season(int16_t phase)
{
	static const enum season seasons[PHASES_A_YEAR] = {
		[SPRING_MOVES] = SEASON_SPRING,       [SPRING_RETREATS] = SEASON_SPRING,
		[FALL_MOVES] = SEASON_FALL,           [FALL_RETREATS] = SEASON_FALL,
		[WINTER_ADJUSTMENTS] = SEASON_WINTER,
	};

	return seasons[phase_kind(phase)];
}

int32_t appraisal_size(int centres)
{
	return centres * centres + 4 * centres + 16;
}

/* The original treats all unowned centres as those of one power. */
static void find_sizes(const struct map *map, const struct board *board, bool original,
                       struct appraisal *appraisal)
{
	int centres[POWERS_MAX], nobodys = 0;

	board_count_centres(map, board, centres);
	for (int p = 0; p < map->power_count; p++)
		appraisal->size[p] = appraisal_size(centres[p]);
	for (int p = 0; p < map->province_count; p++)
		nobodys += map->centre[p] && board->owner[p] == POWER_NONE;
	appraisal->size[POWER_NONE] = appraisal_size(original ? nobodys : 0);
}

/* In the original a unit counts where it stands, too, and for each coast that it can move to. */
static void find_held(const struct map *map, const struct board *board, bool original,
                      struct appraisal *appraisal)
{
	if (!original) {
		memcpy(appraisal->held, appraisal->near, sizeof appraisal->held);
		return;
	}

	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		const struct map_loc *loc = &map->loc[unit.loc];
		appraisal->held[loc->province][unit.power]++;
		for (int i = 0; i < loc->exit_count[unit.type]; i++)
			appraisal->held[map->loc[loc->exits[unit.type][i]].province][unit.power]++;
	}
}

/* What other powers have around a province: the most units of one, and the largest size of one
 * that can move in. */
static void find_rivals(const struct map *map, uint8_t power, uint8_t province,
                        struct appraisal *appraisal, int32_t *largest)
{
	const uint8_t *near = appraisal->near[province], *held = appraisal->held[province];

	*largest = 0;
	for (int p = 0; p < map->power_count; p++) {
		if (p == power)
			continue;
		if (held[p] > appraisal->competition[province])
			appraisal->competition[province] = held[p];
		if (near[p] > 0 && appraisal->size[p] > *largest)
			*largest = appraisal->size[p];
	}
}

static void find_provinces(const struct map *map, const struct board *board, uint8_t power,
                           struct appraisal *appraisal)
{
	for (int p = 0; p < map->province_count; p++) {
		int32_t largest;
		find_rivals(map, power, p, appraisal, &largest);
		appraisal->strength[p] = appraisal->held[p][power];
		if (!map->centre[p])
			continue;
		if (board->owner[p] == power)
			appraisal->defence[p] = largest;
		else
			appraisal->attack[p] = appraisal->size[board->owner[p]];
	}
}

/* ── proximity ── */

static void begin_proximity(const struct map *map, const struct appraisal_weights *weights,
                            const struct appraisal *appraisal, struct proximity *proximity)
{
	const int64_t attack = weights->attack[appraisal->season];
	const int64_t defence = weights->defence[appraisal->season];

	for (int type = 0; type < UNIT_TYPES; type++)
		for (int loc = 0; loc < map->loc_count; loc++) {
			const uint8_t province = map->loc[loc].province;
			proximity->of[type][loc] =
				map->loc[loc].exit_count[type] > 0
					? appraisal->attack[province] * attack + appraisal->defence[province] * defence
					: 0;
		}
}

/* Whether another coast of the same province is worth more, or comes first: the original adds the
 * best coast of each neighbour. */
static bool is_lesser_coast(const struct map *map, const struct map_loc *place, enum unit_type type,
                            int i, const int64_t worth[LOCS_MAX])
{
	const uint8_t loc = place->exits[type][i];

	for (int k = 0; k < place->exit_count[type]; k++) {
		const uint8_t other = place->exits[type][k];
		if (other != loc && map->loc[other].province == map->loc[loc].province &&
		    (worth[other] > worth[loc] || (worth[other] == worth[loc] && k < i)))
			return true;
	}
	return false;
}

static void spread_proximity(const struct map *map, bool original, struct proximity *proximity)
{
	const struct proximity before = *proximity;

	for (int type = 0; type < UNIT_TYPES; type++)
		for (int loc = 0; loc < map->loc_count; loc++) {
			const struct map_loc *place = &map->loc[loc];
			int64_t sum = before.of[type][loc];
			for (int i = 0; i < place->exit_count[type]; i++)
				if (!original || !is_lesser_coast(map, place, type, i, before.of[type]))
					sum += before.of[type][place->exits[type][i]];
			proximity->of[type][loc] = sum / SPREAD;
		}
}

static void add_proximity(const struct map *map, const struct proximity *proximity, int64_t weight,
                          struct appraisal *appraisal)
{
	for (int type = 0; type < UNIT_TYPES; type++)
		for (int loc = 0; loc < map->loc_count; loc++)
			appraisal->value[type][loc] += weight * proximity->of[type][loc];
}

/* ── values ── */

/* What provinces add to the values of their places. */
static void add_provinces(const struct map *map, const struct appraisal_weights *weights,
                          struct appraisal *appraisal)
{
	const struct season_weights *season = &season_weights[appraisal->season];

	for (int loc = 0; loc < map->loc_count; loc++) {
		const uint8_t p = map->loc[loc].province;
		const int64_t units = (int64_t)weights->strength * appraisal->strength[p] -
		                      (int64_t)weights->competition * appraisal->competition[p];
		for (int type = 0; type < UNIT_TYPES; type++)
			if (map->loc[loc].exit_count[type] > 0)
				appraisal->value[type][loc] +=
					season->units * units + (int64_t)season->defence * appraisal->defence[p];
	}
}

void appraisal_open(const struct map *map, const struct board *board, uint8_t power,
                    const struct appraisal_weights *weights, struct appraisal *appraisal)
{
	struct proximity proximity;

	memset(appraisal, 0, sizeof *appraisal);
	appraisal->season = appraisal_season(board->phase);
	find_sizes(map, board, weights->original, appraisal);
	steps_count_near(map, board, appraisal->near);
	find_held(map, board, weights->original, appraisal);
	find_provinces(map, board, power, appraisal);
	begin_proximity(map, weights, appraisal, &proximity);
	for (int n = 0; n < APPRAISAL_DEPTH; n++) {
		if (n > 0)
			spread_proximity(map, weights->original, &proximity);
		add_proximity(map, &proximity, season_weights[appraisal->season].step[n], appraisal);
	}
	add_provinces(map, weights, appraisal);
}
