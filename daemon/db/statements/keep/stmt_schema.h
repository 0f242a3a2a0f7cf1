/* stmt_schema: the statements of aresctl init, and what it has noted (migrate.h). A call
 * returns false when it failed; then db_fault says why. */
#ifndef ARESFARM_STATEMENTS_SCHEMA_H
#define ARESFARM_STATEMENTS_SCHEMA_H

#include "db/statements/statements.h"

enum { STMT_CHANGES_MAX = 256 };

/* A row of farm.schema_version: a change that was applied. version 0: what every init makes anew,
 * and name is the aresfarm whose init made it. */
struct applied {
	int32_t version;
	char name[STMT_NAME_SIZE], at[STMT_NAME_SIZE];
	bool digested; /* false: it was applied before there were digests */
	uint8_t digest[DIGEST_SIZE];
};
struct schema {
	int count;                                /* 0: there is no schema */
	struct applied applied[STMT_CHANGES_MAX]; /* in the order of their versions */
};
MUST_CHECK bool stmt_load_schema(struct db *db, struct schema *schema);

MUST_CHECK bool stmt_schema_exists(struct db *db, bool *exists);
MUST_CHECK bool stmt_database(struct db *db, char name[STMT_NAME_SIZE]);

/* Begins a transaction. Where there is a schema, this holds off any other init until it ends, and
 * waits so long for another. No later statement of it waits longer for a lock than patience_ms. */
MUST_CHECK bool stmt_schema_begin(struct db *db, int other_init_ms, int patience_ms);
MUST_CHECK bool stmt_put_version(struct db *db, int32_t version, const char *name);

/* Stores the digest of a change that has none. */
MUST_CHECK bool stmt_put_digest(struct db *db, int32_t version, const uint8_t sha256[DIGEST_SIZE]);

/* Notes what was made anew, and by which aresfarm. The same again changes nothing. */
MUST_CHECK bool stmt_put_anew(struct db *db, const char *aresfarm,
                              const uint8_t sha256[DIGEST_SIZE]);

/* Fills in what views read of each map (farm.maps.codes and the like). */
MUST_CHECK bool stmt_describe_maps(struct db *db);

/* Prints the maps, a line each, or as an array of JSON objects. */
MUST_CHECK bool stmt_list_maps(struct db *db, bool json, FILE *out);

#endif
