/* db: see db.h. */
#include "db.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "db_inside.h"
#include "pooler.h"

enum { SERVER_LEAST = 150000 };

/* The server is read-only, for example a standby. Its message names a statement that no user has
 * typed. */
#define READ_ONLY "25006"

/* ── faults ── */

void db_line(char line[DB_MESSAGE_SIZE], const char *message)
{
	snprintf(line, DB_MESSAGE_SIZE, "%s", message);
	size_t length = strlen(line);
	while (length > 0 && line[length - 1] == '\n')
		line[--length] = '\0';
	for (char *at = line; *at; at++)
		if (*at == '\n' || *at == '\t')
			*at = ' ';
}

/* Stores the message, and always returns false. */
static bool fail(struct db *db, const char *sqlstate, const char *message)
{
	struct db_fault *fault = &db->fault;
	snprintf(fault->sqlstate, sizeof fault->sqlstate, "%s", sqlstate != NULL ? sqlstate : "");
	db_line(fault->message, message);
	fault->lost = PQstatus(db->link.conn) != CONNECTION_OK ||
	              strncmp(fault->sqlstate, "08", 2) == 0 || strncmp(fault->sqlstate, "57P", 3) == 0;
	fault->unreadable = false;
	return false;
}

bool db_fail_connection(struct db *db)
{
	return fail(db, NULL, link_error(&db->link));
}

bool db_fail_result(struct db *db, const PGresult *result)
{
	if (result == NULL)
		return db_fail_connection(db);
	const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
	const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	if (sqlstate != NULL && strcmp(sqlstate, READ_ONLY) == 0)
		message = "this server takes no writes, as a standby of another: connect to the one that "
				  "does, such as by target_session_attrs=read-write";
	return fail(db, sqlstate, message != NULL ? message : link_error(&db->link));
}

bool db_succeeded(const PGresult *result)
{
	const ExecStatusType status = PQresultStatus(result);
	return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
}

PGresult *db_result(struct db *db)
{
	PGresult *result = link_result(&db->link);

	if (db_succeeded(result))
		return result;
	db_fail_result(db, result);
	PQclear(result);
	return NULL;
}

bool db_refuse(struct db *db, const char *format, ...)
{
	char message[DB_MESSAGE_SIZE];
	va_list args;
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	fail(db, NULL, message);
	db->fault.unreadable = true;
	return false;
}

const struct db_fault *db_fault(const struct db *db)
{
	return &db->fault;
}

/* ── the connection ── */

/* Both ends give up a dead link after nine seconds: this end by the settings of link_open, which
 * conninfo may override, the server by these. Otherwise an end may wait for hours, and the server
 * would hold its locks meanwhile. The server also checks every two seconds whether a client that
 * waits for a statement is still connected. */
#define SESSION                                                                                    \
	"set client_min_messages = warning; set jit = off;"                                            \
	"set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3;"  \
	"set tcp_user_timeout = 9000; set client_connection_check_interval = 2000;" POOLER_ASK_BACKEND

void db_set_patience(bool (*go_on)(void *context, int64_t waited_ms), void *context)
{
	link_set_patience(go_on, context);
}

static bool (*on_slow)(struct db *db, int64_t waited_ms);

static bool tell_slow_link(struct link *link, int64_t waited_ms)
{
	return on_slow((struct db *)link, waited_ms);
}

void db_set_slow(bool (*tell)(struct db *db, int64_t waited_ms))
{
	_Static_assert(offsetof(struct db, link) == 0, "a link is the beginning of its connection");
	on_slow = tell;
	link_set_slow(tell_slow_link);
}

/* Refuses an unsuitable server; prepares the session. */
static bool greet(struct db *db)
{
	if (PQserverVersion(db->link.conn) < SERVER_LEAST)
		return db_refuse(db, "the server is PostgreSQL %s; aresfarm needs %d or newer",
		                 PQparameterStatus(db->link.conn, "server_version"), SERVER_LEAST / 10000);
	if (!db_script_number(db, SESSION, &db->backend))
		return false;
	return db->backend == PQbackendPID(db->link.conn) || db->link.most_ms != 0 || pooler_check(db);
}

/* other: connects to the server of that connection; may be NULL, as may login. */
static struct db *open_to(const char *conninfo, const char *application, const struct db *other,
                          int most_ms, const struct link_login *login)
{
	struct db *db = heap_get(1, sizeof *db);
	db->conninfo = heap_copy(conninfo);
	snprintf(db->application, sizeof db->application, "%s", application);
	db->link.most_ms = most_ms;
	if (!link_open(&db->link, conninfo, application, other != NULL ? &other->link : NULL, login,
	               db_notice_receiver()))
		db_fail_connection(db);
	else if (!greet(db))
		link_close(&db->link);
	return db;
}

struct db *db_open(const char *conninfo, const char *application)
{
	return open_to(conninfo, application, NULL, 0, NULL);
}

struct db *db_open_login(const char *conninfo, const char *application, const char *user,
                         const char *password, bool *asked)
{
	struct db *db = open_to(conninfo, application, NULL, 0, &(struct link_login){user, password});
	*asked = db_ready(db) && link_forget(&db->link);
	return db;
}

struct db *db_open_beside(const struct db *other, int most_ms)
{
	return open_to(other->conninfo, other->application, other, most_ms, NULL);
}

void db_close(struct db *db)
{
	if (db == NULL)
		return;
	link_close(&db->link);
	free(db->conninfo);
	free(db);
}

void db_abandon_all(void)
{
	link_abandon_all();
}

bool db_ready(const struct db *db)
{
	return PQstatus(db->link.conn) == CONNECTION_OK;
}

int64_t db_backend(const struct db *db)
{
	return db->backend;
}

/* Runs a script. Returns its last result, or NULL with a fault. */
static PGresult *run_script(struct db *db, const char *sql)
{
	if (!PQsendQuery(db->link.conn, sql)) {
		db_fail_connection(db);
		return NULL;
	}
	return db_result(db);
}

bool db_script(struct db *db, const char *sql)
{
	PGresult *result = run_script(db, sql);
	PQclear(result);
	return result != NULL;
}

bool db_make_verifier(struct db *db, const char *role, const char *password,
                      char verifier[DB_VERIFIER_SIZE])
{
	char *made = PQencryptPasswordConn(db->link.conn, password, role, "scram-sha-256");
	if (made == NULL)
		return db_fail_connection(db);
	snprintf(verifier, DB_VERIFIER_SIZE, "%s", made);
	PQfreemem(made);
	return true;
}

bool db_script_number(struct db *db, const char *sql, int64_t *number)
{
	PGresult *result = run_script(db, sql);
	if (result == NULL)
		return false;
	const bool found = PQntuples(result) > 0 && PQnfields(result) > 0;
	*number = found ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
	PQclear(result);
	return found || db_refuse(db, "the server gave no number");
}

bool db_wait(struct db *db, int least, int most, bool *notified)
{
	return link_listen(&db->link, least, most, notified) || db_fail_connection(db);
}

bool db_is_open(struct db *db)
{
	return link_is_open(&db->link) || db_fail_connection(db);
}

int db_descriptor(const struct db *db)
{
	return db_ready(db) ? PQsocket(db->link.conn) : -1;
}

/* ── statements ── */

/* The statement's place in the set of prepared statements; it contains NULL if it is not
 * prepared. */
static const struct db_statement **find_prepared(struct db *db,
                                                 const struct db_statement *statement)
{
	size_t i = (uintptr_t)statement / sizeof *statement % PREPARED_MAX;
	for (int tries = 0; db->prepared[i] != NULL && db->prepared[i] != statement; tries++) {
		assert(tries < PREPARED_MAX);
		i = (i + 1) % PREPARED_MAX;
	}
	return &db->prepared[i];
}

bool db_prepare(struct db *db, const struct db_statement *statement)
{
	const struct db_statement **prepared = find_prepared(db, statement);

	if (*prepared != NULL)
		return true;
	Oid oids[WIRE_VALUES_MAX];
	const int count = wire_oids(statement->types, oids);
	if (!PQsendPrepare(db->link.conn, statement->name, statement->sql, count, oids))
		return db_fail_connection(db);

	PGresult *result = link_result(&db->link);
	const bool done = db_succeeded(result) || db_fail_result(db, result);
	if (done)
		*prepared = statement;
	PQclear(result);
	return done;
}

/* Every parameter is binary; the binary format of a text is the text. */
static const int formats[WIRE_VALUES_MAX] = {[0 ... WIRE_VALUES_MAX - 1] = 1};

bool db_query(struct db *db, const struct db_statement *statement, struct wire_values values,
              struct db_rows *rows)
{
	struct wire_args args;
	const char *at[WIRE_VALUES_MAX];

	Oid oids[WIRE_VALUES_MAX];
	if (!statement->anew && !db_prepare(db, statement))
		return false;
	wire_open(&args, statement->types);
	wire_add(&args, values);
	wire_find(&args, at);
	wire_oids(statement->types, oids);

	PGconn *conn = db->link.conn;
	const bool sent =
		statement->anew
			? PQsendQueryParams(conn, statement->sql, args.count, oids, at, args.length, formats, 1)
			: PQsendQueryPrepared(conn, statement->name, args.count, at, args.length, formats, 1);
	wire_close(&args);
	if (!sent)
		return db_fail_connection(db);

	PGresult *result = db_result(db);
	if (result == NULL)
		return false;
	*rows = (struct db_rows){db, statement->name, result, PQntuples(result), 0, false};
	return true;
}

/* ── rows ── */

bool db_rows_refuse(struct db_rows *rows, const char *what)
{
	rows->bad = true;
	return db_refuse(rows->db, "%s, row %d: %s", rows->name, rows->next, what);
}

bool db_rows_next(struct db_rows *rows, struct wire_fields fields)
{
	struct wire_column columns[WIRE_VALUES_MAX];
	const int row = rows->next, count = PQnfields(rows->result);

	rows->bad = false;
	if (row == rows->count)
		return false;
	rows->next++;

	for (int i = 0; i < count && i < WIRE_VALUES_MAX; i++)
		columns[i] = (struct wire_column){
			.oid = PQftype(rows->result, i),
			.length = PQgetlength(rows->result, row, i),
			.bytes = PQgetisnull(rows->result, row, i) ? NULL : PQgetvalue(rows->result, row, i)};

	const int bad = wire_read(fields, columns, count);
	if (bad == 0)
		return true;
	char what[64];
	snprintf(what, sizeof what, "column %d of %d is not as expected", bad, count);
	return db_rows_refuse(rows, what);
}

bool db_rows_close(struct db_rows *rows)
{
	PQclear(rows->result);
	return !rows->bad;
}

/* ── batches ── */

bool db_batch_begin(struct db *db)
{
	return PQenterPipelineMode(db->link.conn) || db_fail_connection(db);
}

bool db_batch_send_args(struct db *db, const struct db_statement *statement, struct wire_args *args)
{
	const char *at[WIRE_VALUES_MAX];
	assert(*find_prepared(db, statement) != NULL);
	wire_find(args, at);
	const bool sent = PQsendQueryPrepared(db->link.conn, statement->name, args->count, at,
	                                      args->length, formats, 1);
	wire_close(args);
	return sent || db_fail_connection(db);
}

bool db_batch_send(struct db *db, const struct db_statement *statement, struct wire_values values)
{
	struct wire_args args;
	wire_open(&args, statement->types);
	wire_add(&args, values);
	return db_batch_send_args(db, statement, &args);
}

bool db_batch_end(struct db *db)
{
	return (PQpipelineSync(db->link.conn) && link_wait(&db->link, LINK_FLUSH)) ||
	       db_fail_connection(db);
}

/* The first error is the cause: the server skips everything after it, up to the end of the batch.
 * NULL ends the results of one statement. Two in a row mean that the server disconnected while the
 * batch was sent: libpq still reports the connection as good, but expects no more results. */
bool db_batch_wait(struct db *db)
{
	bool done = true, ended = true;

	for (;;) {
		if (!link_wait(&db->link, LINK_AWAIT))
			return db_fail_connection(db);
		PGresult *result = PQgetResult(db->link.conn);
		if (result == NULL) {
			if (PQstatus(db->link.conn) != CONNECTION_OK)
				return db_fail_connection(db);
			if (ended)
				return fail(db, "08006", "the server went away while a batch was sent");
			ended = true;
			continue;
		}
		ended = false;
		const bool last = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
		if (done && !last && !db_succeeded(result))
			done = db_fail_result(db, result);
		PQclear(result);
		if (last)
			break;
	}

	return PQexitPipelineMode(db->link.conn) ? done : db_fail_connection(db);
}
