/* seat_wait: visits that wait until there is anything new at their seat.
 *
 * Invariant: one session asks for all of them together, when something was heard and once a second,
 * but a fifth of the time at most. Nobody waits longer than SEAT_WAIT_MS. A visit that waits is so
 * many bytes as struct waiting has, and its connection. */
#ifndef ARESFARM_SEAT_WAIT_H
#define ARESFARM_SEAT_WAIT_H

#include "web/pool/db_thread.h"
#include "seat_request.h"
#include "web/http/visit.h"

enum { SEAT_WAIT_MS = 20000, SEAT_WAIT_MOST = 10000 };

/* more: is called for a visit that need not wait longer. It has been taken off, and must be
 * answered. away: the database does not answer. */
void seat_wait_open(struct db_thread *thread, void (*more)(struct visit *visit, bool away));

/* Has a visit wait as long as the state is the one that it has seen. False: there is no memory, or
 * too many wait. */
MUST_CHECK bool seat_wait(struct visit *visit, const struct seat_request *request);

/* Something was heard. */
void seat_wait_wake(void);

/* To be called once a second. */
void seat_wait_tick(void);

/* When it must be called again, in ms; below 0: never. */
int seat_wait_timeout(void);
void seat_wait_run(void);

#endif
