/* stmt_schema: the database, the changes that its schema has, and its maps. */
#include "stmt_schema.h"

#include <stdlib.h>

#include "db/statements/statement.h"
#include "formats/map/map_file.h"

#include "db/statements/keep/stmt_schema.inc"

/* ── database and schema ── */

bool stmt_make_database(struct db *db)
{
	bool exists;
	char sql[STMT_NAME_SIZE + 32];
	snprintf(sql, sizeof sql, create_database, STMT_DATABASE);
	return statement_row(db, &database_exists, VALUES(STMT_DATABASE), FIELDS(exists)) &&
	       (exists || db_script(db, sql));
}

bool stmt_load_schema(struct db *db, struct schema *schema)
{
	struct db_rows rows;
	bool exists, fits = true;
	schema->count = 0;
	if (!stmt_schema_exists(db, &exists) ||
	    (exists && !db_query(db, &get_applied, NO_VALUES, &rows)))
		return false;
	if (!exists)
		return true;
	for (struct applied *at = schema->applied; fits; at++) {
		fits = schema->count < STMT_CHANGES_MAX;
		if (!fits || !db_rows_next(&rows, FIELDS(at->version, BUFFER(at->name, STMT_NAME_SIZE),
		                                         BUFFER(at->at, STMT_NAME_SIZE),
		                                         OPTIONAL(at->digested, at->digest))))
			break;
		schema->count++;
	}
	return db_rows_close(&rows) &&
	       (fits || db_refuse(db, "more than %d changes of the schema", STMT_CHANGES_MAX));
}

static bool set_lock_timeout_ms(struct db *db, int milliseconds)
{
	bool set;
	return statement_row(db, &set_lock_timeout, VALUES(milliseconds), FIELDS(set));
}

bool stmt_schema_begin(struct db *db, int other_init_ms, int patience_ms)
{
	bool exists;
	return db_script(db, begin) && stmt_schema_exists(db, &exists) &&
	       set_lock_timeout_ms(db, other_init_ms) &&
	       db_script(db, exists ? lock_schema : lock_name) && set_lock_timeout_ms(db, patience_ms);
}

/* ── maps ── */

bool stmt_put_map(struct db *db, const char *name, const struct map *map, int32_t *map_id)
{
	char powers[POWERS_MAX * sizeof *map->power] = "";
	for (int power = 0; power < map->power_count; power++)
		sprintf(powers + strlen(powers), "%s%s", power > 0 ? " " : "", map->power[power]);
	return statement_row(db, &put_map, VALUES(name, powers), FIELDS(*map_id));
}

bool stmt_put_area(struct db *db, int32_t map_id, const struct map *map, const struct map_row *row)
{
	const uint8_t loc = map_find(map, row->code, strlen(row->code));
	return statement_run(db, &put_area,
	                     VALUES(map_id, loc, map->loc[loc].province, row->code, row->name,
	                            row->type, row->centre, row->owner, row->start, row->army,
	                            row->fleet, row->alias));
}

bool stmt_list_maps(struct db *db, bool json, FILE *out)
{
	return statement_print(db, json ? &maps_json : &list_maps, NO_VALUES, out);
}

/* The texts are valid until the rows are closed. */
static bool next_area(struct db_rows *rows, struct map_row *row)
{
	return db_rows_next(rows, FIELDS(row->code, row->name, row->type, row->centre, row->owner,
	                                 row->start, row->army, row->fleet, row->alias));
}

/* Asks for the areas of a map. The caller must close the rows; if there are more than LOCS_MAX,
 * *count is LOCS_MAX + 1. */
static bool read_areas(struct db *db, int32_t map_id, struct db_rows *rows,
                       struct map_row areas[LOCS_MAX + 1], size_t *count)
{
	if (!db_query(db, &get_areas, VALUES(map_id), rows))
		return false;
	*count = 0;
	while (*count <= LOCS_MAX && next_area(rows, &areas[*count]))
		++*count;
	return true;
}

bool stmt_load_map(struct db *db, int32_t map_id, struct map *map)
{
	struct db_rows rows;
	struct map_row areas[LOCS_MAX + 1];
	char error[ERROR_SIZE] = "more areas than a map has room for";
	size_t count;
	if (!read_areas(db, map_id, &rows, areas, &count))
		return false;
	const bool built = !rows.bad && count <= LOCS_MAX && map_build(map, areas, count, error);
	return db_rows_close(&rows) &&
	       (built || db_refuse(db, "farm.areas, map %d: %s", map_id, error));
}

bool stmt_print_map(struct db *db, int32_t map_id, char **text, size_t *size)
{
	struct db_rows rows;
	struct map_row areas[LOCS_MAX + 1];
	size_t count;
	if (!read_areas(db, map_id, &rows, areas, &count))
		return false;
	*size = map_file_print(areas, count, NULL, 0);
	*text = malloc(*size + 1);
	if (*text != NULL)
		map_file_print(areas, count, *text, *size + 1);
	if (db_rows_close(&rows))
		return true;
	free(*text);
	return false;
}
