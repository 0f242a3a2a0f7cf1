/* db_args: see db_args.h. */
#include "db_args.h"

#include <assert.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

/* What the letters of db_statement.types stand for: pg_type.oid, and bytes on the wire. */
static const struct db_type {
	char letter;
	uint32_t oid, array_oid;
	int size;
} types[] = {
	{'h', 21, 1005, 2}, {'i', 23, 1007, 4},  {'l', 20, 1016, 8},
	{'b', 16, 1000, 1}, {'s', 25, 1009, -1}, {'x', 17, 1001, -1},
};

static const struct db_type *type_find(char letter)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (types[i].letter == (letter | 0x20))
			return &types[i];
	assert(!"a type letter of db_statement");
	return NULL;
}

static bool is_array(char letter)
{
	return letter < 'a';
}

/* ── values ── */

void db_args_init(struct db_args *args, const struct db_statement *statement)
{
	*args = (struct db_args){.types = statement->types, .next = statement->types};
}

static void put(struct db_args *args, const void *bytes, size_t size)
{
	if (args->used + size >= args->size) {
		args->size = 2 * (args->used + size);
		args->bytes = realloc(args->bytes, args->size);
		if (args->bytes == NULL)
			abort();
	}
	memcpy(args->bytes + args->used, bytes, size);
	args->used += size;
}

/* The lowest `size` bytes of a value, in the order of the network. */
static void put_number(struct db_args *args, int64_t value, size_t size)
{
	uint64_t big = htobe64((uint64_t)value);
	put(args, (const char *)&big + sizeof big - size, size);
}

/* Writes the number over four bytes that are there. */
static void patch_number(const struct db_args *args, size_t at, int32_t value)
{
	uint32_t big = htobe32((uint32_t)value);
	memcpy(args->bytes + at, &big, sizeof big);
}

static uint32_t find_oid(char letter)
{
	const struct db_type *type = type_find(letter);
	return is_array(letter) ? type->array_oid : type->oid;
}

/* A parameter; or in a row a column, which has its type and its size before it. */
static void open_arg(struct db_args *args, char letter)
{
	assert(*args->next == letter);
	if (args->rows.types != NULL) {
		put_number(args, find_oid(letter), 4);
		put_number(args, -1, 4);
		args->rows.column = args->used;
	} else {
		assert(args->count < DB_ARGS_MAX);
		args->begun[args->count] = args->used;
	}
}

static void close_arg(struct db_args *args)
{
	args->next++;
	if (args->rows.types != NULL) {
		patch_number(args, args->rows.column - 4, (int32_t)(args->used - args->rows.column));
	} else {
		args->length[args->count] = (int)(args->used - args->begun[args->count]);
		args->count++;
	}
}

void db_arg_null(struct db_args *args)
{
	open_arg(args, *args->next);
	args->next++;
	if (args->rows.types == NULL)
		args->length[args->count++] = -1;
}

static void arg_number(struct db_args *args, char letter, int64_t value)
{
	open_arg(args, letter);
	put_number(args, value, (size_t)type_find(letter)->size);
	close_arg(args);
}

void db_arg_int2(struct db_args *args, int16_t value)
{
	arg_number(args, 'h', value);
}

void db_arg_int4(struct db_args *args, int32_t value)
{
	arg_number(args, 'i', value);
}

void db_arg_int8(struct db_args *args, int64_t value)
{
	arg_number(args, 'l', value);
}

void db_arg_bool(struct db_args *args, bool value)
{
	arg_number(args, 'b', value);
}

static void arg_bytes(struct db_args *args, char letter, const void *bytes, size_t size)
{
	open_arg(args, letter);
	put(args, bytes, size);
	close_arg(args);
}

void db_arg_text(struct db_args *args, const char *value)
{
	if (value != NULL)
		arg_bytes(args, 's', value, strlen(value));
	else
		db_arg_null(args);
}

void db_arg_bytes(struct db_args *args, const void *bytes, size_t size)
{
	arg_bytes(args, 'x', bytes, size);
}

/* ── arrays ── */

/* array_recv's format: dimensions, has nulls, element type, length, lower bound; then each element
 * with its size before it. An empty one has no dimension, and ends with the element type. */
static void open_array(struct db_args *args, char letter, int count)
{
	open_arg(args, letter);
	put_number(args, count > 0, 4);
	put_number(args, 0, 4);
	put_number(args, type_find(letter)->oid, 4);
	if (count > 0) {
		put_number(args, count, 4);
		put_number(args, 1, 4);
	}
}

static void put_element(struct db_args *args, int64_t value, size_t size)
{
	put_number(args, (int64_t)size, 4);
	put_number(args, value, size);
}

void db_arg_int2s(struct db_args *args, const int16_t values[], int count)
{
	open_array(args, 'H', count);
	for (int i = 0; i < count; i++)
		put_element(args, values[i], sizeof *values);
	close_arg(args);
}

void db_arg_int4s(struct db_args *args, const int32_t values[], int count)
{
	open_array(args, 'I', count);
	for (int i = 0; i < count; i++)
		put_element(args, values[i], sizeof *values);
	close_arg(args);
}

void db_arg_int8s(struct db_args *args, const int64_t values[], int count)
{
	open_array(args, 'L', count);
	for (int i = 0; i < count; i++)
		put_element(args, values[i], sizeof *values);
	close_arg(args);
}

void db_arg_texts(struct db_args *args, const char *const values[], int count)
{
	open_array(args, 'S', count);
	for (int i = 0; i < count; i++) {
		put_number(args, (int64_t)strlen(values[i]), 4);
		put(args, values[i], strlen(values[i]));
	}
	close_arg(args);
}

/* ── arrays of rows ── */

/* record_recv's format: columns; then each with its type and size before it. A row's own size, as
 * an array's element, stands before that. */

void db_arg_rows_begin(struct db_args *args, uint32_t oid)
{
	assert(args->rows.types == NULL);
	open_arg(args, '(');
	put_number(args, 1, 4);
	put_number(args, 0, 4);
	put_number(args, oid, 4);
	args->rows.counted = args->used;
	args->rows.count = 0;
	put_number(args, 0, 4);
	put_number(args, 1, 4);
	args->rows.types = ++args->next;
}

static void close_row(struct db_args *args)
{
	if (args->rows.count == 0)
		return;
	while (*args->next != ')')
		db_arg_null(args);
	patch_number(args, args->rows.row, (int32_t)(args->used - args->rows.row - 4));
}

void db_arg_row(struct db_args *args)
{
	close_row(args);
	args->rows.row = args->used;
	args->rows.count++;
	put_number(args, 0, 4);
	put_number(args, (int64_t)strcspn(args->rows.types, ")"), 4);
	args->next = args->rows.types;
}

void db_arg_rows_end(struct db_args *args)
{
	close_row(args);
	patch_number(args, args->rows.counted, args->rows.count);
	args->next = strchr(args->rows.types, ')');
	args->rows.types = NULL;
	close_arg(args);
}

/* ── for whoever sends them ── */

int db_args_oids(const struct db_statement *statement, uint32_t oids[DB_ARGS_MAX])
{
	int count = 0;
	for (const char *type = statement->types; *type != '\0'; type++) {
		bool rows = *type == '(';
		oids[count++] = rows ? 0 : find_oid(*type);
		type += rows ? strcspn(type, ")") : 0;
	}
	return count;
}

void db_args_values(const struct db_args *args, const char *values[DB_ARGS_MAX])
{
	assert(*args->next == '\0');
	for (int i = 0; i < args->count; i++)
		values[i] = args->length[i] >= 0 ? args->bytes + args->begun[i] : NULL;
}
