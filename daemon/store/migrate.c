/* migrate: see migrate.h. */
#include "migrate.h"

#include <stdlib.h>
#include <string.h>

#include "statements.h"

/* name: "001_baseline.sql"; the number is the version. */
struct script {
	const char *name, *sql;
};

static const struct script changes[] = {
#include "schema.inc"
};

/* What every init makes anew: functions and views, in an order in which they find each other. */
static const struct script anew[] = {
#include "anew.inc"
};

static const struct script drop_views = {
#include "drop_views.inc"
};

static const struct script drop_functions = {
#include "drop_functions.inc"
};

static const struct script rights = {
#include "rights.inc"
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* A function has another result than it had: create or replace refuses it. */
#define FUNCTION_DIFFERS "42P13"

static int script_version(const struct script *script)
{
	return atoi(script->name);
}

static int newest_version(void)
{
	return script_version(&changes[LENGTH(changes) - 1]);
}

/* Whether this program knows the schema. version: its version, 0 for none. */
static bool recognise(struct db *db, int32_t *version)
{
	char old[STMT_NAME_SIZE] = "";
	if (!stmt_schema_version(db, version) ||
	    (*version > 0 && !stmt_schema_is_older(db, changes[0].name, old)))
		return false;
	if (*old != '\0')
		return db_refuse(
			db,
			"the database was made by an aresfarm before 0.1.0, and is left as it is. Keep it: "
			"pg_dump -Fc -f old.dump %s; then start anew: dropdb %s; createdb %s; aresctl init "
			"(the private server: aresctl down; mv .farm .farm-old; aresctl up; aresctl init)",
			old, old, old);
	if (*version > newest_version())
		return db_refuse(
			db, "the schema has version %d, newer than this program's, %d: use a newer aresfarm",
			*version, newest_version());
	return true;
}

static bool put_maps(struct db *db)
{
	for (const struct map_source *source = map_sources; source->name != NULL; source++) {
		struct map map;
		char error[MAP_ERROR_SIZE];
		int32_t map_id;
		if (!map_build(&map, source->rows, source->count, error))
			return db_refuse(db, "map %s: %s", source->name, error);
		if (!stmt_put_map(db, source->name, &map, &map_id))
			return false;
		for (size_t i = 0; map_id != 0 && i < source->count; i++)
			if (!stmt_put_area(db, map_id, &map, &source->rows[i]))
				return false;
	}
	return true;
}

static bool apply_changes(struct db *db, bool fresh, int *applied)
{
	for (size_t i = 0; i < LENGTH(changes); i++) {
		bool lacks = fresh;
		if (!fresh && !stmt_schema_lacks(db, script_version(&changes[i]), &lacks))
			return false;
		if (!lacks)
			continue;
		if (!db_script(db, changes[i].sql) ||
		    !stmt_put_version(db, script_version(&changes[i]), changes[i].name))
			return false;
		(*applied)++;
	}
	return true;
}

static bool run_anew(struct db *db)
{
	for (size_t i = 0; i < LENGTH(anew); i++)
		if (!db_script(db, anew[i].sql))
			return false;
	return true;
}

/* Functions are replaced, so that a worker that calls one meanwhile finds it. Only when one has
 * another result than before are all of them dropped first. */
static bool make_anew(struct db *db)
{
	if (!db_script(db, "savepoint anew"))
		return false;
	if (run_anew(db))
		return db_script(db, drop_functions.sql);
	return strcmp(db_fault(db)->sqlstate, FUNCTION_DIFFERS) == 0 &&
	       db_script(db, "rollback to savepoint anew") && db_script(db, drop_functions.sql) &&
	       run_anew(db);
}

/* A failure leaves the transaction open; closing the connection ends it. */
bool migrate_apply(struct db *db, int *applied)
{
	int32_t version;
	*applied = 0;
	return stmt_schema_begin(db) && recognise(db, &version) && db_script(db, drop_views.sql) &&
	       apply_changes(db, version == 0, applied) && put_maps(db) && make_anew(db) &&
	       db_script(db, rights.sql) && stmt_commit(db);
}

bool migrate_check(struct db *db)
{
	int32_t version;
	if (!recognise(db, &version))
		return false;
	if (version == 0)
		return db_refuse(db, "the database is not initialised: run aresctl init");
	for (size_t i = 0; i < LENGTH(changes); i++) {
		bool lacks;
		if (!stmt_schema_lacks(db, script_version(&changes[i]), &lacks))
			return false;
		if (lacks)
			return db_refuse(db,
			                 "the schema is older than this program and lacks %s: run aresctl init",
			                 changes[i].name);
	}
	return true;
}
