/* copy: bulk transfer of rows by COPY, in its text format. A row is a line.
 *
 * The server treats all rows as data. Only the statement itself is SQL. */
#ifndef ARESFARM_COPY_H
#define ARESFARM_COPY_H

#include "db.h"

/* Takes a row with its line end. False: stop; the taker keeps the reason. */
typedef bool copy_taker(void *context, const char *row, size_t size);

/* Runs COPY ... TO STDOUT, and passes each row to take. *rows: their number. False, with a fault,
 * also if take returned false; the connection is then closed. */
MUST_CHECK bool copy_out(struct db *db, const char *sql, copy_taker *take, void *context,
                         int64_t *rows);

/* Runs COPY ... FROM STDIN: open, put..., close. The bytes of a put may be rows or parts of them.
 * close reports whether the server accepted all. If one of these fails, the copy has ended. *line:
 * the line that the server rejected, from 1; 0: unknown. */
MUST_CHECK bool copy_in_open(struct db *db, const char *sql);
MUST_CHECK bool copy_in_put(struct db *db, const char *bytes, size_t size, int64_t *line);
MUST_CHECK bool copy_in_close(struct db *db, int64_t *line);

#endif
