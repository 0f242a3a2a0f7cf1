/* batch: phases and ends of games on their way to the database.
 *
 * They are collected, those of one game after those of another, then sent as one transaction that
 * is not waited for: while it is under way the next are played, and collected in another batch. Its
 * outcome is asked for by batch_settle before anything else is done with the connection. It holds
 * what was sent until it is cleared, so that it can be sent again. */
#ifndef ARESFARM_BATCH_H
#define ARESFARM_BATCH_H

#include "external.h"

enum { BATCH_MOST = 256 }; /* phases */

/* What is to be stored besides, of the game last added to. All is durable then, as where a game is
 * over. */
struct batch_close {
	struct claim *claim;
	const struct match *match;
	const struct external
		*played;   /* orders from outside that one of its phases was played with, or NULL */
	uint8_t asked; /* powers outside whose orders are waited for, as bits */
};

struct batch {
	int count; /* boards: phases and final positions */
	struct stored phases[BATCH_MOST];
	int part_count;
	struct written parts[STMT_CLAIMS_MAX]; /* a game each; the claims are the caller's */
	const struct batch_close *close;       /* the caller's, or NULL */
	bool under_way;
};

enum batch_outcome {
	BATCH_NONE, /* nothing was under way */
	BATCH_DONE,
	BATCH_REFUSED, /* by the fence */
	BATCH_TAKEN,   /* by the fence, because the game was taken away by hand */
	BATCH_LOST     /* db_fault says why; the connection is of no more use */
};

/* A place for the next phase of a claim's game. Once the batch is full it must be sent before there
 * is another. */
struct stored *batch_add(struct batch *batch, struct claim *claim);
bool batch_is_full(const struct batch *batch, int most); /* most: phases, up to BATCH_MOST */

/* The claim's game is over; the match has its final board. */
void batch_end_game(struct batch *batch, struct claim *claim, const struct match *match,
                    const struct game_verdict *verdict);

/* Besides; until it is settled. */
void batch_end_with(struct batch *batch, const struct batch_close *close);

/* The claim's part, or NULL; and how many games are over. */
const struct written *batch_find(const struct batch *batch, const struct claim *claim);
int batch_count_ends(const struct batch *batch);

/* Sends what there is, also for the second time. */
__attribute__((warn_unused_result)) bool
batch_send(struct batch *batch, struct db *db, const struct batch_types *types, int64_t worker);

/* Waits for what is under way; it still is, until it is cleared. */
__attribute__((warn_unused_result)) enum batch_outcome batch_settle(const struct batch *batch,
                                                                    struct db *db);

/* Forgets all. */
void batch_clear(struct batch *batch);

#endif
