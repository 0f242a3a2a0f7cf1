/* api_play: plays a phase by the orders that powers submit, without players.
 *
 * Invariant: the result is the same as that of match_play if external players at all seats give the
 * same orders. */
#ifndef ARESFARM_API_PLAY_H
#define ARESFARM_API_PLAY_H

#include "api.h"
#include "game/game.h"
#include "game/given.h"
#include "game/record.h"

/* Whether a board's year is the last that a phase number can represent. Such a board is not
 * played. */
static inline bool api_is_last(const struct board *board)
{
	return board->phase > INT16_MAX - PHASES_A_YEAR;
}

/* Plays record->board: fills in the rest of the record, and the next board. verdicts: enum
 * ares_verdict, one for each submission. count is at most GIVEN_MAX. */
void api_play(const struct game *game, const struct judge *judge,
              const struct submission submissions[], int count, uint8_t verdicts[],
              struct phase_record *record, struct board *next);

#endif
