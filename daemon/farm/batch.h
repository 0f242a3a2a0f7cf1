/* batch: phases and ends of games on their way to the database.
 *
 * A batch collects them, one game after the other, and is sent as one transaction. The caller does
 * not wait for it: it plays on, and collects in another batch. Before it uses the connection again,
 * it asks for the outcome with batch_settle.
 *
 * Invariants: all of a batch is stored or nothing. Each game in it is written under its claim's
 * epoch; one claim that is void refuses the whole batch. A batch keeps what was sent until it is
 * cleared, so it can be sent again. */
#ifndef ARESFARM_BATCH_H
#define ARESFARM_BATCH_H

#include "external.h"

enum { BATCH_MOST = 256 }; /* phases */

/* What else is stored with the last game of the batch. The batch is durable then, as it is when a
 * game is over: the server has written it to disk before it answers. */
struct batch_close {
	struct claim *claim;
	const struct match *match;
	const struct external
		*played;   /* submitted orders that one of its phases was played with, or NULL */
	uint8_t asked; /* the powers that must order next, as bits; 0: the game does not wait */
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
	BATCH_REFUSED, /* by the fence: a claim is void */
	BATCH_TAKEN,   /* by the fence: a user took the game away */
	BATCH_LOST     /* failed, but may be stored; db_fault says why */
};

/* The place for the next phase of a claim's game. A full batch has none. */
struct stored *batch_add(struct batch *batch, struct claim *claim);
bool batch_is_full(const struct batch *batch, int most); /* most: phases, up to BATCH_MOST */

/* Adds the end of the claim's game. The match must have the final board. */
void batch_end_game(struct batch *batch, struct claim *claim, const struct match *match,
                    const struct game_verdict *verdict);

/* Adds what else is stored. close must stay valid until the batch is cleared. */
void batch_end_with(struct batch *batch, const struct batch_close *close);

/* The claim's part of the batch, or NULL. */
const struct written *batch_find(const struct batch *batch, const struct claim *claim);
int batch_count_ends(const struct batch *batch); /* of games */

/* Sends the batch, for the first time or again. */
__attribute__((warn_unused_result)) bool
batch_send(struct batch *batch, struct db *db, const struct batch_types *types, int64_t worker);

/* Waits for the outcome. The batch stays under way until it is cleared. */
__attribute__((warn_unused_result)) enum batch_outcome batch_settle(const struct batch *batch,
                                                                    struct db *db);

void batch_clear(struct batch *batch);

#endif
