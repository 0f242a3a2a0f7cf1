/* Atlas decides every case file as the thesis does, and gets as far as the thesis says. */
#include "cases.h"
#include "suite.h"

#include <glob.h>

#define CASE_FILES "tests/cases/*.cases"
enum { TEXT_SIZE = 1 << 20 };

/* Calls check for every case of every file. */
static void each_case(void (*check)(const char *file, const struct test_case *c))
{
	static char text[TEXT_SIZE];
	glob_t files;
	CU_ASSERT_FATAL(glob(CASE_FILES, 0, NULL, &files) == 0);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		FILE *file = fopen(files.gl_pathv[i], "r");
		CU_ASSERT_PTR_NOT_NULL_FATAL(file);
		size_t length = fread(text, 1, sizeof text, file);
		CU_ASSERT_FATAL(length < sizeof text && fclose(file) == 0);
		struct case_reader reader = {.map = suite_map()};
		struct test_case c;
		const char *at = text;
		enum case_event event;
		while ((event = cases_read(&reader, &at, text + length, &c)) == CASE_READ)
			check(files.gl_pathv[i], &c);
		CHECK(event == CASE_MORE && !reader.open, "%s:%ld: %s", files.gl_pathv[i], reader.line, reader.error);
	}
	globfree(&files);
}

static int outcomes[CASE_OUTCOMES];

static void check_outcome(const char *file, const struct test_case *c)
{
	struct case_report report;
	cases_check(suite_map(), judge_find("atlas"), rules_find("thesis"), c, &report);
	CHECK(report.outcome != CASE_FAILED, "%s: %s: %s", file, c->id, report.text);
	outcomes[report.outcome]++;
}

static void test_outcomes(void)
{
	each_case(check_outcome);
	printf("\n    %d cases passed, %d skipped ", outcomes[CASE_PASSED], outcomes[CASE_SKIPPED]);
	CU_ASSERT(outcomes[CASE_PASSED] >= 166);
}

/* The stage a literal run of section 3.2 ends in where the case gives one, for there the thesis's table is wrong; so it
 * is with 6.G.1 and 6.F.23, of which the thesis's own text says what literal runs say. */
static void check_stage(const char *file, const struct test_case *c)
{
	struct case_report report;
	uint8_t stage = cases_stage(c);
	cases_check(suite_map(), judge_find("atlas"), rules_find("thesis"), c, &report);
	if (stage != STAGE_NONE && report.outcome != CASE_SKIPPED)
		CHECK(report.stage == stage, "%s: %s ends in %s, should in %s", file, c->id, stage_names[report.stage],
		      stage_names[stage]);
}

static void test_stages(void)
{
	each_case(check_stage);
}

int main(void)
{
	CU_TestInfo tests[] = {
		{"outcomes of every case", test_outcomes},
		{"stages of every case", test_stages},
		CU_TEST_INFO_NULL,
	};
	return suite_run("atlas", tests);
}
