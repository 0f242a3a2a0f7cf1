/* live: the progress of tournaments, as events.
 *
 * Invariant: one session asks the database, once a second, and only about tournaments that are
 * being watched, for any number of watchers. Standings are expensive: it asks for them again only
 * after twenty times the duration of the last query, and only if a game has ended since. So
 * watchers take at most a twentieth of a session. */
#ifndef ARESFARM_LIVE_H
#define ARESFARM_LIVE_H

#include "web/pool/db_pool.h"
#include "web/http/address.h"
#include "web/http/http_server.h"

/* bounded: addresses are told apart, and each may open only few streams of tournaments that no
 * other address watches. */
void live_open(struct db_pool *thread, bool bounded);

/* Answers the visit with the events of that tournament and score, or with an error if there is
 * none. */
void live_watch(struct visit *visit, const struct address *address);

/* To be called once a second. */
void live_tick(void);

#endif
