/* The bytes of parameters are those of PostgreSQL's binary format. Values that do not fit the types
 * of a statement abort. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hex.h"
#include "db/statements/statement.h"

/* Checks that parameter i has these bytes; hex NULL: that it is NULL. */
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

TEST(test_numbers, "numbers")
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

TEST(test_wider, "integers in wider types")
{
	const int16_t small = -2;
	check_written("i", VALUES((uint8_t)200), "000000c8");
	check_written("i", VALUES(small), "fffffffe");
	check_written("l", VALUES(small), "ffffffff fffffffe");
	check_written("l", VALUES(INT32_MIN), "ffffffff 80000000");
}

TEST(test_texts, "texts and bytes")
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

TEST(test_nulls, "NULLs")
{
	for (const char *type = "h\0i\0l\0o\0b\0s\0x\0H\0I\0L\0"; *type != '\0'; type += 2)
		check_written(type, VALUES(NOTHING), NULL);
}

TEST(test_arrays, "arrays")
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

/* Parameters keep their bytes when later ones make the buffer grow. */
TEST(test_parameters, "several parameters")
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

/* Columns that are missing at the end of a row are NULL. */
TEST(test_rows, "arrays of rows")
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

TEST(test_no_rows, "arrays without rows")
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

TEST(test_oids, "oids")
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
	int status = 0;
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

TEST(test_misfits, "values that do not fit their types")
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

SUITE("wire")
