/* contest_seats: the seats of a game in the database: who has them, and what they ordered. */
#ifndef ARESFARM_CONTEST_SEATS_H
#define ARESFARM_CONTEST_SEATS_H

#include "contest.h"

/* Reads who is seated, and what they have done in the open phase. False: the database failed. */
MUST_CHECK bool contest_seats_read(struct contest *game);

/* Whether a power has ordered all that it must. */
bool contest_seats_are_complete(const struct contest *game, uint8_t power);

enum contest_seats_stored {
	SEATS_STORED,
	SEATS_TAKEN, /* the turn was taken before: the next phase will come */
	SEATS_FAILED /* the database is away, or others hold the turn: it must be tried again */
};

/* Stores the orders of a power; final: they are. */
enum contest_seats_stored contest_seats_store(struct contest *game, uint8_t power, bool final);

#endif
