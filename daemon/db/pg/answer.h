/* answer: the answer to a statement with unknown columns, as a table of texts. */
#ifndef ARESFARM_ANSWER_H
#define ARESFARM_ANSWER_H

#include "base/terminal/table.h"
#include "db.h"

struct answer {
	struct table table; /* no columns: the statement gives no rows */
	void *result;
};

/* Runs a statement with `count` parameters, all texts. If this returns true, the caller must close
 * the answer. */
MUST_CHECK bool answer_open(struct db *db, const char *sql, const char *const *parameters,
                            int count, struct answer *answer);
void answer_close(struct answer *answer);

#endif
