/* stmt_rows: the rows of an answer, as an array of structs.
 *
 *     struct names {
 *         STMT_ROWS(struct name);
 *     } names = {0};
 *
 * names.row[i] is a row, with i below names.count. names.all is for functions that take rows of any
 * type. Zeroed rows are an empty answer. */
#ifndef ARESFARM_STMT_ROWS_H
#define ARESFARM_STMT_ROWS_H

#include "db/pg/db.h"

struct stmt_rows {
	void *row; /* there is room for one more */
	int count;
	size_t size;         /* of a row */
	struct db_rows kept; /* has the texts */
	char *texts;         /* has the texts of rows that do not come from the server */
};

#define STMT_ROWS(type)                                                                            \
	union {                                                                                        \
		struct {                                                                                   \
			const type *row;                                                                       \
			int count;                                                                             \
		};                                                                                         \
		struct stmt_rows all;                                                                      \
	}

/* Allocates zeroed rows of this size; count stays 0. */
void stmt_make_rows(int count, size_t size, struct stmt_rows *rows);

/* Reads all rows of a statement; next reads one. The rows must be empty. Texts are valid until
 * stmt_clear_rows. Call it after a fault, too. */
MUST_CHECK bool stmt_read_rows(struct db *db, const struct db_statement *statement,
                               struct wire_values values, size_t size,
                               bool (*next)(struct db_rows *rows, void *row),
                               struct stmt_rows *rows);

void stmt_clear_rows(struct stmt_rows *rows);

#endif
