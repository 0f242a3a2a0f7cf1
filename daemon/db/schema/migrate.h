/* migrate: brings a database's schema to this program's version; owns what aresctl init does.
 *
 * The changes of schema/changes, the functions, views, rights and maps are compiled in (scripts.h).
 * A change is applied once; functions, views and rights are recreated at every init. All is one
 * transaction under a lock of farm.schema_version, so one init waits for another.
 *
 * farm.schema_version has the sha256 of each applied change, and one of everything that was
 * recreated. A program whose own texts differ is refused: its calls may not match the functions. */
#ifndef ARESFARM_MIGRATE_H
#define ARESFARM_MIGRATE_H

#include "db/pg/db.h"

/* Applies missing changes; applied: their number. It waits for a lock a tenth of a second at a
 * time, because all other sessions queue after it, and retries until wait_seconds are over; then
 * the fault is STMT_LOCKED. False, with a fault of db, also for a schema that is newer than this
 * program, has other changes, or is older than the baseline: it is left untouched. */
MUST_CHECK bool migrate_apply(struct db *db, int wait_seconds, int *applied);

/* Whether the database is initialised and its schema matches this program. If not, false with a
 * fault of db. */
MUST_CHECK bool migrate_check(struct db *db);

#endif
