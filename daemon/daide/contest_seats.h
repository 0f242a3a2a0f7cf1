/* contest_seats: the seats of a game in the database: their clients and orders. */
#ifndef ARESFARM_CONTEST_SEATS_H
#define ARESFARM_CONTEST_SEATS_H

#include "contest.h"

/* Reads who is seated, and what the seats have submitted in the open phase. False: the database
 * failed. */
MUST_CHECK bool contest_seats_read(struct contest *game);

/* Whether a power has given all orders that it must give. */
bool contest_seats_are_complete(const struct contest *game, uint8_t power);

enum contest_seats_stored {
	SEATS_STORED,
	SEATS_TAKEN, /* the turn was taken before; the next phase will come */
	SEATS_FAILED /* the database is unavailable, or the turn is locked; try again */
};

/* Stores the orders of a power. final: whether they are final. */
enum contest_seats_stored contest_seats_store(struct contest *game, uint8_t power, bool final);

#endif
