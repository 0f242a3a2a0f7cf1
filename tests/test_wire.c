/* The bytes of parameters are those of PostgreSQL's binary format, and columns are read from such
 * bytes. What does not fit its type or its place is refused. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/statement.h"
#include "store/stored.h"
#include "suite.h"

enum { BYTES_MAX = 256 };

/* "0000 0001" as bytes; returns how many. */
static int from_hex(const char *hex, char bytes[BYTES_MAX])
{
	int count = 0;
	for (; *hex != '\0'; hex += 2) {
		unsigned byte;
		if (*hex == ' ')
			hex++;
		SUITE_MUST(count < BYTES_MAX && sscanf(hex, "%2x", &byte) == 1, hex);
		bytes[count++] = (char)byte;
	}
	return count;
}

/* ── writing ── */

/* Whether parameter i has these bytes; NULL for NULL. */
static void check_parameter(const struct wire_args *args, int i, const char *hex)
{
	const char *at[WIRE_VALUES_MAX];
	char bytes[BYTES_MAX];
	wire_find(args, at);
	CU_ASSERT_FATAL(i < args->count);
	if (hex == NULL) {
		CHECK(at[i] == NULL && args->length[i] < 0, "parameter %d: not NULL", i);
		return;
	}
	const int count = from_hex(hex, bytes);
	CHECK(at[i] != NULL && args->length[i] == count && memcmp(at[i], bytes, (size_t)count) == 0,
	      "parameter %d: not %s", i, hex);
}

static void check_written(const char *types, struct wire_values values, const char *hex)
{
	struct wire_args args;
	wire_open(&args, types);
	wire_add(&args, values);
	CU_ASSERT_EQUAL(args.count, 1);
	check_parameter(&args, 0, hex);
	wire_close(&args);
}

static void test_numbers(void)
{
	const int16_t small = -2;
	check_written("h", VALUES(small), "fffe");
	check_written("h", VALUES((int16_t)INT16_MIN), "8000");
	check_written("h", VALUES((int16_t)INT16_MAX), "7fff");
	check_written("h", VALUES((uint8_t)UINT8_MAX), "00ff");
	check_written("i", VALUES(0x01020304), "01020304");
	check_written("i", VALUES(INT32_MIN), "80000000");
	check_written("i", VALUES(INT32_MAX), "7fffffff");
	check_written("l", VALUES((int64_t)0x0102030405060708), "01020304 05060708");
	check_written("l", VALUES(INT64_MIN), "80000000 00000000");
	check_written("l", VALUES(INT64_MAX), "7fffffff ffffffff");
	check_written("b", VALUES((bool)true), "01");
	check_written("b", VALUES((bool)false), "00");
	check_written("o", VALUES(UINT32_MAX), "ffffffff");
}

static void test_wider(void)
{
	const int16_t small = -2;
	check_written("i", VALUES((uint8_t)200), "000000c8");
	check_written("i", VALUES(small), "fffffffe");
	check_written("l", VALUES(small), "ffffffff fffffffe");
	check_written("l", VALUES(INT32_MIN), "ffffffff 80000000");
}

static void test_texts(void)
{
	const char *const none = NULL;
	char buffer[8] = "xyz";
	const uint8_t bytes[] = {0, 255, 10};
	check_written("s", VALUES("abc"), "616263");
	check_written("s", VALUES(buffer), "78797a");
	check_written("s", VALUES(""), "");
	check_written("s", VALUES("ä"), "c3a4");
	check_written("s", VALUES(none), NULL);
	check_written("x", VALUES(BYTES(bytes, 3)), "00ff0a");
	check_written("x", VALUES(BYTES(bytes, 0)), "");
}

static void test_nulls(void)
{
	for (const char *type = "h\0i\0l\0o\0b\0s\0x\0H\0I\0L\0"; *type != '\0'; type += 2)
		check_written(type, VALUES(NOTHING), NULL);
}

static void test_arrays(void)
{
	const int16_t small[] = {INT16_MIN, INT16_MAX, -1};
	const int32_t medium[] = {INT32_MIN, INT32_MAX};
	const int64_t large[] = {INT64_MIN};
	check_written("H", VALUES(ARRAY(small, 0)), "00000000 00000000 00000015");
	check_written("I", VALUES(ARRAY(medium, 0)), "00000000 00000000 00000017");
	check_written("L", VALUES(ARRAY(large, 0)), "00000000 00000000 00000014");
	check_written("H", VALUES(ARRAY(small, 3)),
	              "00000001 00000000 00000015 00000003 00000001 00000002 8000 00000002 7fff "
	              "00000002 ffff");
	check_written(
		"I", VALUES(ARRAY(medium, 2)),
		"00000001 00000000 00000017 00000002 00000001 00000004 80000000 00000004 7fffffff");
	check_written("L", VALUES(ARRAY(large, 1)),
	              "00000001 00000000 00000014 00000001 00000001 00000008 80000000 00000000");
}

/* Parameters keep their bytes while those behind them make the buffer grow. */
static void test_parameters(void)
{
	struct wire_args args;
	char longer[5000];
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	wire_open(&args, "issHl");
	wire_add(&args, VALUES(7, "abc"));
	wire_add(&args, VALUES(longer, NOTHING, INT64_MAX));
	check_parameter(&args, 0, "00000007");
	check_parameter(&args, 1, "616263");
	check_parameter(&args, 3, NULL);
	check_parameter(&args, 4, "7fffffff ffffffff");
	CU_ASSERT_EQUAL(args.length[2], sizeof longer - 1);
	wire_close(&args);
}

/* Columns that a row lacks at its end are NULL. */
static void test_rows(void)
{
	const int16_t small[] = {5};
	struct wire_args args;
	wire_open(&args, "i(ihsH)s");
	wire_add(&args, VALUES(1));
	wire_rows_begin(&args, 0x4000);
	wire_row(&args, VALUES(2, (int16_t)3, "a", ARRAY(small, 1)));
	wire_row(&args, VALUES(4));
	wire_row(&args, VALUES(5, NOTHING));
	wire_add(&args, VALUES("b"));
	wire_rows_end(&args);
	wire_add(&args, VALUES("end"));
	CU_ASSERT_EQUAL(args.count, 3);
	check_parameter(&args, 0, "00000001");
	check_parameter(&args, 1,
	                "00000001 00000000 00004000 00000003 00000001"
	                " 00000045 00000004 00000017 00000004 00000002 00000015 00000002 0003"
	                " 00000019 00000001 61 000003ed 0000001a"
	                " 00000001 00000000 00000015 00000001 00000001 00000002 0005"
	                " 00000028 00000004 00000017 00000004 00000004 00000015 ffffffff"
	                " 00000019 ffffffff 000003ed ffffffff"
	                " 00000029 00000004 00000017 00000004 00000005 00000015 ffffffff"
	                " 00000019 00000001 62 000003ed ffffffff");
	check_parameter(&args, 2, "656e64");
	wire_close(&args);
}

static void test_no_rows(void)
{
	struct wire_args args;
	wire_open(&args, "(ih)(s)");
	wire_rows_begin(&args, 0x4000);
	wire_rows_end(&args);
	wire_rows_begin(&args, 0x4001);
	wire_row(&args, VALUES("a"));
	wire_rows_end(&args);
	check_parameter(&args, 0, "00000000 00000000 00004000");
	check_parameter(&args, 1,
	                "00000001 00000000 00004001 00000001 00000001"
	                " 0000000d 00000001 00000019 00000001 61");
	wire_close(&args);
}

static void test_oids(void)
{
	static const uint32_t all[] = {21, 23, 20, 26, 16, 25, 17, 1005, 1007, 1016, 0, 25};
	uint32_t oids[WIRE_VALUES_MAX];
	CU_ASSERT_EQUAL(wire_oids("", oids), 0);
	CU_ASSERT_EQUAL_FATAL(wire_oids("hilobsxHIL(ihH)s", oids), COUNT(all));
	CU_ASSERT_EQUAL(memcmp(oids, all, sizeof all), 0);
}

/* ── what is impossible ── */

static void write_values(const char *types, struct wire_values values)
{
	struct wire_args args;
	const char *at[WIRE_VALUES_MAX];
	wire_open(&args, types);
	wire_add(&args, values);
	wire_find(&args, at);
	wire_close(&args);
}

static void check_aborts(const char *types, struct wire_values values)
{
	int status;
	fflush(stdout);
	const pid_t pid = fork();
	if (pid == 0) {
		signal(SIGABRT, SIG_DFL);
		fclose(stderr);
		write_values(types, values);
		_exit(0);
	}
	CU_ASSERT_FATAL(pid > 0 && waitpid(pid, &status, 0) == pid);
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, "%d values are taken for \"%s\"",
	      values.count, types);
}

static void test_misfits(void)
{
	const int16_t small[] = {1};
	check_aborts("h", VALUES(1));
	check_aborts("i", VALUES((int64_t)1));
	check_aborts("i", VALUES((bool)true));
	check_aborts("b", VALUES(1));
	check_aborts("o", VALUES(1));
	check_aborts("s", VALUES(1));
	check_aborts("x", VALUES("abc"));
	check_aborts("h", VALUES(ARRAY(small, 1)));
	check_aborts("I", VALUES(ARRAY(small, 1)));
	check_aborts("ii", VALUES(1));
	check_aborts("i", VALUES(1, 1));
	check_aborts("i", VALUES(1, NOTHING));
	check_aborts("(i)", VALUES(1));
	check_aborts("z", VALUES(1));
}

/* ── reading ── */

/* A row of columns in the making. */
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
enum { INT4S = 1007, INT8S = 1016 };

static void test_read_numbers(void)
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

/* Another type, another length, NULL: the place keeps what it had. */
static void test_refuse_numbers(void)
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

static void test_read_texts(void)
{
	char text[4] = "old";
	const char *borrowed = NULL;
	uint8_t bytes[3] = {0};
	CU_ASSERT(read_one(TEXT, "616263", FIELDS(text)) == 0 && strcmp(text, "abc") == 0);
	CU_ASSERT(read_one(TEXT, "", FIELDS(text)) == 0 && strcmp(text, "") == 0);
	CU_ASSERT(read_one(TEXT, "6162", FIELDS(BUFFER(text, 3))) == 0 && strcmp(text, "ab") == 0);
	CU_ASSERT(read_one(BYTEA, "00ff0a", FIELDS(bytes)) == 0 && memcmp(bytes, "\0\xff\n", 3) == 0);
	struct row row = {.count = 0};
	add_column(&row, TEXT, "78797a");
	CU_ASSERT(wire_read(FIELDS(borrowed), row.column, 1) == 0 && borrowed == row.bytes[0]);
}

static void test_refuse_texts(void)
{
	char text[4] = "old";
	uint8_t bytes[3] = {1, 2, 3};
	CU_ASSERT_EQUAL(read_one(TEXT, "61626364", FIELDS(text)), 1);
	CU_ASSERT_EQUAL(read_one(TEXT, "616263", FIELDS(BUFFER(text, 3))), 1);
	CU_ASSERT_EQUAL(read_one(BYTEA, "616263", FIELDS(text)), 1);
	CU_ASSERT_EQUAL(read_one(TEXT, NULL, FIELDS(text)), 1);
	CU_ASSERT_EQUAL(read_one(BYTEA, "00ff", FIELDS(bytes)), 1);
	CU_ASSERT_EQUAL(read_one(BYTEA, "00ff0a0b", FIELDS(bytes)), 1);
	CU_ASSERT_EQUAL(read_one(TEXT, "00ff0a", FIELDS(bytes)), 1);
	CU_ASSERT(strcmp(text, "old") == 0 && bytes[0] == 1);
}

static void test_read_arrays(void)
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
static void test_refuse_arrays(void)
{
	static const struct {
		const char *what;
		uint32_t oid;
		const char *hex;
	} cases[] = {
		{"NULL", INT2S, NULL},
		{"nothing", INT2S, ""},
		{"cut in its head", INT2S, "00000000 00000000 0000"},
		{"bytes behind an empty one", INT2S, "00000000 00000000 00000015 00000000"},
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

static void test_full_array(void)
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

/* The first bad column is named; the others are read. */
static void test_read_row(void)
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

static void test_optional(void)
{
	int32_t number = 7;
	bool there = false;
	CU_ASSERT(read_one(INT4, "00000005", FIELDS(OPTIONAL(there, number))) == 0 && there &&
	          number == 5);
	CU_ASSERT(read_one(INT4, NULL, FIELDS(OPTIONAL(there, number))) == 0 && !there && number == 5);
	CU_ASSERT_EQUAL(read_one(INT2, "0005", FIELDS(OPTIONAL(there, number))), 1);
	CU_ASSERT_EQUAL(read_one(INT2, NULL, FIELDS(OPTIONAL(there, number))), 1);
}

/* Columns with one flag are all NULL or none, and arrays with one count are of one length. */
static void test_together(void)
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

int main(void)
{
	CU_TestInfo tests[] = {
		{"numbers", test_numbers},
		{"integers in wider types", test_wider},
		{"texts and bytes", test_texts},
		{"NULLs", test_nulls},
		{"arrays", test_arrays},
		{"several parameters", test_parameters},
		{"arrays of rows", test_rows},
		{"arrays without rows", test_no_rows},
		{"oids", test_oids},
		{"values that do not fit their types", test_misfits},
		{"reading numbers", test_read_numbers},
		{"numbers that are refused", test_refuse_numbers},
		{"reading texts and bytes", test_read_texts},
		{"texts and bytes that are refused", test_refuse_texts},
		{"reading arrays", test_read_arrays},
		{"arrays that are refused", test_refuse_arrays},
		{"an array of the greatest size", test_full_array},
		{"reading rows", test_read_row},
		{"columns that may be NULL", test_optional},
		{"columns that belong together", test_together},
		CU_TEST_INFO_NULL,
	};
	return suite_run("wire", tests);
}
