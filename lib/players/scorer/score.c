/* score: see score.h. */
#include "score.h"
#include "players/steps.h"

#include <stdlib.h>
#include <string.h>

/* What the functions below share. */
struct survey {
	const struct player_call *call;
	const struct score_weights *weights;
	power_set enemies;
	uint8_t inside[PROVINCES_MAX]; /* the power of the unit in a province, or POWER_NONE */
	struct score *score;
};

/* ── who is where ── */

static void find_near(struct survey *survey)
{
	const struct map *map = survey->call->map;
	const struct board *board = survey->call->board;
	struct score *score = survey->score;

	memset(survey->inside, POWER_NONE, sizeof survey->inside);
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		survey->inside[map->loc[unit.loc].province] = unit.power;
		score->near[map->loc[unit.loc].province][unit.power]++;
	}
	steps_count_near(map, board, score->near);
	for (int p = 0; p < map->province_count; p++)
		for (int power = 0; power < map->power_count; power++) {
			const uint8_t near = score->near[p][power];
			if (power == survey->call->power)
				continue;
			score->rivals[p] += near;
			score->most[p] = MAX(near, score->most[p]);
		}
}

/* ── provinces ── */

/* Whether a friend holds a province that is not ours, and we could not overwhelm it. */
static bool is_spared(const struct survey *survey, int p)
{
	const uint8_t power = survey->call->power, owner = survey->call->board->owner[p];
	uint8_t holder = survey->inside[p];
	if (holder == POWER_NONE && survey->call->map->centre[p])
		holder = owner;

	if (holder == POWER_NONE || holder == power || power_set_has(survey->enemies, holder))
		return false;
	if (survey->call->map->centre[p] && owner == power)
		return false;
	return survey->score->near[p][power] <= survey->score->rivals[p];
}

static int32_t rate_centre(const struct survey *survey, int p)
{
	const struct score_weights *weights = survey->weights;
	const struct map *map = survey->call->map;
	const uint8_t owner = survey->call->board->owner[p];
	const bool rivals = survey->score->rivals[p] > 0;
	const bool home = owner != POWER_NONE && map_is_home(map, owner, p);

	if (owner == survey->call->power && !rivals)
		return 0;
	if (owner == survey->call->power)
		return home ? weights->home : weights->defend;
	if (home)
		return rivals ? weights->home_guarded : weights->home_open;
	return rivals ? weights->guarded : weights->open;
}

static int32_t rate_province(const struct survey *survey, int p)
{
	const struct score_weights *weights = survey->weights;
	const uint8_t inside = survey->inside[p];
	const int in = inside != POWER_NONE && inside != survey->call->power;

	if (is_spared(survey, p))
		return 0;
	return (survey->call->map->centre[p] ? rate_centre(survey, p) : 0) + in * weights->inside +
	       (survey->score->rivals[p] - in) * weights->beside;
}

/* ── places ── */

/* Where the enemy is: units that we attack, and centres that are not ours and worth something. */
static struct place_set find_enemy(const struct survey *survey)
{
	const struct map *map = survey->call->map;
	struct place_set found = {{0, 0}};

	for (int p = 0; p < map->province_count; p++) {
		const uint8_t inside = survey->inside[p];
		const bool unit = inside != POWER_NONE && power_set_has(survey->enemies, inside);
		const bool centre = map->centre[p] && survey->call->board->owner[p] != survey->call->power;
		if (unit || (centre && survey->score->province[p] > 0))
			place_set_add(&found, p);
	}
	return found;
}

/* The sum of the scores of the provinces that a unit can go to. */
static int32_t sum_neighbours(const struct survey *survey, int type, int loc)
{
	struct place_set rest = survey->call->map->loc[loc].reach[type];
	int32_t sum = 0;

	while (!place_set_is_empty(rest))
		sum += survey->score->province[place_set_pop(&rest)];
	return sum;
}

static void rate_places(const struct survey *survey, int type, const uint8_t steps[],
                        struct rng *rng)
{
	const struct map *map = survey->call->map;
	const struct score_weights *weights = survey->weights;
	const int32_t share = phase_kind(survey->call->board->phase) == FALL_MOVES
	                          ? weights->fall_share
	                          : weights->spring_share;

	for (int loc = 0; loc < map->loc_count; loc++) {
		if (map->loc[loc].exit_count[type] == 0)
			continue;
		const int32_t between = MAX(steps[loc] - 1, 0); /* provinces up to the enemy */
		const int32_t points = survey->score->province[map->loc[loc].province] * SCORE_POINT +
		                       sum_neighbours(survey, type, loc) * share * SCORE_POINT / PERCENT -
		                       between * weights->step * SCORE_POINT;
		const int32_t size = abs(points);
		const int32_t luck = (int32_t)rng_below(rng, (uint32_t)weights->chance * PERCENT + 1);
		survey->score->place[type][loc] =
			points + (int32_t)((int64_t)size * luck / (PERCENT * PERCENT));
	}
}

void score_open(const struct player_call *call, const struct score_weights *weights,
                power_set enemies, struct rng *rng, struct score *score)
{
	struct survey survey = {.call = call, .weights = weights, .enemies = enemies, .score = score};
	uint8_t by_any[LOCS_MAX], by_fleet[LOCS_MAX];

	memset(score, 0, sizeof *score);
	find_near(&survey);
	for (int p = 0; p < call->map->province_count; p++)
		score->province[p] = rate_province(&survey, p);
	const struct place_set enemy = find_enemy(&survey);
	steps_by_any(call->map, enemy, by_any); /* an army's locations are provinces */
	steps_by_fleet(call->map, enemy, by_fleet);
	rate_places(&survey, ARMY, by_any, rng);
	rate_places(&survey, FLEET, by_fleet, rng);
}
