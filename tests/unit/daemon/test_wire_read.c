/* Columns are read from the bytes of PostgreSQL's binary format. A value that does not fit its
 * place is refused. */
#include <math.h>

#include "hex.h"
#include "db/statements/statement.h"
#include "db/record/stored.h"

/* A row of columns that a test makes. */
struct row {
	struct wire_column column[WIRE_VALUES_MAX];
	char bytes[WIRE_VALUES_MAX][BYTES_MAX];
	int count;
};

/* hex NULL: NULL. */
static void add_column(struct row *row, uint32_t oid, const char *hex)
{
	struct wire_column *column = &row->column[row->count];
	char *bytes = row->bytes[row->count++];
	*column = (struct wire_column){.oid = oid};
	if (hex == NULL)
		return;
	column->length = from_hex(hex, bytes);
	bytes[column->length] = '\0';
	column->bytes = bytes;
}

/* The number of the first bad column of a row of one. */
static int read_one(uint32_t oid, const char *hex, struct wire_fields fields)
{
	struct row row = {.count = 0};
	add_column(&row, oid, hex);
	return wire_read(fields, row.column, row.count);
}

enum { BOOL = 16, BYTEA = 17, INT8 = 20, INT2 = 21, INT4 = 23, TEXT = 25, OID = 26, INT2S = 1005 };
enum { INT4S = 1007, INT8S = 1016, FLOAT8 = 701 };

TEST(test_read_numbers, "reading numbers")
{
	int16_t small = 1;
	int32_t medium = 1;
	int64_t large = 1;
	uint32_t oid = 1;
	bool truth = false;
	CU_ASSERT(read_one(INT2, "8000", FIELDS(small)) == 0 && small == INT16_MIN);
	CU_ASSERT(read_one(INT2, "7fff", FIELDS(small)) == 0 && small == INT16_MAX);
	CU_ASSERT(read_one(INT4, "80000000", FIELDS(medium)) == 0 && medium == INT32_MIN);
	CU_ASSERT(read_one(INT4, "00ff00fe", FIELDS(medium)) == 0 && medium == 0xff00fe);
	CU_ASSERT(read_one(INT8, "8000000000000000", FIELDS(large)) == 0 && large == INT64_MIN);
	CU_ASSERT(read_one(INT8, "0102030405060708", FIELDS(large)) == 0 &&
	          large == 0x0102030405060708);
	CU_ASSERT(read_one(OID, "fffffffe", FIELDS(oid)) == 0 && oid == UINT32_MAX - 1);
	CU_ASSERT(read_one(BOOL, "01", FIELDS(truth)) == 0 && truth);
	CU_ASSERT(read_one(BOOL, "00", FIELDS(truth)) == 0 && !truth);
}

TEST(test_read_doubles, "reading doubles")
{
	double number = 1;
	CU_ASSERT(read_one(FLOAT8, "c004000000000000", FIELDS(number)) == 0 && number == -2.5);
	CU_ASSERT(read_one(FLOAT8, "7ff0000000000000", FIELDS(number)) == 0 && number == INFINITY);
	CU_ASSERT(read_one(FLOAT8, NULL, FIELDS(number)) == 0 && isnan(number));
	CU_ASSERT(read_one(INT8, "c004000000000000", FIELDS(number)) == 1);
	CU_ASSERT(read_one(FLOAT8, "c0040000", FIELDS(number)) == 1);
}

/* The value has another type or length, or is NULL: the place keeps what it had. */
TEST(test_refuse_numbers, "numbers that are refused")
{
	int32_t number = 77;
	bool truth = true;
	CU_ASSERT_EQUAL(read_one(INT8, "0000000000000001", FIELDS(number)), 1);
	CU_ASSERT_EQUAL(read_one(INT2, "0001", FIELDS(number)), 1);
	CU_ASSERT_EQUAL(read_one(OID, "00000001", FIELDS(number)), 1);
	CU_ASSERT_EQUAL(read_one(INT4, "000001", FIELDS(number)), 1);
	CU_ASSERT_EQUAL(read_one(INT4, "0000000001", FIELDS(number)), 1);
	CU_ASSERT_EQUAL(read_one(INT4, "", FIELDS(number)), 1);
	CU_ASSERT_EQUAL(read_one(INT4, NULL, FIELDS(number)), 1);
	CU_ASSERT_EQUAL(read_one(BOOL, NULL, FIELDS(truth)), 1);
	CU_ASSERT_EQUAL(number, 77);
	CU_ASSERT(truth);
}

TEST(test_read_texts, "reading texts and bytes")
{
	char text[4] = "old";
	const char *borrowed = NULL;
	uint8_t bytes[3] = {0};
	CU_ASSERT(read_one(TEXT, "616263", FIELDS(text)) == 0 && strcmp(text, "abc") == 0);
	CU_ASSERT(read_one(TEXT, "", FIELDS(text)) == 0 && strcmp(text, "") == 0);
	CU_ASSERT(read_one(TEXT, "6162", FIELDS(BUFFER(text, 3))) == 0 && strcmp(text, "ab") == 0);
	CU_ASSERT(read_one(BYTEA, "00ff0a", FIELDS(bytes)) == 0 && memcmp(bytes, "\0\xff\n", 3) == 0);
	int count = 9;
	CU_ASSERT(read_one(BYTEA, "0b0c", FIELDS(MANY(bytes, count))) == 0 && count == 2 &&
	          memcmp(bytes, "\x0b\x0c\n", 3) == 0);
	CU_ASSERT(read_one(BYTEA, "", FIELDS(MANY(bytes, count))) == 0 && count == 0);
	struct row row = {.count = 0};
	add_column(&row, TEXT, "78797a");
	CU_ASSERT(wire_read(FIELDS(borrowed), row.column, 1) == 0 && borrowed == row.bytes[0]);
}

TEST(test_refuse_texts, "texts and bytes that are refused")
{
	char text[4] = "old";
	uint8_t bytes[3] = {1, 2, 3};
	CU_ASSERT_EQUAL(read_one(TEXT, "61626364", FIELDS(text)), 1);
	CU_ASSERT_EQUAL(read_one(TEXT, "616263", FIELDS(BUFFER(text, 3))), 1);
	CU_ASSERT_EQUAL(read_one(BYTEA, "616263", FIELDS(text)), 1);
	CU_ASSERT_EQUAL(read_one(TEXT, NULL, FIELDS(text)), 1);
	CU_ASSERT_EQUAL(read_one(BYTEA, "00ff", FIELDS(bytes)), 1);
	CU_ASSERT_EQUAL(read_one(BYTEA, "00ff0a0b", FIELDS(bytes)), 1);
	int count;
	CU_ASSERT_EQUAL(read_one(BYTEA, "00ff0a0b", FIELDS(MANY(bytes, count))), 1);
	CU_ASSERT_EQUAL(read_one(TEXT, "00ff0a", FIELDS(bytes)), 1);
	CU_ASSERT(strcmp(text, "old") == 0 && bytes[0] == 1);
}

TEST(test_read_arrays, "reading arrays")
{
	int16_t small[2] = {0};
	int32_t medium[2] = {0};
	int64_t large[2] = {0};
	int count = 9;
	CU_ASSERT(read_one(INT2S, "00000000 00000000 00000015", FIELDS(MANY(small, count))) == 0 &&
	          count == 0);
	CU_ASSERT(read_one(INT2S,
	                   "00000001 00000000 00000015 00000002 00000001 00000002 8000 00000002 7fff",
	                   FIELDS(MANY(small, count))) == 0 &&
	          count == 2 && small[0] == INT16_MIN && small[1] == INT16_MAX);
	CU_ASSERT(read_one(INT4S, "00000001 00000000 00000017 00000001 00000001 00000004 fffffffe",
	                   FIELDS(MANY(medium, count))) == 0 &&
	          count == 1 && medium[0] == -2);
	CU_ASSERT(read_one(INT8S,
	                   "00000001 00000000 00000014 00000001 00000001 00000008 80000000 00000000",
	                   FIELDS(MANY(large, count))) == 0 &&
	          count == 1 && large[0] == INT64_MIN);
}

/* What is wrong with each array of int2, for a place of two. */
TEST(test_refuse_arrays, "arrays that are refused")
{
	static const struct {
		const char *what;
		uint32_t oid;
		const char *hex;
	} cases[] = {
		{"NULL", INT2S, NULL},
		{"nothing", INT2S, ""},
		{"cut in its head", INT2S, "00000000 00000000 0000"},
		{"bytes after an empty one", INT2S, "00000000 00000000 00000015 00000000"},
		{"no length", INT2S, "00000001 00000000 00000015"},
		{"no lower bound", INT2S, "00000001 00000000 00000015 00000000"},
		{"another column type", INT4S,
	     "00000001 00000000 00000015 00000001 00000001 00000002 0001"},
		{"another element type", INT2S,
	     "00000001 00000000 00000017 00000001 00000001 00000002 0001"},
		{"two dimensions", INT2S,
	     "00000002 00000000 00000015 00000001 00000001 00000001 00000001 00000002 0001"},
		{"a NULL", INT2S, "00000001 00000001 00000015 00000001 00000001 ffffffff"},
		{"a NULL that is not announced", INT2S,
	     "00000001 00000000 00000015 00000001 00000001 ffffffff"},
		{"an element of another size", INT2S,
	     "00000001 00000000 00000015 00000001 00000001 00000004 0001"},
		{"cut in an element", INT2S,
	     "00000001 00000000 00000015 00000002 00000001 00000002 0001 00000002 00"},
		{"an element too few", INT2S, "00000001 00000000 00000015 00000002 00000001 00000002 0001"},
		{"a negative length", INT2S, "00000001 00000000 00000015 ffffffff 00000001"},
		{"more than there is room for", INT2S,
	     "00000001 00000000 00000015 00000003 00000001 00000002 0001 00000002 0002 00000002 0003"},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		int16_t small[2];
		int count = 9;
		CHECK(read_one(cases[i].oid, cases[i].hex, FIELDS(MANY(small, count))) == 1, "%s is read",
		      cases[i].what);
	}
}

TEST(test_full_array, "an array of the greatest size")
{
	static int16_t written[STORED_MAX], read[STORED_MAX];
	struct wire_args args;
	const char *at[WIRE_VALUES_MAX];
	int count = 0;
	for (int i = 0; i < STORED_MAX; i++)
		written[i] = (int16_t)(i * 257 - 20000);
	wire_open(&args, "H");
	wire_add(&args, VALUES(ARRAY(written, STORED_MAX)));
	wire_find(&args, at);
	CU_ASSERT_EQUAL(args.length[0], 20 + STORED_MAX * 6);
	const struct wire_column column = {INT2S, args.length[0], at[0]};
	CU_ASSERT_EQUAL(wire_read(FIELDS(MANY(read, count)), &column, 1), 0);
	CU_ASSERT_EQUAL(count, STORED_MAX);
	CU_ASSERT_EQUAL(memcmp(written, read, sizeof read), 0);
	wire_close(&args);
}

/* The first bad column is named. The other columns are read. */
TEST(test_read_row, "reading rows")
{
	int64_t game = 0;
	int16_t small = 0;
	int32_t number = 0;
	struct row row = {.count = 0};
	add_column(&row, INT8, "0000000000000011");
	add_column(&row, TEXT, "61");
	add_column(&row, INT4, "00000012");
	CU_ASSERT_EQUAL(wire_read(FIELDS(game, small, number), row.column, 3), 2);
	CU_ASSERT(game == 0x11 && number == 0x12);
	char text[2];
	CU_ASSERT_EQUAL(wire_read(FIELDS(game, text, number), row.column, 3), 0);
	CU_ASSERT_EQUAL(wire_read(FIELDS(game, text), row.column, 3), 3);
	CU_ASSERT_EQUAL(wire_read(FIELDS(game, text, number, small), row.column, 3), 4);
	CU_ASSERT_EQUAL(wire_read(FIELDS(game), row.column, 0), 1);
}

TEST(test_optional, "columns that may be NULL")
{
	int32_t number = 7;
	bool there = false;
	CU_ASSERT(read_one(INT4, "00000005", FIELDS(OPTIONAL(there, number))) == 0 && there &&
	          number == 5);
	CU_ASSERT(read_one(INT4, NULL, FIELDS(OPTIONAL(there, number))) == 0 && !there && number == 5);
	CU_ASSERT_EQUAL(read_one(INT2, "0005", FIELDS(OPTIONAL(there, number))), 1);
	CU_ASSERT_EQUAL(read_one(INT2, NULL, FIELDS(OPTIONAL(there, number))), 1);
}

/* Columns with one flag are all NULL or none is. Arrays with one count have one length. */
TEST(test_together, "columns that belong together")
{
	static const char *const one = "00000001 00000000 00000015 00000001 00000001 00000002 0001";
	static const char *const two =
		"00000001 00000000 00000015 00000002 00000001 00000002 0001 00000002 0002";
	static const struct {
		const char *first, *second, *third;
		int bad;
	} cases[] = {{one, one, "0001", 0},  {one, one, NULL, 3},   {one, NULL, NULL, 0},
	             {one, NULL, "0001", 3}, {two, one, "0001", 2}, {two, two, "0001", 0},
	             {NULL, one, "0001", 1}};
	for (int i = 0; i < COUNT(cases); i++) {
		int16_t a[2], b[2], c;
		int count = 9;
		bool there = false;
		struct row row = {.count = 0};
		add_column(&row, INT2S, cases[i].first);
		add_column(&row, INT2S, cases[i].second);
		add_column(&row, INT2, cases[i].third);
		const int bad =
			wire_read(FIELDS(MANY(a, count), OPTIONAL(there, MANY(b, count)), OPTIONAL(there, c)),
		              row.column, row.count);
		CHECK(bad == cases[i].bad, "case %d: column %d is bad, not %d", i, bad, cases[i].bad);
		CHECK(bad != 0 || there == (cases[i].third != NULL), "case %d: there or not", i);
	}
}

SUITE("wire_read")
