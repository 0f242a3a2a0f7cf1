/* batch: phases and ends of games on their way to the database.
 *
 * They are collected, those of one game after those of another, then sent as one transaction, each behind its fence,
 * that is not waited for: while it is under way the next are played. One transaction is under way at a time; its outcome is asked for
 * by batch_settle before anything else is done with the connection. What was refused or lost is not sent again: the database is
 * where games go on from. */
#ifndef ARESFARM_BATCH_H
#define ARESFARM_BATCH_H

#include "outside.h"

enum { BATCH_MOST = 256 }; /* phases */

struct batch {
	struct batch_types types; /* of the connection, by stmt_prepare_batch */
	int count;                /* collected */
	struct stored phases[BATCH_MOST];
	int part_count;
	struct written parts[STMT_CLAIMS_MAX]; /* a game each; the claims are the caller's, until they are sent */
	bool under_way;
	int sent_phases, sent_ends; /* valid while under way */
	int64_t sent_game;          /* the only one in it; 0: there are several */
	int32_t sent_epoch;
	int64_t refused; /* phases and ends of games that were, since the caller last set it to 0 */
};

enum batch_outcome {
	BATCH_NONE, /* nothing was under way */
	BATCH_DONE,
	BATCH_REFUSED, /* by the fence */
	BATCH_TAKEN,   /* by the fence, because the game was taken away by hand */
	BATCH_LOST     /* db_fault says why; the connection is of no more use */
};

/* A place for the next phase of a claim's game. Once the batch is full it must be sent before there is another. */
struct stored *batch_add(struct batch *batch, const struct claim *claim);
bool batch_is_full(const struct batch *batch, int most); /* most: phases, up to BATCH_MOST */

/* The claim's game is over; the match has its final board. */
void batch_end_game(struct batch *batch, const struct claim *claim, const struct match *match,
                    const struct game_verdict *verdict);

/* What is to be stored besides, of the game last added to. All is durable then, as where a game is over. */
struct batch_close {
	const struct claim *claim;
	const struct match *match;
	const struct outside *played; /* orders from outside that one of its phases was played with, or NULL */
	uint8_t asked;                /* powers outside whose orders are waited for, as bits */
};

/* Sends what is collected, and empties the batch. close: or NULL. */
__attribute__((warn_unused_result)) bool batch_send(struct batch *batch, struct db *db, int64_t worker,
                                                    const struct batch_close *close);

/* Forgets what is collected. */
void batch_clear(struct batch *batch);

/* Waits for what is under way. */
__attribute__((warn_unused_result)) enum batch_outcome batch_settle(struct batch *batch, struct db *db);

#endif
