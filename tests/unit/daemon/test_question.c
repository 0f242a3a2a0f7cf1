/* A question is read statement by statement. Its values are parameters, whatever its text is. The
 * head says what it takes. Every question that is compiled in can be read, and takes what its head
 * says. */
#include "db/questions/question.h"
#include "db/questions/questions.h"
#include "suite.h"

static struct question_head head;
static struct question_statement statement;

static const char head_text[] =
	"-- What it asks.\n--\n--   build/aresctl query x [TOURNAMENT]\n--   few=1..9   how many (3)\n"
	"--   part=0.5..2   how much\n--   score=one|two|three   by what (two)\n"
	"--   name=TEXT   of whom (or what)\n";

static void open_head(void)
{
	CU_ASSERT_TRUE_FATAL(question_head_read(head_text, &head));
}

/* Reads the next statement, which must be of this kind. */
static void next(const char **at, enum question_kind wanted, const char *sql)
{
	const enum question_kind kind = question_next(at, &head, &statement);
	CHECK(kind == wanted, "kind %d, not %d: %s", kind, wanted, statement.sql);
	CHECK(sql == NULL || strcmp(statement.sql, sql) == 0, "\"%s\" is not \"%s\"", statement.sql,
	      sql);
}

TEST(test_statements, "statements end where psql ends them")
{
	const char *at = "-- a comment; \\x\n\nselect :'t', ':''few' -- it's; :'no'\n;\n"
					 "select :'few'::int + :'few', 'a;b\\' \\g (tuples_only=on format=unaligned)\n"
					 "select x::text\n\\crosstabview a \"b c\" d\n";
	open_head();
	next(&at, QUESTION_TABLE, "select $1, ':''few' \n");
	next(&at, QUESTION_LINES, "select $2::int + $2, 'a;b\\' ");
	next(&at, QUESTION_CROSSTAB, "select x::text\n");
	CU_ASSERT_EQUAL(statement.words, 3);
	CU_ASSERT_STRING_EQUAL(statement.word[1], "b c");
	next(&at, QUESTION_END, "");
}

TEST(test_refused, "what a question may not have is refused")
{
	static const char *const texts[] = {
		"select 1",
		"select '1;",
		"select :'nobody';",
		"select :'few;",
		"select 1 \\gset\n",
		"\\if :t\n",
		"\\echo x\n",
		"\\! ls\n",
		"select 1 \\g (format=csv)\n",
		"select 1 \\crosstabview a b\n",
		"select 1 \\crosstabview a b c d e\n",
	};
	static char text[2 * QUESTION_SQL_SIZE];
	const char *at = text;
	open_head();
	memset(text, '1', sizeof text - 2);
	text[sizeof text - 2] = ';';
	next(&at, QUESTION_WRONG, NULL);
	for (size_t i = 0; i < COUNT(texts); i++) {
		at = texts[i];
		next(&at, QUESTION_WRONG, NULL);
	}
}

TEST(test_head, "a head says what a question takes")
{
	char wanted[QUESTION_WANTED_SIZE];
	open_head();
	CU_ASSERT_STRING_EQUAL(head.about, "What it asks");
	CU_ASSERT_STRING_EQUAL(head.kind, "tournament");
	CU_ASSERT_TRUE(question_is_of_tournament(&head));
	CU_ASSERT_EQUAL(head.count, 5);
	CU_ASSERT_STRING_EQUAL(head.taken[0].name, "t");
	CU_ASSERT_STRING_EQUAL(head.taken[1].normal, "3");
	CU_ASSERT_STRING_EQUAL(head.taken[2].normal, "");
	CU_ASSERT_STRING_EQUAL(head.taken[3].normal, "two");
	CU_ASSERT_STRING_EQUAL(head.taken[4].normal, "");
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
		{"few", "1e0", "a whole number from 1 to 9"},
		{"few", " 1", "a whole number from 1 to 9"},
		{"part", "0.5", NULL},
		{"part", "2", NULL},
		{"part", "0.4", "a number from 0.5 to 2"},
		{"part", "NaN", "a number from 0.5 to 2"},
		{"part", ".9", "a number from 0.5 to 2"},
		{"score", "two", NULL},
		{"score", "tw", "one, two or three"},
		{"score", "one|two", "one, two or three"},
		{"name", "O'Neill\\", NULL},
		{"name", "", "a text of 1 to 511 bytes"},
	};
	for (size_t i = 0; i < COUNT(rows); i++) {
		const int place = question_head_find(&head, rows[i].name);
		CU_ASSERT_TRUE_FATAL(place > 0);
		const bool allowed = question_head_allows(&head.taken[place], rows[i].value, wanted);
		CHECK(allowed == (rows[i].wanted == NULL) &&
		          (allowed || strcmp(wanted, rows[i].wanted) == 0),
		      "%s=%s: %s", rows[i].name, rows[i].value, wanted);
	}
	CU_ASSERT_EQUAL(question_head_find(&head, "t"), -1);
	CU_ASSERT_FALSE(question_head_read("select 1;\n", &head));
	CU_ASSERT_FALSE(question_head_read("--\n-- late\n", &head));
	CU_ASSERT_FALSE(question_head_read("-- What.\n--   build/aresctl query x\n", &head));
}

/* Whether the text has a value :'NAME'. */
static bool has_value(const char *text, const char *name)
{
	char wanted[64];
	snprintf(wanted, sizeof wanted, ":'%s'", name);
	return strstr(text, wanted) != NULL;
}

static void check_question(const struct question_source *source)
{
	enum question_kind kind = QUESTION_TABLE;
	int tables = 0;
	CHECK(question_head_read(source->text, &head), "%s has no head", source->name);
	for (int i = 0; i < head.count; i++)
		CHECK(has_value(source->text, head.taken[i].name), "%s does not take %s", source->name,
		      head.taken[i].name);
	for (const char *at = source->text; kind != QUESTION_END && kind != QUESTION_WRONG;) {
		kind = question_next(&at, &head, &statement);
		tables += kind == QUESTION_TABLE || kind == QUESTION_CROSSTAB;
	}
	CHECK(kind == QUESTION_END && tables > 0, "%s cannot be read: %s", source->name, statement.sql);
}

TEST(test_all_questions, "every question can be read")
{
	int count = 0;
	for (const struct question_source *source = question_sources; source->name != NULL; source++) {
		check_question(source);
		CU_ASSERT_PTR_EQUAL(question_source_find(source->name), source);
		CU_ASSERT_STRING_EQUAL(question_names((size_t)count), source->name);
		count++;
	}
	CHECK(count >= 27, "%d questions", count);
	CU_ASSERT_PTR_NULL(question_source_find("views"));
}

SUITE("question")
