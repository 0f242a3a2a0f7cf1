/* seat_wait: visits that wait until there is anything new at their seat.
 *
 * Invariant: one session asks for all of them together, after a notification and once a second, but
 * for at most a fifth of the time. No visit waits longer than SEAT_WAIT_MS. A waiting visit costs a
 * struct waiting and its connection. */
#ifndef ARESFARM_SEAT_WAIT_H
#define ARESFARM_SEAT_WAIT_H

#include "web/pool/db_pool.h"
#include "seat_request.h"
#include "web/http/visit.h"

enum { SEAT_WAIT_MS = 20000, SEAT_WAIT_MOST = 10000 };

/* more: is called for a visit that need not wait longer. It has been removed from the list, and
 * must be answered. away: the database does not answer. */
void seat_wait_open(struct db_pool *thread, void (*more)(struct visit *visit, bool away));

/* Has a visit wait until the state differs from the one it has seen. False: out of memory, or too
 * many visits wait. */
MUST_CHECK bool seat_wait(struct visit *visit, const struct seat_request *request);

/* Something was heard. */
void seat_wait_wake(void);

/* To be called once a second. */
void seat_wait_tick(void);

/* The time until it must be called again, in ms; below 0: never. */
int seat_wait_timeout(void);
void seat_wait_run(void);

#endif
