/* votes: which ends the powers of a game vote for, before a board is played.
 *
 * An end is the powers that share the game: all that survive, some of them, or one, which then wins
 * it. A power survives with a unit or a centre. All that survive must vote for the same end, but
 * for those that are excused. */
#ifndef ARESFARM_VOTES_H
#define ARESFARM_VOTES_H

#include "board/board.h"

enum { VOTES_ENDS = 1 << POWERS_MAX };

/* Begins as {0}: nobody votes. */
struct votes {
	power_set by[VOTES_ENDS]; /* who votes for an end, by the powers that share it; 0: all */
	power_set excused;        /* their votes are not needed */
};

power_set votes_find_survivors(const struct map *map, const struct board *board);

/* Votes are on moves and builds, not on retreats. */
static inline bool votes_are_taken(int16_t phase)
{
	return phase_is_movement(phase) || phase_kind(phase) == WINTER_ADJUSTMENTS;
}

/* A power's vote. One for all survivors by name is one for all of them. */
void votes_add(struct votes *votes, power_set survivors, uint8_t power, power_set shared);

/* Whether they agree on an end; then on which. At least one must vote. */
MUST_CHECK bool votes_agree(const struct votes *votes, power_set survivors, power_set *shared);

#endif
