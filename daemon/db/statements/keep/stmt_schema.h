/* stmt_schema: the statements of aresctl init, and its records (migrate.h). A call returns false on
 * failure; db_fault has the reason. */
#ifndef ARESFARM_STATEMENTS_SCHEMA_H
#define ARESFARM_STATEMENTS_SCHEMA_H

#include "db/statements/statements.h"
#include "picture/drawing.h"

enum { STMT_CHANGES_MAX = 256, STMT_WHERE_SIZE = 300 };

/* A row of farm.schema_version: a change that was applied. version 0: what every init recreates;
 * name is the version of aresfarm that did it. */
struct applied {
	int32_t version;
	char name[STMT_NAME_SIZE], at[STMT_NAME_SIZE];
	bool digested; /* false: applied before digests were introduced */
	uint8_t digest[DIGEST_SIZE];
};
struct schema {
	int count;                                /* 0: there is no schema */
	struct applied applied[STMT_CHANGES_MAX]; /* in the order of their versions */
};
MUST_CHECK bool stmt_load_schema(struct db *db, struct schema *schema);

MUST_CHECK bool stmt_schema_exists(struct db *db, bool *exists);
MUST_CHECK bool stmt_database(struct db *db, char name[STMT_NAME_SIZE]);

/* The target of this connection, for people: "database aresfarm, role aresd, server 10.0.0.1 port
 * 5432"; without the server if it is reached by a socket. */
MUST_CHECK bool stmt_find_where(struct db *db, char where[STMT_WHERE_SIZE]);

/* Begins a transaction. If there is a schema, it excludes any other init until it ends, and waits
 * at most other_init_ms for a running one. Its later statements wait at most patience_ms for a
 * lock. */
MUST_CHECK bool stmt_schema_begin(struct db *db, int other_init_ms, int patience_ms);
MUST_CHECK bool stmt_put_version(struct db *db, int32_t version, const char *name);

/* Stores the digest of a change that has none. */
MUST_CHECK bool stmt_put_digest(struct db *db, int32_t version, const uint8_t sha256[DIGEST_SIZE]);

/* Records what was recreated, and by which aresfarm. Idempotent. */
MUST_CHECK bool stmt_put_anew(struct db *db, const char *aresfarm,
                              const uint8_t sha256[DIGEST_SIZE]);

/* Fills in the columns of each map that views read (farm.maps.codes and the like). */
MUST_CHECK bool stmt_describe_maps(struct db *db);

/* The tournaments on a map: their number, the names of the first three, and the number of dropped
 * ones whose rows remain. */
MUST_CHECK bool stmt_map_users(struct db *db, int32_t map, int64_t *users,
                               char names[STMT_HOLDERS_SIZE], int64_t *remains);

/* Removes a map and what players know of it. False, with a fault, if a tournament has it. */
MUST_CHECK bool stmt_drop_map(struct db *db, int32_t map);

/* Store a map's drawing: the lower right corner of its page, and the place of an area. path: "" for
 * a coast, which has no outline and no label. Existing values are not rewritten. */
MUST_CHECK bool stmt_draw_map(struct db *db, int32_t map_id, const struct drawing_point *page);
MUST_CHECK bool stmt_draw_area(struct db *db, int32_t map_id, int16_t area,
                               const struct drawing_place *place, const char *path);

/* The map with the next id; *map_id is 0 when there is none. */
MUST_CHECK bool stmt_next_map(struct db *db, int32_t after, int32_t *map_id);

/* Prints the maps, one per line, or as an array of JSON objects. */
MUST_CHECK bool stmt_list_maps(struct db *db, bool json, FILE *out);

#endif
