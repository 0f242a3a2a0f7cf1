/* statements_schema: the database, the changes that its schema has, and its maps. */
#include "statement.h"

/* ── database and schema ── */

STATEMENT(database_exists, "s", "select count(*) > 0 from pg_database where datname = $1");

bool stmt_make_database(struct db *db)
{
	bool exists;
	return statement_row(db, &database_exists, VALUES(STMT_DATABASE), FIELDS(exists)) &&
	       (exists || db_script(db, "create database " STMT_DATABASE));
}

STATEMENT(schema_exists, "", "select to_regclass('farm.schema_version') is not null");
STATEMENT(schema_version, "", "select coalesce(max(version), 0) from farm.schema_version");

bool stmt_schema_version(struct db *db, int32_t *version)
{
	bool exists;
	*version = 0;
	return statement_row(db, &schema_exists, NO_VALUES, FIELDS(exists)) &&
	       (!exists || statement_row(db, &schema_version, NO_VALUES, FIELDS(*version)));
}

STATEMENT(schema_is_older, "s",
          "select coalesce((select current_database() from farm.schema_version"
          " where version = 1 and name <> $1), '')::text");

bool stmt_schema_is_older(struct db *db, const char *baseline, char database[STMT_NAME_SIZE])
{
	return statement_row(db, &schema_is_older, VALUES(baseline),
	                     FIELDS(BUFFER(database, STMT_NAME_SIZE)));
}

STATEMENT(schema_lacks, "i",
          "select not exists (select from farm.schema_version where version = $1)");

bool stmt_schema_lacks(struct db *db, int32_t version, bool *lacks)
{
	return statement_row(db, &schema_lacks, VALUES(version), FIELDS(*lacks));
}

bool stmt_schema_begin(struct db *db)
{
	return db_script(db, "begin; select pg_advisory_xact_lock(hashtext('aresfarm schema'))");
}

STATEMENT(put_version, "is", "insert into farm.schema_version (version, name) values ($1, $2)");

bool stmt_put_version(struct db *db, int32_t version, const char *name)
{
	return statement_run(db, &put_version, VALUES(version, name));
}

STATEMENT(put_map, "ss",
          "with new as (insert into farm.maps (name, powers) values ($1, string_to_array($2, ' '))"
          " on conflict (name) do nothing returning id)"
          " select coalesce((select id from new), 0)");

bool stmt_put_map(struct db *db, const char *name, const struct map *map, int32_t *map_id)
{
	char powers[POWERS_MAX * sizeof *map->power] = "";
	for (int power = 0; power < map->power_count; power++)
		sprintf(powers + strlen(powers), "%s%s", power > 0 ? " " : "", map->power[power]);
	return statement_row(db, &put_map, VALUES(name, powers), FIELDS(*map_id));
}

STATEMENT(put_area, "ihhsssssssss",
          "insert into farm.areas (map_id, id, province, code, name, type, centre, owner, start, "
          "army, fleet, alias)"
          " values ($1, $2, $3, $4, $5, $6, $7 = 'yes', nullif($8, ''), nullif($9, ''), "
          "string_to_array($10, ' '),"
          " string_to_array($11, ' '), nullif($12, ''))");

bool stmt_put_area(struct db *db, int32_t map_id, const struct map *map, const struct map_row *row)
{
	const uint8_t loc = map_find(map, row->code, strlen(row->code));
	return statement_run(db, &put_area,
	                     VALUES(map_id, loc, map->loc[loc].province, row->code, row->name,
	                            row->type, row->centre, row->owner, row->start, row->army,
	                            row->fleet, row->alias));
}

/* The rows need no order: a map does not depend on it. */
STATEMENT(get_areas, "i",
          "select code, name, type, case when centre then 'yes' else 'no' end, coalesce(owner, ''),"
          " coalesce(start, ''), array_to_string(army, ' '), array_to_string(fleet, ' '), "
          "coalesce(alias, '')"
          " from farm.areas where map_id = $1");

/* The texts are valid until the rows are closed. */
static bool next_area(struct db_rows *rows, struct map_row *row)
{
	return db_rows_next(rows, FIELDS(row->code, row->name, row->type, row->centre, row->owner,
	                                 row->start, row->army, row->fleet, row->alias));
}

bool stmt_load_map(struct db *db, int32_t map_id, struct map *map)
{
	struct db_rows rows;
	struct map_row areas[LOCS_MAX];
	char error[MAP_ERROR_SIZE] = "more areas than a map has room for";
	size_t count = 0;
	if (!db_query(db, &get_areas, VALUES(map_id), &rows))
		return false;
	while (count < LOCS_MAX && next_area(&rows, &areas[count]))
		count++;
	const bool fits = rows.next == rows.count,
			   built = !rows.bad && fits && map_build(map, areas, count, error);
	return db_rows_close(&rows) &&
	       (built || db_refuse(db, "farm.areas, map %d: %s", map_id, error));
}
