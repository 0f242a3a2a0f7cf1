/* ground: the facts about a board that all parts of the player use: the places of units, the units
 * of each power that could move to a place, and distances. */
#ifndef ARESFARM_GROUND_H
#define ARESFARM_GROUND_H

#include "board/board.h"

enum { GROUND_FAR = 7, POWER_BITS = 8 };

/* Units by power, eight bits each: a board has at most 64. */
typedef uint64_t head_count;

static inline unsigned head_count_of(head_count count, int power)
{
	return count >> POWER_BITS * power & 0xff;
}

/* The most units of one power, `without` excepted. */
static inline unsigned head_count_most(head_count count, int without)
{
	unsigned most = 0;

	for (count &= ~((head_count)0xff << POWER_BITS * without); count; count >>= POWER_BITS)
		most = (count & 0xff) > most ? count & 0xff : most;
	return most;
}

struct habits;

struct ground {
	const struct map *map;
	const struct board *board;
	const struct habits *habits;   /* of the phases before; NULL: they are not used */
	bool fall;                     /* centres change hands after these moves */
	uint8_t centre[PROVINCES_MAX]; /* the provinces of the map's centres, ascending */
	int owned[POWERS_MAX + 1];     /* centres by power; last: unowned */
	unit_set units[POWERS_MAX];
	int8_t at[PROVINCES_MAX];       /* the unit in a province, or -1 */
	head_count near[PROVINCES_MAX]; /* units that can move there by themselves */
	/* How many moves a unit of a type is away from each centre, parallel to `centre`, if nobody is
	 * in its way; GROUND_FAR: as many or more, or no such unit can be there. */
	uint8_t moves[UNIT_TYPES][LOCS_MAX][PROVINCES_MAX];
};

/* map and board are the caller's. */
void ground_open(const struct map *map, const struct board *board, struct ground *ground);

/* Changes to another board of the same map; cheaper than ground_open. */
void ground_look(struct ground *ground, const struct board *board);

/* The power whose unit is in a province, or POWER_NONE. */
static inline uint8_t ground_occupant(const struct ground *ground, uint8_t province)
{
	return ground->at[province] < 0 ? POWER_NONE : ground->board->unit[ground->at[province]].power;
}

#endif
