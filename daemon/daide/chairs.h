/* chairs: the seats of a game in the database: who has them, and what they ordered. */
#ifndef ARESFARM_DAIDE_CHAIRS_H
#define ARESFARM_DAIDE_CHAIRS_H

#include "contest.h"

/* Reads who is seated, and what they have done in the open phase. False: the database failed. */
__attribute__((warn_unused_result)) bool chairs_read(struct contest *game);

/* Whether a power has ordered all that it must. */
bool chairs_are_complete(const struct contest *game, uint8_t power);

enum chairs_stored {
	CHAIRS_STORED,
	CHAIRS_TAKEN, /* the turn was taken before: the next phase will come */
	CHAIRS_FAILED /* the database is away, or others hold the turn: it must be tried again */
};

/* Stores the orders of a power; final: they are. */
enum chairs_stored chairs_store(struct contest *game, uint8_t power, bool final);

#endif
