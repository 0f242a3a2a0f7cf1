/* question_statement: the statements of a question: where they end, and their variables. Source:
 * the documentation of psql, "SQL Interpolation", and of PostgreSQL, "Lexical Structure". */
#include "question_inside.h"

#include <stdio.h>
#include <string.h>

bool question_is_number(const char *text)
{
	static const char digits[] = "0123456789";
	enum { LONGEST = 20 };
	const char *at = text + (*text == '-');
	const size_t whole = strspn(at, digits);
	at += whole;
	size_t part = 1;
	if (*at == '.') {
		part = strspn(at + 1, digits);
		at += 1 + part;
	}
	return whole > 0 && part > 0 && *at == '\0' && at - text <= LONGEST;
}

static void put(struct question *question, const char *text, size_t length)
{
	if (!question_is_active(question))
		return;
	if (length >= QUESTION_SQL_SIZE - question->length) {
		question_refuse(question, "the statement is too long");
		return;
	}
	memcpy(question->sql + question->length, text, length);
	question->length += length;
	question->sql[question->length] = '\0';
}

/* Copies so many bytes of the text, as far as it goes. */
static void copy(struct question *question, size_t length)
{
	const size_t left = strlen(question->at);
	length = length < left ? length : left;
	put(question, question->at, length);
	question->at += length;
}

/* Copies up to the end of what a mark begins and ends: a quote, or $tag$. escapes: a backslash
 * takes the meaning from the letter behind it. */
static void copy_quoted(struct question *question, size_t mark, bool escapes)
{
	const char *open = question->at, *at = open + mark;
	while (*at != '\0' && strncmp(at, open, mark) != 0)
		at += escapes && *at == '\\' && at[1] != '\0' ? 2 : 1;
	if (*at == '\0')
		question_refuse(question, "a quote has no end");
	copy(question, (size_t)(at - open) + mark);
}

/* The length of "$tag$" there, or 0. */
static size_t dollar_mark(const char *at)
{
	const size_t tag = *at == '$' ? strspn(at + 1, QUESTION_LETTERS) : 0;
	return *at == '$' && at[1 + tag] == '$' && !(at[1] >= '0' && at[1] <= '9') ? tag + 2 : 0;
}

/* Puts the parameter for a variable. */
static void put_parameter(struct question *question, int variable)
{
	const char *value = question->variable[variable].value;
	char text[16];
	int i = 0;
	while (i < question->parameters && question->parameter[i] != value)
		i++;
	if (i == QUESTION_PARAMETERS) {
		question_refuse(question, "the statement has too many variables");
		return;
	}
	question->parameter[i] = value;
	if (i == question->parameters)
		question->parameters++;
	put(question, text, (size_t)snprintf(text, sizeof text, "$%d", i + 1));
}

static void put_number(struct question *question, int variable)
{
	const struct question_variable *given = &question->variable[variable];
	if (!question_is_number(given->value)) {
		question_refuse(question, "%s must be a number", given->name);
		return;
	}
	/* in brackets, so that a minus never meets another one */
	put(question, "(", 1);
	put(question, given->value, strlen(given->value));
	put(question, ")", 1);
}

/* What stands behind a colon. What is no variable stays as it is. */
static void copy_colon(struct question *question)
{
	const char *name = question->at + 1;
	const bool quoted = *name == '\'';
	if (*name == ':') {
		copy(question, 2);
		return;
	}
	name += quoted;
	const size_t length = strspn(name, QUESTION_LETTERS);
	const int variable = question_find(question, name, length);
	if (length == 0 || variable < 0 || (quoted && name[length] != '\'') ||
	    !question_is_active(question)) {
		copy(question, 1);
		return;
	}
	if (quoted)
		put_parameter(question, variable);
	else
		put_number(question, variable);
	question->at = name + length + quoted;
}

/* Whether an E before a quote there makes a backslash special. */
static bool follows_e(const struct question *question)
{
	const char *at = question->at;
	return at - question->text >= 1 && (at[-1] == 'E' || at[-1] == 'e') &&
	       (at - question->text == 1 || strchr(QUESTION_LETTERS, at[-2]) == NULL);
}

/* Copies one token or letter of a statement; *nest: the brackets that are open. */
static void copy_token(struct question *question, int *nest)
{
	const char *at = question->at;
	const size_t mark = dollar_mark(at);
	if (strncmp(at, "--", 2) == 0)
		question->at += strcspn(at, "\n");
	else if (strncmp(at, "/*", 2) == 0)
		question_refuse(question, "a comment must begin with --");
	else if (*at == '\'')
		copy_quoted(question, 1, follows_e(question));
	else if (*at == '"')
		copy_quoted(question, 1, false);
	else if (mark > 0)
		copy_quoted(question, mark, false);
	else if (*at == ':')
		copy_colon(question);
	else {
		*nest += (*at == '(') - (*at == ')');
		copy(question, 1);
	}
}

void question_take_statement(struct question *question)
{
	int nest = 0;
	question->length = 0;
	question->sql[0] = '\0';
	question->parameters = 0;
	while (!question->wrong && *question->at != '\0' && *question->at != '\\' &&
	       (*question->at != ';' || nest > 0))
		copy_token(question, &nest);
	if (*question->at == '\0')
		question_refuse(question, "a statement has no end");
}
