/* statement: one statement and its call. Only the files stmt_*.c use it.
 *
 * embed.awk makes a struct db_statement for each statement of stmt_SUBJECT.sql, and, if its head
 * has plain results, the function that calls it; stmt_SUBJECT.c includes these and has the other
 * functions:
 *
 *     return statement_row(db, &drop_command, VALUES(role),
 *                          FIELDS(BUFFER(command, sizeof command)));
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

/* f(a), f(b), ... for up to WIRE_VALUES_MAX arguments: each scan of EXPAND expands one more
 * EACH_AGAIN. */
#define EXPAND(...)          EXPAND_3(EXPAND_3(EXPAND_3(__VA_ARGS__)))
#define EXPAND_3(...)        EXPAND_2(EXPAND_2(EXPAND_2(__VA_ARGS__)))
#define EXPAND_2(...)        EXPAND_1(EXPAND_1(EXPAND_1(__VA_ARGS__)))
#define EXPAND_1(...)        __VA_ARGS__
#define EACH(f, ...)         EXPAND(EACH_FROM(f, __VA_ARGS__))
#define EACH_FROM(f, a, ...) f(a) __VA_OPT__(, EACH_AGAIN EACH_BRACKETS(f, __VA_ARGS__))
#define EACH_AGAIN()         EACH_FROM
#define EACH_BRACKETS        ()
#define LIST(type, item, ...)                                                                      \
	((struct type){(const struct item[]){__VA_ARGS__},                                             \
	               sizeof((const struct item[]){__VA_ARGS__}) / sizeof(struct item)})

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
#define VALUES(...) LIST(wire_values, wire_value, EACH(VALUE_OF, __VA_ARGS__))
#define NO_VALUES   ((struct wire_values){NULL, 0})
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
#define FIELDS(...) LIST(wire_fields, wire_field, EACH(FIELD_OF, __VA_ARGS__))
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
