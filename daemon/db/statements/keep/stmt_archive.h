/* stmt_archive: the statements of aresctl backup and restore (schema/functions/archive.sql). A call
 * returns false on failure; db_fault has the reason. */
#ifndef ARESFARM_STATEMENTS_ARCHIVE_H
#define ARESFARM_STATEMENTS_ARCHIVE_H

#include "db/pg/copy.h"
#include "db/statements/statements.h"

enum { STMT_HEX_SIZE = 2 * DIGEST_SIZE + 1, STMT_COPY_SIZE = 8192 };

/* Whether the caller may read and write the whole farm; owner: the role that may. */
MUST_CHECK bool stmt_owns_farm(struct db *db, bool *owns, char owner[STMT_NAME_SIZE]);

/* ── backup ── */

/* digest: of what was played (farm.archive_digest). schema: the newest change of the database. */
struct archived {
	int32_t tournament, schema;
	char taken[STMT_NAME_SIZE], digest[STMT_HEX_SIZE];
};

/* Begins a transaction with a snapshot, and finds a tournament there. */
MUST_CHECK bool stmt_archive_open(struct db *db, const char *name, bool *found,
                                  struct archived *archived);

/* The parts, in their order. The texts are valid until the rows are closed. columns: separated by
 * commas. */
struct archive_part {
	const char *name, *columns, *query;
};
MUST_CHECK bool stmt_read_parts(struct db *db, int32_t tournament, struct db_rows *parts);
MUST_CHECK bool stmt_next_part(struct db_rows *parts, struct archive_part *part);
MUST_CHECK bool stmt_count_part(struct db *db, const struct archive_part *part, int64_t *rows);
MUST_CHECK bool stmt_copy_part(struct db *db, const struct archive_part *part, copy_taker *take,
                               void *context, int64_t *rows);

/* ── restore ── */

/* Begins a transaction with an empty temporary table for each part. */
MUST_CHECK bool stmt_restore_open(struct db *db);

/* Begins the copy of a part with these columns, separated by commas: copy_in_put... and
 * copy_in_close follow. */
MUST_CHECK bool stmt_restore_part(struct db *db, const char *part, const char *columns);

/* What the program must support in order to restore: the rule set and the judge of the tournament,
 * and the users' names. */
MUST_CHECK bool stmt_restored_terms(struct db *db, char rules[STMT_NAME_SIZE],
                                    char judge[STMT_NAME_SIZE]);
MUST_CHECK bool stmt_read_restored_users(struct db *db, struct db_rows *users);
MUST_CHECK bool stmt_next_restored_user(struct db_rows *users, const char **name);

/* Creates the tournament. made: its map is new, and must be checked (maps_take). */
struct restored {
	int32_t tournament, map;
	bool made;
	char digest[STMT_HEX_SIZE]; /* of what was played, as now in the farm */
	int64_t open;               /* games that are still to be played */
	int64_t people;             /* seats that people play by links */
};
MUST_CHECK bool stmt_restore_close(struct db *db, const char *name, struct restored *restored);

/* Renews the planner's statistics of the tables that have rows of all tournaments, outside of a
 * transaction. Until autovacuum does that, some questions to a new farm take minutes. */
MUST_CHECK bool stmt_analyze_restored(struct db *db);

#endif
