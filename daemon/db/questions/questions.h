/* questions: the questions of sql/, compiled in. */
#ifndef ARESFARM_QUESTIONS_H
#define ARESFARM_QUESTIONS_H

#include <stddef.h>

/* name: "standings", or "thesis/table_2". */
struct question_source {
	const char *name, *text;
};

/* Sorted by name, with thesis/ last; a source without a name ends the list. */
extern const struct question_source question_sources[];

/* The i-th name; NULL after the last one. */
const char *question_names(size_t i);

/* NULL if there is none of that name. */
const struct question_source *question_source_find(const char *name);

#endif
