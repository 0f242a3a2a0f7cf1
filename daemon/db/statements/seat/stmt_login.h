/* stmt_login: what the web server asks for somebody who has logged in, by a session of his
 * own role. It has the rights of farm_agent: the schema api and nothing of the schema farm. A call
 * returns false when it failed; then db_fault says why. Texts are valid until the rows are closed
 * (statements.h). */
#ifndef ARESFARM_STATEMENTS_LOGIN_H
#define ARESFARM_STATEMENTS_LOGIN_H

#include "db/statements/statements.h"

enum { STMT_MY_SEATS = 200 };

/* Has the session give up soon what takes long, whatever its role has set. */
MUST_CHECK bool stmt_login_bind(struct db *db);

/* Whether the session's role may be that of a browser: an external player that may still log in,
 * and has no rights over the farm or its server. False, too, once the role is gone. */
MUST_CHECK bool stmt_login_fits(struct db *db, bool *fits);

/* A seat of the role: the first STMT_MY_SEATS of them, those that wait for it first, the earliest
 * deadline before the others; then games in play; then those that are over, the last one first.
 */
enum seat_order { SEAT_WAITS, SEAT_GOES_ON, SEAT_IS_OVER };
struct my_seat {
	int32_t link; /* of which of the keys it is, from 0; below 0: of none */
	int64_t game;
	int32_t number;
	const char *tournament, *power;
	int32_t order;        /* enum seat_order */
	const char *phase;    /* that it must order in; of a game that is over the last one; or "" */
	bool timed;           /* there is a deadline */
	const char *deadline; /* "2026-11-23T12:00:00Z" */
	int64_t left;         /* seconds until then */
	bool submitted;       /* some orders are there */
	bool final;
	const char *state, *fate, *points, *winner; /* of a game that is over; or "" */
};
MUST_CHECK bool stmt_my_seats(struct db *db, struct db_rows *rows);

/* The same of links, by keys one after the other, in a session of farm_web. A key that opens
 * nothing has no row. */
MUST_CHECK bool stmt_link_seats(struct db *db, const uint8_t *keys, int count,
                                struct db_rows *rows);
MUST_CHECK bool stmt_next_my_seat(struct db_rows *rows, struct my_seat *seat);

#endif
