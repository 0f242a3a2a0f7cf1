/* map_store: stores maps in the database: the program's own, and users' maps. */
#ifndef ARESFARM_STORE_MAPS_H
#define ARESFARM_STORE_MAPS_H

#include "db/pg/db.h"
#include "board/map.h"

/* Stores a map, within the transaction of the caller. If the same map is already there, it stays,
 * and *made is false. False, with a fault, also if the rows are not a map, no game can begin on it,
 * or the database has a different map of that name. */
MUST_CHECK bool maps_put(struct db *db, const struct map_source *source, bool *made);

/* Adds a map whose areas are already in the database, for example from a backup, within the
 * transaction of the caller: checks that it is a map and that a game can begin on it, and stores
 * its drawing. */
MUST_CHECK bool maps_take(struct db *db, int32_t map_id);

/* Gives every map of the database the compiled-in drawing that fits it, if any, within the
 * transaction of the caller. maps_put does this for each map that it stores. A user's map that this
 * program no longer accepts is skipped, with a notice (db_notices). */
MUST_CHECK bool maps_draw(struct db *db);

#endif
