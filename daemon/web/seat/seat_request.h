/* seat_request: a request of a seat's player: the field Seat, the address and the body. A pure
 * function of these bytes.
 *
 * Invariant: what was read has texts that are UTF-8 without control characters, but for a message's
 * newlines and tabs. It has the key that the database expects, not the secret of a link. */
#ifndef ARESFARM_SEAT_REQUEST_H
#define ARESFARM_SEAT_REQUEST_H

#include "web/http/address.h"
#include "db/statements/seat/stmt_seat.h"

enum {
	SEAT_LINES_SIZE = 8 * 1024,
	SEAT_ORDERS_MOST = 64,
	SEAT_PHASE_SIZE = 16,
	SEAT_POWER_SIZE = 16,
	SEAT_PLAYER_SIZE = 32,
	SEAT_WISH_SIZE = 16,
	SEAT_TO_SIZE = 64,
	SEAT_TO_MOST = 8,
	SEAT_TEXT_SIZE = 4097
};

struct seat_request {
	enum address_page page;
	struct seat_door door;
	char seen[ADDRESS_NAME_SIZE]; /* the tag of the state that the page has; else empty */
	char orders[SEAT_LINES_SIZE]; /* one per line; "" none */
	bool final;
	char wish[SEAT_WISH_SIZE];   /* what is voted for, as farm.votes has it */
	bool vote;                   /* for it, or not */
	char among[SEAT_TO_SIZE];    /* who shares the game, one per line; "": all that survive */
	char phase[SEAT_PHASE_SIZE]; /* that is meant; "": the one in play */
	char power[SEAT_POWER_SIZE];
	char player[SEAT_PLAYER_SIZE]; /* of the farm */
	int32_t sheet;                 /* of messages, from 1 */
	char to[SEAT_TO_SIZE];         /* recipients, one per line; "": all */
	char text[SEAT_TEXT_SIZE];     /* of a message; it may have newlines and tabs */
	int64_t link;
};

/* Reads a request to a page of seats. field: as it was sent; "" where it was not. Returns the
 * status with which it must be refused, and why; 0: it was read. */
int seat_request_read(const struct address *address, const char *field, const char *body,
                      size_t size, struct seat_request *request, const char **why);

#endif
