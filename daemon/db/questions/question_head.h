/* question_head: what the comment at the beginning of a question (sql/) says of it: in its first
 * line what it answers, and in lines of this form which values it takes:
 *
 *     --   width=1..1000000000   nanoseconds in a bin (2)
 *
 * Behind the equals sign stands what a value may be: a range of whole numbers, or of decimal ones
 * where a bound has a point; names with | between them; or a word in capitals, for any text. */
#ifndef ARESFARM_QUESTION_HEAD_H
#define ARESFARM_QUESTION_HEAD_H

#include <stdbool.h>

enum {
	QUESTION_ABOUT_SIZE = 160,
	QUESTION_RULE_SIZE = 80,
	QUESTION_VALUES = 8, /* of a question */
	QUESTION_WANTED_SIZE = 160,
};

struct question_taken {
	char name[32], rule[QUESTION_RULE_SIZE], about[QUESTION_ABOUT_SIZE];
	bool number; /* the rule is a range */
};

struct question_head {
	char about[QUESTION_ABOUT_SIZE]; /* without the full stop */
	bool of_tournament;              /* it is about one tournament, which the variable t names */
	struct question_taken taken[QUESTION_VALUES];
	int count;
};

/* False when the text has no such comment, or one that has no room. */
__attribute__((warn_unused_result)) bool question_head_read(const char *text,
                                                            struct question_head *head);

/* The variable for what the question is about: "t", or the first value of a question that is about
 * no tournament; NULL: there is none. */
const char *question_head_subject(const struct question_head *head);

/* The value of that name, or NULL. */
const struct question_taken *question_head_find(const struct question_head *head, const char *name);

/* Whether a value is one that the rule allows. If not, wanted is what it must be. */
__attribute__((warn_unused_result)) bool question_head_allows(const struct question_taken *taken,
                                                              const char *value,
                                                              char wanted[QUESTION_WANTED_SIZE]);

/* The i-th name of a rule with names, or NULL. */
const char *question_head_choice(const struct question_taken *taken, int i,
                                 char name[QUESTION_RULE_SIZE]);

#endif
