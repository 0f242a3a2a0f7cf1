/* scripts: the texts of the schema, compiled in from schema/ and the views of sql/, with their
 * digests. aresctl init stores the digests; every program compares them with its own (migrate.h).
 */
#ifndef ARESFARM_SCRIPTS_H
#define ARESFARM_SCRIPTS_H

#include <stddef.h>

#include "db/record/digest.h"

/* name: "001_baseline.sql"; the number of a change is the version. */
struct script {
	const char *name, *sql;
};

struct scripts {
	const struct script *at;
	size_t count;
};

/* The changes of the schema, in the order of their numbers, at least one. Each is applied once. */
extern const struct scripts scripts_changes;

/* The tables as they are after all changes, for a new database. */
extern const struct scripts scripts_tables;

/* What every init recreates: functions and views, in the order of their dependencies. */
extern const struct scripts scripts_anew;

extern const struct script scripts_drop_views, scripts_drop_functions, scripts_rights;

int scripts_version(const struct script *change);

/* The sha256 of a change's text. */
void scripts_digest(const struct script *change, uint8_t sha256[DIGEST_SIZE]);

/* The sha256 of all texts of scripts_anew and of scripts_rights. */
void scripts_digest_anew(uint8_t sha256[DIGEST_SIZE]);

#endif
