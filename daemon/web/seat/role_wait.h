/* role_wait: visits of people who have logged in, that wait until there is anything new at their
 * seat. Each asks by its own session, because no other session has the right to; seat_wait.h has
 * the visits by a link.
 *
 * Invariant: a waiting visit asks after a notification, at most once in ROLE_WAIT_LEAST_MS, and
 * once a second. */
#ifndef ARESFARM_ROLE_WAIT_H
#define ARESFARM_ROLE_WAIT_H

#include "web/http/visit.h"

enum { ROLE_WAIT_MOST = 256, ROLE_WAIT_LEAST_MS = 200 };

/* again: is called for a visit that must ask once more. It has been removed from the list. over: it
 * has waited long enough, and must be answered. */
void role_wait_open(void (*again)(struct visit *visit, bool over));

/* False: there is no memory, or too many wait. */
MUST_CHECK bool role_wait(struct visit *visit);

/* Something was heard. */
void role_wait_wake(void);

/* To be called once a second. */
void role_wait_tick(void);

#endif
