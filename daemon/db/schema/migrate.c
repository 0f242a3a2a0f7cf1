/* migrate: see migrate.h. */
#include "migrate.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/version.h"
#include "map_store.h"
#include "scripts.h"
#include "db/statements/keep/stmt_schema.h"

/* LOCK_MS: how long init waits for a lock while all other sessions queue after it. It retries until
 * its caller's time is over. */
enum { LOCK_MS = 100, PAUSE_MS = 100, PAUSE_MOST_MS = 2000 };

/* The result type of a function has changed: create or replace refuses this. */
#define FUNCTION_DIFFERS "42P13"

static const struct script *newest_change(void)
{
	return &scripts_changes.at[scripts_changes.count - 1];
}

/* ── what the database has ── */

/* The row of this version, or NULL. */
static const struct applied *find_applied(const struct schema *schema, int version)
{
	for (int i = 0; i < schema->count; i++)
		if (schema->applied[i].version == version)
			return &schema->applied[i];
	return NULL;
}

static bool refuse_older(struct db *db)
{
	char name[STMT_NAME_SIZE];
	return stmt_database(db, name) &&
	       db_refuse(
			   db,
			   "the database was made by an aresfarm before 0.1.0, and is left as it is. Keep it: "
			   "pg_dump -Fc -f old.dump %s; then start anew: dropdb %s; createdb %s; aresctl init "
			   "(the private server: aresctl down; mv .farm .farm-old; aresctl up; aresctl init)",
			   name, name, name);
}

/* Whether what was applied is what this program would apply. */
static bool compare_changes(struct db *db, const struct schema *schema)
{
	for (size_t i = 0; i < scripts_changes.count; i++) {
		const struct script *change = &scripts_changes.at[i];
		const struct applied *applied = find_applied(schema, scripts_version(change));
		uint8_t digest[DIGEST_SIZE];
		if (applied == NULL || !applied->digested)
			continue;
		scripts_digest(change, digest);
		if (memcmp(applied->digest, digest, DIGEST_SIZE) != 0)
			return db_refuse(db,
			                 "%s was changed after it was applied to this database (%s): use the "
			                 "aresfarm that applied it, and put changes into a new file of schema/",
			                 change->name, applied->at);
	}

	return true;
}

/* Loads the state of the schema. False also if this program does not know it. */
static bool recognise(struct db *db, struct schema *schema)
{
	if (!stmt_load_schema(db, schema))
		return false;
	if (schema->count == 0)
		return true;

	const struct applied *first = find_applied(schema, 1);
	const int version = schema->applied[schema->count - 1].version;
	if (first != NULL && strcmp(first->name, scripts_changes.at[0].name) != 0)
		return refuse_older(db);
	if (version > scripts_version(newest_change()))
		return db_refuse(
			db, "the schema has version %d, newer than this program's, %d: use a newer aresfarm",
			version, scripts_version(newest_change()));

	return compare_changes(db, schema);
}

/* ── what init does ── */

static bool put_maps(struct db *db)
{
	bool made;
	for (const struct map_source *source = map_sources; source->name != NULL; source++)
		if (!maps_put(db, source, &made))
			return false;
	return maps_draw(db) && stmt_describe_maps(db);
}

static bool run_scripts(struct db *db, const struct scripts *scripts)
{
	for (size_t i = 0; i < scripts->count; i++)
		if (!db_script(db, scripts->at[i].sql))
			return false;
	return true;
}

/* A new database gets the current tables, and counts as having had all changes. */
static bool apply_changes(struct db *db, const struct schema *schema, int *applied)
{
	const bool is_new = schema->count == 0;

	if (is_new && !run_scripts(db, &scripts_tables))
		return false;
	for (size_t i = 0; i < scripts_changes.count; i++) {
		const struct script *change = &scripts_changes.at[i];

		if (find_applied(schema, scripts_version(change)) != NULL)
			continue;
		if (!is_new && !db_script(db, change->sql))
			return false;
		if (!stmt_put_version(db, scripts_version(change), change->name))
			return false;
		(*applied)++;
	}
	return true;
}

/* Stores the digests of changes that were applied before digests existed. */
static bool put_digests(struct db *db)
{
	uint8_t digest[DIGEST_SIZE];
	for (size_t i = 0; i < scripts_changes.count; i++) {
		scripts_digest(&scripts_changes.at[i], digest);
		if (!stmt_put_digest(db, scripts_version(&scripts_changes.at[i]), digest))
			return false;
	}
	scripts_digest_anew(digest);
	return stmt_put_anew(db, "aresfarm " ARESFARM_VERSION, digest);
}

/* Functions are replaced, so that a worker that calls one meanwhile finds it. Only if a result type
 * has changed are all of them dropped first. */
static bool make_anew(struct db *db)
{
	const char *drop_functions = scripts_drop_functions.sql;
	if (!db_script(db, "savepoint anew"))
		return false;
	if (run_scripts(db, &scripts_anew))
		return db_script(db, drop_functions);
	return strcmp(db_fault(db)->sqlstate, FUNCTION_DIFFERS) == 0 &&
	       db_script(db, "rollback to savepoint anew") && db_script(db, drop_functions) &&
	       run_scripts(db, &scripts_anew);
}

/* ── init ── */

/* A failure leaves the transaction open. */
static bool try_apply(struct db *db, int wait_seconds, struct schema *schema, int *applied)
{
	*applied = schema->count = 0;
	return stmt_schema_begin(db, wait_seconds * 10000 + LOCK_MS, LOCK_MS) &&
	       recognise(db, schema) && db_script(db, scripts_drop_views.sql) &&
	       apply_changes(db, schema, applied) && put_maps(db) && make_anew(db) &&
	       db_script(db, scripts_rights.sql) && put_digests(db) && stmt_commit(db);
}

/* Whether it can succeed later: another session held a lock or changed the same catalogue row, or
 * another init created the schema first. Ends the transaction; db's fault stays. */
static bool may_try_again(struct db *db, bool began_empty)
{
	static const char *const passing[] = {STMT_LOCKED, "40P01", "XX000"};
	static const char *const lost[] = {STMT_TAKEN, "42P06"};
	const struct db_fault fault = *db_fault(db);
	bool again = false, exists;
	for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
		again |= strcmp(fault.sqlstate, passing[i]) == 0;
	if (fault.lost || !db_script(db, "rollback"))
		return false;
	for (size_t i = 0; began_empty && i < sizeof lost / sizeof *lost; i++)
		again |= strcmp(fault.sqlstate, lost[i]) == 0 && stmt_schema_exists(db, &exists) && exists;
	return again;
}

bool migrate_apply(struct db *db, int wait_seconds, int *applied)
{
	struct schema schema;
	const int64_t end = clock_ms() + wait_seconds * INT64_C(1000);
	for (int64_t pause = PAUSE_MS;; pause = MIN(pause * 2, PAUSE_MOST_MS)) {
		if (try_apply(db, wait_seconds, &schema, applied))
			return true;
		if (!may_try_again(db, schema.count == 0) || clock_ms() + pause > end)
			return false;
		nanosleep(&(struct timespec){pause / 1000, pause % 1000 * 1000000}, NULL);
	}
}

/* ── check ── */

bool migrate_check(struct db *db)
{
	struct schema schema;
	uint8_t digest[DIGEST_SIZE];

	if (!recognise(db, &schema))
		return false;
	if (schema.count == 0)
		return db_refuse(db, "the database is not initialised: run aresctl init");

	for (size_t i = 0; i < scripts_changes.count; i++)
		if (find_applied(&schema, scripts_version(&scripts_changes.at[i])) == NULL)
			return db_refuse(db,
			                 "the schema is older than this program and lacks %s: run aresctl init",
			                 scripts_changes.at[i].name);

	const struct applied *anew = find_applied(&schema, 0);
	scripts_digest_anew(digest);
	if (anew == NULL || !anew->digested || memcmp(anew->digest, digest, DIGEST_SIZE) != 0)
		return db_refuse(db,
		                 "the functions in the database are not this program's (%s made them, %s): "
		                 "run aresctl init of this aresfarm, or use the one that made them",
		                 anew != NULL ? anew->name : "nobody", anew != NULL ? anew->at : "never");

	return true;
}
