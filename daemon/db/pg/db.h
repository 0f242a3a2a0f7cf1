/* db: a connection to PostgreSQL. Only it and link.h call libpq.
 *
 * Every wait is a loop that asks the program whether to continue (db_set_patience). If not, the
 * connection is dropped at once.
 *
 * A statement is prepared when a connection first uses it, or planned at each call. A statement
 * that is sent in a batch must already be prepared. Parameters and results travel in PostgreSQL's
 * binary format (wire.h).
 *
 * If a function here returns false, db_fault returns the reason. Nothing is retried. */
#ifndef ARESFARM_DB_H
#define ARESFARM_DB_H

#include "wire.h"

enum { DB_MESSAGE_SIZE = 400, DB_SQLSTATE_SIZE = 6 };

struct db_fault {
	char sqlstate[DB_SQLSTATE_SIZE]; /* empty if the server sent none */
	char message[DB_MESSAGE_SIZE];   /* one line */
	bool lost;       /* the connection is unusable: it broke, or SQLSTATE class 08 or 57P */
	bool unreadable; /* no error of the server, but this program cannot use the answer */
};

struct db;

/* Connects. conninfo is libpq's; if it is empty, libpq reads the environment. Never NULL: db_ready
 * returns whether it is connected to a server that is new enough. */
struct db *db_open(const char *conninfo, const char *application);

/* The same for a user who logs in by name and password. *asked: the server has requested the
 * password; if not, anyone could have logged in as this user. The password is not kept. */
struct db *db_open_login(const char *conninfo, const char *application, const char *user,
                         const char *password, bool *asked);

/* A short-lived second connection to the same server. Each wait takes at most most_ms, and
 * db_set_slow does not apply. Never NULL. */
struct db *db_open_beside(const struct db *other, int most_ms);

/* Never waits. NULL is allowed. */
void db_close(struct db *db);

/* The server's process for this connection. Behind a pooler it differs from PQbackendPID. */
int64_t db_backend(const struct db *db);

/* ── settings of all connections of this process ── */

/* Every wait calls go_on each 100 ms, and after a signal. waited_ms: the duration of this wait so
 * far. If it returns false, the wait ends and the connection is lost. go_on must not use a
 * connection; it may fork. Without it, waits are unlimited. */
void db_set_patience(bool (*go_on)(void *context, int64_t waited_ms), void *context);

/* Calls tell once a statement has waited for a second, and then after 2, 4, 8, until it returns
 * true. tell must not use db, but may open another connection beside it. */
void db_set_slow(bool (*tell)(struct db *db, int64_t waited_ms));

/* Passes the notices of servers to `tell`: warnings, and why a server ends a connection. Without it
 * libpq prints them on standard error. It applies to connections that are opened later. */
void db_notices(void (*tell)(const char *sqlstate, const char *message));

/* Reports a line like a server's warning. */
void db_warn(const char *line);

/* In a forked child: closes the sockets of the parent's connections without ending them. */
void db_abandon_all(void);

bool db_ready(const struct db *db);
const struct db_fault *db_fault(const struct db *db);

/* Sets a fault: the server reported no error, but the caller cannot use the answer. Always returns
 * false. */
__attribute__((format(printf, 2, 3))) bool db_refuse(struct db *db, const char *format, ...);

/* A statement: its name, the types of its parameters (wire.h), its text. It must outlive the
 * connections that use it. anew: it is planned for its values at each call instead of being
 * prepared. */
struct db_statement {
	const char *name, *types, *sql;
	bool anew;
};
MUST_CHECK bool db_prepare(struct db *db, const struct db_statement *statement);

/* The rows of a result, read one after the other. If db_query returns true, the caller must close
 * them. */
struct db_rows {
	struct db *db;
	const char *name; /* of the statement */
	void *result;
	int count, next;
	bool bad; /* the last row could not be read */
};
MUST_CHECK bool db_query(struct db *db, const struct db_statement *statement,
                         struct wire_values values, struct db_rows *rows);

/* Reads the next row. False at the end, or, with bad set and a fault, if the row cannot be read.
 * The next call then continues with the row after it. */
MUST_CHECK bool db_rows_next(struct db_rows *rows, struct wire_fields fields);

/* Rejects the row read last. Always returns false. */
bool db_rows_refuse(struct db_rows *rows, const char *what);

/* Returns whether the last row could be read. */
bool db_rows_close(struct db_rows *rows);

/* Prepared statements that are sent together, as one transaction, without waiting: begin, send...,
 * end. Later db_batch_wait returns whether it was committed. In between the connection must not be
 * used otherwise. db_batch_end returns when everything is sent. */
MUST_CHECK bool db_batch_begin(struct db *db);
MUST_CHECK bool db_batch_send(struct db *db, const struct db_statement *statement,
                              struct wire_values values);

/* The same with parameters that the caller made by wire_open; closes them. */
MUST_CHECK bool db_batch_send_args(struct db *db, const struct db_statement *statement,
                                   struct wire_args *args);
MUST_CHECK bool db_batch_end(struct db *db);
MUST_CHECK bool db_batch_wait(struct db *db);

/* Runs a text of one or more statements, without parameters. */
MUST_CHECK bool db_script(struct db *db, const char *sql);

/* The same; returns a number: the first column of the first row of its last statement. */
MUST_CHECK bool db_script_number(struct db *db, const char *sql, int64_t *number);

/* Computes the SCRAM verifier of a password, which the server stores, so that the password itself
 * is never sent. */
enum { DB_VERIFIER_SIZE = 256 };
MUST_CHECK bool db_make_verifier(struct db *db, const char *role, const char *password,
                                 char verifier[DB_VERIFIER_SIZE]);

/* Waits for a notification, a signal, or `most` ms; but at least `least` ms. *notified: there was a
 * notification since the last call, on any channel that the connection listens to. False only if
 * the connection is lost. */
MUST_CHECK bool db_wait(struct db *db, int least, int most, bool *notified);

/* Whether an idle connection is still open: false, with a fault, if the server has closed it. Never
 * waits. */
MUST_CHECK bool db_is_open(struct db *db);

/* The connection's socket, for a polling loop: it becomes readable when the server sends something,
 * which db_wait reads. -1: no connection. Each call here may change it. */
int db_descriptor(const struct db *db);

#endif
