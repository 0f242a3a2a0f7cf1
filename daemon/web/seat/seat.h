/* seat: requests of the player of a seat: by a link, or by a role.
 *
 * Invariant: an answer is for one visit only; it is neither cached nor shared. Apart from waiting
 * visits there is no state here: all of it is in the database. */
#ifndef ARESFARM_SEAT_H
#define ARESFARM_SEAT_H

#include "web/http/http_server.h"

struct target;

/* Starts the threads. False: there are not enough. target must live as long.
 * bounded: addresses are distinguished, and each may wait for few hints. */
MUST_CHECK bool seat_open(const struct target *target, bool bounded);

/* Answers a visit to a page of seats (address_is_seat), now or later. */
void seat_ask(struct visit *visit);

/* To be called after db_pools_settle, and after seat_timeout ms in any case; below 0: no limit. */
void seat_run(void);
int seat_timeout(void);

/* To be called once a second. */
void seat_tick(void);

/* The page where a person plays a seat: it is the same for all users, and needs no query. Its
 * script (table.js) learns whose seat it is by the secret after the "#" of the address, which no
 * browser sends. NULL: there is no memory. */
struct reply *table_reply(void);

/* Ends the threads, after db_pools_stop. */
void seat_close(void);

#endif
