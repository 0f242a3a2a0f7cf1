/* votes: the powers' votes on how to end a game, before a board is played.
 *
 * An end is a set of powers that share the game: all survivors, some of them, or one, which then
 * wins. A power with a unit or a centre survives. All survivors that are not excused must vote for
 * the same end. */
#ifndef ARESFARM_VOTES_H
#define ARESFARM_VOTES_H

#include "board/board.h"

enum { VOTES_ENDS = 1 << POWERS_MAX };

/* Initially {0}: no votes. */
struct votes {
	power_set
		by[VOTES_ENDS]; /* the powers that vote for an end, by the powers that share it; 0: all */
	power_set excused;  /* their votes are not needed */
};

power_set votes_find_survivors(const struct map *map, const struct board *board);

/* Votes are on moves and builds, not on retreats. */
static inline bool votes_are_taken(int16_t phase)
{
	return phase_is_movement(phase) || phase_is_winter(phase);
}

/* Adds a power's vote. A vote for the set of all survivors counts as one for 0. */
void votes_add(struct votes *votes, power_set survivors, uint8_t power, power_set shared);

/* Whether the survivors agree on an end, and on which one. At least one must vote. */
MUST_CHECK bool votes_agree(const struct votes *votes, power_set survivors, power_set *shared);

#endif
