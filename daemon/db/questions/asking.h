/* asking: runs a question of sql/ and returns its answer piece by piece.
 *
 * All statements of a question see the same state of the farm: they run in one read-only
 * transaction. */
#ifndef ARESFARM_ASKING_H
#define ARESFARM_ASKING_H

#include "db/pg/answer.h"
#include "question.h"

enum asking_piece {
	ASKING_END,
	ASKING_LINES, /* table: the first column has a text in each row, maybe of several lines */
	ASKING_TABLE, /* table */
	ASKING_FAILED /* fault says why */
};

struct asking {
	struct table table; /* valid until the next piece */
	char fault[DB_MESSAGE_SIZE];
	char subject[QUESTION_VALUE_SIZE];  /* what it is about; by default the latest */
	const char *value[QUESTION_VALUES]; /* of each value in the head */
	/* private */
	const struct question_head *head;
	const char *at;
	struct question_statement statement;
	struct answer answer;
	bool answered, turned;
	bool untitled; /* the lines before were empty */
};

/* Starts. values: one for each value in the head; NULL: not given. False, with the reason in
 * fault. */
MUST_CHECK bool asking_open(struct asking *asking, struct db *db, const char *text,
                            const struct question_head *head, const char *const *values);
MUST_CHECK enum asking_piece asking_next(struct asking *asking, struct db *db);

/* The citation of the answer, after its end. It is valid until the asking is closed. */
MUST_CHECK bool asking_source(struct asking *asking, struct db *db, const char **source);
void asking_close(struct asking *asking);

#endif
