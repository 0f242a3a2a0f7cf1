/* question: reads a question of sql/, a file for psql, step by step. It does no I/O: the caller
 * asks the server, and says what came out.
 *
 * It knows what these files use of psql's language, and refuses the rest:
 *
 *     select ... :'name' ... ;       a table; the value goes to the server as a parameter
 *     select ... :name ... ;         a value that must be a number
 *     select ... \gset               the columns of the one row become variables
 *     select ... \g (tuples_only=on format=unaligned)
 *                                    lines of text; other options of \g, or none: a table
 *     select ... \crosstabview ROWS COLUMNS CELLS [ORDER]
 *     \set NAME VALUE
 *     \if :{?NAME}, \if :NAME, \else, \endif
 *     \echo TEXT with :NAME
 *     \ir FILE                       the head of all questions (sql/tournament.psql)
 *
 * No value of a variable ever becomes SQL text, but a number. */
#ifndef ARESFARM_QUESTION_H
#define ARESFARM_QUESTION_H

#include <stdbool.h>
#include <stddef.h>

enum {
	QUESTION_NAME_SIZE = 64,
	QUESTION_VALUE_SIZE = 512,
	QUESTION_VARIABLES = 32,
	QUESTION_PARAMETERS = 16, /* of a statement */
	QUESTION_SQL_SIZE = 16384,
	QUESTION_SAID_SIZE = 1024,
	QUESTION_WORDS = 4, /* of \crosstabview */
	QUESTION_DEPTH = 8, /* of \if */
	QUESTION_ERROR_SIZE = 200,
};

enum question_step {
	QUESTION_END,
	QUESTION_WRONG,    /* error says why */
	QUESTION_SAID,     /* said is a line of text */
	QUESTION_TABLE,    /* sql gives a table, or nothing */
	QUESTION_CROSSTAB, /* the same, turned by word[0] to word[words - 1] */
	QUESTION_LINES,    /* sql gives lines of text, in its first column */
	QUESTION_SET,      /* sql gives a row; the caller calls question_set for each column */
	QUESTION_NOTHING,  /* never returned */
};

struct question_variable {
	char name[QUESTION_NAME_SIZE], value[QUESTION_VALUE_SIZE];
};

struct question {
	/* of the step; valid until the next one */
	char sql[QUESTION_SQL_SIZE]; /* parameters are $1 and so on, texts all of them */
	const char *parameter[QUESTION_PARAMETERS];
	int parameters;
	char said[QUESTION_SAID_SIZE];
	char word[QUESTION_WORDS][QUESTION_NAME_SIZE];
	int words;
	char error[QUESTION_ERROR_SIZE];
	/* the reader's own */
	const char *text, *at;        /* what is read, and how far */
	const char *head;             /* what \ir includes */
	const char *outer, *outer_at; /* what goes on behind it; NULL: nothing */
	struct question_variable variable[QUESTION_VARIABLES];
	int variables;
	struct {
		bool active, was; /* this branch is followed; the branches around it are */
	} level[QUESTION_DEPTH];
	int depth;
	size_t length; /* of sql */
	bool wrong;
};

/* head: the text that \ir stands for. Both texts must outlive the question. */
void question_open(struct question *question, const char *text, const char *head);

/* Sets a variable. False when there is no room for it: the value is too long, or there are too many
 * variables. */
__attribute__((warn_unused_result)) bool question_set(struct question *question, const char *name,
                                                      const char *value);

/* A variable's value, or NULL. */
const char *question_value(const struct question *question, const char *name);

/* Reads as far as the next step. After QUESTION_WRONG and QUESTION_END there is none. */
__attribute__((warn_unused_result)) enum question_step question_next(struct question *question);

/* Whether a text is a number that may stand in SQL: digits, perhaps a minus before them and a point
 * between them. */
bool question_is_number(const char *text);

#endif
