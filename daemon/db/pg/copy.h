/* copy: rows that travel in bulk, by COPY in its text format. A row is a line.
 *
 * What is sent is data to the server, whatever it says. Only the statement itself is SQL. */
#ifndef ARESFARM_COPY_H
#define ARESFARM_COPY_H

#include "db.h"

/* Takes a row with its line end. False: the caller wants no more; why is his to know. */
typedef bool copy_taker(void *context, const char *row, size_t size);

/* Runs COPY ... TO STDOUT, and gives each row to take. *rows: how many. False with a fault: also
 * when take wants no more. Then the connection is closed. */
MUST_CHECK bool copy_out(struct db *db, const char *sql, copy_taker *take, void *context,
                         int64_t *rows);

/* Runs COPY ... FROM STDIN: open, put..., close. The bytes of a put may be rows or parts of them.
 * close asks the server whether it has taken all. When one of these fails the copy is over. *line:
 * where in what was sent the server found fault, from 1; 0: it did not say. */
MUST_CHECK bool copy_in_open(struct db *db, const char *sql);
MUST_CHECK bool copy_in_put(struct db *db, const char *bytes, size_t size, int64_t *line);
MUST_CHECK bool copy_in_close(struct db *db, int64_t *line);

#endif
