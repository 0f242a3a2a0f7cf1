/* db: a connection to PostgreSQL; the only file that knows libpq.
 *
 * A statement is prepared when a connection first uses it, or before that where it is to be sent in
 * a batch; its parameters and results travel in binary. Parameters are written, and columns read,
 * in their order, by functions named for their types; a column that is missing, left over, null
 * where no null belongs or of another length makes the whole row unreadable, which is a fault like
 * any other.
 *
 * After a function here returned false, db_fault says why; nothing is retried. */
#ifndef ARESFARM_DB_H
#define ARESFARM_DB_H

#include "db_args.h"

enum { DB_MESSAGE_SIZE = 400, DB_SQLSTATE_SIZE = 6, DB_STATEMENTS_MAX = 160 };

struct db_fault {
	char sqlstate[DB_SQLSTATE_SIZE]; /* empty when the server did not give one */
	char message[DB_MESSAGE_SIZE];   /* one line */
	bool lost; /* the connection is of no more use: SQLSTATE class 08 or 57P, or it broke */
};

struct db;

/* Whether it may stand on a command line, for everybody to see: a database's name, or a connection
 * string that libpq can read and that holds no password. What is said otherwise repeats nothing of
 * it. */
__attribute__((warn_unused_result)) bool db_check_conninfo(const char *conninfo,
                                                           char error[DB_MESSAGE_SIZE]);

/* Connects; conninfo as for libpq, empty for what the environment says. Never NULL: db_ready tells
 * whether it is connected, to a server that is new enough. */
struct db *db_open(const char *conninfo, const char *application);
void db_close(struct db *db);

/* Has what servers say unasked, warnings and why they end a connection, told here instead of
 * printed on standard error. For all connections from now on, though not for what is said before
 * they are made. */
void db_notices(void (*tell)(const char *sqlstate, const char *message));

/* In a child that was forked: lets go of the parent's connection without ending it. NULL is none.
 */
void db_abandon(const struct db *db);

bool db_ready(const struct db *db);
const struct db_fault *db_fault(const struct db *db);

/* Makes a fault of what the server said without an error but the caller cannot use. Always false,
 * so that it can be returned. */
__attribute__((format(printf, 2, 3))) bool db_refuse(struct db *db, const char *format, ...);

/* The rows of a result. Freed by the caller when db_query returned true. */
struct db_rows {
	void *result;
	int count;
};
__attribute__((warn_unused_result)) bool db_query(struct db *db,
                                                  const struct db_statement *statement,
                                                  struct db_args *args, struct db_rows *rows);
void db_rows_free(struct db_rows *rows);

/* Reads one row, column by column. */
struct db_reader {
	struct db *db;
	const struct db_rows *rows;
	int row, column;
	bool bad;
};
struct db_reader db_read(struct db *db, const struct db_rows *rows, int row);
int16_t db_read_int2(struct db_reader *reader);
int32_t db_read_int4(struct db_reader *reader);
int64_t db_read_int8(struct db_reader *reader);
const char *db_read_text(
	struct db_reader *reader); /* valid as long as the rows are; "" for an unreadable one */
void db_read_bytes(struct db_reader *reader, void *bytes, size_t size);  /* exactly so many */
int db_read_int2s(struct db_reader *reader, int16_t values[], int most); /* how many */
int db_read_int4s(struct db_reader *reader, int32_t values[], int most);
bool db_read_null(
	struct db_reader *reader); /* whether the next column is null; if so, goes past it */
__attribute__((warn_unused_result)) bool db_read_end(struct db_reader *reader);

__attribute__((warn_unused_result)) bool db_prepare(struct db *db,
                                                    const struct db_statement *statement);

/* Prepared statements sent together, as one transaction, without waiting: begin, send…, end, and
 * later wait, which says whether it was committed. In between the connection has no other use. A
 * batch's results must fit the socket's buffer: send no queries that return much, and not
 * thousands. */
__attribute__((warn_unused_result)) bool db_batch_begin(struct db *db);
__attribute__((warn_unused_result)) bool
db_batch_send(struct db *db, const struct db_statement *statement, struct db_args *args);
__attribute__((warn_unused_result)) bool db_batch_end(struct db *db);
__attribute__((warn_unused_result)) bool db_batch_wait(struct db *db);

/* Runs a text of several statements, without parameters. */
__attribute__((warn_unused_result)) bool db_script(struct db *db, const char *sql);

/* Waits until the server notifies or the time is over, whatever comes first. False only when the
 * connection is lost. */
__attribute__((warn_unused_result)) bool db_wait(struct db *db, int milliseconds);

#endif
