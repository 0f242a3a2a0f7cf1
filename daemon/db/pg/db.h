/* db: a connection to PostgreSQL. With link.h it is all that knows libpq.
 *
 * Every wait is a loop that asks the program whether to continue (db_set_patience). When it says
 * no, the connection is given up at once.
 *
 * A statement is prepared when a connection first uses it, or planned anew at each call. A
 * statement that is sent in a batch must be prepared before. Parameters and results travel in
 * PostgreSQL's binary format (wire.h).
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
	bool unreadable; /* the server gave no error, but this program cannot use the answer */
};

struct db;

/* Connects. conninfo is libpq's; if it is empty, libpq reads the environment. Never NULL: db_ready
 * tells whether it is connected, to a server that is new enough. */
struct db *db_open(const char *conninfo, const char *application);

/* The same as somebody who logs in by his own name and password. *asked: the server has asked for
 * the password; if not, anybody could have logged in so. Nothing here keeps the password. */
struct db *db_open_login(const char *conninfo, const char *application, const char *user,
                         const char *password, bool *asked);

/* A second connection to the same server, for a moment. No wait for it is longer than most_ms, and
 * db_set_slow does not hold for it. Never NULL. */
struct db *db_open_beside(const struct db *other, int most_ms);

/* Never waits. NULL is allowed. */
void db_close(struct db *db);

/* The server's process for this connection. Behind a pooler it is not PQbackendPID's. */
int64_t db_backend(const struct db *db);

/* ── what holds for all connections of this process ── */

/* Each wait that lasts asks go_on, after 100 ms and then each 100 ms, and at a signal. waited_ms:
 * how long this wait has lasted. False ends it: the connection is lost then. go_on must use no
 * connection; it may fork. Without it a wait has no end. */
void db_set_patience(bool (*go_on)(void *context, int64_t waited_ms), void *context);

/* Calls tell once a statement has waited for a second, and then after 2, 4, 8, until it returns
 * true. tell must not use db, but may open another connection beside it. */
void db_set_slow(bool (*tell)(struct db *db, int64_t waited_ms));

/* Passes the notices of servers to `tell`: warnings, and why a server ends a connection. Without it
 * libpq prints them on standard error. It holds for all connections that are opened later, once
 * they are made. */
void db_notices(void (*tell)(const char *sqlstate, const char *message));

/* Says a line as a server's warning is said. */
void db_warn(const char *line);

/* In a forked child: closes the parent's connections here without ending them. */
void db_abandon_all(void);

bool db_ready(const struct db *db);
const struct db_fault *db_fault(const struct db *db);

/* Makes a fault: the server answered without an error, but the caller cannot use the answer. Always
 * false, so that it can be returned. */
__attribute__((format(printf, 2, 3))) bool db_refuse(struct db *db, const char *format, ...);

/* A statement: its name, the types of its parameters (wire.h), its text. It must outlive the
 * connections that use it. anew: it is planned for its values at each call, and not prepared. */
struct db_statement {
	const char *name, *types, *sql;
	bool anew;
};
MUST_CHECK bool db_prepare(struct db *db, const struct db_statement *statement);

/* The rows of a result, read one after the other. The caller must close them when db_query has
 * returned true. */
struct db_rows {
	struct db *db;
	const char *name; /* of the statement */
	void *result;
	int count, next;
	bool bad; /* the row asked for last could not be read */
};
MUST_CHECK bool db_query(struct db *db, const struct db_statement *statement,
                         struct wire_values values, struct db_rows *rows);

/* Reads the next row. False at the end, or, with bad set and a fault, when the row cannot be read.
 * Then the next call continues with the next row. */
MUST_CHECK bool db_rows_next(struct db_rows *rows, struct wire_fields fields);

/* Says that the row read last makes no sense. Always false, so that it can be returned. */
bool db_rows_refuse(struct db_rows *rows, const char *what);

/* Returns whether the row asked for last could be read. */
bool db_rows_close(struct db_rows *rows);

/* Prepared statements that are sent together, as one transaction, without waiting: begin, send...,
 * end. Later db_batch_wait says whether it was committed. In between the connection has no other
 * use. db_batch_end returns when all is on its way. */
MUST_CHECK bool db_batch_begin(struct db *db);
MUST_CHECK bool db_batch_send(struct db *db, const struct db_statement *statement,
                              struct wire_values values);

/* The same with parameters that the caller has made by wire_open; they are closed. */
MUST_CHECK bool db_batch_send_args(struct db *db, const struct db_statement *statement,
                                   struct wire_args *args);
MUST_CHECK bool db_batch_end(struct db *db);
MUST_CHECK bool db_batch_wait(struct db *db);

/* Runs a text of one or more statements, without parameters. */
MUST_CHECK bool db_script(struct db *db, const char *sql);

/* The same; its last statement gives a number: the first column of the first row. */
MUST_CHECK bool db_script_number(struct db *db, const char *sql, int64_t *number);

/* Makes of a password what the server stores of it (SCRAM), so that the password itself is never
 * sent. */
enum { DB_VERIFIER_SIZE = 256 };
MUST_CHECK bool db_make_verifier(struct db *db, const char *role, const char *password,
                                 char verifier[DB_VERIFIER_SIZE]);

/* Waits until the server notifies, until `most` ms are over, or until a signal; but for `least` ms
 * in any case. *notified: the server has notified since the last call. The server tells a
 * connection only of channels that it listens to. False only when the connection is lost. */
MUST_CHECK bool db_wait(struct db *db, int least, int most, bool *notified);

/* Whether an idle connection is still there: false, with a fault, if the server has closed it.
 * Never waits. */
MUST_CHECK bool db_is_open(struct db *db);

/* The connection's socket, for a loop that polls: it can be read when the server says something.
 * Then db_wait takes it. -1: there is no connection. It may be another one after each call here. */
int db_descriptor(const struct db *db);

#endif
