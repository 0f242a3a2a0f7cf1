/* stmt_archive: see stmt_archive.h. */
#include "stmt_archive.h"

#include <stdlib.h>

#include "db/statements/statement.h"

STATEMENT(owns_farm, "",
          "select pg_has_role(nspowner, 'usage'), pg_get_userbyid(nspowner)::text"
          " from pg_namespace where nspname = 'farm'");

bool stmt_owns_farm(struct db *db, bool *owns, char owner[STMT_NAME_SIZE])
{
	return statement_row(db, &owns_farm, NO_VALUES, FIELDS(*owns, BUFFER(owner, STMT_NAME_SIZE)));
}

/* Texts of values are the same in every farm, whatever its settings. */
#define ARCHIVE_TEXTS                                                                              \
	"; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';"                              \
	" set local intervalstyle = 'postgres'; set local bytea_output = 'hex';"                       \
	" set local extra_float_digits = 1"

/* ── backup ── */

/* Whatever the statistics say, each table is read by its key, in the order of the file. */
#define ARCHIVE_BEGIN                                                                              \
	"begin isolation level repeatable read read only;"                                             \
	" set local enable_seqscan = off; set local enable_hashjoin = off;"                            \
	" set local enable_mergejoin = off; set local enable_bitmapscan = off" ARCHIVE_TEXTS

STATEMENT(find_archived, "s",
          "select t.id, (select max(version) from farm.schema_version),"
          " to_char(now() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'),"
          " farm.archive_digest(t.id) from farm.tournaments t where t.name = $1 and not t.dropped");

bool stmt_archive_open(struct db *db, const char *name, bool *found, struct archived *archived)
{
	return db_script(db, ARCHIVE_BEGIN) &&
	       statement_find(
			   db, &find_archived, VALUES(name), found,
			   FIELDS(archived->tournament, archived->schema, archived->taken, archived->digest));
}

STATEMENT(read_parts, "i",
          "select part, array_to_string(columns, ','), query from farm.archive_parts($1)"
          " order by place");

bool stmt_read_parts(struct db *db, int32_t tournament, struct db_rows *parts)
{
	return db_query(db, &read_parts, VALUES(tournament), parts);
}

bool stmt_next_part(struct db_rows *parts, struct archive_part *part)
{
	return db_rows_next(parts, FIELDS(part->name, part->columns, part->query));
}

/* A statement that has the query of a part in it, as the database has made it. To be freed. */
static char *wrap(const char *before, const struct archive_part *part, const char *after)
{
	char *sql;
	if (asprintf(&sql, "%s(%s)%s", before, part->query, after) < 0)
		abort();
	return sql;
}

bool stmt_count_part(struct db *db, const struct archive_part *part, int64_t *rows)
{
	char *sql = wrap("select count(*) from ", part, " part");
	const bool done = db_script_number(db, sql, rows);
	free(sql);
	return done;
}

bool stmt_copy_part(struct db *db, const struct archive_part *part, copy_taker *take, void *context,
                    int64_t *rows)
{
	char *sql = wrap("copy ", part, " to stdout");
	const bool done = copy_out(db, sql, take, context, rows);
	free(sql);
	return done;
}

/* ── restore ── */

STATEMENT(restore_open, "", "select farm.restore_open()::text");

bool stmt_restore_open(struct db *db)
{
	return db_script(db, "begin" ARCHIVE_TEXTS) && statement_run(db, &restore_open, NO_VALUES);
}

STATEMENT(restore_copy, "ss", "select farm.restore_copy($1, string_to_array($2, ','))");

bool stmt_restore_part(struct db *db, const char *part, const char *columns)
{
	char sql[STMT_COPY_SIZE];
	return statement_row(db, &restore_copy, VALUES(part, columns),
	                     FIELDS(BUFFER(sql, sizeof sql))) &&
	       copy_in_open(db, sql);
}

STATEMENT(restored_terms, "",
          "select coalesce(max(left(rules, 63)), ''), coalesce(max(left(judge, 63)), '')"
          " from pg_temp.restored_tournaments");

bool stmt_restored_terms(struct db *db, char rules[STMT_NAME_SIZE], char judge[STMT_NAME_SIZE])
{
	return statement_row(db, &restored_terms, NO_VALUES,
	                     FIELDS(BUFFER(rules, STMT_NAME_SIZE), BUFFER(judge, STMT_NAME_SIZE)));
}

STATEMENT(read_restored_users, "", "select name from pg_temp.restored_users");

bool stmt_read_restored_users(struct db *db, struct db_rows *users)
{
	return db_query(db, &read_restored_users, NO_VALUES, users);
}

bool stmt_next_restored_user(struct db_rows *users, const char **name)
{
	return db_rows_next(users, FIELDS(*name));
}

STATEMENT(restore_close, "s", "select tournament, map, made from farm.restore_close($1)");

/* What was restored: a statement of its own, so that it sees it. */
STATEMENT(
	look_restored, "i",
	"select farm.archive_digest($1), (select count(*) from farm.games g where g.tournament_id "
	"= $1"
	"  and g.state in ('pending', 'waiting')),"
	" (select count(*) from farm.seats s join farm.games g on g.id = s.game_id"
	"  join farm.users u on u.id = s.user_id and num_nonnulls(u.player, u.role) = 0"
	"  where g.tournament_id = $1 and g.state in ('pending', 'waiting'))");

bool stmt_restore_close(struct db *db, const char *name, struct restored *restored)
{
	return statement_row(db, &restore_close, VALUES(name),
	                     FIELDS(restored->tournament, restored->map, restored->made)) &&
	       statement_row(
			   db, &look_restored, VALUES(restored->tournament),
			   FIELDS(BUFFER(restored->digest, STMT_HEX_SIZE), restored->open, restored->people));
}
