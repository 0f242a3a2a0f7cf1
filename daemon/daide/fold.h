/* fold: the position of a game, replayed from its stored phases. */
#ifndef ARESFARM_DAIDE_FOLD_H
#define ARESFARM_DAIDE_FOLD_H

#include "contest.h"

/* Begins the match of a game by its terms. False: the game cannot be served. */
MUST_CHECK bool fold_open(struct contest *game);

/* Replays a stored phase. False: it does not follow from the phases before. */
MUST_CHECK bool fold_phase(struct contest *game, const struct stored *stored,
                           struct phase_record *record);

#endif
