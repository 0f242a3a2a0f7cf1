/* migrate: brings a database's schema to this program's version; owns what aresctl init does.
 *
 * The migrations schema/NNN_*.sql, the views of sql/views.sql and the maps are compiled in. All is
 * one transaction under an advisory lock: nothing is applied twice or by halves, however many try
 * at once. */
#ifndef ARESFARM_MIGRATE_H
#define ARESFARM_MIGRATE_H

#include "db.h"

/* Applies what is missing; how many migrations that were. False, with a fault of db, also for a
 * schema newer than this program. */
__attribute__((warn_unused_result)) bool migrate_apply(struct db *db, int *applied);

/* Whether the database is initialised and its schema is this program's. False, with a fault of db,
 * when not. */
__attribute__((warn_unused_result)) bool migrate_check(struct db *db);

#endif
