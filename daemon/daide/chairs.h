/* chairs: the seats of a game in the database: who has them, and what they ordered. */
#ifndef ARESFARM_DAIDE_CHAIRS_H
#define ARESFARM_DAIDE_CHAIRS_H

#include "contest.h"

/* Reads who is seated, and what they have done in the open phase. False: the database failed. */
__attribute__((warn_unused_result)) bool chairs_read(struct contest *game);

/* Whether a power has ordered all that it must. */
bool chairs_are_complete(const struct contest *game, uint8_t power);

/* Stores the orders of a power; final: they are. False: the database failed, and it must be tried
 * again. Orders for a turn that was just taken are dropped: the next phase will come. */
__attribute__((warn_unused_result)) bool chairs_store(struct contest *game, uint8_t power,
                                                      bool final);

#endif
