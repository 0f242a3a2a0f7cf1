/* summaries: gives finished games that have no summary theirs. Such games finished under an older
 * version of the schema, or came in a backup of one. */
#ifndef ARESFARM_SUMMARIES_H
#define ARESFARM_SUMMARIES_H

#include "db/pg/db.h"

/* Sums up all of them, some games in a transaction each, so that it can be ended at any time and
 * continues where it was. tell: is called with how many games are summed up of how many, first with
 * 0; not at all where there are none. It skips games whose rows cannot be read: aresctl verify
 * names those. False, with a fault of db. */
MUST_CHECK bool summaries_fill(struct db *db, void (*tell)(int64_t done, int64_t all));

#endif
