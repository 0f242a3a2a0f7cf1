/* goals: see goals.h. */
#include "goals.h"

#include <string.h>

enum { WORTH = 100 }; /* of an ordinary centre */

const struct goal_worths goal_worths_set = {
#define GOAL(kind, worth)        .of[GOAL_##kind] = worth,
#define DRAW(moves, army, fleet) .draw[ARMY][moves] = army, .draw[FLEET][moves] = fleet,
#include "goals.def"
#include "halves.def"
#undef GOAL
#undef DRAW
};

static int32_t value_own(const struct ground *ground, const struct goal_worths *worths,
                         uint8_t power, uint8_t centre)
{
	const head_count near = ground->near[centre];
	const unsigned rivals = head_count_most(near, power);
	const unsigned guards = head_count_of(near, power) + (ground_occupant(ground, centre) == power);

	if (rivals == 0)
		return 0;
	return worths->of[rivals > guards ? GOAL_CRUSHED : GOAL_THREATENED];
}

static int32_t value_other(const struct ground *ground, const struct goal_worths *worths,
                           uint8_t owner)
{
	const int fair = ground->map->centre_count / ground->map->power_count;
	const int lack = fair - ground->owned[owner];

	if (owner == POWER_NONE)
		return worths->of[GOAL_FREE];
	return WORTH + (lack > 0 ? lack * worths->of[GOAL_WEAK] : -lack * worths->of[GOAL_STRONG]);
}

static void find_worth(const struct ground *ground, const struct goal_worths *worths,
                       struct goals *goals)
{
	for (struct place_set rest = ground->map->centres; !place_set_is_empty(rest);) {
		const uint8_t centre = place_set_pop(&rest), owner = ground->board->owner[centre];
		const int32_t worth = owner == goals->power ? value_own(ground, worths, owner, centre)
		                                            : value_other(ground, worths, owner);
		goals->worth[centre] = (int16_t)MAX(worth, 0);
	}
}

/* What each centre, by its number, adds to the pull of a place that is some moves away. */
typedef int32_t pulls[PROVINCES_MAX][GROUND_FAR + 1];

static int32_t add_pulls(const struct ground *ground, pulls of, const uint8_t moves[])
{
	int32_t pull = 0;

	for (int c = 0; c < ground->map->centre_count; c++)
		pull += of[c][moves[c]];
	return pull / WORTH;
}

static void find_pulls(const struct ground *ground, const struct goal_worths *worths, int type,
                       struct goals *goals)
{
	const struct map *map = ground->map;
	pulls of;

	for (int c = 0; c < ground->map->centre_count; c++)
		for (int moves = 0; moves <= GROUND_FAR; moves++)
			of[c][moves] = goals->worth[ground->centre[c]] * worths->draw[type][moves];
	for (int loc = 0; loc < map->loc_count; loc++)
		if (map->loc[loc].exit_count[type] > 0)
			goals->pull[type][loc] = add_pulls(ground, of, ground->moves[type][loc]);
}

void goals_open(const struct ground *ground, uint8_t power, const struct goal_worths *worths,
                struct goals *goals)
{
	goals->power = power;
	memset(goals->worth, 0, sizeof goals->worth);
	memset(goals->pull, 0, sizeof goals->pull);
	if (!worths)
		return;
	find_worth(ground, worths, goals);
	for (int type = 0; type < UNIT_TYPES; type++)
		find_pulls(ground, worths, type, goals);
}
