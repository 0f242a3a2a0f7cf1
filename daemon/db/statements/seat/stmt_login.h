/* stmt_login: the statements of the web server for a logged-in user, in a session of the user's
 * role. It has the rights of farm_agent: the schema api and nothing of the schema farm. A call
 * returns false on failure; db_fault has the reason. Texts are valid until the rows are closed
 * (statements.h). */
#ifndef ARESFARM_STATEMENTS_LOGIN_H
#define ARESFARM_STATEMENTS_LOGIN_H

#include "db/statements/statements.h"

enum { STMT_MY_SEATS = 200 };

/* Sets short timeouts for the session, regardless of the settings of its role. */
MUST_CHECK bool stmt_login_bind(struct db *db);

/* Whether the session's role may be used from a browser: an external player that may still log in
 * and has no rights over the farm or its server. False also if the role no longer exists. */
MUST_CHECK bool stmt_login_fits(struct db *db, bool *fits);

/* A seat of the role. The first STMT_MY_SEATS are read: first those that wait for its orders, by
 * deadline; then games in play; then finished games, latest first. */
enum seat_order { SEAT_WAITS, SEAT_GOES_ON, SEAT_IS_OVER };
struct my_seat {
	int32_t link; /* place of its key, from 0; below 0: no key */
	int64_t game;
	int32_t number;
	const char *tournament, *power;
	int32_t order;        /* enum seat_order */
	const char *phase;    /* to order in; the last one of a finished game; or "" */
	bool timed;           /* there is a deadline */
	const char *deadline; /* "2026-11-23T12:00:00Z" */
	int64_t left;         /* seconds until then */
	bool submitted;       /* some orders are there */
	bool final;
	const char *state, *fate, *points, *winner; /* of a game that is over; or "" */
};
MUST_CHECK bool stmt_my_seats(struct db *db, struct db_rows *rows);

/* The same for links, by concatenated keys, in a session of farm_web. An invalid key has no row. */
MUST_CHECK bool stmt_link_seats(struct db *db, const uint8_t *keys, int count,
                                struct db_rows *rows);
MUST_CHECK bool stmt_next_my_seat(struct db_rows *rows, struct my_seat *seat);

#endif
