/* table: rows of texts, and how they are printed: aligned for people, as CSV, as JSON, as Markdown,
 * as LaTeX.
 *
 * The texts are untrusted. They may contain anything: markup, terminal escape sequences. */
#ifndef ARESFARM_TABLE_H
#define ARESFARM_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "board/macros.h"

enum table_kind { TABLE_TEXT, TABLE_NUMBER, TABLE_TRUTH }; /* TABLE_TRUTH: "t" or "f" */

struct table {
	int rows, columns;
	const char **name;     /* of each column */
	enum table_kind *kind; /* of each column */
	const char **cell;     /* row by row; NULL: no value */
};

/* Allocates a table whose names, kinds and cells are not yet set. Needs table_close. */
void table_open(struct table *table, int rows, int columns);
void table_close(struct table *table);

static inline const char **table_cell(const struct table *table, int row, int column)
{
	return &table->cell[(size_t)row * (size_t)table->columns + (size_t)column];
}

/* Prints it as psql does, in columns, numbers right-aligned. Control characters become question
 * marks, so each row is one line. If the table is wider than width, it is made narrower: first the
 * headings, then the texts are wrapped at blanks, and there are no lines between columns. If that
 * is not enough, each cell gets its own line. width 0: no limit. */
void table_print(FILE *out, const struct table *table, int width);

/* Prints it as psql --csv does: a line of names, then a line for each row, each with a newline at
 * its end (RFC 4180). Texts are unchanged; if plain, control characters become question marks. */
void table_print_csv(FILE *out, const struct table *table, bool plain);

/* Prints it as a table of GitHub's Markdown, and as a LaTeX tabular in UTF-8. Numbers are
 * right-aligned. Texts are escaped, and control characters become question marks. */
void table_print_markdown(FILE *out, const struct table *table);
void table_print_latex(FILE *out, const struct table *table);

/* Prints a text of one line, escaped in the same way. */
void table_print_markdown_text(FILE *out, const char *text);
void table_print_latex_text(FILE *out, const char *text);

/* Prints "columns": [...], "rows": [{...}, ...]. A number is a JSON number if possible (JSON has no
 * NaN); a missing value is null. If two columns have the same name, the second one gets a suffix:
 * "low 2". */
void table_print_json(FILE *out, const struct table *table);

/* Prints a value as JSON, as above. NULL: null. */
void table_print_json_value(FILE *out, const char *text, enum table_kind kind);

/* Prints a text as a JSON string. */
void table_print_json_text(FILE *out, const char *text);

/* Pivots a table, as \crosstabview of psql does: a row for each value of the column `rows`, a
 * column for each value of the column `columns`, in order of appearance, or sorted by the column
 * `order` if it is not NULL. False, with the reason in error, if there is no such column, a cell
 * has two values, or there are too many columns. Needs table_close; it shares the texts of flat. */
enum { TABLE_ERROR_SIZE = 200, TABLE_CROSSED_MOST = 1600 };
struct table_cross {
	const char *rows, *columns, *cells, *order;
};
MUST_CHECK bool table_turn(const struct table *flat, const struct table_cross *cross,
                           struct table *turned, char error[TABLE_ERROR_SIZE]);

#endif
