/* stmt_rows: see stmt_rows.h. */
#include "stmt_rows.h"

#include <stdlib.h>

#include "base/heap.h"

void stmt_make_rows(int count, size_t size, struct stmt_rows *rows)
{
	rows->size = size;
	rows->row = heap_get((size_t)count + 1, size);
}

bool stmt_read_rows(struct db *db, const struct db_statement *statement, struct wire_values values,
                    size_t size, bool (*next)(struct db_rows *rows, void *row),
                    struct stmt_rows *rows)
{
	if (!db_query(db, statement, values, &rows->kept))
		return false;

	stmt_make_rows(rows->kept.count, size, rows);
	char *at = rows->row;
	for (; next(&rows->kept, at); at += size)
		rows->count++;
	return !rows->kept.bad;
}

void stmt_clear_rows(struct stmt_rows *rows)
{
	free(rows->row);
	free(rows->texts);
	db_rows_close(&rows->kept);
	*rows = (struct stmt_rows){0};
}
