/* question: see question.h. Source: the documentation of psql, "Meta-Commands", "Variables" and
 * "SQL Interpolation". */
#include "question_inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void question_open(struct question *question, const char *text, const char *head)
{
	memset(question, 0, sizeof *question);
	question->text = question->at = text;
	question->head = head;
}

enum question_step question_refuse(struct question *question, const char *format, ...)
{
	int line = 1;
	va_list args;
	if (question->wrong)
		return QUESTION_WRONG;
	for (const char *at = question->text; at < question->at; at++)
		line += *at == '\n';
	const int length = snprintf(question->error, QUESTION_ERROR_SIZE, "line %d: ", line);
	va_start(args, format);
	vsnprintf(question->error + length, (size_t)(QUESTION_ERROR_SIZE - length), format, args);
	va_end(args);
	question->wrong = true;
	return QUESTION_WRONG;
}

/* ── variables ── */

int question_find(const struct question *question, const char *name, size_t length)
{
	for (int i = 0; i < question->variables; i++)
		if (strlen(question->variable[i].name) == length &&
		    memcmp(question->variable[i].name, name, length) == 0)
			return i;
	return -1;
}

const char *question_value(const struct question *question, const char *name)
{
	const int i = question_find(question, name, strlen(name));
	return i >= 0 ? question->variable[i].value : NULL;
}

bool question_set(struct question *question, const char *name, const char *value)
{
	int i = question_find(question, name, strlen(name));
	if (strlen(name) >= QUESTION_NAME_SIZE || strlen(value) >= QUESTION_VALUE_SIZE ||
	    (i < 0 && question->variables == QUESTION_VARIABLES))
		return false;
	if (i < 0)
		i = question->variables++;
	snprintf(question->variable[i].name, QUESTION_NAME_SIZE, "%s", name);
	snprintf(question->variable[i].value, QUESTION_VALUE_SIZE, "%s", value);
	return true;
}

bool question_is_active(const struct question *question)
{
	return question->depth == 0 || question->level[question->depth - 1].active;
}

/* ── commands ── */

/* The rest of a line, without blanks at its ends; the reader goes behind it. */
struct span {
	const char *at;
	size_t length;
};

static struct span take_line(struct question *question)
{
	struct span line = {question->at + strspn(question->at, " \t"), 0};
	line.length = strcspn(line.at, "\n");
	question->at = line.at + line.length;
	while (line.length > 0 && strchr(" \t\r", line.at[line.length - 1]) != NULL)
		line.length--;
	return line;
}

/* The next word of a line, which loses it. Quotes around a word are taken off; *quoted says so. */
static struct span take_word(struct span *line, bool *quoted)
{
	struct span word = *line;
	*quoted = line->length > 0 && (line->at[0] == '\'' || line->at[0] == '"');
	size_t used = 0;
	if (*quoted) {
		const char *end = memchr(line->at + 1, line->at[0], line->length - 1);
		word.at++;
		word.length = end != NULL ? (size_t)(end - word.at) : line->length - 1;
		used = word.length + 1 + (end != NULL);
	} else {
		while (used < line->length && strchr(" \t", line->at[used]) == NULL)
			used++;
		word.length = used;
	}
	while (used < line->length && strchr(" \t", line->at[used]) != NULL)
		used++;
	line->at += used;
	line->length -= used;
	return word;
}

static bool copy_name(struct span word, char name[QUESTION_NAME_SIZE])
{
	if (word.length == 0 || word.length >= QUESTION_NAME_SIZE)
		return false;
	memcpy(name, word.at, word.length);
	name[word.length] = '\0';
	return true;
}

static enum question_step take_set(struct question *question, struct span line)
{
	char name[QUESTION_NAME_SIZE], value[QUESTION_VALUE_SIZE];
	bool quoted;
	if (!copy_name(take_word(&line, &quoted), name) || line.length >= sizeof value)
		return question_refuse(question, "\\set wants a name and a value");
	const struct span word = take_word(&line, &quoted);
	memcpy(value, word.at, word.length);
	value[word.length] = '\0';
	if (question_is_active(question) && !question_set(question, name, value))
		return question_refuse(question, "there are too many variables");
	return QUESTION_NOTHING;
}

/* Adds to what is said. */
static void say(struct question *question, const char *text, size_t length)
{
	const size_t said = strlen(question->said);
	if (length > QUESTION_SAID_SIZE - 1 - said)
		length = QUESTION_SAID_SIZE - 1 - said;
	memcpy(question->said + said, text, length);
	question->said[said + length] = '\0';
}

static enum question_step take_echo(struct question *question, struct span line)
{
	question->said[0] = '\0';
	for (const char *at = line.at, *end = line.at + line.length; at < end;) {
		const size_t length = *at == ':' ? strspn(at + 1, QUESTION_LETTERS) : 0;
		const int variable = question_find(question, at + 1, length);
		if (length > 0 && variable >= 0) {
			const char *value = question->variable[variable].value;
			say(question, value, strlen(value));
			at += 1 + length;
		} else {
			say(question, at++, 1);
		}
	}
	return question_is_active(question) ? QUESTION_SAID : QUESTION_NOTHING;
}

/* What \if asks: ":{?name}", or ":name" for "t" or "f". */
static bool decide(const struct question *question, struct span line, bool *yes)
{
	const bool known = line.length > 4 && memcmp(line.at, ":{?", 3) == 0;
	const char *name = line.at + (known ? 3 : 1);
	const size_t length = line.length > 0 ? strspn(name, QUESTION_LETTERS) : 0;
	const int variable = question_find(question, name, length);
	*yes = known ? variable >= 0
	             : variable >= 0 && strcmp(question->variable[variable].value, "t") == 0;
	return length > 0 && line.at[0] == ':' && length + (known ? 4 : 1) == line.length;
}

static enum question_step take_if(struct question *question, struct span line)
{
	const bool was = question_is_active(question);
	bool yes;
	if (!decide(question, line, &yes))
		return question_refuse(question, "\\if wants :{?NAME} or :NAME");
	if (question->depth == QUESTION_DEPTH)
		return question_refuse(question, "\\if stands too deep");
	question->level[question->depth].was = was;
	question->level[question->depth++].active = was && yes;
	return QUESTION_NOTHING;
}

static enum question_step take_branch(struct question *question, bool ends)
{
	if (question->depth == 0)
		return question_refuse(question, "there is no \\if before it");
	const int top = question->depth - 1;
	if (ends)
		question->depth = top;
	else
		question->level[top].active = question->level[top].was && !question->level[top].active;
	return QUESTION_NOTHING;
}

static enum question_step take_include(struct question *question)
{
	if (!question_is_active(question))
		return QUESTION_NOTHING;
	if (question->outer != NULL)
		return question_refuse(question, "\\ir stands in a file that is included");
	question->outer = question->text;
	question->outer_at = question->at;
	question->text = question->at = question->head;
	return QUESTION_NOTHING;
}

/* How a statement ends that no semicolon ends. */
static enum question_step take_ending(struct question *question, struct span name, struct span line)
{
	bool quoted;
	if (name.length == 4 && memcmp(name.at, "gset", 4) == 0 && line.length == 0)
		return QUESTION_SET;
	if (name.length == 1 && *name.at == 'g')
		return memmem(line.at, line.length, "tuples_only=on", 14) != NULL ? QUESTION_LINES
		                                                                  : QUESTION_TABLE;
	if (name.length != 12 || memcmp(name.at, "crosstabview", 12) != 0)
		return question_refuse(question, "no \\%.*s here", (int)name.length, name.at);
	for (question->words = 0; line.length > 0; question->words++)
		if (question->words == QUESTION_WORDS ||
		    !copy_name(take_word(&line, &quoted), question->word[question->words]))
			return question_refuse(question, "\\crosstabview wants three or four columns");
	return question->words >= 3
	           ? QUESTION_CROSSTAB
	           : question_refuse(question, "\\crosstabview wants three or four columns");
}

static struct span take_command_name(struct question *question)
{
	const struct span name = {question->at + 1, strspn(question->at + 1, QUESTION_LETTERS)};
	question->at += 1 + name.length;
	return name;
}

static enum question_step take_command(struct question *question)
{
	const struct span name = take_command_name(question);
	const struct span line = take_line(question);
	static const char *const known[] = {"set", "echo", "if", "else", "endif", "ir", NULL};
	int i = 0;
	while (known[i] != NULL &&
	       (strlen(known[i]) != name.length || memcmp(known[i], name.at, name.length) != 0))
		i++;
	switch (i) {
	case 0:
		return take_set(question, line);
	case 1:
		return take_echo(question, line);
	case 2:
		return take_if(question, line);
	case 3:
		return take_branch(question, false);
	case 4:
		return take_branch(question, true);
	case 5:
		return take_include(question);
	default:
		return question_refuse(question, "no \\%.*s here", (int)name.length, name.at);
	}
}

static enum question_step take_statement(struct question *question)
{
	question_take_statement(question);
	if (question->wrong)
		return QUESTION_WRONG;
	enum question_step step = QUESTION_TABLE;
	if (*question->at == ';') {
		question->at++;
	} else {
		const struct span name = take_command_name(question);
		step = take_ending(question, name, take_line(question));
	}
	return question_is_active(question) || question->wrong ? step : QUESTION_NOTHING;
}

/* Goes behind blanks, empty lines and comments. */
static void skip(struct question *question)
{
	for (;;) {
		question->at += strspn(question->at, " \t\r\n");
		if (strncmp(question->at, "--", 2) != 0)
			return;
		question->at += strcspn(question->at, "\n");
	}
}

enum question_step question_next(struct question *question)
{
	enum question_step step = question->wrong ? QUESTION_WRONG : QUESTION_NOTHING;
	while (step == QUESTION_NOTHING) {
		skip(question);
		if (*question->at != '\0') {
			step = *question->at == '\\' ? take_command(question) : take_statement(question);
		} else if (question->outer != NULL) {
			question->text = question->outer;
			question->at = question->outer_at;
			question->outer = NULL;
		} else {
			step = question->depth > 0 ? question_refuse(question, "an \\if has no end")
			                           : QUESTION_END;
		}
	}
	return step;
}
