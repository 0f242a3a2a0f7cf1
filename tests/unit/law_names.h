/* law_names: options of a law set and printed by name, for tests. */
#ifndef ARESFARM_TESTS_LAW_NAMES_H
#define ARESFARM_TESTS_LAW_NAMES_H

#include "rules/law.h"

#include <stdio.h>
#include <string.h>

enum { LAW_TEXT_SIZE = 1024 };

static inline const struct law_option *law_find(const char *name)
{
	for (const struct law_option *option = law_options; option->name; option++)
		if (strcmp(option->name, name) == 0)
			return option;
	return NULL;
}

/* False when there is no such option or value. */
static inline bool law_set(struct law *law, const char *name, const char *value)
{
	const struct law_option *option = law_find(name);

	for (int i = 0; option && i < option->count; i++)
		if (strcmp(option->values[i].name, value) == 0) {
			((uint8_t *)law)[option->offset] = (uint8_t)i;
			return true;
		}
	return false;
}

/* Writes "routes=any_open paradox=szykman ...", all options in the table's order; returns text. */
static inline char *law_print(const struct law *law, char text[LAW_TEXT_SIZE])
{
	int length = 0;

	for (const struct law_option *option = law_options; option->name; option++)
		length += snprintf(text + length, (size_t)(LAW_TEXT_SIZE - length), "%s%s=%s",
		                   length > 0 ? " " : "", option->name,
		                   option->values[law_get(law, option)].name);
	return text;
}

#endif
