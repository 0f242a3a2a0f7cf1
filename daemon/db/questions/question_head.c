/* question_head: the head of a question: see question.h. */
#include "question.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char small_letters[] = "abcdefghijklmnopqrstuvwxyz_";
static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* Copies length bytes; false if they do not fit. */
static bool copy(const char *at, size_t length, char *text, size_t size)
{
	if (length >= size)
		return false;
	memcpy(text, at, length);
	text[length] = '\0';
	return true;
}

/* "nanoseconds in a bin (2)": the word in brackets at the end. */
static bool read_normal(struct question_taken *taken)
{
	const size_t length = strlen(taken->about);
	const char *open = strrchr(taken->about, '(');
	taken->normal[0] = '\0';
	if (open == NULL || taken->about[length - 1] != ')' || strchr(open, ' ') != NULL)
		return true;
	return copy(open + 1, strlen(open) - 2, taken->normal, sizeof taken->normal);
}

/* " width=1..9 about it": false if the line has this form but does not fit; *read: it has this
 * form. */
static bool read_taken(const char *line, size_t length, struct question_taken *taken, bool *read)
{
	const char *end = line + length, *name = line + strspn(line, " ");
	const size_t letters = strspn(name, small_letters);
	const char *rule = name + letters + 1;
	*read = name - line == 3 && letters > 0 && name[letters] == '=';
	if (!*read)
		return true;

	const size_t used = strcspn(rule, " \n");
	const char *about = rule + used + strspn(rule + used, " ");
	if (used == 0 || about >= end || !copy(name, letters, taken->name, sizeof taken->name) ||
	    !copy(rule, used, taken->rule, sizeof taken->rule) ||
	    !copy(about, (size_t)(end - about), taken->about, sizeof taken->about))
		return false;
	taken->number = strstr(taken->rule, "..") != NULL;
	return read_normal(taken);
}

bool question_is_of_tournament(const struct question_head *head)
{
	return strcmp(head->kind, "tournament") == 0 || strcmp(head->kind, "openings") == 0;
}

/* "   build/aresctl query standings [TOURNAMENT]" names the subject's kind. */
static bool read_kind(const char *line, struct question_head *head)
{
	static const char command[] = "   build/aresctl query ";
	if (head->kind[0] != '\0' || strncmp(line, command, strlen(command)) != 0)
		return true;

	const char *kind = line + strcspn(line, "[\n");
	const size_t length = *kind == '[' ? strspn(kind + 1, capitals) : 0;
	if (length == 0 || !copy(kind + 1, length, head->kind, sizeof head->kind))
		return false;
	for (char *letter = head->kind; *letter != '\0'; letter++)
		*letter = (char)tolower((unsigned char)*letter);
	if (question_is_of_tournament(head))
		snprintf(head->taken[head->count++].name, sizeof head->taken[0].name, "t");
	return true;
}

static bool read_line(const char *line, size_t length, struct question_head *head)
{
	bool read = false;
	if (!read_kind(line, head) || head->count == QUESTION_VALUES ||
	    !read_taken(line, length, &head->taken[head->count], &read))
		return false;
	head->count += read;
	return true;
}

bool question_head_read(const char *text, struct question_head *head)
{
	memset(head, 0, sizeof *head);
	for (bool first = true; strncmp(text, "--", 2) == 0; first = false) {
		const char *line = text + 2;
		const size_t length = strcspn(line, "\n");
		const bool stop = length > 1 && line[length - 1] == '.';
		if (first && (length < 2 || line[0] != ' ' ||
		              !copy(line + 1, length - 1 - stop, head->about, sizeof head->about)))
			return false;
		if (!first && !read_line(line, length, head))
			return false;
		text = line + length + (line[length] == '\n');
	}

	return head->about[0] != '\0' && head->kind[0] != '\0' && head->count > 0;
}

int question_head_find(const struct question_head *head, const char *name)
{
	for (int i = question_is_of_tournament(head); i < head->count; i++)
		if (strcmp(head->taken[i].name, name) == 0)
			return i;
	return -1;
}

/* A number that psql and SQL parse alike: digits, maybe with a minus before and a point between
 * them. */
static bool is_number(const char *text)
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
const char *question_head_choice(const struct question_taken *taken, int i,
                                 char name[QUESTION_RULE_SIZE])
{
	const char *at = taken->rule;
	if (strchr(at, '|') == NULL)
		return NULL;
	for (; i > 0 && at != NULL; i--)
		at = (at = strchr(at, '|')) != NULL ? at + 1 : NULL;
	if (at == NULL)
		return NULL;
	snprintf(name, QUESTION_RULE_SIZE, "%.*s", (int)strcspn(at, "|"), at);
	return name;
}

static bool allows_number(const char *rule, const char *value, char wanted[QUESTION_WANTED_SIZE])
{
	const char *dots = strstr(rule, "..");
	char least[QUESTION_RULE_SIZE];
	snprintf(least, sizeof least, "%.*s", (int)(dots - rule), rule);
	const bool whole = strchr(least, '.') == NULL && strchr(dots + 2, '.') == NULL;
	snprintf(wanted, QUESTION_WANTED_SIZE, "a %snumber from %s to %s", whole ? "whole " : "", least,
	         dots + 2);
	return is_number(value) && (!whole || strchr(value, '.') == NULL) &&
	       strtod(value, NULL) >= strtod(least, NULL) &&
	       strtod(value, NULL) <= strtod(dots + 2, NULL);
}

bool question_head_allows(const struct question_taken *taken, const char *value,
                          char wanted[QUESTION_WANTED_SIZE])
{
	char name[QUESTION_RULE_SIZE];

	if (taken->number)
		return allows_number(taken->rule, value, wanted);
	if (strchr(taken->rule, '|') == NULL) {
		snprintf(wanted, QUESTION_WANTED_SIZE, "a text of 1 to %d bytes", QUESTION_VALUE_SIZE - 1);
		return value[0] != '\0' && strlen(value) < QUESTION_VALUE_SIZE;
	}

	size_t length = 0;
	for (int i = 0; question_head_choice(taken, i, name) != NULL; i++) {
		if (strcmp(name, value) == 0)
			return true;
		const bool last = strrchr(taken->rule, '|') == strstr(taken->rule, name) - 1;
		length += (size_t)snprintf(wanted + length, QUESTION_WANTED_SIZE - length, "%s%s",
		                           i == 0 ? ""
		                           : last ? " or "
		                                  : ", ",
		                           name);
	}

	return false;
}
