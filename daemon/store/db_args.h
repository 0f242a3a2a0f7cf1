/* db_args: the parameters of a statement, as PostgreSQL takes them in binary. Knows no connection.
 */
#ifndef ARESFARM_DB_ARGS_H
#define ARESFARM_DB_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DB_ARGS_MAX = 16 };

/* types: a letter a parameter: h int2, i int4, l int8, b boolean, s text, x bytea; capital: an
 * array of it; in parentheses: an array of rows, a letter a column. */
struct db_statement {
	unsigned id; /* below DB_STATEMENTS_MAX */
	const char *name, *types, *sql;
};

/* Parameters of one statement, in the making: from db_args_init until db_query or db_batch_send
 * (db.h), which uses them up. */
struct db_args {
	const char *types, *next; /* next: the type of what comes next */
	int count;
	size_t begun[DB_ARGS_MAX]; /* where in bytes */
	int length[DB_ARGS_MAX];   /* below 0: null */
	char *bytes;
	size_t used, size;
	struct {
		const char *types; /* of its columns; NULL: there is none */
		int32_t count;
		size_t counted, row, column; /* where in bytes their number stands, and where the last row
		                                and column begin */
	} rows;                          /* the array of rows in the making */
};
void db_args_init(struct db_args *args, const struct db_statement *statement);
void db_arg_int2(struct db_args *args, int16_t value);
void db_arg_int4(struct db_args *args, int32_t value);
void db_arg_int8(struct db_args *args, int64_t value);
void db_arg_bool(struct db_args *args, bool value);
void db_arg_text(struct db_args *args, const char *value); /* NULL: null */
void db_arg_bytes(struct db_args *args, const void *bytes, size_t size);
void db_arg_null(struct db_args *args);
void db_arg_int2s(struct db_args *args, const int16_t values[], int count);
void db_arg_int4s(struct db_args *args, const int32_t values[], int count);
void db_arg_int8s(struct db_args *args, const int64_t values[], int count);
void db_arg_texts(struct db_args *args, const char *const values[], int count);

/* An array of rows: begin, for each of them row and its columns by the functions above, end. oid:
 * the row type's. Columns that a row lacks at its end are null. */
void db_arg_rows_begin(struct db_args *args, uint32_t oid);
void db_arg_row(struct db_args *args);
void db_arg_rows_end(struct db_args *args);

/* The types' numbers (pg_type.oid); 0 for an array of rows, which the server finds out. Returns how
 * many. */
int db_args_oids(const struct db_statement *statement, uint32_t oids[DB_ARGS_MAX]);

/* Where each value is, as long as the parameters are; NULL for a null. */
void db_args_values(const struct db_args *args, const char *values[DB_ARGS_MAX]);

#endif
