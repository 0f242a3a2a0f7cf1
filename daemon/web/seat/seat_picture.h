/* seat_picture: the position in play, as the player of a seat sees it: with the seat's orders and
 * no others. If the game does not wait for orders, it is the last stored board, as it was played,
 * or the one that the game begins with. */
#ifndef ARESFARM_SEAT_PICTURE_H
#define ARESFARM_SEAT_PICTURE_H

#include "picture/picture.h"
#include "db/statements/seat/stmt_seat.h"

struct seat_picture {
	int64_t game;
	uint8_t power;
	bool open; /* the phase is in play */
	struct map map;
	struct picture_map picture; /* once it is written */
	struct phase_record record;
	struct stored stored;
	bool retreats; /* a phase of retreats is in play: before is the one that led to it */
	struct stored before;
};

/* Finds it. *picture: NULL: there is none, or no memory. False: the database failed. */
MUST_CHECK bool seat_picture_find(struct db *db, const struct seat_door *door,
                                  struct seat_picture **picture);

/* Replaces the seat's orders by others, one per line. */
void seat_picture_order(struct seat_picture *picture, const char *lines);

/* Writes it as JSON, and frees it. NULL becomes null. */
void seat_picture_write(FILE *out, struct seat_picture *picture);
void seat_picture_free(struct seat_picture *picture);

#endif
