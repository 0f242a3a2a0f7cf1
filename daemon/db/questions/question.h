/* question: one of the questions of sql/, read from its text: first its head, then statement by
 * statement. It does no I/O.
 *
 * A question is SQL with parameters, written as psql has them, :'name'. No value becomes SQL text.
 * A statement ends as it does in psql:
 *
 *     select ... ;                   a table
 *     select ...
 *     \g (tuples_only=on format=unaligned)
 *                                    lines of text
 *     select ...
 *     \crosstabview ROWS COLUMNS CELLS [ORDER]
 *
 * The head is the comment at the beginning. Its first line says what the question answers. The word
 * in brackets in the line "build/aresctl query NAME [KIND]" is its subject: a tournament, a grid
 * and so on. Lines of this form declare its values:
 *
 * -- width=1..1000000000 nanoseconds in a bin (2)
 *
 * After the equals sign is the rule for the value: a range of integers, or of decimals if a bound
 * has a point; names separated by |; or a word in capitals, for any text. The word in brackets at
 * the end is the default; without it the default is the empty text. */
#ifndef ARESFARM_QUESTION_H
#define ARESFARM_QUESTION_H

#include <stdbool.h>

#include "board/macros.h"

enum {
	QUESTION_NAME_SIZE = 64,
	QUESTION_VALUE_SIZE = 512,
	QUESTION_ABOUT_SIZE = 160,
	QUESTION_RULE_SIZE = 80,
	QUESTION_WANTED_SIZE = 160,
	QUESTION_VALUES = 8, /* of a question */
	QUESTION_SQL_SIZE = 16384,
	QUESTION_WORDS = 4, /* of \crosstabview */
};

struct question_taken {
	char name[32], rule[QUESTION_RULE_SIZE], about[QUESTION_ABOUT_SIZE];
	char normal[32]; /* the default */
	bool number;     /* the rule is a range */
};

struct question_head {
	char about[QUESTION_ABOUT_SIZE]; /* without the full stop */
	char kind[32];                   /* of the subject, in small letters: "tournament" */
	struct question_taken taken[QUESTION_VALUES]; /* the first is the subject */
	int count;
};

/* False if the text has no such comment, or one that is too large. */
MUST_CHECK bool question_head_read(const char *text, struct question_head *head);

/* Whether the subject is a tournament. Then its value is named t, and the head does not declare
 * it. */
bool question_is_of_tournament(const struct question_head *head);

/* The place of the value of that name among those that users may give, or -1. */
int question_head_find(const struct question_head *head, const char *name);

/* Whether the rule allows a value. If not, wanted says what it must be. */
MUST_CHECK bool question_head_allows(const struct question_taken *taken, const char *value,
                                     char wanted[QUESTION_WANTED_SIZE]);

/* The i-th name of a rule with names, or NULL. */
const char *question_head_choice(const struct question_taken *taken, int i,
                                 char name[QUESTION_RULE_SIZE]);

enum question_kind {
	QUESTION_END,
	QUESTION_TABLE,
	QUESTION_LINES,    /* lines of text, in the first column */
	QUESTION_CROSSTAB, /* a table, pivoted by word[0] to word[words - 1] */
	QUESTION_WRONG     /* the text is not a question */
};

struct question_statement {
	char sql[QUESTION_SQL_SIZE]; /* $1 is the value of taken[0] and so on; all are texts */
	char word[QUESTION_WORDS][QUESTION_NAME_SIZE];
	int words;
};

/* Reads the statement at *at, and moves *at past it. */
MUST_CHECK enum question_kind question_next(const char **at, const struct question_head *head,
                                            struct question_statement *statement);

#endif
