/* question_head: see question_head.h. */
#include "question_head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "question.h"

static const char small_letters[] = "abcdefghijklmnopqrstuvwxyz_";

/* Copies length bytes; false when there is no room. */
static bool copy(const char *at, size_t length, char *text, size_t size)
{
	if (length >= size)
		return false;
	memcpy(text, at, length);
	text[length] = '\0';
	return true;
}

/* "   width=1..9   about it": false when the line has this form and no room; *read: it has. */
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
	return true;
}

bool question_head_read(const char *text, struct question_head *head)
{
	memset(head, 0, sizeof *head);
	head->of_tournament = strstr(text, "tournament.psql\n") != NULL;
	for (bool first = true; strncmp(text, "--", 2) == 0; first = false) {
		const char *line = text + 2;
		const size_t length = strcspn(line, "\n");
		bool read = false;
		if (first) {
			const size_t stop = length > 1 && line[length - 1] == '.';
			if (length < 2 || line[0] != ' ' ||
			    !copy(line + 1, length - 1 - stop, head->about, sizeof head->about))
				return false;
		} else if (head->count == QUESTION_VALUES ||
		           !read_taken(line, length, &head->taken[head->count], &read)) {
			return false;
		}
		head->count += read;
		text = line + length + (line[length] == '\n');
	}
	return head->about[0] != '\0';
}

const char *question_head_subject(const struct question_head *head)
{
	if (head->of_tournament)
		return "t";
	return head->count > 0 ? head->taken[0].name : NULL;
}

const struct question_taken *question_head_find(const struct question_head *head, const char *name)
{
	for (int i = 0; i < head->count; i++)
		if (strcmp(head->taken[i].name, name) == 0)
			return &head->taken[i];
	return NULL;
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
	return question_is_number(value) && (!whole || strchr(value, '.') == NULL) &&
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
