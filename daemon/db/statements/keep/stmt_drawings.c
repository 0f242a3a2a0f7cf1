/* stmt_drawings: see stmt_drawings.h. */
#include "stmt_drawings.h"

#include "db/statements/statement.h"

STATEMENT(draw_map, "iii",
          "update farm.maps set page_width = $2 / 10.0, page_height = $3 / 10.0"
          " where id = $1 and (page_width, page_height) is distinct from"
          " (($2 / 10.0)::real, ($3 / 10.0)::real)");

bool stmt_draw_map(struct db *db, int32_t map_id, struct drawing_point page)
{
	return statement_run(db, &draw_map, VALUES(map_id, page.x, page.y));
}

STATEMENT(
	draw_area, "ihiiiis",
	"update farm.areas a set unit_x = n.unit_x, unit_y = n.unit_y, label_x = n.label_x,"
	" label_y = n.label_y, path = n.path"
	" from (select ($3 / 10.0)::real as unit_x, ($4 / 10.0)::real as unit_y,"
	"  case when $7 <> '' then ($5 / 10.0)::real end as label_x,"
	"  case when $7 <> '' then ($6 / 10.0)::real end as label_y, nullif($7, '') as path) n"
	" where a.map_id = $1 and a.id = $2 and (a.unit_x, a.unit_y, a.label_x, a.label_y, a.path)"
	" is distinct from (n.unit_x, n.unit_y, n.label_x, n.label_y, n.path)");

bool stmt_draw_area(struct db *db, int32_t map_id, uint8_t loc, const struct drawing_place *place,
                    const char *path)
{
	return statement_run(
		db, &draw_area,
		VALUES(map_id, loc, place->unit.x, place->unit.y, place->label.x, place->label.y, path));
}

STATEMENT(next_map, "i", "select coalesce((select min(id) from farm.maps where id > $1), 0)");

bool stmt_next_map(struct db *db, int32_t after, int32_t *map_id)
{
	return statement_row(db, &next_map, VALUES(after), FIELDS(*map_id));
}
