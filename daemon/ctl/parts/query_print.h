/* query_print: the answer to a question, piece by piece, in one of three formats. It is printed
 * when all of it is there: a question that fails prints nothing. */
#ifndef ARESFARM_CTL_QUERY_PRINT_H
#define ARESFARM_CTL_QUERY_PRINT_H

#include "base/table.h"

enum query_format { QUERY_TABLE, QUERY_CSV, QUERY_JSON };

struct query_text {
	FILE *out;
	char *text;
	size_t size;
};

struct query_page {
	enum query_format format;
	int only;   /* print this table only, from 1; 0: all */
	int tables; /* so many came */
	bool plain; /* CSV without control characters, for a terminal */
	bool gap;   /* a table was printed last: an empty line must follow */
	struct query_text tables_text, remarks, values;
	char *title; /* the first line that was said since the last table, or NULL */
};

void query_open(struct query_page *page, enum query_format format, int only, bool plain);
void query_close(struct query_page *page);

/* A line of text; the first one before a table is its title. */
void query_tell_line(struct query_page *page, const char *line);

/* Lines of text: the first column, of which a row may have several. */
void query_tell_lines(struct query_page *page, const struct table *table);

void query_tell_table(struct query_page *page, const struct table *table);

/* A value that the question was asked with; NULL: with none. */
void query_tell_value(struct query_page *page, const char *name, const char *value,
                      enum table_kind kind);

/* Prints all. tournament: NULL where the question is about something else. */
void query_finish(struct query_page *page, FILE *out, const char *question, const char *tournament);

/* Prints the list of questions as CSV or JSON. */
void query_print_list(FILE *out, const struct table *table, enum query_format format);

#endif
