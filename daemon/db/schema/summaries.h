/* summaries: computes the missing summaries of finished games. Such games finished under an older
 * version of the schema, or were restored from a backup of one. */
#ifndef ARESFARM_SUMMARIES_H
#define ARESFARM_SUMMARIES_H

#include "db/pg/db.h"

/* Summarises all of them, some games per transaction, so that it can be interrupted at any time and
 * resumed. tell: called with the number of games done and of all, first with 0; not at all if there
 * are none. Games whose rows cannot be read are skipped: aresctl verify names them. False, with a
 * fault of db. */
MUST_CHECK bool summaries_fill(struct db *db, void (*tell)(int64_t done, int64_t all));

#endif
