/* questions: the questions of sql/, compiled in. */
#ifndef ARESFARM_QUESTIONS_H
#define ARESFARM_QUESTIONS_H

#include <stddef.h>

/* name: "standings", or "thesis/table_2". */
struct question_source {
	const char *name, *text;
};

/* In the order of their names, those of thesis/ last; then one without a name. */
extern const struct question_source question_sources[];

/* The i-th name; NULL after the last one. */
const char *question_names(size_t i);

/* NULL: there is none of that name. */
const struct question_source *question_source_find(const char *name);

#endif
