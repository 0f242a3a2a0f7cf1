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

/* What a page becomes: it is made in a thread of a pool. */
struct made {
	int status; /* 0: the database failed; 500 without a text: it fails whenever it is made */
	enum reply_kind kind;
	char *text;
	size_t size;
};

/* Makes the page of an address. False: the database failed; made is ignored. */
typedef bool answers_maker(struct db *db, const struct address *address, struct made *made);

/* slow: the thread for pages that may take seconds. */
void answers_open(struct db_pool *thread, struct db_pool *slow, answers_maker *maker);

/* Answers the visit, now or later. */
void answers_ask(struct visit *visit, const struct address *address);

#endif
