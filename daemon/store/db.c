/* db: see db.h. */
#include "db.h"

#include <assert.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SERVER_LEAST = 150000, PREPARED_MAX = 128 };

struct db {
	PGconn *conn;
	const struct db_statement *prepared[PREPARED_MAX]; /* a set, by hash of the address */
	struct db_fault fault;
};

/* ── faults ── */

/* The message as one line. */
static void keep_line(char line[DB_MESSAGE_SIZE], const char *message)
{
	snprintf(line, DB_MESSAGE_SIZE, "%s", message);
	size_t length = strlen(line);
	while (length > 0 && line[length - 1] == '\n')
		line[--length] = '\0';
	for (char *at = line; *at; at++)
		if (*at == '\n' || *at == '\t')
			*at = ' ';
}

/* Keeps the message, and always returns false. */
static bool fail(struct db *db, const char *sqlstate, const char *message)
{
	struct db_fault *fault = &db->fault;
	snprintf(fault->sqlstate, sizeof fault->sqlstate, "%s", sqlstate != NULL ? sqlstate : "");
	keep_line(fault->message, message);
	fault->lost = PQstatus(db->conn) != CONNECTION_OK || strncmp(fault->sqlstate, "08", 2) == 0 ||
	              strncmp(fault->sqlstate, "57P", 3) == 0;
	return false;
}

static bool fail_connection(struct db *db)
{
	return fail(db, NULL, PQerrorMessage(db->conn));
}

static bool fail_result(struct db *db, const PGresult *result)
{
	const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
	return fail(db, PQresultErrorField(result, PG_DIAG_SQLSTATE),
	            message != NULL ? message : PQerrorMessage(db->conn));
}

static bool succeeded(const PGresult *result)
{
	const ExecStatusType status = PQresultStatus(result);
	return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
}

bool db_refuse(struct db *db, const char *format, ...)
{
	char message[DB_MESSAGE_SIZE];
	va_list args;
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	return fail(db, NULL, message);
}

const struct db_fault *db_fault(const struct db *db)
{
	return &db->fault;
}

/* ── the connection ── */

/* Both ends give up a dead link after nine seconds: this end by the settings of db_open, which
 * conninfo may overrule, the server by these. Otherwise an end may wait for hours, and the server
 * would hold its locks meanwhile. */
#define SESSION                                                                                    \
	"set client_min_messages = warning; set jit = off;"                                            \
	"set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3;"  \
	"set tcp_user_timeout = 9000"

static void (*tell_notice)(const char *sqlstate, const char *message);

void db_notices(void (*tell)(const char *sqlstate, const char *message))
{
	tell_notice = tell;
}

static void take_notice(void *unused, const PGresult *notice)
{
	(void)unused;
	const char *sqlstate = PQresultErrorField(notice, PG_DIAG_SQLSTATE);
	const char *message = PQresultErrorField(notice, PG_DIAG_MESSAGE_PRIMARY);
	char line[DB_MESSAGE_SIZE];
	keep_line(line, message != NULL ? message : PQresultErrorMessage(notice));
	tell_notice(sqlstate != NULL ? sqlstate : "", line);
}

/* libpq's own messages are not used: they repeat parts of the text, which may hold a password. */
bool db_check_conninfo(const char *conninfo, char error[DB_MESSAGE_SIZE])
{
	bool uri =
		strncmp(conninfo, "postgres://", 11) == 0 || strncmp(conninfo, "postgresql://", 13) == 0;
	if (!uri && strchr(conninfo, '=') == NULL)
		return true;
	bool secret = false;
	PQconninfoOption *options = PQconninfoParse(conninfo, NULL);
	for (const PQconninfoOption *option = options; option != NULL && option->keyword != NULL;
	     option++)
		secret |= option->val != NULL && strstr(option->keyword, "password") != NULL;
	if (options == NULL)
		snprintf(error, DB_MESSAGE_SIZE,
		         "no connection string: it must be KEYWORD=VALUE ... or postgresql://...");
	else if (secret)
		snprintf(error, DB_MESSAGE_SIZE,
		         "everybody can see a password in a connection string: put it into the file of %s",
		         "PGPASSFILE (default ~/.pgpass) or PGSERVICEFILE");
	PQconninfoFree(options);
	return options != NULL && !secret;
}

struct db *db_open(const char *conninfo, const char *application)
{
	struct db *db = calloc(1, sizeof *db);
	if (db == NULL)
		abort();
	const char *const keys[] = {"connect_timeout",  "keepalives_idle",  "keepalives_interval",
	                            "keepalives_count", "tcp_user_timeout", "fallback_application_name",
	                            "client_encoding",  "dbname",           NULL};
	const char *const values[] = {"5", "3", "2", "3", "9000", application, "UTF8", conninfo, NULL};
	db->conn = PQconnectdbParams(keys, values, 1);
	if (tell_notice != NULL)
		PQsetNoticeReceiver(db->conn, take_notice, NULL);
	if (PQstatus(db->conn) != CONNECTION_OK) {
		fail_connection(db);
	} else if (PQserverVersion(db->conn) < SERVER_LEAST) {
		db_refuse(db, "the server is PostgreSQL %s; aresfarm needs %d or newer",
		          PQparameterStatus(db->conn, "server_version"), SERVER_LEAST / 10000);
		PQfinish(db->conn);
		db->conn = NULL;
	} else if (!db_script(db, SESSION)) {
		PQfinish(db->conn);
		db->conn = NULL;
	}
	return db;
}

void db_close(struct db *db)
{
	if (db == NULL)
		return;
	PQfinish(db->conn);
	free(db);
}

void db_abandon(const struct db *db)
{
	if (db != NULL && PQsocket(db->conn) >= 0)
		close(PQsocket(db->conn));
}

bool db_ready(const struct db *db)
{
	return PQstatus(db->conn) == CONNECTION_OK;
}

bool db_script(struct db *db, const char *sql)
{
	PGresult *result = PQexec(db->conn, sql);
	const bool done = succeeded(result) || fail_result(db, result);
	PQclear(result);
	return done;
}

/* Takes all notifications that have come. Returns whether there were any. */
static bool take_notifications(struct db *db)
{
	bool notified = false;
	for (PGnotify *notify; (notify = PQnotifies(db->conn)) != NULL; notified = true)
		PQfreemem(notify);
	return notified;
}

bool db_wait(struct db *db, int milliseconds)
{
	if (take_notifications(db)) /* they came with the last result: poll would not see them */
		return true;
	struct pollfd pollfd = {.fd = PQsocket(db->conn), .events = POLLIN};
	poll(&pollfd, 1, milliseconds);
	if (!PQconsumeInput(db->conn))
		return fail_connection(db);
	take_notifications(db);
	return true;
}

/* ── statements ── */

/* The statement's place in the set of those prepared; NULL stands there if it is none of them. */
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
	PGresult *result = PQprepare(db->conn, statement->name, statement->sql, count, oids);
	const bool done = succeeded(result) || fail_result(db, result);
	if (done)
		*prepared = statement;
	PQclear(result);
	return done;
}

/* Every parameter is in binary; a text's binary format is the text. */
static const int formats[WIRE_VALUES_MAX] = {[0 ... WIRE_VALUES_MAX - 1] = 1};

bool db_query(struct db *db, const struct db_statement *statement, struct wire_values values,
              struct db_rows *rows)
{
	struct wire_args args;
	const char *at[WIRE_VALUES_MAX];
	if (!db_prepare(db, statement))
		return false;
	wire_open(&args, statement->types);
	wire_add(&args, values);
	wire_find(&args, at);
	PGresult *result =
		PQexecPrepared(db->conn, statement->name, args.count, at, args.length, formats, 1);
	wire_close(&args);
	if (!succeeded(result)) {
		fail_result(db, result);
		PQclear(result);
		return false;
	}
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
	return PQenterPipelineMode(db->conn) || fail_connection(db);
}

bool db_batch_send_args(struct db *db, const struct db_statement *statement, struct wire_args *args)
{
	const char *at[WIRE_VALUES_MAX];
	assert(*find_prepared(db, statement) != NULL);
	wire_find(args, at);
	const bool sent =
		PQsendQueryPrepared(db->conn, statement->name, args->count, at, args->length, formats, 1);
	wire_close(args);
	return sent || fail_connection(db);
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
	return PQpipelineSync(db->conn) || fail_connection(db);
}

/* The first error is the cause: the server skips all that follows, up to the end of the batch. NULL
 * ends the results of one statement. Two in a row mean that the server went away while the batch
 * was sent: libpq still calls the connection good, but waits for nothing. */
bool db_batch_wait(struct db *db)
{
	bool done = true, ended = true;
	for (;;) {
		PGresult *result = PQgetResult(db->conn);
		if (result == NULL) {
			if (PQstatus(db->conn) != CONNECTION_OK)
				return fail_connection(db);
			if (ended)
				return fail(db, "08006", "the server went away while a batch was sent");
			ended = true;
			continue;
		}
		ended = false;
		const bool last = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
		if (done && !last && !succeeded(result))
			done = fail_result(db, result);
		PQclear(result);
		if (last)
			break;
	}
	return PQexitPipelineMode(db->conn) ? done : fail_connection(db);
}
