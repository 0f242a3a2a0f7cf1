/* sheet: the answer to a question, as a table of texts that outlives its rows.
 *
 * Invariant: each row has a text in every column; "" stands for NULL. */
#ifndef ARESFARM_SHEET_H
#define ARESFARM_SHEET_H

#include <stdbool.h>

struct sheet {
	int columns, rows;
	int room;    /* rows that cell has room for */
	char **cell; /* row after row */
};

/* Adds a row: the texts are copied. NULL is "". False: there is no memory. */
__attribute__((warn_unused_result)) bool sheet_add(struct sheet *sheet, const char *const text[]);

void sheet_clear(struct sheet *sheet);

/* The text of a cell; "" where there is no such row. */
const char *sheet_text(const struct sheet *sheet, int row, int column);

/* The number of a cell: NAN where there is none; "Infinity" and "-Infinity" are infinite. */
double sheet_number(const struct sheet *sheet, int row, int column);

/* The first row from `row` on that has this text in the column; -1: none has. */
int sheet_find(const struct sheet *sheet, int row, int column, const char *text);

#endif
