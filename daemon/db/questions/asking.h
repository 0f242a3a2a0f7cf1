/* asking: a question of sql/ put to the server, and its answer, piece by piece.
 *
 * All statements of a question see the same state of the farm: they are one transaction, which
 * cannot write.
 *
 *     asking_open(&asking, source, tells);
 *     ... question_set(&asking.question, ...)
 *     while ((piece = asking_next(&asking, db)) ...) ...
 *     asking_close(&asking); */
#ifndef ARESFARM_ASKING_H
#define ARESFARM_ASKING_H

#include "db/pg/answer.h"
#include "question.h"
#include "questions.h"

enum asking_piece {
	ASKING_END,
	ASKING_SAID,  /* question.said is a line */
	ASKING_TABLE, /* table */
	ASKING_LINES, /* table: its first column has a text in each row, perhaps of several lines */
	ASKING_FAILED /* fault says why */
};

struct asking {
	struct question question;
	struct table table; /* valid until the next piece; not of ASKING_SAID */
	char fault[DB_MESSAGE_SIZE];
	bool tells; /* titles say where the tournament is the latest, and nobody named it */
	/* its own */
	struct answer answer;
	bool begun, answered, turned;
};

void asking_open(struct asking *asking, const struct question_source *source, bool tells);
__attribute__((warn_unused_result)) enum asking_piece asking_next(struct asking *asking,
                                                                  struct db *db);
void asking_close(struct asking *asking);

#endif
