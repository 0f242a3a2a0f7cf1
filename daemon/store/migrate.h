/* migrate: brings a database's schema to this program's version; owns what aresctl init does.
 *
 * The changes schema/NNN_*.sql, the functions, views, rights and maps are compiled in. A change is
 * applied once; functions, views and rights are made anew at every init. All is one transaction
 * under an advisory lock: it happens as a whole or not at all, and one init waits for another. */
#ifndef ARESFARM_MIGRATE_H
#define ARESFARM_MIGRATE_H

#include "db.h"

/* Applies what is missing; applied: how many changes that were. False, with a fault of db, also for
 * a schema that is newer than this program, or from before the baseline: neither is touched. */
__attribute__((warn_unused_result)) bool migrate_apply(struct db *db, int *applied);

/* Whether the database is initialised and its schema is this program's. False, with a fault of db,
 * when not. */
__attribute__((warn_unused_result)) bool migrate_check(struct db *db);

#endif
