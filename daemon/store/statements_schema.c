/* statements_schema: the database, its migrations and maps. */
#define STATEMENT_FILE STATEMENTS_SCHEMA
#include "statement.h"

#include <string.h>

/* ── database and schema ── */

STATEMENT(database_exists, "s", "select count(*) from pg_database where datname = $1");

bool stmt_make_database(struct db *db)
{
	struct db_args args;
	bool exists;
	db_args_init(&args, &database_exists);
	db_arg_text(&args, STMT_DATABASE);
	return statement_bool(db, &database_exists, &args, &exists) &&
	       (exists || db_script(db, "create database " STMT_DATABASE));
}

STATEMENT(schema_exists, "",
          "select (to_regclass('farm.schema_version') is not null)::int::bigint");
STATEMENT(schema_version, "", "select coalesce(max(version), 0)::bigint from farm.schema_version");

bool stmt_schema_version(struct db *db, int32_t *version)
{
	struct db_args args;
	bool exists;
	db_args_init(&args, &schema_exists);
	*version = 0;
	if (!statement_bool(db, &schema_exists, &args, &exists))
		return false;
	db_args_init(&args, &schema_version);
	return !exists || statement_int4(db, &schema_version, &args, version);
}

STATEMENT(schema_lacks, "i",
          "select (not exists (select from farm.schema_version where version = $1))::int::bigint");

bool stmt_schema_lacks(struct db *db, int32_t version, bool *lacks)
{
	struct db_args args;
	db_args_init(&args, &schema_lacks);
	db_arg_int4(&args, version);
	return statement_bool(db, &schema_lacks, &args, lacks);
}

bool stmt_schema_begin(struct db *db)
{
	return db_script(db, "begin;"
	                     "select pg_advisory_xact_lock(hashtext('aresfarm schema'));"
	                     "create schema if not exists farm;"
	                     "create table if not exists farm.schema_version (version int primary key, "
	                     "name text not null,"
	                     " applied_at timestamptz not null default now())");
}

STATEMENT(put_version, "is", "insert into farm.schema_version (version, name) values ($1, $2)");

bool stmt_put_version(struct db *db, int32_t version, const char *name)
{
	struct db_args args;
	db_args_init(&args, &put_version);
	db_arg_int4(&args, version);
	db_arg_text(&args, name);
	return statement_run(db, &put_version, &args);
}

STATEMENT(put_map, "ss",
          "with new as (insert into farm.maps (name, powers) values ($1, string_to_array($2, ' '))"
          " on conflict (name) do nothing returning id)"
          " select coalesce((select id from new), 0)::bigint");

bool stmt_put_map(struct db *db, const char *name, const struct map *map, int32_t *map_id)
{
	char powers[POWERS_MAX * sizeof *map->power] = "";
	for (int power = 0; power < map->power_count; power++)
		sprintf(powers + strlen(powers), "%s%s", power > 0 ? " " : "", map->power[power]);
	struct db_args args;
	db_args_init(&args, &put_map);
	db_arg_text(&args, name);
	db_arg_text(&args, powers);
	return statement_int4(db, &put_map, &args, map_id);
}

STATEMENT(put_area, "ihhsssssssss",
          "insert into farm.areas (map_id, id, province, code, name, type, centre, owner, start, "
          "army, fleet, alias)"
          " values ($1, $2, $3, $4, $5, $6, $7 = 'yes', nullif($8, ''), nullif($9, ''), "
          "string_to_array($10, ' '),"
          " string_to_array($11, ' '), nullif($12, ''))");

bool stmt_put_area(struct db *db, int32_t map_id, const struct map *map, const struct map_row *row)
{
	uint8_t loc = map_find(map, row->code, strlen(row->code));
	struct db_args args;
	db_args_init(&args, &put_area);
	db_arg_int4(&args, map_id);
	db_arg_int2(&args, loc);
	db_arg_int2(&args, map->loc[loc].province);
	const char *const texts[] = {row->code,  row->name, row->type,  row->centre, row->owner,
	                             row->start, row->army, row->fleet, row->alias};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		db_arg_text(&args, texts[i]);
	return statement_run(db, &put_area, &args);
}

/* No order: a map does not depend on that of its rows. */
STATEMENT(get_areas, "i",
          "select code, name, type, case when centre then 'yes' else 'no' end, coalesce(owner, ''),"
          " coalesce(start, ''), array_to_string(army, ' '), array_to_string(fleet, ' '), "
          "coalesce(alias, '')"
          " from farm.areas where map_id = $1");

/* The texts of a row stay the result's. */
static bool decode_area(struct db_reader reader, struct map_row *row)
{
	row->code = db_read_text(&reader);
	row->name = db_read_text(&reader);
	row->type = db_read_text(&reader);
	row->centre = db_read_text(&reader);
	row->owner = db_read_text(&reader);
	row->start = db_read_text(&reader);
	row->army = db_read_text(&reader);
	row->fleet = db_read_text(&reader);
	row->alias = db_read_text(&reader);
	return db_read_end(&reader);
}

bool stmt_load_map(struct db *db, int32_t map_id, struct map *map)
{
	struct db_args args;
	struct db_rows rows;
	db_args_init(&args, &get_areas);
	db_arg_int4(&args, map_id);
	if (!db_query(db, &get_areas, &args, &rows))
		return false;
	struct map_row areas[LOCS_MAX];
	char error[MAP_ERROR_SIZE] = "more areas than a map has room for";
	bool decoded = true, built = false;
	if (rows.count <= LOCS_MAX) {
		for (int i = 0; decoded && i < rows.count; i++)
			decoded = decode_area(db_read(db, &rows, i), &areas[i]);
		built = decoded && map_build(map, areas, (size_t)rows.count, error);
	}
	db_rows_free(&rows);
	return built || (decoded && db_refuse(db, "farm.areas, map %d: %s", map_id, error));
}

STATEMENT_FILE_END;
