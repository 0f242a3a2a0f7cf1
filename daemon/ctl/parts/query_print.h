/* query_print: the answer to a question, piece by piece, in one of five formats. Nothing is printed
 * before it is complete, so a question that fails prints nothing. */
#ifndef ARESFARM_CTL_QUERY_PRINT_H
#define ARESFARM_CTL_QUERY_PRINT_H

#include "base/terminal/table.h"

enum query_format { QUERY_TABLE, QUERY_CSV, QUERY_JSON, QUERY_MARKDOWN, QUERY_LATEX };

struct query_text {
	FILE *out;
	char *text;
	size_t size;
};

struct query_page {
	enum query_format format;
	int only;   /* print this table only, from 1; 0: all */
	int tables; /* so many came */
	bool plain; /* for a terminal: as wide as that, and CSV without control characters */
	bool gap;   /* a table was printed last: an empty line must follow */
	struct query_text tables_text, values;
	struct query_text remarks, held; /* in JSON; held: those since the last table */
	char *title;                     /* in JSON: the first line since the last table, or NULL */
};

void query_open(struct query_page *page, enum query_format format, int only, bool plain);

/* Lines of text: the first column, of which a row may have several. The first one before a table
 * is its title. */
void query_tell_lines(struct query_page *page, const struct table *table);

void query_tell_table(struct query_page *page, const struct table *table);

/* A value given to the question; NULL: it has none. */
void query_tell_value(struct query_page *page, const char *name, const char *value,
                      enum table_kind kind);

/* What a reader must know to cite the answer: a line in Markdown and LaTeX, nothing elsewhere. */
void query_tell_source(struct query_page *page, const char *source);

/* Prints all. tournament: NULL where the question is about something else. */
void query_finish(struct query_page *page, FILE *out, const char *question, const char *tournament);

/* Prints the list of questions, or another table, as something else than QUERY_TABLE. */
void query_print_list(FILE *out, const struct table *table, enum query_format format);

#endif
