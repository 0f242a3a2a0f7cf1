/* batch: phases of one game on their way to the database.
 *
 * Phases are collected, then sent as one fenced transaction that is not waited for: while it is under way the next are
 * played. One transaction is under way at a time; its outcome is asked for by batch_settle before anything else is
 * done with the connection. What was refused or lost is not sent again: the database is where the game goes on from.
 * */
#ifndef ARESFARM_BATCH_H
#define ARESFARM_BATCH_H

#include "outside.h"

enum { BATCH_MOST = 256 }; /* phases; keeps the answers of a batch far below a socket's buffer */

struct batch {
	int count; /* collected */
	struct stored phases[BATCH_MOST];
	bool under_way;
	int64_t sent_game; /* whose phases were sent, valid while under way */
	int32_t sent_epoch;
	int sent_phases;
	bool sent_finish;
	int64_t refused; /* phases and ends of games that were, since the caller last set it to 0 */
};

enum batch_outcome {
	BATCH_NONE, /* nothing was under way */
	BATCH_DONE,
	BATCH_REFUSED, /* by the fence */
	BATCH_TAKEN,   /* by the fence, because the game was taken away by hand */
	BATCH_LOST     /* db_fault says why; the connection is of no more use */
};

/* What there is to store besides the phases. All of it is durable, and the phases with it. */
struct batch_close {
	const struct game_verdict *verdict; /* how the game ended, or NULL */
	const struct outside *played;       /* orders from outside that one of the phases was played with, or NULL */
	uint8_t asked;                      /* powers outside whose orders are waited for, as bits */
};

/* Sends what is collected as the claim's, and empties the batch. */
__attribute__((warn_unused_result)) bool batch_send(struct batch *batch, struct db *db, int64_t worker,
                                                    const struct claim *claim, const struct match *match,
                                                    struct batch_close close);

/* Waits for what is under way. */
__attribute__((warn_unused_result)) enum batch_outcome batch_settle(struct batch *batch, struct db *db);

#endif
