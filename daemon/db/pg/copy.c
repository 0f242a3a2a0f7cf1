/* copy: see copy.h. */
#include "copy.h"

#include <stdlib.h>
#include <string.h>

#include "db_inside.h"

/* Runs the statement. True if the server then waits for rows, or has some. */
static bool start(struct db *db, const char *sql, ExecStatusType wanted)
{
	if (!PQsendQuery(db->link.conn, sql) || !link_wait(&db->link, LINK_AWAIT))
		return db_fail_connection(db);
	PGresult *result = PQgetResult(db->link.conn);
	const bool started = PQresultStatus(result) == wanted;
	if (!started && db_succeeded(result))
		db_refuse(db, "the server began no copy");
	else if (!started)
		db_fail_result(db, result);
	PQclear(result);
	if (!started)
		PQclear(link_result(&db->link));
	return started;
}

/* ── out ── */

/* Waits for the final result of the server. */
static bool end_out(struct db *db)
{
	PGresult *result = link_result(&db->link);
	const bool done = db_succeeded(result) || db_fail_result(db, result);
	PQclear(result);
	return done;
}

bool copy_out(struct db *db, const char *sql, copy_taker *take, void *context, int64_t *rows)
{
	*rows = 0;
	if (!start(db, sql, PGRES_COPY_OUT))
		return false;
	for (;;) {
		char *row = NULL;
		const int size = PQgetCopyData(db->link.conn, &row, 1);
		if (size > 0) {
			const bool taken = take(context, row, (size_t)size);
			PQfreemem(row);
			++*rows;
			if (taken)
				continue;
			link_break(&db->link, "the copy was given up");
			return db_fail_connection(db);
		}
		if (size < 0)
			return size == -1 ? end_out(db) : db_fail_connection(db);
		if (!link_wait(&db->link, LINK_RECEIVE))
			return db_fail_connection(db);
	}
}

/* ── in ── */

/* The line that the server names: "COPY restored_games, line 7, column state: ...". */
static int64_t find_line(const PGresult *result)
{
	const char *where = PQresultErrorField(result, PG_DIAG_CONTEXT);
	const char *at = where != NULL ? strstr(where, "COPY ") : NULL;
	at = at != NULL ? strstr(at, ", line ") : NULL;
	return at != NULL ? strtoll(at + strlen(", line "), NULL, 10) : 0;
}

bool copy_in_open(struct db *db, const char *sql)
{
	return start(db, sql, PGRES_COPY_IN);
}

/* Waits for the final result of the server. Its first error is the cause. */
static bool end_in(struct db *db, int64_t *line)
{
	bool done = true;
	PGresult *result;
	while (link_wait(&db->link, LINK_AWAIT) && (result = PQgetResult(db->link.conn)) != NULL) {
		if (done && !db_succeeded(result)) {
			*line = find_line(result);
			done = db_fail_result(db, result);
		}
		PQclear(result);
	}
	return db_ready(db) ? done : db_fail_connection(db);
}

bool copy_in_put(struct db *db, const char *bytes, size_t size, int64_t *line)
{
	enum { PIECE = 64 * 1024 };

	*line = 0;
	while (size > 0) {
		const size_t piece = MIN(size, PIECE);
		if (PQputCopyData(db->link.conn, bytes, (int)piece) < 1) {
			/* the server has rejected something, and accepts no more */
			return end_in(db, line) ? db_refuse(db, "the server took no more rows") : false;
		}
		if (!link_wait(&db->link, LINK_FLUSH))
			return db_fail_connection(db);
		bytes += piece;
		size -= piece;
	}

	return true;
}

bool copy_in_close(struct db *db, int64_t *line)
{
	*line = 0;
	if (PQputCopyEnd(db->link.conn, NULL) == 1 && !link_wait(&db->link, LINK_FLUSH))
		return db_fail_connection(db);
	return end_in(db, line);
}
