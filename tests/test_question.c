/* Questions are read as psql reads them: statements, variables, branches. What psql would do and
 * the reader does not know is refused. No value becomes SQL text. Every question that is compiled
 * in can be read, and its head says what it takes. */
#include "db/questions/question.h"
#include "db/questions/question_head.h"
#include "db/questions/questions.h"
#include "suite.h"

static struct question question;

/* Reads the next step, which must be of this kind. */
static bool next(enum question_step wanted)
{
	const enum question_step step = question_next(&question);
	CHECK(step == wanted, "step %d, not %d: %s", step, wanted,
	      step == QUESTION_WRONG ? question.error : question.sql);
	return step == wanted;
}

static void open_text(const char *text)
{
	question_open(&question, text, "\\set included yes\n");
}

static void is_sql(const char *sql)
{
	CHECK(strcmp(question.sql, sql) == 0, "\"%s\" is not \"%s\"", question.sql, sql);
}

static void set(const char *name, const char *value)
{
	CHECK(question_set(&question, name, value), "%s has no room", name);
}

static void test_statements(void)
{
	open_text("-- a comment\nselect 1; select ';' as \"a;b\", $x$;$$;$x$, (2; 3) -- and; this\n;\n"
	          "select E'it\\';s' \\gset\nselect 4 \\g (tuples_only=on format=unaligned)\n"
	          "select 5\n\\crosstabview a \"b c\" d\nselect 6 \\g\n");
	next(QUESTION_TABLE);
	is_sql("select 1");
	next(QUESTION_TABLE);
	is_sql("select ';' as \"a;b\", $x$;$$;$x$, (2; 3) \n");
	next(QUESTION_SET);
	is_sql("select E'it\\';s' ");
	next(QUESTION_LINES);
	next(QUESTION_CROSSTAB);
	CU_ASSERT_EQUAL(question.words, 3);
	CU_ASSERT_STRING_EQUAL(question.word[1], "b c");
	next(QUESTION_TABLE);
	next(QUESTION_END);
}

static void test_variables(void)
{
	open_text("\\set a 'it''s'\n\\set b -2.5\n"
	          "select :'a', x::text, 'a:b', \":b\", :b, :'c', :c, y[1:2], :'a' -- :'a'\n;\n"
	          "\\echo :a and :b: :c :a\n");
	set("a", "over");
	next(QUESTION_TABLE);
	is_sql("select $1, x::text, 'a:b', \":b\", (-2.5), :'c', :c, y[1:2], $1 \n");
	CU_ASSERT_EQUAL(question.parameters, 1);
	CU_ASSERT_STRING_EQUAL(question.parameter[0], "it");
	next(QUESTION_SAID);
	CU_ASSERT_STRING_EQUAL(question.said, "it and -2.5: :c it");
	next(QUESTION_END);
}

/* Values with quotes, backslashes, dollars, newlines: they are parameters, or refused. */
static void test_hostile_values(void)
{
	static const char *const values[] = {"'; drop table x; --",
	                                     "\\",
	                                     "\\'",
	                                     "$$",
	                                     "$1",
	                                     "a\nb",
	                                     ":'b'",
	                                     "1; select 2",
	                                     "--",
	                                     "1--1",
	                                     "/*",
	                                     "1e5",
	                                     "0x1",
	                                     " 1",
	                                     "1 ",
	                                     "",
	                                     "-",
	                                     ".5",
	                                     "5.",
	                                     "1.2.3",
	                                     "NaN",
	                                     "\xc2"};
	for (size_t i = 0; i < COUNT(values); i++) {
		open_text("select :'v', '$1' , :'v';");
		set("v", values[i]);
		next(QUESTION_TABLE);
		is_sql("select $1, '$1' , $1");
		CU_ASSERT_STRING_EQUAL(question.parameter[0], values[i]);
		open_text("\nselect :v;");
		set("v", values[i]);
		next(QUESTION_WRONG);
		CU_ASSERT_STRING_EQUAL(question.error, "line 2: v must be a number");
		CU_ASSERT_FALSE(question_is_number(values[i]));
	}
	CU_ASSERT_TRUE(question_is_number("0") && question_is_number("-12.50"));
}

static void test_branches(void)
{
	open_text(
		"\\if :{?a}\nselect 1;\n\\if :a\nselect 2;\n\\else\nselect 3;\n\\endif\n\\else\n\\set a t\n"
		"\\if :{?b}\nselect 4;\n\\else\n\\echo no b\n\\endif\nselect 5;\n\\endif\n\\if :a\nselect "
		"6;\n"
		"\\endif\n");
	next(QUESTION_SAID);
	next(QUESTION_TABLE);
	is_sql("select 5");
	next(QUESTION_TABLE);
	is_sql("select 6");
	next(QUESTION_END);
	open_text("\\if :{?a}\nselect 1;\n\\if :a\nselect 2;\n\\else\nselect "
	          "3;\n\\endif\n\\else\nselect 4;\n\\endif\n");
	set("a", "f");
	next(QUESTION_TABLE);
	is_sql("select 1");
	next(QUESTION_TABLE);
	is_sql("select 3");
	next(QUESTION_END);
}

/* \ir reads the head, and goes on behind it. */
static void test_head_is_included(void)
{
	open_text("\\ir tournament.psql\nselect :'included';\n");
	next(QUESTION_TABLE);
	is_sql("select $1");
	CU_ASSERT_STRING_EQUAL(question.parameter[0], "yes");
	next(QUESTION_END);
	question_open(&question, "\\ir x\n", "\\ir y\n");
	next(QUESTION_WRONG);
}

static void test_refused(void)
{
	static const struct {
		const char *text, *error;
	} rows[] = {
		{"\\copy x\n", "line 1: no \\copy here"},
		{"\\! ls\n", "line 1: no \\ here"},
		{"select 1 \\gexec\n", "line 1: no \\gexec here"},
		{"select 1", "line 1: a statement has no end"},
		{"\n\nselect '1;", "line 3: a quote has no end"},
		{"select $a$ $b$;", "line 1: a quote has no end"},
		{"select /* 1 */ 2;", "line 1: a comment must begin with --"},
		{"\\if :{?x}\n", "line 2: an \\if has no end"},
		{"\\if true\n\\endif\n", "line 1: \\if wants :{?NAME} or :NAME"},
		{"\\endif\n", "line 1: there is no \\if before it"},
		{"\\else\n", "line 1: there is no \\if before it"},
		{"select 1 \\crosstabview a b\n", "line 1: \\crosstabview wants three or four columns"},
		{"select 1 \\crosstabview a b c d e\n",
	     "line 1: \\crosstabview wants three or four columns"},
		{"\\set\n", "line 1: \\set wants a name and a value"},
	};
	for (size_t i = 0; i < COUNT(rows); i++) {
		open_text(rows[i].text);
		next(QUESTION_WRONG);
		CHECK(strcmp(question.error, rows[i].error) == 0, "\"%s\": %s", rows[i].text,
		      question.error);
		next(QUESTION_WRONG);
	}
}

static void test_no_room(void)
{
	static char text[2 * QUESTION_SQL_SIZE], value[QUESTION_VALUE_SIZE + 1];
	char name[16];
	memset(text, '1', sizeof text - 2);
	text[sizeof text - 2] = ';';
	open_text(text);
	next(QUESTION_WRONG);
	memset(value, 'v', QUESTION_VALUE_SIZE);
	CU_ASSERT_FALSE(question_set(&question, "v", value));
	value[QUESTION_VALUE_SIZE - 1] = '\0';
	CU_ASSERT_TRUE(question_set(&question, "v", value));
	for (int i = 1; i < QUESTION_VARIABLES; i++) {
		snprintf(name, sizeof name, "v%d", i);
		CU_ASSERT_TRUE(question_set(&question, name, ""));
	}
	CU_ASSERT_FALSE(question_set(&question, "one", ""));
	CU_ASSERT_TRUE(question_set(&question, "v", ""));
	open_text("\\if :{?a}\n\\if :{?a}\n\\if :{?a}\n\\if :{?a}\n\\if :{?a}\n\\if :{?a}\n\\if "
	          ":{?a}\n\\if :{?a}\n\\if :{?a}\n");
	next(QUESTION_WRONG);
}

/* ── heads ── */

static void test_head(void)
{
	struct question_head head;
	char wanted[QUESTION_WANTED_SIZE];
	CU_ASSERT_TRUE_FATAL(
		question_head_read("-- What it asks.\n--\n--   build/aresctl psql -v t=NAME\n"
	                       "--   few=1..9   how many\n--   part=0.5..2   how much\n"
	                       "--   score=one|two|three   by what\n--   name=TEXT   of whom\n"
	                       "\\ir tournament.psql\n",
	                       &head));
	CU_ASSERT_STRING_EQUAL(head.about, "What it asks");
	CU_ASSERT_TRUE(head.of_tournament);
	CU_ASSERT_EQUAL(head.count, 4);
	CU_ASSERT_STRING_EQUAL(question_head_subject(&head), "t");
	static const struct {
		const char *name, *value, *wanted;
	} rows[] = {
		{"few", "1", NULL},
		{"few", "9", NULL},
		{"few", "10", "a whole number from 1 to 9"},
		{"few", "-1", "a whole number from 1 to 9"},
		{"few", "1.5", "a whole number from 1 to 9"},
		{"few", "", "a whole number from 1 to 9"},
		{"few", "1;", "a whole number from 1 to 9"},
		{"part", "0.5", NULL},
		{"part", "2", NULL},
		{"part", "0.4", "a number from 0.5 to 2"},
		{"score", "two", NULL},
		{"score", "tw", "one, two or three"},
		{"score", "one|two", "one, two or three"},
		{"name", "O'Neill\\", NULL},
		{"name", "", "a text of 1 to 511 bytes"},
	};
	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct question_taken *taken = question_head_find(&head, rows[i].name);
		CU_ASSERT_PTR_NOT_NULL_FATAL(taken);
		const bool allowed = question_head_allows(taken, rows[i].value, wanted);
		CHECK(allowed == (rows[i].wanted == NULL) &&
		          (allowed || strcmp(wanted, rows[i].wanted) == 0),
		      "%s=%s: %s", rows[i].name, rows[i].value, wanted);
	}
	CU_ASSERT_PTR_NULL(question_head_find(&head, "t"));
	CU_ASSERT_FALSE(question_head_read("select 1;\n", &head));
	CU_ASSERT_FALSE(question_head_read("--\n-- late\n", &head));
}

/* ── all questions ── */

/* Whether the text asks for the variable by \if :{?NAME}. */
static bool asks_for(const char *text, const char *name)
{
	char wanted[64];
	snprintf(wanted, sizeof wanted, "\\if :{?%s}\n", name);
	return strstr(text, wanted) != NULL;
}

/* A question takes what its head says, and says what it takes. */
static void check_head(const struct question_source *source)
{
	struct question_head head;
	CHECK(question_head_read(source->text, &head), "%s has no head", source->name);
	CHECK(question_head_subject(&head) != NULL, "%s is about nothing", source->name);
	for (int i = 0; i < head.count; i++)
		CHECK(asks_for(source->text, head.taken[i].name), "%s does not take %s", source->name,
		      head.taken[i].name);
	for (const char *at = source->text; (at = strstr(at, "\\if :{?")) != NULL;) {
		char name[32] = "";
		at += strlen("\\if :{?");
		snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "}"), at);
		CHECK(question_head_find(&head, name) != NULL, "the head of %s lacks %s", source->name,
		      name);
	}
}

/* Reads a question to its end, whatever the server says: what it asks by \if is yes, or is no.
 * Returns its tables. */
static int read_all(const struct question_source *source, const char *yes)
{
	static const char *const asked[] = {"stops", "compared", "many", "known"};
	static const char *const other[] = {"t",      "heading", "counted", "pairs", "rules", "team",
	                                    "others", "games",   "due",     "fair",  "width"};
	int tables = 0;
	question_open(&question, source->text, question_tournament.text);
	for (;;) {
		const enum question_step step = question_next(&question);
		CHECK(step != QUESTION_WRONG, "%s: %s", source->name, question.error);
		if (step == QUESTION_WRONG || step == QUESTION_END)
			return tables;
		tables += step == QUESTION_TABLE || step == QUESTION_CROSSTAB;
		for (size_t i = 0; step == QUESTION_SET && i < COUNT(asked); i++)
			set(asked[i], yes);
		for (size_t i = 0; step == QUESTION_SET && i < COUNT(other); i++)
			set(other[i], "1");
	}
}

static void test_all_questions(void)
{
	int count = 0;
	for (const struct question_source *source = question_sources; source->name != NULL; source++) {
		check_head(source);
		CHECK(read_all(source, "t") >= 1, "%s has no table", source->name);
		(void)read_all(source, "f");
		CU_ASSERT_PTR_EQUAL(question_source_find(source->name), source);
		CU_ASSERT_STRING_EQUAL(question_names((size_t)count), source->name);
		count++;
	}
	CHECK(count >= 27, "%d questions", count);
	CU_ASSERT_PTR_NULL(question_source_find("views"));
}

int main(void)
{
	CU_TestInfo tests[] = {
		{"statements end where psql ends them", test_statements},
		{"variables are parameters or numbers", test_variables},
		{"hostile values are harmless", test_hostile_values},
		{"branches", test_branches},
		{"the head is included", test_head_is_included},
		{"what psql knows and the reader does not is refused", test_refused},
		{"too much of anything is refused", test_no_room},
		{"a head says what a question takes", test_head},
		{"every question can be read", test_all_questions},
		CU_TEST_INFO_NULL,
	};
	return suite_run("question", tests);
}
