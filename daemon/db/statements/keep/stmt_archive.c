/* stmt_archive: see stmt_archive.h. */
#include "stmt_archive.h"

#include <stdlib.h>

#include "base/heap.h"
#include "db/statements/statement.h"

#include "db/statements/keep/stmt_archive.inc"

/* ── backup ── */

bool stmt_archive_open(struct db *db, const char *name, bool *found, struct archived *archived)
{
	return db_script(db, begin_backup) &&
	       statement_find(
			   db, &find_archived, VALUES(name), found,
			   FIELDS(archived->tournament, archived->schema, archived->taken, archived->digest));
}

/* The query of a part is as the database has made it. */
bool stmt_count_part(struct db *db, const struct archive_part *part, int64_t *rows)
{
	char *sql = heap_print(count_part, part->query);
	const bool done = db_script_number(db, sql, rows);
	free(sql);
	return done;
}

bool stmt_copy_part(struct db *db, const struct archive_part *part, copy_taker *take, void *context,
                    int64_t *rows)
{
	char *sql = heap_print(copy_part, part->query);
	const bool done = copy_out(db, sql, take, context, rows);
	free(sql);
	return done;
}

/* ── restore ── */

bool stmt_restore_open(struct db *db)
{
	return db_script(db, begin_restore) && statement_run(db, &restore_open, NO_VALUES);
}

bool stmt_restore_part(struct db *db, const char *part, const char *columns)
{
	char sql[STMT_COPY_SIZE];
	return statement_row(db, &restore_copy, VALUES(part, columns),
	                     FIELDS(BUFFER(sql, sizeof sql))) &&
	       copy_in_open(db, sql);
}

bool stmt_restore_close(struct db *db, const char *name, struct restored *restored)
{
	return statement_row(db, &restore_close, VALUES(name),
	                     FIELDS(restored->tournament, restored->map, restored->made)) &&
	       statement_row(
			   db, &look_restored, VALUES(restored->tournament),
			   FIELDS(BUFFER(restored->digest, STMT_HEX_SIZE), restored->open, restored->people));
}
