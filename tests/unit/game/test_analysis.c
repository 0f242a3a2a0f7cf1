/* The questions of the analysis board, in C: its plans are legal and the best comes first, a line
 * is saved and loaded, and what is no question gets an error. tests/pages/module.sh compares the
 * browsers' module with these answers. */
#include "analysis/analysis.h"
#include "base/json.h"
#include "suite.h"

enum { QUESTION_SIZE = 8192, ANSWER_SIZE = 1 << 18 };

static struct analysis *analysis;

static void open_standard(void)
{
	analysis = analysis_open("standard", "", "standard");
	CU_ASSERT_PTR_NOT_NULL_FATAL(analysis);
}

/* The answer to a word with the position that follows, and the rest of a question. */
static struct json_object *ask(const char *word, const char *position, const char *rest)
{
	static char copy[ANSWER_SIZE]; /* with a zero at its end */
	char question[QUESTION_SIZE];
	struct json_fault fault;
	size_t length;
	const int size = snprintf(question, sizeof question, "%s\n%s\n%s\n", word, position, rest);
	const char *text = analysis_ask(analysis, question, (size_t)size, &length);

	CU_ASSERT_FATAL(text != NULL && length < ANSWER_SIZE);
	memcpy(copy, text, length);
	copy[length] = '\0';
	struct json_object *answer = json_read(copy, length, &fault);
	CU_ASSERT_PTR_NOT_NULL_FATAL(answer);
	return answer;
}

static const char *text_of(const struct json_object *object, const char *name)
{
	size_t length;
	const struct json_object *member = json_member(object, name);
	CU_ASSERT_PTR_NOT_NULL_FATAL(member);
	return json_text(member, &length);
}

static void copy_start(char position[QUESTION_SIZE])
{
	struct json_object *start = ask("start", "", "");
	snprintf(position, QUESTION_SIZE, "%s", text_of(start, "position"));
	json_close(start);
}

static bool has_line(const struct json_object *list, const char *line)
{
	for (size_t i = 0; i < json_count(list); i++)
		if (strcmp(json_line(json_element(list, i)), line) == 0)
			return true;
	return false;
}

/* The legal orders of a power. Each has a code. */
static struct json_object *find_legal(const struct json_object *legal, const char *power)
{
	struct json_object *turns = json_member(legal, "turns");
	for (size_t i = 0; i < json_count(turns); i++) {
		struct json_object *turn = json_element(turns, i);
		if (strcmp(text_of(turn, "power"), power) != 0)
			continue;
		struct json_object *orders = json_member(turn, "legal");
		CU_ASSERT_EQUAL(json_count(orders), json_count(json_member(turn, "codes")));
		return orders;
	}
	return NULL;
}

/* In any phase: each plan is of legal orders, and none has a larger share than the one before. */
static void check_plans(const char *position, const char *power, size_t plans, size_t orders)
{
	char rest[64];
	snprintf(rest, sizeof rest, "power %s\nbudget 1000", power);
	struct json_object *answer = ask("think", position, rest), *legal = ask("legal", position, "");
	const struct json_object *mine = find_legal(legal, power), *list = json_member(answer, "plans");
	int64_t before = 1001;

	CU_ASSERT_EQUAL(json_count(list), plans);
	for (size_t i = 0; i < json_count(list); i++) {
		const struct json_object *plan = json_element(list, i), *share = json_member(plan, "share");
		const struct json_object *ordered = json_member(plan, "orders");

		CU_ASSERT_EQUAL(json_count(ordered), orders);
		for (size_t o = 0; o < json_count(ordered); o++)
			CHECK(has_line(mine, json_line(json_element(ordered, o))), "%s: %s is not legal", power,
			      json_line(json_element(ordered, o)));
		if (share == NULL)
			continue;
		CHECK(json_number(share) > 0 && json_number(share) <= before, "%s: %lld after %lld", power,
		      (long long)json_number(share), (long long)before);
		before = json_number(share);
	}
	json_close(answer);
	json_close(legal);
}

TEST(test_plans, "plans")
{
	char position[QUESTION_SIZE];
	open_standard();
	copy_start(position);
	check_plans(position, "FRA", 5, 3);
	check_plans(position, "RUS", 5, 4);
	check_plans("phase W1901A\nowner par FRA\nowner mar FRA\nowner bre FRA", "FRA", 1, 3);
	check_plans("phase F1901R\nunit GER A bur\nretreating FRA A bur from mun", "FRA", 1, 1);
	check_plans("phase S1901M\nunit GER A mun", "FRA", 0, 0);
	analysis_close(analysis);
}

TEST(test_judged, "judged")
{
	char position[QUESTION_SIZE];
	open_standard();
	copy_start(position);
	struct json_object *judged = ask("judge", position, "order FRA A par - bur");
	CU_ASSERT_PTR_NOT_NULL(strstr(text_of(judged, "next"), "unit FRA A bur\n"));
	json_close(judged);
	analysis_close(analysis);
}

TEST(test_saved, "saved")
{
	char position[QUESTION_SIZE];
	open_standard();
	copy_start(position);
	struct json_object *saved = ask("save", position,
	                                "played\norder FRA A par - bur\n"
	                                "order GER A mun H\nplay\nplay");
	struct json_object *loaded = ask("load", json_print_value(saved), "");
	const struct json_object *phases = json_member(loaded, "phases");

	CU_ASSERT_STRING_EQUAL(text_of(loaded, "start"), position);
	CU_ASSERT_EQUAL_FATAL(json_count(phases), 2);
	CU_ASSERT_TRUE(has_line(json_element(phases, 0), "FRA A par - bur"));
	CU_ASSERT_TRUE(has_line(json_element(phases, 0), "GER A mun H"));
	CU_ASSERT_FALSE(has_line(json_element(phases, 1), "FRA A par - bur"));
	json_close(saved);
	json_close(loaded);
	analysis_close(analysis);
}

TEST(test_refused, "refused")
{
	static const char *const questions[][3] = {
		{"nonsense", "", ""},
		{"judge", "phase S1901M\nunit FRA A nowhere", ""},
		{"think", "phase S1901M\nunit FRA A par", "budget 1000"},
		{"think", "phase S1901M\nunit FRA A par", "power FRA\nbudget 99"},
		{"think", "phase S1901M\nunit FRA A par", "power FRA\nbudget 1000001"},
		{"load", "{\"phases\":1}", ""},
	};
	open_standard();
	for (int i = 0; i < COUNT(questions); i++) {
		struct json_object *answer = ask(questions[i][0], questions[i][1], questions[i][2]);
		CHECK(json_member(answer, "error") != NULL, "question %d is answered", i);
		json_close(answer);
	}
	CU_ASSERT_PTR_NULL(analysis_open("nowhere", "", "standard"));
	CU_ASSERT_PTR_NULL(analysis_open("standard", "", "nowhere"));
	analysis_close(analysis);
}

SUITE("analysis")
