/* stmt_drawings: see stmt_drawings.h. */
#include "stmt_drawings.h"

#include "db/statements/statement.h"

#include "db/statements/keep/stmt_drawings.inc"

bool stmt_draw_map(struct db *db, int32_t map_id, struct drawing_point page)
{
	return statement_run(db, &draw_map, VALUES(map_id, page.x, page.y));
}

bool stmt_draw_area(struct db *db, int32_t map_id, uint8_t loc, const struct drawing_place *place,
                    const char *path)
{
	return statement_run(
		db, &draw_area,
		VALUES(map_id, loc, place->unit.x, place->unit.y, place->label.x, place->label.y, path));
}
