/* answers: a cache of pages that were made recently, and those that are being made.
 *
 * Invariant: an address is made once at a time, for any number of visitors, and not again for a
 * second, or for ten times as long as it took. So visitors cannot keep the database busy: an
 * address takes at most a tenth of a session. One session makes all pages except those that may
 * take seconds, which have a session of their own. */
#ifndef ARESFARM_ANSWERS_H
#define ARESFARM_ANSWERS_H

#include "web/http/address.h"
#include "web/pool/db_pool.h"
#include "web/http/http_server.h"

/* slow: the thread for pages that may take seconds. */
void answers_open(struct db_pool *thread, struct db_pool *slow);

/* Answers the visit, now or later. */
void answers_ask(struct visit *visit, const struct address *address);

#endif
