/* seat_wait: visits that wait until there is anything new at their seat.
 *
 * Invariant: one session asks for all visits by links together, after a notification and once a
 * second, but for at most a fifth of the time. Each visit of a person who has logged in asks by its
 * own session, because no other session has the right to: after a notification, at most once in
 * ROLE_WAIT_LEAST_MS, and once a second. No visit waits longer than SEAT_WAIT_MS. A waiting visit
 * costs a struct waiting and its connection. */
#ifndef ARESFARM_SEAT_WAIT_H
#define ARESFARM_SEAT_WAIT_H

#include "web/pool/db_pool.h"
#include "seat_request.h"
#include "web/http/visit.h"

enum {
	SEAT_WAIT_MS = 20000,
	SEAT_WAIT_MOST = 10000,
	ROLE_WAIT_MOST = 256,
	ROLE_WAIT_LEAST_MS = 200
};

/* more: is called for a visit by a link that need not wait longer, and must be answered. away: the
 * database does not answer. again: is called for a visit by a role that must ask once more. over:
 * it has waited long enough, and must be answered. Both have been removed from their lists. */
void seat_wait_open(struct db_pool *thread, void (*more)(struct visit *visit, bool away),
                    void (*again)(struct visit *visit, bool over));

/* Has a visit wait until the state differs from the one it has seen. False: out of memory, or too
 * many visits wait. */
MUST_CHECK bool seat_wait(struct visit *visit, const struct seat_request *request);

/* The same for a visit by a role, which has asked and got the state that it has seen. */
MUST_CHECK bool seat_wait_by_role(struct visit *visit);

/* Something was heard. */
void seat_wait_wake(void);

/* To be called once a second. */
void seat_wait_tick(void);

/* The time until it must be called again, in ms; below 0: never. */
int seat_wait_timeout(void);
void seat_wait_run(void);

#endif
