/* db: a connection to PostgreSQL. It is the only file that knows libpq.
 *
 * A statement is prepared when a connection first uses it. A statement that is sent in a batch must
 * be prepared before. Parameters and results travel in PostgreSQL's binary format (wire.h).
 *
 * After a function here returned false, db_fault says why. Nothing is retried. */
#ifndef ARESFARM_DB_H
#define ARESFARM_DB_H

#include "wire.h"

enum { DB_MESSAGE_SIZE = 400, DB_SQLSTATE_SIZE = 6 };

struct db_fault {
	char sqlstate[DB_SQLSTATE_SIZE]; /* empty when the server gave none */
	char message[DB_MESSAGE_SIZE];   /* one line */
	bool lost; /* the connection cannot be used any more: it broke, or SQLSTATE class 08 or 57P */
};

struct db;

/* Whether conninfo may stand on a command line, where everybody can see it. It must be the name of
 * a database, or a connection string that libpq can read and that holds no password. The error
 * repeats nothing of it. */
__attribute__((warn_unused_result)) bool db_check_conninfo(const char *conninfo,
                                                           char error[DB_MESSAGE_SIZE]);

/* Connects. conninfo is libpq's; if it is empty, libpq reads the environment. Never NULL: db_ready
 * tells whether it is connected, to a server that is new enough. */
struct db *db_open(const char *conninfo, const char *application);
void db_close(struct db *db);

/* Passes the notices of servers to `tell`: warnings, and why a server ends a connection. Without it
 * libpq prints them on standard error. It holds for all connections that are opened later, once
 * they are made. */
void db_notices(void (*tell)(const char *sqlstate, const char *message));

/* In a forked child: closes the parent's connection here without ending it. NULL is allowed. */
void db_abandon(const struct db *db);

bool db_ready(const struct db *db);
const struct db_fault *db_fault(const struct db *db);

/* Makes a fault: the server answered without an error, but the caller cannot use the answer. Always
 * false, so that it can be returned. */
__attribute__((format(printf, 2, 3))) bool db_refuse(struct db *db, const char *format, ...);

/* A statement: its name, the types of its parameters (wire.h), its text. It must outlive the
 * connections that use it. */
struct db_statement {
	const char *name, *types, *sql;
};
__attribute__((warn_unused_result)) bool db_prepare(struct db *db,
                                                    const struct db_statement *statement);

/* The rows of a result, read one after the other. The caller must close them when db_query has
 * returned true. */
struct db_rows {
	struct db *db;
	const char *name; /* of the statement */
	void *result;
	int count, next;
	bool bad; /* the row asked for last could not be read */
};
__attribute__((warn_unused_result)) bool db_query(struct db *db,
                                                  const struct db_statement *statement,
                                                  struct wire_values values, struct db_rows *rows);

/* Reads the next row. False at the end, or, with bad set and a fault, when the row cannot be read.
 * Then the next call goes on with the next row. */
__attribute__((warn_unused_result)) bool db_rows_next(struct db_rows *rows,
                                                      struct wire_fields fields);

/* Says that the row read last makes no sense. Always false, so that it can be returned. */
bool db_rows_refuse(struct db_rows *rows, const char *what);

/* Returns whether the row asked for last could be read. */
bool db_rows_close(struct db_rows *rows);

/* Prepared statements that are sent together, as one transaction, without waiting: begin, send...,
 * end. Later db_batch_wait says whether it was committed. In between the connection has no other
 * use. The results of a batch must fit the socket's buffer: send no queries that return much, and
 * not thousands. */
__attribute__((warn_unused_result)) bool db_batch_begin(struct db *db);
__attribute__((warn_unused_result)) bool
db_batch_send(struct db *db, const struct db_statement *statement, struct wire_values values);

/* The same with parameters that the caller has made by wire_open; they are closed. */
__attribute__((warn_unused_result)) bool
db_batch_send_args(struct db *db, const struct db_statement *statement, struct wire_args *args);
__attribute__((warn_unused_result)) bool db_batch_end(struct db *db);
__attribute__((warn_unused_result)) bool db_batch_wait(struct db *db);

/* Runs a text of one or more statements, without parameters. */
__attribute__((warn_unused_result)) bool db_script(struct db *db, const char *sql);

/* Waits until the server notifies, or until the time is over. False only when the connection is
 * lost. */
__attribute__((warn_unused_result)) bool db_wait(struct db *db, int milliseconds);

#endif
