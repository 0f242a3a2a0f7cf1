/* fold: the position of a game, out of its stored phases. */
#ifndef ARESFARM_DAIDE_FOLD_H
#define ARESFARM_DAIDE_FOLD_H

#include "contest.h"

/* Begins the match of a game by its terms. False: it is none that can be served. */
MUST_CHECK bool fold_open(struct contest *game);

/* Plays a stored phase once more. False: it does not follow from those before. */
MUST_CHECK bool fold_phase(struct contest *game, const struct stored *stored,
                           struct phase_record *record);

#endif
