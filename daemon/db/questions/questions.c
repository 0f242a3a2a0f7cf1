/* questions: see questions.h. */
#include "questions.h"

#include <string.h>

const struct question_source question_sources[] = {
#include "questions.inc"
	{NULL, NULL},
};

const char *question_names(size_t i)
{
	return question_sources[i].name;
}

const struct question_source *question_source_find(const char *name)
{
	for (const struct question_source *source = question_sources; source->name != NULL; source++)
		if (strcmp(source->name, name) == 0)
			return source;
	return NULL;
}
