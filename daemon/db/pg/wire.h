/* wire: values in PostgreSQL's binary format. It writes the parameters of a statement and reads the
 * columns of a row. It does not use a connection.
 *
 * A letter stands for a type: h int2, i int4, l int8, d float8, o oid, b boolean, s text, x bytea.
 * A capital letter is an array of that type. A string of letters lists the parameters of a
 * statement in order. Letters in parentheses are one parameter: an array of rows with these
 * columns. */
#ifndef ARESFARM_WIRE_H
#define ARESFARM_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/macros.h"

enum { WIRE_VALUES_MAX = 28 };

/* ── writing ── */

/* A parameter, or a column of a row to be written. */
struct wire_value {
	char type; /* the smallest that holds the C value */
	int count; /* elements of an array; bytes of a text or bytea; below 0: NULL of any type */
	union {
		int64_t number;
		const void *at;
	};
};
struct wire_values {
	const struct wire_value *value;
	int count;
};

/* Parameters being built, from wire_open to wire_close. Adding values may move the bytes. */
struct wire_args {
	const char *next; /* the type of the next value */
	int count;
	size_t begun[WIRE_VALUES_MAX]; /* where in bytes */
	int length[WIRE_VALUES_MAX];   /* below 0: NULL */
	char *bytes;
	size_t used, size;
	const char *columns; /* types, of the array of rows being built; NULL: none */
	uint32_t row_oid;
	int rows;      /* in that array */
	size_t row_at; /* where in bytes the last one begins */
};

/* types must outlive args. */
void wire_open(struct wire_args *args, const char *types);
void wire_close(struct wire_args *args);

/* Adds parameters, or columns of the row being built. Each value must fit its type: an integer may
 * have a wider type, and NULL any type. */
void wire_add(struct wire_args *args, struct wire_values values);

/* An array of rows: begin, a call for each row with its first columns, end. wire_add adds more
 * columns to the last row. Missing columns at the end of a row are NULL. oid: of the row type. */
void wire_rows_begin(struct wire_args *args, uint32_t oid);
void wire_row(struct wire_args *args, struct wire_values values);
void wire_rows_end(struct wire_args *args);

/* Where each parameter is, until the next call with args; NULL for NULL. All must have been
 * added. */
void wire_find(const struct wire_args *args, const char *at[WIRE_VALUES_MAX]);

/* The oids of the parameters' types. 0 for an array of rows: the server infers it. Returns the
 * number of parameters. */
int wire_oids(const char *types, uint32_t oids[WIRE_VALUES_MAX]);

/* ── reading ── */

/* A place for a column. */
struct wire_field {
	char type; /* of the column: no other is accepted */
	void *at;
	size_t size;   /* of the place; 0: the place is a pointer to the text */
	int *count;    /* of an array: how many elements were read. Arrays with one count have the same
	                  number of elements, or the row is refused. Of bytes: how many; NULL: as many
	                  as the place has. */
	bool *present; /* false for NULL. NULL: the column must not be NULL; a float8 is NAN then.
	                  Columns with one flag are NULL together, or the row is refused. */
};
struct wire_fields {
	const struct wire_field *field;
	int count;
};

struct wire_column {
	uint32_t oid;
	int length;
	const char *bytes; /* NULL for NULL; a text ends with a zero byte after its length */
};

/* Reads a row. Returns 0, or the number of the first column, from 1, that is missing, superfluous,
 * of another type, or does not fit its place. The other columns are read anyway. */
MUST_CHECK int wire_read(struct wire_fields fields, const struct wire_column columns[], int count);

#endif
