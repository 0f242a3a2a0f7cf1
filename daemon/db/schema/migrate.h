/* migrate: brings a database's schema to this program's version; owns what aresctl init does.
 *
 * The changes (schema/changes), functions, views, rights and maps are compiled in (scripts.h). A
 * change is applied once; functions, views and rights are made anew at every init. All is one
 * transaction under a lock of farm.schema_version: it happens as a whole or not at all, and one
 * init waits for another.
 *
 * farm.schema_version has the sha256 of each change as it was applied, and one of all that was made
 * anew. A program whose own texts differ is refused: it would call functions that it does not know.
 */
#ifndef ARESFARM_MIGRATE_H
#define ARESFARM_MIGRATE_H

#include "db/pg/db.h"

/* Applies what is missing; applied: how many changes that were. It waits for a lock a tenth of a
 * second at a time, because everybody else queues after it, and tries again until wait_seconds are
 * over; then the fault is STMT_LOCKED. False, with a fault of db, also for a schema that is newer
 * than this program, that had other changes, or is from before the baseline: none is touched. */
MUST_CHECK bool migrate_apply(struct db *db, int wait_seconds, int *applied);

/* Whether the database is initialised and its schema is this program's. False, with a fault of db,
 * when not. */
MUST_CHECK bool migrate_check(struct db *db);

#endif
