/* stmt_drawings: the drawings of maps in the database: statements as in statements.h. */
#ifndef ARESFARM_STATEMENTS_DRAWINGS_H
#define ARESFARM_STATEMENTS_DRAWINGS_H

#include "db/pg/db.h"
#include "picture/drawing.h"

/* Store a map's drawing: the lower right corner of its page, and the place of an area. path: "" for
 * a coast, which has no outline and no label. Existing values are not rewritten. */
MUST_CHECK bool stmt_draw_map(struct db *db, int32_t map_id, struct drawing_point page);
MUST_CHECK bool stmt_draw_area(struct db *db, int32_t map_id, uint8_t loc,
                               const struct drawing_place *place, const char *path);

/* The map with the next id; *map_id is 0 when there is none. */
MUST_CHECK bool stmt_next_map(struct db *db, int32_t after, int32_t *map_id);

#endif
