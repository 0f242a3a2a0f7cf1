/* wire: see wire.h. The formats are those of PostgreSQL's functions array_recv, record_recv and so
 * on. Numbers are in network order. */
#include "wire.h"

#include <assert.h>
#include <endian.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/heap.h"

enum { ARRAY_HEAD = 12, ARRAY_DIMENSION = 8, NULL_LENGTH = -1 };

static const struct type {
	char letter;
	uint32_t oid, array_oid; /* pg_type.oid */
	int size;                /* bytes of a value; 0: variable */
} types[] = {
	{'h', 21, 1005, 2}, {'i', 23, 1007, 4}, {'l', 20, 1016, 8}, {'o', 26, 1028, 4},
	{'b', 16, 1000, 1}, {'s', 25, 1009, 0}, {'x', 17, 1001, 0}, {'d', 701, 1022, 8},
};

static bool is_array(char letter)
{
	return letter < 'a';
}

/* The type of a value, or of an array's elements. */
static const struct type *find_type(char letter)
{
	const struct type *type = types;
	while (type->letter != (letter | 0x20)) {
		type++;
		assert(type < types + sizeof types / sizeof *types);
	}
	return type;
}

static uint32_t find_oid(char letter)
{
	const struct type *type = find_type(letter);
	return is_array(letter) ? type->array_oid : type->oid;
}

int wire_oids(const char *letters, uint32_t oids[WIRE_VALUES_MAX])
{
	int count = 0;
	for (; *letters != '\0'; letters++) {
		const bool rows = *letters == '(';
		assert(count < WIRE_VALUES_MAX);
		oids[count++] = rows ? 0 : find_oid(*letters);
		letters += rows ? strcspn(letters, ")") : 0;
	}
	return count;
}

/* ── bytes ── */

/* Makes room for more bytes. */
static char *extend(struct wire_args *args, size_t size)
{
	if (args->used + size >= args->size) {
		args->size = 2 * (args->used + size) + 64;
		args->bytes = heap_grow(args->bytes, args->size, 1);
	}
	args->used += size;
	return args->bytes + args->used - size;
}

/* Writes the lowest bytes of a number; returns what is after them. */
static char *write_number(char *at, int64_t number, int size)
{
	const uint64_t big = htobe64((uint64_t)number << (64 - 8 * size));
	switch (size) { /* a copy of a fixed size needs no call */
	case 2:
		memcpy(at, &big, 2);
		break;
	case 4:
		memcpy(at, &big, 4);
		break;
	default:
		memcpy(at, &big, (size_t)size);
	}
	return at + size;
}

static int64_t read_number(const char *at, int size)
{
	uint64_t number = 0;
	for (int i = 0; i < size; i++)
		number = number << 8 | (unsigned char)at[i];
	return (int64_t)number;
}

static void put_number(struct wire_args *args, int64_t number, int size)
{
	write_number(extend(args, (size_t)size), number, size);
}

/* ── writing ── */

void wire_open(struct wire_args *args, const char *letters)
{
	*args = (struct wire_args){.next = letters};
}

void wire_close(struct wire_args *args)
{
	free(args->bytes);
}

/* An integer may have a wider type. */
static bool fits(char letter, const struct wire_value *value)
{
	return value->count < 0 || letter == value->type || (letter == 'i' && value->type == 'h') ||
	       (letter == 'l' && (value->type == 'h' || value->type == 'i'));
}

static int64_t get_element(char letter, const void *values, int i)
{
	if (letter == 'H')
		return ((const int16_t *)values)[i];
	if (letter == 'I')
		return ((const int32_t *)values)[i];
	return ((const int64_t *)values)[i];
}

/* The number of dimensions, whether there are NULLs, and the type of the elements; for each
 * dimension its length and its lower bound. An empty array has no dimension. */
static void put_array_head(struct wire_args *args, uint32_t oid, int count)
{
	put_number(args, count > 0, 4);
	put_number(args, false, 4);
	put_number(args, oid, 4);
	if (count > 0) {
		put_number(args, count, 4);
		put_number(args, 1, 4);
	}
}

/* Each element follows its size. */
static void put_array(struct wire_args *args, char letter, const struct wire_value *value)
{
	const struct type *type = find_type(letter);
	put_array_head(args, type->oid, value->count);
	char *at = extend(args, (size_t)(value->count * (4 + type->size)));
	for (int i = 0; i < value->count; i++) {
		at = write_number(at, type->size, 4);
		at = write_number(at, get_element(letter, value->at, i), type->size);
	}
}

static void put_value(struct wire_args *args, char letter, const struct wire_value *value)
{
	const int size = is_array(letter) ? 0 : find_type(letter)->size;
	if (is_array(letter))
		put_array(args, letter, value);
	else if (size > 0)
		put_number(args, value->number, size);
	else
		memcpy(extend(args, (size_t)value->count), value->at, (size_t)value->count);
}

/* A column of a row has its type and its length before it. */
static void add_column(struct wire_args *args, char letter, const struct wire_value *value)
{
	put_number(args, find_oid(letter), 4);
	put_number(args, NULL_LENGTH, 4);
	const size_t begun = args->used;
	if (value->count < 0)
		return;
	put_value(args, letter, value);
	write_number(args->bytes + begun - 4, (int64_t)(args->used - begun), 4);
}

static void begin_parameter(struct wire_args *args)
{
	assert(args->count < WIRE_VALUES_MAX);
	args->begun[args->count] = args->used;
}

static void end_parameter(struct wire_args *args)
{
	args->length[args->count] = (int)(args->used - args->begun[args->count]);
	args->count++;
}

static void add_parameter(struct wire_args *args, char letter, const struct wire_value *value)
{
	begin_parameter(args);
	if (value->count >= 0)
		put_value(args, letter, value);
	end_parameter(args);
	if (value->count < 0)
		args->length[args->count - 1] = NULL_LENGTH;
}

void wire_add(struct wire_args *args, struct wire_values values)
{
	for (const struct wire_value *value = values.value; value < values.value + values.count;
	     value++) {
		const char letter = *args->next++;
		assert(letter != '\0' && fits(letter, value));
		if (args->columns != NULL)
			add_column(args, letter, value);
		else
			add_parameter(args, letter, value);
	}
}

void wire_find(const struct wire_args *args, const char *at[WIRE_VALUES_MAX])
{
	assert(*args->next == '\0' && args->columns == NULL);
	for (int i = 0; i < args->count; i++)
		at[i] = args->length[i] >= 0 ? args->bytes + args->begun[i] : NULL;
}

/* ── writing rows ── */

/* A row is an element of its array, after its size: the number of its columns, then these. */

void wire_rows_begin(struct wire_args *args, uint32_t oid)
{
	assert(args->columns == NULL && *args->next == '(');
	begin_parameter(args);
	args->columns = args->next + 1;
	args->row_oid = oid;
	args->rows = 0;
}

static void end_row(struct wire_args *args)
{
	static const struct wire_value none = {.count = -1};
	if (args->rows == 0)
		return;
	while (*args->next != ')')
		wire_add(args, (struct wire_values){&none, 1});
	write_number(args->bytes + args->row_at, (int64_t)(args->used - args->row_at - 4), 4);
}

void wire_row(struct wire_args *args, struct wire_values values)
{
	end_row(args);
	if (args->rows++ == 0)
		put_array_head(args, args->row_oid, 1);
	args->row_at = args->used;
	put_number(args, 0, 4);
	put_number(args, (int64_t)strcspn(args->columns, ")"), 4);
	args->next = args->columns;
	wire_add(args, values);
}

void wire_rows_end(struct wire_args *args)
{
	end_row(args);
	if (args->rows == 0)
		put_array_head(args, args->row_oid, 0);
	else
		write_number(args->bytes + args->begun[args->count] + ARRAY_HEAD, args->rows, 4);
	args->next = strchr(args->columns, ')') + 1;
	args->columns = NULL;
	end_parameter(args);
}

/* ── reading ── */

/* A number of the size of its type: 1, 2, 4 or 8 bytes. */
static void keep_number(void *at, int64_t number, int size)
{
	if (size == 1)
		*(bool *)at = number != 0;
	else if (size == 2)
		*(int16_t *)at = (int16_t)number;
	else if (size == 4)
		*(int32_t *)at = (int32_t)number;
	else
		*(int64_t *)at = number;
}

static bool read_text(const struct wire_field *field, const struct wire_column *column)
{
	if (field->size == 0)
		*(const char **)field->at = column->bytes;
	else if ((size_t)column->length >= field->size)
		return false;
	else
		memcpy(field->at, column->bytes, (size_t)column->length + 1);
	return true;
}

/* A field with a count takes any number of bytes, up to its size. */
static bool read_bytes(const struct wire_field *field, const struct wire_column *column)
{
	if (field->count != NULL ? (size_t)column->length > field->size
	                         : (size_t)column->length != field->size)
		return false;
	memcpy(field->at, column->bytes, (size_t)column->length);
	if (field->count != NULL)
		*field->count = column->length;
	return true;
}

static bool read_double(double *at, const struct wire_column *column)
{
	const int64_t bits = read_number(column->bytes, sizeof bits);
	memcpy(at, &bits, sizeof bits);
	return true;
}

static bool read_scalar(const struct wire_field *field, const struct wire_column *column)
{
	const struct type *type = find_type(field->type);
	if (field->type == 's')
		return read_text(field, column);
	if (field->type == 'x')
		return read_bytes(field, column);
	if ((size_t)column->length != field->size)
		return false;
	if (field->type == 'd')
		return read_double(field->at, column);
	keep_number(field->at, read_number(column->bytes, type->size), type->size);
	return true;
}

/* The number of elements of an array. Below 0 if its dimension, element type or length is wrong. */
static int array_length(const struct wire_column *column, const struct type *type)
{
	const char *bytes = column->bytes;
	if (column->length < ARRAY_HEAD || read_number(bytes + 8, 4) != type->oid)
		return -1;
	if (read_number(bytes, 4) == 0)
		return column->length == ARRAY_HEAD ? 0 : -1;
	const int head = ARRAY_HEAD + ARRAY_DIMENSION;
	if (read_number(bytes, 4) != 1 || column->length < head)
		return -1;
	const int64_t count = read_number(bytes + ARRAY_HEAD, 4);
	return column->length == head + count * (4 + type->size) ? (int)count : -1;
}

static bool read_array(const struct wire_field *field, const struct wire_column *column)
{
	const struct type *type = find_type(field->type);
	const int count = array_length(column, type);
	if (count < 0 || (size_t)count > field->size / (size_t)type->size ||
	    (*field->count >= 0 && *field->count != count))
		return false;
	*field->count = count;
	const char *from = column->bytes + ARRAY_HEAD + ARRAY_DIMENSION;
	for (char *to = field->at; count > 0 && to < (char *)field->at + count * type->size;
	     to += type->size, from += 4 + type->size) {
		if (read_number(from, 4) != type->size)
			return false;
		keep_number(to, read_number(from + 4, type->size), type->size);
	}
	return true;
}

/* Checks whether the column may be NULL if it is, and sets the flag. */
static bool take_presence(const struct wire_field *first, const struct wire_field *field,
                          bool present)
{
	if (field->present == NULL && field->type == 'd' && !present)
		*(double *)field->at = NAN;
	if (field->present == NULL)
		return present || field->type == 'd';
	for (; first < field; first++)
		if (first->present == field->present)
			return *field->present == present;
	*field->present = present;
	return true;
}

static bool read_column(const struct wire_field *first, const struct wire_field *field,
                        const struct wire_column *column)
{
	if (!take_presence(first, field, column->bytes != NULL) || column->oid != find_oid(field->type))
		return false;
	return column->bytes == NULL ||
	       (is_array(field->type) ? read_array(field, column) : read_scalar(field, column));
}

int wire_read(struct wire_fields fields, const struct wire_column columns[], int count)
{
	int bad = 0;
	for (int i = 0; i < fields.count; i++)
		if (fields.field[i].count != NULL)
			*fields.field[i].count = -1;
	for (int i = 0; i < fields.count && i < count; i++)
		if (!read_column(fields.field, &fields.field[i], &columns[i]) && bad == 0)
			bad = i + 1;
	for (int i = 0; i < fields.count; i++)
		if (fields.field[i].count != NULL && *fields.field[i].count < 0)
			*fields.field[i].count = 0;
	if (bad == 0 && count != fields.count)
		bad = MIN(count, fields.count) + 1;
	return bad;
}
