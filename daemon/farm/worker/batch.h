/* batch: phases and ends of games on their way to the database.
 *
 * A batch collects them, with one part per game, and is sent as one transaction. The caller does
 * not wait for it: it continues to play, and fills another batch. Before it uses the connection
 * again, it gets the outcome with batch_settle.
 *
 * Invariants: a batch is stored as a whole or not at all. Each game in it is written under its
 * claim's epoch; if one claim is void, all of it is refused. A batch keeps what was sent until it
 * is dropped, so it can be sent again. */
#ifndef ARESFARM_BATCH_H
#define ARESFARM_BATCH_H

#include "external.h"
#include "bots/letters.h"
#include "db/statements/play/stmt_faults.h"
#include "db/statements/play/stmt_press.h"

enum {
	BATCH_MOST = 256,       /* phases */
	BATCH_FAULTS_MOST = 32, /* of bots */
	BATCH_COSTS_MOST = 128, /* of decisions of bots */
	BATCH_SAID_MOST = 64,   /* phases in which bots wrote */
};

/* What else is stored with the last game of the batch. Such a batch is durable, like one in which a
 * game is over: the server writes it to disk before it answers. */
struct batch_close {
	struct claim *claim;
	const struct match *match;
	const struct external *played; /* submitted orders used in one of its phases, or NULL */
	uint8_t asked; /* the powers that must order next, as bits; 0: the game does not wait */
};

struct batch {
	int count; /* used elements of phases */
	struct stored phases[BATCH_MOST];
	int part_count;
	struct written parts[STMT_CLAIMS_MAX]; /* one per game; the caller owns the claims */
	const struct batch_close *close;       /* of the last part; owned by the caller; or NULL */
	int fault_count;
	struct written_fault faults[BATCH_FAULTS_MOST]; /* of claims that have a part */
	int cost_count;
	struct written_cost costs[BATCH_COSTS_MOST]; /* the same */
	int said_count;
	struct said said[BATCH_SAID_MOST]; /* the same; the batch owns what they point to */
	int under_way;                     /* number of parts, from the first, that were sent */
};

enum batch_outcome {
	BATCH_NONE, /* nothing was in flight */
	BATCH_DONE,
	/* Failed; db_fault has the reason: */
	BATCH_BAD,  /* data of a game in it cannot be stored */
	BATCH_VOID, /* the fence refused it: a claim is void, or a user took a game away */
	BATCH_LOST, /* it may have been stored */
};

/* Whether the claim's game can continue in this batch: no other game has been added after it. */
bool batch_takes(const struct batch *batch, const struct claim *claim);

/* The place for the next phase of a claim's game. A full batch has none. */
struct stored *batch_add(struct batch *batch, struct claim *claim);
bool batch_is_full(const struct batch *batch, int most); /* most: phases, up to BATCH_MOST */

/* Adds the end of the claim's game. The match must have the final board. */
void batch_end_game(struct batch *batch, struct claim *claim, const struct match *match,
                    const struct game_verdict *verdict);

/* Adds faults of the claim's game, and what its decisions cost. A batch that is full has no room
 * for them. */
void batch_add_notes(struct batch *batch, struct claim *claim, const struct written_fault faults[],
                     int fault_count, const struct written_cost costs[], int cost_count);

/* Adds what bots have written in a phase of the claim's game: the letters from `first` on. */
void batch_add_said(struct batch *batch, struct claim *claim, int16_t phase,
                    const struct letters *letters, int first);

/* Adds what else is stored. close must stay valid until the batch is cleared. */
void batch_end_with(struct batch *batch, const struct batch_close *close);

/* The claim's part among those in flight, or NULL. */
const struct written *batch_find(const struct batch *batch, const struct claim *claim);

/* Whether the claim's game will wait for external players once the parts in flight are stored. */
bool batch_waits(const struct batch *batch, const struct claim *claim);

/* Counts for the parts in flight. */
int batch_count_ends(const struct batch *batch);   /* of games */
int batch_count_boards(const struct batch *batch); /* phases and final positions */

/* Sends the first parts, for the first time or again. */
MUST_CHECK bool batch_send(struct batch *batch, struct db *db, const struct batch_types *types,
                           int64_t worker, int parts);

/* Waits for the outcome. The parts stay in flight until they are dropped or sent again. */
MUST_CHECK enum batch_outcome batch_settle(const struct batch *batch, struct db *db);

/* Removes the parts in flight, or a claim's part. */
void batch_drop_sent(struct batch *batch);
void batch_drop_claim(struct batch *batch, const struct claim *claim);
void batch_clear(struct batch *batch);

#endif
