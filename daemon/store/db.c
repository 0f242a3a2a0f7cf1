/* db: see db.h. */
#include "db.h"

#include <assert.h>
#include <endian.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SERVER_LEAST = 150000 };

struct db {
	PGconn *conn;
	bool prepared[DB_STATEMENTS_MAX];
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

/* A link that was cut without a word is given up after nine seconds at both ends: here by what
 * db_open asks for, which conninfo may overrule, there by this. Else either end may wait for hours,
 * the server's with locks in hand. */
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

/* libpq's messages about what it cannot read have parts of it, or all. */
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
		         "no connection string: KEYWORD=VALUE ... or postgresql://... belongs there");
	else if (secret)
		snprintf(error, DB_MESSAGE_SIZE,
		         "a password there is for everybody to see: it belongs into a file, that of %s",
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
	ExecStatusType status = PQresultStatus(result);
	bool done =
		status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
	if (!done)
		fail_result(db, result);
	PQclear(result);
	return done;
}

/* Takes what the server has notified so far; whether that was anything. */
static bool take_notifications(struct db *db)
{
	bool notified = false;
	for (PGnotify *notify; (notify = PQnotifies(db->conn)) != NULL; notified = true)
		PQfreemem(notify);
	return notified;
}

bool db_wait(struct db *db, int milliseconds)
{
	if (take_notifications(
			db)) /* it came with the last result, and nothing of it is left in the socket */
		return true;
	struct pollfd pollfd = {.fd = PQsocket(db->conn), .events = POLLIN};
	poll(&pollfd, 1, milliseconds);
	if (!PQconsumeInput(db->conn))
		return fail_connection(db);
	take_notifications(db);
	return true;
}

/* ── queries ── */

bool db_prepare(struct db *db, const struct db_statement *statement)
{
	if (db->prepared[statement->id])
		return true;
	Oid oids[DB_ARGS_MAX];
	int count = db_args_oids(statement, oids);
	PGresult *result = PQprepare(db->conn, statement->name, statement->sql, count, oids);
	bool done = PQresultStatus(result) == PGRES_COMMAND_OK;
	if (!done)
		fail_result(db, result);
	PQclear(result);
	return db->prepared[statement->id] = done;
}

/* Every parameter is in binary; of text that is the text. */
static const int formats[DB_ARGS_MAX] = {[0 ... DB_ARGS_MAX - 1] = 1};

bool db_query(struct db *db, const struct db_statement *statement, struct db_args *args,
              struct db_rows *rows)
{
	PGresult *result = NULL;
	const char *values[DB_ARGS_MAX];
	assert(args->types == statement->types);
	db_args_values(args, values);
	bool prepared = db_prepare(db, statement);
	if (prepared)
		result = PQexecPrepared(db->conn, statement->name, args->count, values, args->length,
		                        formats, 1);
	free(args->bytes);
	if (!prepared)
		return false;
	ExecStatusType status = PQresultStatus(result);
	if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
		fail_result(db, result);
		PQclear(result);
		return false;
	}
	*rows = (struct db_rows){.result = result, .count = PQntuples(result)};
	return true;
}

void db_rows_free(struct db_rows *rows)
{
	PQclear(rows->result);
}

/* ── batches ── */

bool db_batch_begin(struct db *db)
{
	return PQenterPipelineMode(db->conn) || fail_connection(db);
}

bool db_batch_send(struct db *db, const struct db_statement *statement, struct db_args *args)
{
	const char *values[DB_ARGS_MAX];
	assert(db->prepared[statement->id] && args->types == statement->types);
	db_args_values(args, values);
	bool sent = PQsendQueryPrepared(db->conn, statement->name, args->count, values, args->length,
	                                formats, 1);
	free(args->bytes);
	return sent || fail_connection(db);
}

bool db_batch_end(struct db *db)
{
	return PQpipelineSync(db->conn) || fail_connection(db);
}

/* The first error is the cause; what follows it up to the end of the batch was skipped. NULL ends
 * one statement's results; a second one in a row comes where the server went while the batch was
 * sent: libpq waits for nothing then, though it takes the connection for a good one. */
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
		ExecStatusType status = PQresultStatus(result);
		if (done && status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK &&
		    status != PGRES_PIPELINE_SYNC)
			done = fail_result(db, result);
		PQclear(result);
		if (status == PGRES_PIPELINE_SYNC)
			break;
	}
	return PQexitPipelineMode(db->conn) ? done : fail_connection(db);
}

/* ── reading ── */

struct db_reader db_read(struct db *db, const struct db_rows *rows, int row)
{
	return (struct db_reader){.db = db, .rows = rows, .row = row};
}

/* The next column's bytes, or NULL when it is not there or null. */
static const char *next_column(struct db_reader *reader, int *length)
{
	const PGresult *result = reader->rows->result;
	int column = reader->column++;
	if (reader->row >= reader->rows->count || column >= PQnfields(result) ||
	    PQgetisnull(result, reader->row, column)) {
		reader->bad = true;
		return NULL;
	}
	*length = PQgetlength(result, reader->row, column);
	return PQgetvalue(result, reader->row, column);
}

/* A number of `size` bytes in the order of the network, its sign extended. */
static int64_t get_number(const char *bytes, size_t size)
{
	uint64_t big = 0;
	memcpy(&big, bytes, size);
	return (int64_t)be64toh(big) >> (8 * (sizeof big - size));
}

static int64_t read_number(struct db_reader *reader, int size)
{
	int length;
	const char *bytes = next_column(reader, &length);
	if (bytes == NULL || length != size) {
		reader->bad = true;
		return 0;
	}
	return get_number(bytes, (size_t)size);
}

int16_t db_read_int2(struct db_reader *reader)
{
	return (int16_t)read_number(reader, 2);
}

int32_t db_read_int4(struct db_reader *reader)
{
	return (int32_t)read_number(reader, 4);
}

int64_t db_read_int8(struct db_reader *reader)
{
	return read_number(reader, 8);
}

const char *db_read_text(struct db_reader *reader)
{
	int length;
	const char *bytes = next_column(reader, &length);
	return bytes != NULL ? bytes : "";
}

void db_read_bytes(struct db_reader *reader, void *bytes, size_t size)
{
	int length;
	const char *value = next_column(reader, &length);
	if (value != NULL && (size_t)length == size)
		memcpy(bytes, value, size);
	else
		reader->bad = true;
}

/* Opens an array of elements of `size` bytes; see open_array for the format. Returns the first
 * element's size field. */
static const char *read_array(struct db_reader *reader, int size, int most, int *count)
{
	int length;
	const char *bytes = next_column(reader, &length);
	*count = 0;
	if (bytes == NULL || (length == 12 && get_number(bytes, 4) == 0))
		return NULL;
	if (length < 20 || get_number(bytes, 4) != 1 || get_number(bytes + 4, 4) != 0) {
		reader->bad = true;
		return NULL;
	}
	int64_t elements = get_number(bytes + 12, 4);
	if (elements > most || length != 20 + elements * (4 + size)) {
		reader->bad = true;
		return NULL;
	}
	*count = (int)elements;
	return bytes + 20;
}

int db_read_int2s(struct db_reader *reader, int16_t values[], int most)
{
	int count;
	const char *bytes = read_array(reader, 2, most, &count);
	for (int i = 0; i < count; i++)
		values[i] = (int16_t)get_number(bytes + i * 6 + 4, 2);
	return count;
}

int db_read_int4s(struct db_reader *reader, int32_t values[], int most)
{
	int count;
	const char *bytes = read_array(reader, 4, most, &count);
	for (int i = 0; i < count; i++)
		values[i] = (int32_t)get_number(bytes + i * 8 + 4, 4);
	return count;
}

bool db_read_null(struct db_reader *reader)
{
	const PGresult *result = reader->rows->result;
	if (reader->row >= reader->rows->count || reader->column >= PQnfields(result) ||
	    !PQgetisnull(result, reader->row, reader->column))
		return false;
	reader->column++;
	return true;
}

bool db_read_end(struct db_reader *reader)
{
	if (!reader->bad && reader->column == PQnfields(reader->rows->result))
		return true;
	return db_refuse(reader->db, "column %d of a result of %d columns is not as expected",
	                 reader->column, PQnfields(reader->rows->result));
}
