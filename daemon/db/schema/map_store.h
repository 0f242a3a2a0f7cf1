/* map_store: puts maps into the database: the program's own, and those of a user. */
#ifndef ARESFARM_STORE_MAPS_H
#define ARESFARM_STORE_MAPS_H

#include "db/pg/db.h"
#include "board/map.h"

/* Puts a map in, within the transaction of the caller. A map of that name stays as it is, and *made
 * is false. False, with a fault, also when the rows make no map, when no game can begin on it, or
 * when the database has another map of that name. */
MUST_CHECK bool maps_put(struct db *db, const struct map_source *source, bool *made);

/* Adds a map whose areas are in the database, such as those of a backup, within the transaction
 * of the caller: sees that it is a map, that a game can begin on it, and draws it. */
MUST_CHECK bool maps_take(struct db *db, int32_t map_id);

/* Gives every map of the database the drawing that fits it, if one is compiled in, within the
 * transaction of the caller. maps_put does so for a map that it puts in. A user's map may be one
 * that this program no longer takes for a map: it is passed over, with a notice (db_notices). */
MUST_CHECK bool maps_draw(struct db *db);

#endif
