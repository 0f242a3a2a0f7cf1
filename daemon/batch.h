/* batch: phases of one game on their way to the database.
 *
 * Phases are collected, then sent as one fenced transaction that is not waited for: while it is under way the next are
 * played. One transaction is under way at a time; its outcome is asked for by batch_settle before anything else is
 * done with the connection. What was refused or lost is not sent again: the database is where the game goes on from.
 * */
#ifndef ARESFARM_BATCH_H
#define ARESFARM_BATCH_H

#include "statements.h"

enum { BATCH_MOST = 256 }; /* phases; keeps the answers of a batch far below a socket's buffer */

struct batch {
	int count; /* collected */
	struct stored phases[BATCH_MOST];
	bool under_way;
	int64_t sent_game; /* whose phases were sent, valid while under way */
	int sent_phases;
	bool sent_finish;
};

enum batch_outcome {
	BATCH_NONE, /* nothing was under way */
	BATCH_DONE,
	BATCH_REFUSED, /* by the fence */
	BATCH_TAKEN,   /* by the fence, because the game was taken away by hand */
	BATCH_LOST     /* db_fault says why; the connection is of no more use */
};

/* Sends what is collected as the claim's, with the game's end where there is a verdict (else NULL), and empties the
 * batch. */
__attribute__((warn_unused_result)) bool batch_send(struct batch *batch, struct db *db, int64_t worker,
                                                    const struct claim *claim, const struct match *match,
                                                    const struct game_verdict *verdict);

/* Waits for what is under way. */
__attribute__((warn_unused_result)) enum batch_outcome batch_settle(struct batch *batch, struct db *db);

#endif
