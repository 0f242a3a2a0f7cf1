/* Every judge decides every case of every file as the case expects, by the rules of its profile.
 * Partial judges may leave orders undecided. Atlas ends in the stage that the thesis names.
 * promise: The judges are right */
#include "formats/cases/trial.h"
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
		struct case_reader reader = {.map = suite_map(), .find_map = suite_find_map};
		struct test_case c;
		const char *at = text;
		enum case_event event;
		while ((event = cases_read(&reader, &at, text + length, &c)) == CASE_READ)
			check(files.gl_pathv[i], &c);
		CHECK(event == CASE_MORE && !reader.open, "%s:%ld: %s", files.gl_pathv[i], reader.line,
		      reader.error);
	}
	globfree(&files);
}

static const struct judge *asked;
static int outcomes[TRIAL_OUTCOMES], undecided;

static void check_by(const struct rules *rules, const char *file, const struct test_case *c)
{
	struct trial_report report;
	trial_run(c->map, asked, rules, c, &report);
	CHECK(report.outcome != TRIAL_FAILED, "%s: %s: %s by %s: %s", asked->name, file, c->id,
	      rules == NULL ? "its profile" : rules->name, report.text);
	outcomes[report.outcome]++;
	undecided += strcmp(report.text, "undecided") == 0;
}

static void check_outcome(const char *file, const struct test_case *c)
{
	check_by(NULL, file, c);
	if (c->profile == PROFILE_ANY)
		check_by(rules_find("thesis"), file, c);
}

TEST(test_outcomes, "outcomes of every case")
{
	for (int j = 0; judges[j] != NULL; j++) {
		asked = judges[j];
		memset(outcomes, 0, sizeof outcomes);
		undecided = 0;
		each_case(check_outcome);
		printf("\n    %s: %d passed, %d skipped, %d of them undecided ", asked->name,
		       outcomes[TRIAL_PASSED], outcomes[TRIAL_SKIPPED], undecided);
		CU_ASSERT(undecided == 0 || asked->partial);
		CU_ASSERT(outcomes[TRIAL_PASSED] + undecided >= 430);
	}
}

/* Compares the stage with the literal one where the case gives one: there the thesis's table is
 * wrong. For 6.G.1 and 6.F.23 the thesis's own text says what literal runs give. */
static void check_stage(const char *file, const struct test_case *c)
{
	struct trial_report report;
	uint8_t stage = cases_stage(c);
	const bool by_datc = c->profile != PROFILE_ANY && c->profile != PROFILE_THESIS;
	trial_run(c->map, judge_find("atlas"), by_datc ? NULL : rules_find("thesis"), c, &report);
	if (stage != STAGE_NONE && report.outcome != TRIAL_SKIPPED)
		CHECK(report.stage == stage, "%s: %s ends in %s, should in %s", file, c->id,
		      stage_names[report.stage], stage_names[stage]);
}

TEST(test_stages, "stages of every case")
{
	each_case(check_stage);
}

SUITE("atlas")
