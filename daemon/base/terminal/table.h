/* table: rows of texts, and how they are printed: aligned for people, as CSV, as JSON, as
 * Markdown, as LaTeX.
 *
 * The texts belong to others. They may be anything: names, markup, escape sequences of terminals.
 */
#ifndef ARESFARM_TABLE_H
#define ARESFARM_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "board/must_check.h"

enum table_kind { TABLE_TEXT, TABLE_NUMBER, TABLE_TRUTH }; /* TABLE_TRUTH: "t" or "f" */

struct table {
	int rows, columns;
	const char **name;     /* of each column */
	enum table_kind *kind; /* of each column */
	const char **cell;     /* row by row; NULL: there is no value */
};

/* Makes room; nothing is set in it. Needs table_close. */
void table_open(struct table *table, int rows, int columns);
void table_close(struct table *table);

static inline const char **table_cell(const struct table *table, int row, int column)
{
	return &table->cell[(size_t)row * (size_t)table->columns + (size_t)column];
}

/* Prints it as psql does, in columns, numbers on the right. Control characters become question
 * marks, so each row is a line. A table that is wider than that many columns is made narrower: its
 * headings are broken into several lines, then its texts, at blanks; and no lines are drawn between
 * columns. Where that is not enough, each cell has a line. width 0: any width will do. */
void table_print(FILE *out, const struct table *table, int width);

/* Prints it as psql --csv does: a line of names, then a line for each row, each with a newline at
 * its end (RFC 4180). Texts stay as they are; plain: control characters become question marks. */
void table_print_csv(FILE *out, const struct table *table, bool plain);

/* Prints it as a table of Markdown, as GitHub reads it, and as a tabular of LaTeX (its text is
 * UTF-8). Numbers are on the right. Texts mean themselves, whatever signs are in them, and control
 * characters become question marks. */
void table_print_markdown(FILE *out, const struct table *table);
void table_print_latex(FILE *out, const struct table *table);

/* Prints a text of one line as these do. */
void table_print_markdown_text(FILE *out, const char *text);
void table_print_latex_text(FILE *out, const char *text);

/* Prints "columns": [...], "rows": [{...}, ...]. A number is a number, if JSON has it (it has no
 * NaN); no value is null. Where two columns have the same name, the second one gets a number: "low
 * 2". */
void table_print_json(FILE *out, const struct table *table);

/* Prints a value as JSON, as above. NULL: null. */
void table_print_json_value(FILE *out, const char *text, enum table_kind kind);

/* Prints a text as a JSON string. */
void table_print_json_text(FILE *out, const char *text);

/* Turns a table, as \crosstabview of psql does: a row for each value of the column `rows`, a column
 * for each value of the column `columns`, in the sequence in which they come, or by the column
 * `order` if it is not NULL. False, with what is wrong in error, when there is no such column, when
 * a cell has two values, or when there are too many columns. Needs table_close; its texts are those
 * of flat. */
enum { TABLE_ERROR_SIZE = 200, TABLE_CROSSED_MOST = 1600 };
struct table_cross {
	const char *rows, *columns, *cells, *order;
};
MUST_CHECK bool table_turn(const struct table *flat, const struct table_cross *cross,
                           struct table *turned, char error[TABLE_ERROR_SIZE]);

#endif
