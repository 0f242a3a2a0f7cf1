/* query: aresctl query: the questions of sql/, and their answers. */
#include "ctl/parts/ctl.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/heap.h"
#include "base/machine.h"
#include "base/version.h"
#include "ctl/parts/query_print.h"
#include "db/questions/asking.h"
#include "db/questions/questions.h"

static struct {
	const char *name, *format;
	struct words words;
	int table;
	bool json, about;
} asked;

/* In the order of enum query_format. */
static const char *const format_names[] = {"table", "csv", "json", "markdown", "latex", NULL};

static const char *formats(size_t i)
{
	return format_names[i];
}

static enum query_format format(void)
{
	int i = 0;
	if (asked.json)
		return QUERY_JSON;
	while (strcmp(asked.format, format_names[i]) != 0)
		i++;
	return (enum query_format)i;
}

static void read_head(const struct question_source *source, struct question_head *head)
{
	const bool read = question_head_read(source->text, head);
	assert(read); /* test_question.c reads the head of each */
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
		width = MAX(own, width);
	}

	if (format() == QUERY_TABLE) {
		for (int i = 0; i < count; i++)
			print_question(&question_sources[i], width);
		return CTL_DONE;
	}

	struct question_head *heads = heap_get((size_t)count, sizeof *heads);
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

/* The values that a reader may name: not the tournament. */
static int first_taken(const struct question_head *head)
{
	return question_is_of_tournament(head);
}

static const char *taken_names(size_t i)
{
	const size_t place = (size_t)first_taken(nearest_of) + i;
	return place < (size_t)nearest_of->count ? nearest_of->taken[place].name : NULL;
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
	for (int i = first_taken(head); i < head->count; i++)
		options_join(text, size, head->taken[i].name, i + 1 == head->count);
}

_Noreturn static void refuse_name(const struct question_head *head, const char *name)
{
	char known[OPTIONS_ABOUT_SIZE];
	nearest_of = head;
	const char *nearest = options_nearest(name, taken_names);
	join_taken(head, known, sizeof known);
	if (nearest != NULL)
		ctl_stop("query: %s takes no %s; did you mean %s=?", asked.name, name, nearest);
	if (known[0] != '\0')
		ctl_stop("query: %s takes no %s; it takes %s", asked.name, name, known);
	ctl_stop("query: %s takes no %s; it takes a tournament only", asked.name, name);
}

_Noreturn static void refuse_value(const struct question_taken *taken, const char *value,
                                   const char *wanted)
{
	const struct question_head only = {.taken = {*taken}, .count = 1};
	nearest_of = &only;
	const char *nearest = options_nearest(value, taken_choices);
	if (nearest != NULL)
		ctl_stop("query: %s=%.80s: must be %s; did you mean %s?", taken->name, value, wanted,
		         nearest);
	ctl_stop("query: %s=%.80s: must be %s", taken->name, value, wanted);
}

static void take_value(const char **values, const struct question_head *head, char *word)
{
	char wanted[QUESTION_WANTED_SIZE];
	char *equals = strchr(word, '=');
	char *name = heap_print("%.*s", (int)(equals - word), word);
	const int i = question_head_find(head, name);
	if (i < 0)
		refuse_name(head, name);
	free(name);
	if (!question_head_allows(&head->taken[i], equals + 1, wanted))
		refuse_value(&head->taken[i], equals + 1, wanted);
	if (values[i] != NULL)
		ctl_stop("query: %s is given twice", head->taken[i].name);
	values[i] = equals + 1;
}

/* What the question is about: a tournament, a grid, a matrix or a run of test cases. */
static void take_subject(const char **values, const char *word)
{
	if (values[0] != NULL)
		ctl_stop("query: %s is one name too many; right is: aresctl query %s NAME", word,
		         asked.name);
	if (word[0] == '\0' || strlen(word) >= QUESTION_VALUE_SIZE)
		ctl_stop("query: a name must have 1 to %d bytes", QUESTION_VALUE_SIZE - 1);
	values[0] = word;
}

static void take_words(const char **values, const struct question_head *head)
{
	for (int i = 0; i < asked.words.count; i++) {
		char *word = asked.words.at[i];
		if (strchr(word, '=') != NULL)
			take_value(values, head, word);
		else
			take_subject(values, word);
	}
}

/* ── the answer ── */

static void tell_variables(struct query_page *page, const struct asking *asking)
{
	const struct question_head *head = asking->head;
	for (int i = first_taken(head); i < head->count; i++) {
		const struct question_taken *taken = &head->taken[i];
		const char *value = asking->value[i][0] != '\0' ? asking->value[i] : NULL;
		query_tell_value(page, taken->name, value, taken->number ? TABLE_NUMBER : TABLE_TEXT);
	}
}

/* The title of a question about a tournament ends with its name. If no tournament was given, it
 * says that this is the latest. */
static void tell_title(struct query_page *page, const struct table *lines)
{
	char *title = heap_print("%s (the latest)", *table_cell(lines, 0, 0));
	const struct table whole = {1, 1, lines->name, lines->kind, (const char **)&title};
	query_tell_lines(page, &whole);
	free(title);
}

static bool tell(struct asking *asking, struct db *db, struct query_page *page, bool latest)
{
	for (bool first = true;; first = false)
		switch (asking_next(asking, db)) {
		case ASKING_END:
			return true;
		case ASKING_LINES:
			if (first && latest)
				tell_title(page, &asking->table);
			else
				query_tell_lines(page, &asking->table);
			break;
		case ASKING_TABLE:
			query_tell_table(page, &asking->table);
			break;
		case ASKING_FAILED:
			return false;
		}
}

/* The last line, for those that cite the answer. */
static bool tell_source(struct asking *asking, struct db *db, struct query_page *page)
{
	char *line, today[16];
	const char *source, *score = "thesis";
	const time_t now = time(NULL);
	if (page->format != QUERY_MARKDOWN && page->format != QUERY_LATEX)
		return true;
	if (!asking_source(asking, db, &source))
		return false;

	for (int i = 0; i < asking->head->count; i++)
		if (strcmp(asking->head->taken[i].name, "score") == 0)
			score = asking->value[i];
	strftime(today, sizeof today, "%Y-%m-%d", gmtime(&now));
	line = heap_print("Source: aresfarm %s, query %s, %s, on %s; score %s; %s.", version_text(),
	                  asked.name, today, machine_text(), score, source);
	query_tell_source(page, line);
	free(line);
	return true;
}

static int answer(const struct question_source *source, const struct question_head *head,
                  const char *const *values)
{
	static struct asking asking;
	static struct query_page page;
	struct db *db = ctl_connect();

	const bool latest =
		values[0] == NULL && format() == QUERY_TABLE && question_is_of_tournament(head);
	query_open(&page, format(), asked.table, isatty(STDOUT_FILENO));
	if (!asking_open(&asking, db, source->text, head, values) ||
	    !tell(&asking, db, &page, latest) || !tell_source(&asking, db, &page))
		ctl_stop("%s", asking.fault);
	asking_close(&asking);
	ctl_close(db);

	if (asked.table > page.tables)
		ctl_stop("query: %s gives %d table%s here, and none of number %d", asked.name, page.tables,
		         PLURAL(page.tables), asked.table);
	tell_variables(&page, &asking);
	query_finish(&page, stdout, asked.name,
	             question_is_of_tournament(head) ? asking.subject : NULL);
	return CTL_DONE;
}

static int ask(const struct question_source *source)
{
	struct question_head head;
	const char *values[QUESTION_VALUES] = {NULL};
	read_head(source, &head);
	take_words(values, &head);
	return answer(source, &head, values);
}

/* The question of that name in a folder, as thesis/openings for openings, else the nearest one. */
static const char *find_nearest(const char *name)
{
	for (size_t i = 0; question_names(i) != NULL; i++) {
		const char *slash = strrchr(question_names(i), '/');
		if (slash != NULL && strcmp(slash + 1, name) == 0)
			return question_names(i);
	}
	return options_nearest(name, question_names);
}

static int query(void)
{
	if (asked.name == NULL)
		return list();
	const struct question_source *source = question_source_find(asked.name);
	const char *nearest = find_nearest(asked.name);
	if (source == NULL && nearest != NULL)
		return ctl_fail("query: no question %s; did you mean %s?", asked.name, nearest);
	if (source == NULL)
		return ctl_fail("query: no question %s; aresctl query lists them", asked.name);
	return asked.about ? describe(source) : ask(source);
}

const struct command ctl_query = {
	.name = "query",
	.about = "answer a question about a tournament, or list them",
	.text = "Without NAME it lists the questions. With NAME it answers that question about the "
			"tournament, or about the latest one, which it names. psql can run the same file of "
			"sql/.\n\n"
			"  aresctl query standings thesis-1\n"
			"  aresctl query histogram thesis-1 width=5 --format csv\n\n"
			"A question about a grid, a matrix or a run of test cases takes its name. Some take "
			"further values, written NAME=VALUE; --about says which.\n\n"
			"A table has titles and remarks, and so has JSON; CSV has the data only: a line of "
			"names, rows, and an empty line between two tables. JSON is one object with the "
			"question, the tournament, the values, the tables and the remarks; if two columns have "
			"the same name, the second one is called \"low 2\". Markdown and LaTeX end with what a "
			"citation needs: version, date, the machine that answers, score, seed, and the digest "
			"if all is played.",
	.arguments = PARAMETERS(
		ARGUMENT("NAME", &asked.name, "the question", .offers = question_names),
		ARGUMENTS("VALUE", &asked.words,
                  "the tournament, and NAME=VALUE for each value that the question takes")),
	.options =
		PARAMETERS(OPTION_TEXT("format", "FORMAT", &asked.format, "how to print it",
                               .choice = formats, .normal = "table"),
                   OPTION_FLAG("json", &asked.json, "the same as --format json"),
                   OPTION_NUMBER("table", "N", &asked.table, 1, 100,
                                 "only the Nth table of the answer", .otherwise = "all"),
                   OPTION_FLAG("about", &asked.about, "say what the question asks and takes")),
	.run = query,
};
