/* stmt_schema: the database, the changes that its schema has, and its maps. */
#include "stmt_schema.h"

#include "db/statements/statement.h"

/* ── database and schema ── */

STATEMENT(database_exists, "s", "select count(*) > 0 from pg_database where datname = $1");

bool stmt_make_database(struct db *db)
{
	bool exists;
	return statement_row(db, &database_exists, VALUES(STMT_DATABASE), FIELDS(exists)) &&
	       (exists || db_script(db, "create database " STMT_DATABASE));
}

STATEMENT(schema_exists, "", "select to_regclass('farm.schema_version') is not null");

bool stmt_schema_exists(struct db *db, bool *exists)
{
	return statement_row(db, &schema_exists, NO_VALUES, FIELDS(*exists));
}

STATEMENT(database, "", "select current_database()::text");

bool stmt_database(struct db *db, char name[STMT_NAME_SIZE])
{
	return statement_row(db, &database, NO_VALUES, FIELDS(BUFFER(name, STMT_NAME_SIZE)));
}

/* By to_jsonb it also reads a table that lacks the column digest. */
STATEMENT(get_applied, "",
          "select version, left(name, 63), to_char(applied_at, 'YYYY-MM-DD HH24:MI'),"
          " (to_jsonb(v) ->> 'digest')::bytea from farm.schema_version v order by version");

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

STATEMENT(set_lock_timeout, "i", "select set_config('lock_timeout', $1::text, true) is not null");

static bool set_lock_timeout_ms(struct db *db, int milliseconds)
{
	bool set;
	return statement_row(db, &set_lock_timeout, VALUES(milliseconds), FIELDS(set));
}

/* Only the owner can take this lock, or one that conflicts with it. Before there is a table, the
 * name of the schema is the lock: who makes it second waits, and then finds it made. */
bool stmt_schema_begin(struct db *db, int other_init_ms, int patience_ms)
{
	bool exists;
	return db_script(db, "begin") && stmt_schema_exists(db, &exists) &&
	       set_lock_timeout_ms(db, other_init_ms) &&
	       db_script(db, exists ? "lock table farm.schema_version in share row exclusive mode"
	                            : "create schema farm; drop schema farm") &&
	       set_lock_timeout_ms(db, patience_ms);
}

STATEMENT(put_version, "is", "insert into farm.schema_version (version, name) values ($1, $2)");

bool stmt_put_version(struct db *db, int32_t version, const char *name)
{
	return statement_run(db, &put_version, VALUES(version, name));
}

STATEMENT(put_digest, "ix",
          "update farm.schema_version set digest = $2 where version = $1 and digest is null");

bool stmt_put_digest(struct db *db, int32_t version, const uint8_t sha256[DIGEST_SIZE])
{
	return statement_run(db, &put_digest, VALUES(version, BYTES(sha256, DIGEST_SIZE)));
}

STATEMENT(put_anew, "sx",
          "insert into farm.schema_version as v (version, name, digest) values (0, $1, $2)"
          " on conflict (version) do update set name = $1, digest = $2, applied_at = now()"
          " where v.digest <> $2");

bool stmt_put_anew(struct db *db, const char *aresfarm, const uint8_t sha256[DIGEST_SIZE])
{
	return statement_run(db, &put_anew, VALUES(aresfarm, BYTES(sha256, DIGEST_SIZE)));
}

/* ── locks ── */

STATEMENT(bound_waits, "",
          "select case current_setting('lock_timeout') when '0'"
          " then set_config('lock_timeout', '10s', false) end is null");

bool stmt_bound_waits(struct db *db)
{
	bool own;
	return statement_row(db, &bound_waits, NO_VALUES, FIELDS(own));
}

STATEMENT(
	lock_holders, "i",
	"select left(coalesce(string_agg(format('process %s of role %s%s', pid, usename,"
	"  ', since ' || to_char(xact_start, 'YYYY-MM-DD HH24:MI:SS')), '; '), ''), 280)"
	" from (select a.pid, a.usename, a.xact_start from pg_stat_activity a"
	"  where a.datname = current_database() and a.pid <> pg_backend_pid()"
	"  and coalesce(a.xact_start < now() - make_interval(secs => $1), true)"
	"  and exists (select from pg_locks l join pg_class c on c.oid = l.relation"
	"   where l.pid = a.pid and l.granted and l.locktype = 'relation'"
	"   and l.database = (select oid from pg_database where datname = current_database())"
	"   and c.relnamespace in (select oid from pg_namespace where nspname in ('api', 'farm')))"
	"  order by a.xact_start limit 3) h");

bool stmt_lock_holders(struct db *db, int seconds, char holders[STMT_HOLDERS_SIZE])
{
	return statement_row(db, &lock_holders, VALUES(seconds),
	                     FIELDS(BUFFER(holders, STMT_HOLDERS_SIZE)));
}

/* ── maps ── */

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

STATEMENT(find_map, "s", "select coalesce((select id from farm.maps where name = $1), 0)");

bool stmt_find_map(struct db *db, const char *name, int32_t *map_id)
{
	return statement_row(db, &find_map, VALUES(name), FIELDS(*map_id));
}

STATEMENT(
	describe_maps, "",
	"update farm.maps m"
	" set codes = a.codes, centres = a.centres, initials = a.initials"
	" from (select map_id, array_agg(code order by id) as codes,"
	"  array_agg(id order by id) filter (where centre and id = province) as centres,"
	"  (select string_agg(left(p, 1), '' order by n)"
	"   from farm.maps o cross join unnest(o.powers) with ordinality x (p, n)"
	"   where o.id = map_id) as initials"
	"  from farm.areas group by map_id) a"
	" where a.map_id = m.id"
	" and (m.codes, m.centres, m.initials) is distinct from (a.codes, a.centres, a.initials)");

bool stmt_describe_maps(struct db *db)
{
	return statement_run(db, &describe_maps, NO_VALUES);
}

#define MAPS                                                                                       \
	"(select m.id, m.name, powers, count(*) filter (where a.id = province) as provinces,"          \
	"  count(*) filter (where centre and a.id = province) as centres"                              \
	"  from farm.maps m join farm.areas a on a.map_id = m.id group by m.id) m"

STATEMENT(list_maps, "",
          "select format('%s  %s powers, %s provinces, %s centres: %s',"
          "  rpad(name, max(length(name)) over ()::int), cardinality(powers), provinces, centres,"
          "  array_to_string(powers, ' ')) from " MAPS " order by id");
STATEMENT(maps_json, "",
          "select coalesce(json_agg(json_build_object('name', name, 'powers', powers,"
          " 'provinces', provinces, 'centres', centres) order by id), '[]')::text from " MAPS);

bool stmt_list_maps(struct db *db, bool json, FILE *out)
{
	return statement_print(db, json ? &maps_json : &list_maps, NO_VALUES, out);
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
