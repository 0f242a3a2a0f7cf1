/* question: see question.h. Source: the documentation of psql, "SQL Interpolation". */
#include "question.h"

#include <stdio.h>
#include <string.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyz_"

/* ── statements ── */

static bool put(struct question_statement *statement, const char *text, size_t length)
{
	const size_t used = strlen(statement->sql);
	if (length >= QUESTION_SQL_SIZE - used)
		return false;

	memcpy(statement->sql + used, text, length);
	statement->sql[used + length] = '\0';
	return true;
}

/* Writes the parameter for :'NAME' and moves *at past it. */
static bool put_parameter(const char **at, const struct question_head *head,
                          struct question_statement *statement)
{
	const char *name = *at + 2;
	const size_t length = strspn(name, LETTERS);
	int i = 0;
	while (i < head->count && (strlen(head->taken[i].name) != length ||
	                           memcmp(head->taken[i].name, name, length) != 0))
		i++;
	if (i == head->count || name[length] != '\'')
		return false;

	char text[16];
	*at = name + length + 1;
	return put(statement, text, (size_t)snprintf(text, sizeof text, "$%d", i + 1));
}

/* Reads SQL up to the semicolon or backslash that ends it. */
static bool read_sql(const char **at, const struct question_head *head,
                     struct question_statement *statement)
{
	bool quoted = false;

	while (**at != '\0' && (quoted || (**at != ';' && **at != '\\'))) {
		if (!quoted && strncmp(*at, "--", 2) == 0) {
			*at += strcspn(*at, "\n");
		} else if (!quoted && strncmp(*at, ":'", 2) == 0) {
			if (!put_parameter(at, head, statement))
				return false;
		} else {
			quoted ^= **at == '\'';
			if (!put(statement, (*at)++, 1))
				return false;
		}
	}

	return **at != '\0';
}

/* The words of \crosstabview, some of them in quotes. */
static bool read_words(const char *at, struct question_statement *statement)
{
	const char *end = at + strcspn(at, "\n");
	while (at < end) {
		const bool quoted = *at == '"';
		at += quoted;
		const size_t length = strcspn(at, quoted ? "\"\n" : " \n");
		if (statement->words == QUESTION_WORDS || length >= QUESTION_NAME_SIZE)
			return false;
		snprintf(statement->word[statement->words++], QUESTION_NAME_SIZE, "%.*s", (int)length, at);
		at += length + quoted;
		at += strspn(at, " ");
	}
	return statement->words >= 3;
}

enum question_kind question_next(const char **at, const struct question_head *head,
                                 struct question_statement *statement)
{
	static const char lines[] = "\\g (tuples_only=on format=unaligned)\n";
	static const char crosstab[] = "\\crosstabview ";
	statement->sql[0] = '\0';
	statement->words = 0;

	while (strncmp(*at, "--", 2) == 0 || **at == '\n')
		*at += **at == '\n' ? 1 : strcspn(*at, "\n");
	if (**at == '\0')
		return QUESTION_END;
	if (!read_sql(at, head, statement))
		return QUESTION_WRONG;

	const char *ending = *at;
	if (*ending == ';') {
		*at += 1;
		return QUESTION_TABLE;
	}
	*at += strcspn(*at, "\n");
	if (strncmp(ending, lines, strlen(lines)) == 0)
		return QUESTION_LINES;
	const size_t name = strlen(crosstab);
	return strncmp(ending, crosstab, name) == 0 && read_words(ending + name, statement)
	           ? QUESTION_CROSSTAB
	           : QUESTION_WRONG;
}
