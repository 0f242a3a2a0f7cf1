/* live: what tournaments come to, as events.
 *
 * Invariant: one session asks the database, once a second, and only about tournaments that somebody
 * watches, however many do. Standings are expensive: it asks for them again only after twenty times
 * as long as it took, and only when a game has ended since: watchers take at most a twentieth of a
 * session. */
#ifndef ARESFARM_LIVE_H
#define ARESFARM_LIVE_H

#include "web/pool/db_thread.h"
#include "web/http/address.h"
#include "web/http/http_server.h"

/* bounded: addresses are told apart, and none may open many streams of tournaments that nobody else
 * watches. */
void live_open(struct db_thread *thread, bool bounded);

/* Answers the visit by the events of that tournament and score, or says that there is none. */
void live_watch(struct visit *visit, const struct address *address);

/* To be called once a second. */
void live_tick(void);

#endif
