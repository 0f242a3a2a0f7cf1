/* goals: see goals.h. */
#include "goals.h"

#include <string.h>

/* Hundredths of an ordinary centre. */
enum {
	WORTH = 100,
	WORTH_FREE = 120,      /* nobody's: nobody defends it */
	WORTH_WEAK = 12,       /* more for each centre that its owner lacks to the fair share */
	WORTH_THREATENED = 60, /* our own, where others can go */
	WORTH_CRUSHED = 90,    /* our own, where others can go with more than we have there */
};

static int16_t value_own(const struct ground *ground, uint8_t power, uint8_t centre)
{
	const head_count near = ground->near[centre];
	const unsigned rivals = head_count_most(near, power);
	const unsigned guards = head_count_of(near, power) + (ground_occupant(ground, centre) == power);

	if (rivals == 0)
		return 0;
	return rivals > guards ? WORTH_CRUSHED : WORTH_THREATENED;
}

static int16_t value_other(const struct ground *ground, uint8_t owner)
{
	const int fair = ground->map->centre_count / ground->map->power_count;
	const int lack = fair - ground->owned[owner];

	if (owner == POWER_NONE)
		return WORTH_FREE;
	return (int16_t)(WORTH + (lack > 0 ? lack * WORTH_WEAK : 0));
}

static void find_worth(const struct ground *ground, struct goals *goals)
{
	for (struct place_set rest = ground->centres; !place_set_is_empty(rest);) {
		const uint8_t centre = place_set_pop(&rest), owner = ground->board->owner[centre];
		goals->worth[centre] =
			owner == goals->power ? value_own(ground, owner, centre) : value_other(ground, owner);
	}
}

void goals_open(const struct ground *ground, uint8_t power, bool blind, struct goals *goals)
{
	const struct map *map = ground->map;
	int16_t worth[PROVINCES_MAX] = {0};

	goals->power = power;
	memset(goals->worth, 0, sizeof goals->worth);
	memset(goals->pull, 0, sizeof goals->pull);
	if (blind)
		return;
	find_worth(ground, goals);
	for (int c = 0; c < ground->centre_count; c++)
		worth[c] = goals->worth[ground->centre[c]];
	for (int type = 0; type < UNIT_TYPES; type++)
		for (int loc = 0; loc < map->loc_count; loc++) {
			int32_t pull = 0;
			for (int c = 0; c < PROVINCES_MAX; c++)
				pull += worth[c] * ground->draw[type][loc][c];
			goals->pull[type][loc] = pull / WORTH;
		}
}
