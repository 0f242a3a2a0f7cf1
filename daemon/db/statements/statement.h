/* statement: one statement and its call. Only the files stmt_*.c use it.
 *
 * embed.awk makes a struct db_statement for each statement of stmt_SUBJECT.sql, and, if its head
 * has plain results, the function that calls it; stmt_SUBJECT.c includes these and has the other
 * functions:
 *
 *     return statement_row(db, &drop_command, VALUES(role), FIELDS(BUFFER(command, sizeof command)));
 *
 * VALUES and FIELDS list plain C values and places. Their SQL types follow from their C types at
 * compile time. A C type without an SQL type does not compile.
 *
 * Each call asserts that the values fit the types of the statement. PostgreSQL gets these types
 * when it prepares the statement, and refuses a text that does not fit them. PostgreSQL sends the
 * types of the columns with each result. A row whose columns do not fit the places is refused. So
 * both ends are checked, without extra queries to the server. */
#ifndef ARESFARM_STATEMENT_H
#define ARESFARM_STATEMENT_H

#include <string.h>

#include "statements.h"

/* ── lists ── */

/* f(a), f(b), ... for up to WIRE_VALUES_MAX arguments, and how many there are. */
#define EACH_1(f, a)       f(a)
#define EACH_2(f, a, ...)  f(a), EACH_1(f, __VA_ARGS__)
#define EACH_3(f, a, ...)  f(a), EACH_2(f, __VA_ARGS__)
#define EACH_4(f, a, ...)  f(a), EACH_3(f, __VA_ARGS__)
#define EACH_5(f, a, ...)  f(a), EACH_4(f, __VA_ARGS__)
#define EACH_6(f, a, ...)  f(a), EACH_5(f, __VA_ARGS__)
#define EACH_7(f, a, ...)  f(a), EACH_6(f, __VA_ARGS__)
#define EACH_8(f, a, ...)  f(a), EACH_7(f, __VA_ARGS__)
#define EACH_9(f, a, ...)  f(a), EACH_8(f, __VA_ARGS__)
#define EACH_10(f, a, ...) f(a), EACH_9(f, __VA_ARGS__)
#define EACH_11(f, a, ...) f(a), EACH_10(f, __VA_ARGS__)
#define EACH_12(f, a, ...) f(a), EACH_11(f, __VA_ARGS__)
#define EACH_13(f, a, ...) f(a), EACH_12(f, __VA_ARGS__)
#define EACH_14(f, a, ...) f(a), EACH_13(f, __VA_ARGS__)
#define EACH_15(f, a, ...) f(a), EACH_14(f, __VA_ARGS__)
#define EACH_16(f, a, ...) f(a), EACH_15(f, __VA_ARGS__)
#define EACH_17(f, a, ...) f(a), EACH_16(f, __VA_ARGS__)
#define EACH_18(f, a, ...) f(a), EACH_17(f, __VA_ARGS__)
#define EACH_19(f, a, ...) f(a), EACH_18(f, __VA_ARGS__)
#define EACH_20(f, a, ...) f(a), EACH_19(f, __VA_ARGS__)
#define EACH_21(f, a, ...) f(a), EACH_20(f, __VA_ARGS__)
#define EACH_22(f, a, ...) f(a), EACH_21(f, __VA_ARGS__)
#define EACH_23(f, a, ...) f(a), EACH_22(f, __VA_ARGS__)
#define EACH_24(f, a, ...) f(a), EACH_23(f, __VA_ARGS__)
#define EACH_25(f, a, ...) f(a), EACH_24(f, __VA_ARGS__)
#define EACH_26(f, a, ...) f(a), EACH_25(f, __VA_ARGS__)
#define EACH_27(f, a, ...) f(a), EACH_26(f, __VA_ARGS__)
#define EACH_28(f, a, ...) f(a), EACH_27(f, __VA_ARGS__)
#define LAST_OF_29(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17,     \
                   _18, _19, _20, _21, _22, _23, _24, _25, _26, _27, _28, last, ...)               \
	last
#define EACH(f, ...)                                                                               \
	LAST_OF_29(__VA_ARGS__, EACH_28, EACH_27, EACH_26, EACH_25, EACH_24, EACH_23, EACH_22,         \
	           EACH_21, EACH_20, EACH_19, EACH_18, EACH_17, EACH_16, EACH_15, EACH_14, EACH_13,    \
	           EACH_12, EACH_11, EACH_10, EACH_9, EACH_8, EACH_7, EACH_6, EACH_5, EACH_4, EACH_3,  \
	           EACH_2, EACH_1, none)                                                               \
	(f, __VA_ARGS__)
#define COUNT_OF(...)                                                                              \
	LAST_OF_29(__VA_ARGS__, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12,    \
	           11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, none)

/* clang-format off */
#define LETTER_OF(x)                                                                               \
	_Generic((x),                                                                                  \
		bool: 'b', uint8_t: 'h', int16_t: 'h', int32_t: 'i', int64_t: 'l', uint32_t: 'o',          \
		double: 'd', char *: 's', const char *: 's', uint8_t *: 'x',                               \
		struct wire_value: 0, struct wire_field: 0)
#define ARRAY_LETTER_OF(x)                                                                         \
	_Generic(*(x), uint8_t: 'x', int16_t: 'H', int32_t: 'I', int64_t: 'L')
#define VALUE_OF(x)                                                                                \
	_Generic((x),                                                                                  \
		struct wire_value: value_same,                                                             \
		char *: value_text, const char *: value_text,                                              \
		default: value_number)(LETTER_OF(x), x)
#define FIELD_OF(x)                                                                                \
	_Generic((x),                                                                                  \
		struct wire_field: (x),                                                                    \
		default: ((struct wire_field){                                                             \
			.type = LETTER_OF(x), .at = (void *)&(x),                                              \
			.size = _Generic(&(x), char **: "BUFFER knows its size", const char **: 0,             \
			                 default: sizeof(x))}))
/* clang-format on */

/* ── values ── */

/* A value is an integer, a bool, a text (a NULL pointer is NULL), or one of: */
#define VALUES(...)                                                                                \
	((struct wire_values){(const struct wire_value[]){EACH(VALUE_OF, __VA_ARGS__)},                \
	                      COUNT_OF(__VA_ARGS__)})
#define NO_VALUES ((struct wire_values){NULL, 0})
#define ARRAY(values, n)                                                                           \
	((struct wire_value){.type = ARRAY_LETTER_OF(values), .count = (n), .at = (values)})
#define BYTES(bytes, n) ((struct wire_value){.type = 'x', .count = (n), .at = (bytes)})
#define NOTHING         ((struct wire_value){.count = -1}) /* NULL */

static inline struct wire_value value_same(char letter, struct wire_value value)
{
	(void)letter;
	return value;
}

static inline struct wire_value value_number(char letter, int64_t number)
{
	return (struct wire_value){.type = letter, .number = number};
}

static inline struct wire_value value_text(char letter, const char *text)
{
	return (struct wire_value){letter, text != NULL ? (int)strlen(text) : -1, {.at = text}};
}

/* ── fields ── */

/* A field is an integer, a double (NAN for NULL), a bool, an array of characters or of bytes, a
 * pointer to a text that is valid until the rows are closed, or one of: */
#define FIELDS(...)                                                                                \
	((struct wire_fields){(const struct wire_field[]){EACH(FIELD_OF, __VA_ARGS__)},                \
	                      COUNT_OF(__VA_ARGS__)})
#define MANY(values, n)                                                                            \
	((struct wire_field){                                                                          \
		.type = ARRAY_LETTER_OF(values), .at = (values), .size = sizeof(values), .count = &(n)})
#define BUFFER(buffer, capacity)                                                                   \
	((struct wire_field){.type = 's', .at = (buffer), .size = (capacity)})
#define OPTIONAL(flag, x) (*(const struct wire_field[]){field_optional(FIELD_OF(x), &(flag))})

static inline struct wire_field field_optional(struct wire_field field, bool *flag)
{
	field.present = flag;
	return field;
}

/* ── calls ── */

bool statement_run(struct db *db, const struct db_statement *statement, struct wire_values values);

/* The first row; there must be one. */
bool statement_row(struct db *db, const struct db_statement *statement, struct wire_values values,
                   struct wire_fields fields);

/* The first row, if there is one. */
bool statement_find(struct db *db, const struct db_statement *statement, struct wire_values values,
                    bool *found, struct wire_fields fields);

/* Prints rows of one text, one per line. found: whether there is a row. */
bool statement_print_found(struct db *db, const struct db_statement *statement,
                           struct wire_values values, bool *found, FILE *out);
bool statement_print(struct db *db, const struct db_statement *statement, struct wire_values values,
                     FILE *out);

/* ── the terms of a game ── */

/* The places for the columns that read_games and farm.games_claim return of a game's terms. */
#define TERMS_PLACES(terms)                                                                        \
	(terms).map, (terms).number, (terms).round_limit, (terms).block, (terms).draw_after,           \
		(terms).seed, (terms).rules, (terms).judge, (terms).seats,                                 \
		OPTIONAL((terms).started, (terms).start_phase),                                            \
		OPTIONAL((terms).started, MANY((terms).start_units, (terms).start_unit_count)),            \
		OPTIONAL((terms).started, (terms).start_owners), (terms).press, (terms).press_rounds,      \
		(terms).substitute

#endif
