/* query: aresctl query: the questions of sql/, and their answers. */
#include "ctl/parts/ctl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/terminal.h"
#include "ctl/parts/query_print.h"
#include "db/questions/asking.h"
#include "db/questions/question_head.h"

static struct {
	const char *name, *format;
	struct words words;
	int table;
	bool json, about;
} asked;

static const char *formats(size_t i)
{
	static const char *const names[] = {"table", "csv", "json", NULL};
	return names[i];
}

static enum query_format format(void)
{
	if (asked.json || strcmp(asked.format, "json") == 0)
		return QUERY_JSON;
	return strcmp(asked.format, "csv") == 0 ? QUERY_CSV : QUERY_TABLE;
}

static void read_head(const struct question_source *source, struct question_head *head)
{
	if (!question_head_read(source->text, head))
		abort(); /* tests/test_question.c reads the head of each */
}

/* ── the list ── */

static void print_question(const struct question_source *source, int width)
{
	struct question_head head;
	read_head(source, &head);
	printf("%-*s  %s\n", width, source->name, head.about);
}

static int list(void)
{
	struct table table;
	int count = 0, width = 0;
	for (; question_sources[count].name != NULL; count++) {
		const int own = (int)strlen(question_sources[count].name);
		width = own > width ? own : width;
	}
	if (format() == QUERY_TABLE) {
		for (int i = 0; i < count; i++)
			print_question(&question_sources[i], width);
		return CTL_DONE;
	}
	struct question_head *heads = calloc((size_t)count, sizeof *heads);
	if (heads == NULL)
		abort();
	table_open(&table, count, 2);
	table.name[0] = "question";
	table.name[1] = "about";
	for (int i = 0; i < count; i++) {
		read_head(&question_sources[i], &heads[i]);
		*table_cell(&table, i, 0) = question_sources[i].name;
		*table_cell(&table, i, 1) = heads[i].about;
	}
	query_print_list(stdout, &table, format());
	table_close(&table);
	free(heads);
	return CTL_DONE;
}

/* Prints the comment at the beginning of a question. */
static int describe(const struct question_source *source)
{
	for (const char *line = source->text; strncmp(line, "--", 2) == 0;) {
		const int length = (int)strcspn(line, "\n");
		const int begin = length > 2 && line[2] == ' ' ? 3 : 2;
		printf("%.*s\n", length - begin, line + begin);
		line += length + (line[length] == '\n');
	}
	return CTL_DONE;
}

/* ── values ── */

static const struct question_head *nearest_of;

static const char *taken_names(size_t i)
{
	return i < (size_t)nearest_of->count ? nearest_of->taken[i].name : NULL;
}

static const char *taken_choices(size_t i)
{
	static char names[8][QUESTION_RULE_SIZE];
	const struct question_taken *taken = &nearest_of->taken[0];
	return i < 8 ? question_head_choice(taken, (int)i, names[i]) : NULL;
}

/* The names of the values that a question takes: "width and every". */
static void join_taken(const struct question_head *head, char *text, size_t size)
{
	text[0] = '\0';
	for (int i = 0; i < head->count; i++)
		options_join(text, size, head->taken[i].name, i + 1 == head->count);
}

static int refuse_name(const struct question_head *head, const char *name)
{
	char known[OPTIONS_ABOUT_SIZE];
	nearest_of = head;
	const char *nearest = options_nearest(name, taken_names);
	join_taken(head, known, sizeof known);
	if (nearest != NULL)
		return ctl_fail("query: %s takes no %s; did you mean %s=?", asked.name, name, nearest);
	if (head->count > 0)
		return ctl_fail("query: %s takes no %s; it takes %s", asked.name, name, known);
	return ctl_fail("query: %s takes no %s; it takes a tournament only", asked.name, name);
}

static int refuse_value(const struct question_taken *taken, const char *value, const char *wanted)
{
	const struct question_head only = {.taken = {*taken}, .count = 1};
	nearest_of = &only;
	const char *nearest = options_nearest(value, taken_choices);
	if (nearest != NULL)
		return ctl_fail("query: %s=%.80s: must be %s; did you mean %s?", taken->name, value, wanted,
		                nearest);
	return ctl_fail("query: %s=%.80s: must be %s", taken->name, value, wanted);
}

static int take_value(struct question *question, const struct question_head *head, char *word)
{
	char wanted[QUESTION_WANTED_SIZE];
	char *equals = strchr(word, '=');
	char *name = strndup(word, (size_t)(equals - word));
	if (name == NULL)
		abort();
	const struct question_taken *taken = question_head_find(head, name);
	const int status = taken != NULL ? CTL_DONE : refuse_name(head, name);
	free(name);
	if (status != CTL_DONE)
		return status;
	if (!question_head_allows(taken, equals + 1, wanted))
		return refuse_value(taken, equals + 1, wanted);
	if (question_value(question, taken->name) != NULL)
		return ctl_fail("query: %s stands there twice", taken->name);
	return question_set(question, taken->name, equals + 1) ? CTL_DONE
	                                                       : ctl_fail("%s is too long", word);
}

/* What the question is about: a tournament, a grid, a matrix or a run of test cases. */
static int take_subject(struct question *question, const struct question_head *head,
                        const char *word)
{
	const char *subject = question_head_subject(head);
	if (subject == NULL)
		return ctl_fail("query: %s takes no name", asked.name);
	if (question_value(question, subject) != NULL)
		return ctl_fail("query: %s is one name too many; right is: aresctl query %s NAME", word,
		                asked.name);
	if (word[0] == '\0' || !question_set(question, subject, word))
		return ctl_fail("query: a name must have 1 to %d bytes", QUESTION_VALUE_SIZE - 1);
	return CTL_DONE;
}

static int take_words(struct question *question, const struct question_head *head)
{
	int status = CTL_DONE;
	for (int i = 0; i < asked.words.count && status == CTL_DONE; i++) {
		char *word = asked.words.at[i];
		status = strchr(word, '=') != NULL ? take_value(question, head, word)
		                                   : take_subject(question, head, word);
	}
	return status;
}

/* ── the answer ── */

static void tell_variables(struct query_page *page, const struct question *question,
                           const struct question_head *head)
{
	for (int i = 0; i < head->count; i++) {
		const char *value = question_value(question, head->taken[i].name);
		query_tell_value(page, head->taken[i].name, value,
		                 head->taken[i].number ? TABLE_NUMBER : TABLE_TEXT);
	}
}

static bool tell(struct asking *asking, struct db *db, struct query_page *page)
{
	for (;;)
		switch (asking_next(asking, db)) {
		case ASKING_END:
			return true;
		case ASKING_SAID:
			query_tell_line(page, asking->question.said);
			break;
		case ASKING_LINES:
			query_tell_lines(page, &asking->table);
			break;
		case ASKING_TABLE:
			query_tell_table(page, &asking->table);
			break;
		case ASKING_FAILED:
			return false;
		}
}

static int answer(struct asking *asking, const struct question_head *head)
{
	struct query_page page;
	struct db *db = ctl_connect();
	if (db == NULL)
		return CTL_FAILED;
	query_open(&page, format(), asked.table, isatty(STDOUT_FILENO));
	int status = tell(asking, db, &page) ? CTL_DONE : ctl_fail("%s", asking->fault);
	asking_close(asking);
	db_close(db);
	if (status == CTL_DONE && asked.table > page.tables)
		status = ctl_fail("query: %s gives %d %s here, and none of number %d", asked.name,
		                  page.tables, page.tables == 1 ? "table" : "tables", asked.table);
	if (status == CTL_DONE) {
		tell_variables(&page, &asking->question, head);
		query_finish(&page, stdout, asked.name, question_value(&asking->question, "t"));
	}
	query_close(&page);
	return status;
}

static int ask(const struct question_source *source)
{
	static struct asking asking;
	struct question_head head;
	read_head(source, &head);
	asking_open(&asking, source, format() == QUERY_TABLE);
	const int status = take_words(&asking.question, &head);
	return status == CTL_DONE ? answer(&asking, &head) : status;
}

static int query(const struct command *command)
{
	(void)command;
	if (asked.name == NULL)
		return list();
	const struct question_source *source = question_source_find(asked.name);
	const char *nearest = options_nearest(asked.name, question_names);
	if (source == NULL && nearest != NULL)
		return ctl_fail("query: no question %s; did you mean %s?", asked.name, nearest);
	if (source == NULL)
		return ctl_fail("query: no question %s; aresctl query lists them", asked.name);
	return asked.about ? describe(source) : ask(source);
}

const struct command ctl_query = {
	.name = "query",
	.about = "answer a question about a tournament, or list them",
	.text =
		"Without NAME it lists the questions. With NAME it answers that one, as the file of this "
		"name in sql/ does in psql: about the tournament, or about the latest, and then it says "
		"which.\n\n"
		"  aresctl query standings thesis-1\n"
		"  aresctl query histogram thesis-1 width=5 --format csv\n\n"
		"A question that is about a grid, a matrix or a run of test cases takes the name of that. "
		"Some take further values, written NAME=VALUE; --about says which.\n\n"
		"A table has titles and remarks, and so has JSON; CSV has the data only: a line of names, "
		"rows, and an empty line between two tables. JSON is one object with the question, the "
		"tournament, the values, the tables and the remarks; of columns with the same name, the "
		"second is called \"low 2\".",
	.arguments =
		(const struct parameter[]){
			{.name = "NAME",
             .about = "the question",
             .text = &asked.name,
             .offers = question_names},
			{.name = "VALUE",
             .about = "the tournament, and NAME=VALUE for each value that the question takes",
             .rest = &asked.words},
			{0},
		},
	.options =
		(const struct parameter[]){
			{.name = "format",
             .value = "FORMAT",
             .about = "how to print it",
             .text = &asked.format,
             .choice = formats,
             .normal = "table"},
			{.name = "json", .about = "the same as --format json", .flag = &asked.json},
			{.name = "table",
             .value = "N",
             .about = "only the Nth table of the answer",
             .number = &asked.table,
             .least = 1,
             .most = 100,
             .otherwise = "all"},
			{.name = "about",
             .about = "say what the question asks and takes",
             .flag = &asked.about},
			{0},
		},
	.run = query,
};
