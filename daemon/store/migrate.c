/* migrate: see migrate.h. */
#include "migrate.h"

#include <stdlib.h>

#include "statements.h"

/* name: "001_farm.sql"; the number is the version. */
struct script {
	const char *name, *sql;
};

static const struct script migrations[] = {
#include "schema.inc"
};

static const struct script views = {
#include "views.inc"
};

static int script_version(const struct script *script)
{
	return atoi(script->name);
}

static int newest_version(void)
{
	return script_version(&migrations[sizeof migrations / sizeof *migrations - 1]);
}

static bool refuse_newer(struct db *db, int version)
{
	return db_refuse(
		db, "the schema has version %d, newer than this program's, %d: use a newer aresfarm",
		version, newest_version());
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

/* A failure leaves the transaction open; closing the connection ends it. */
bool migrate_apply(struct db *db, int *applied)
{
	int32_t version;
	*applied = 0;
	if (!stmt_schema_begin(db) || !stmt_schema_version(db, &version))
		return false;
	if (version > newest_version())
		return refuse_newer(db, version);
	for (size_t i = 0; i < sizeof migrations / sizeof *migrations; i++) {
		const struct script *migration = &migrations[i];
		bool lacks;
		if (!stmt_schema_lacks(db, script_version(migration), &lacks))
			return false;
		if (!lacks)
			continue;
		if (!db_script(db, migration->sql) ||
		    !stmt_put_version(db, script_version(migration), migration->name))
			return false;
		(*applied)++;
	}
	return put_maps(db) && db_script(db, views.sql) && stmt_commit(db);
}

bool migrate_check(struct db *db)
{
	int32_t version;
	if (!stmt_schema_version(db, &version))
		return false;
	if (version == 0)
		return db_refuse(db, "the database is not initialised: run aresctl init");
	if (version > newest_version())
		return refuse_newer(db, version);
	for (size_t i = 0; i < sizeof migrations / sizeof *migrations; i++) {
		bool lacks;
		if (!stmt_schema_lacks(db, script_version(&migrations[i]), &lacks))
			return false;
		if (lacks)
			return db_refuse(db,
			                 "the schema is older than this program and lacks %s: run aresctl init",
			                 migrations[i].name);
	}
	return true;
}
