/* asking: a question of sql/ put to the server, and its answer, piece by piece.
 *
 * All statements of a question see the same state of the farm: they are one transaction, which
 * cannot write. */
#ifndef ARESFARM_ASKING_H
#define ARESFARM_ASKING_H

#include "db/pg/answer.h"
#include "question.h"

enum asking_piece {
	ASKING_END,
	ASKING_LINES, /* table: its first column has a text in each row, perhaps of several lines */
	ASKING_TABLE, /* table */
	ASKING_FAILED /* fault says why */
};

struct asking {
	struct table table; /* valid until the next piece */
	char fault[DB_MESSAGE_SIZE];
	char subject[QUESTION_VALUE_SIZE];  /* what it is about; where none was named, the latest */
	const char *value[QUESTION_VALUES]; /* of each that the head has */
	/* its own */
	const struct question_head *head;
	const char *at;
	struct question_statement statement;
	struct answer answer;
	bool answered, turned;
	bool untitled; /* the lines before had no row */
};

/* Begins. values: one for each that the head has; NULL: none was given. False: fault says why. */
MUST_CHECK bool asking_open(struct asking *asking, struct db *db, const char *text,
                            const struct question_head *head, const char *const *values);
MUST_CHECK enum asking_piece asking_next(struct asking *asking, struct db *db);

/* What the answer must name to be cited, after its end. It is valid until the asking is closed. */
MUST_CHECK bool asking_source(struct asking *asking, struct db *db, const char **source);
void asking_close(struct asking *asking);

#endif
