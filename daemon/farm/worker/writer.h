/* writer: stores what a worker plays. It holds the worker's claims, the batch that is being filled
 * and the batch that is under way.
 *
 * Where the database refuses a batch because of a game in it, the writer sends ever fewer games at
 * once, until that game is alone. It puts that one aside and stores the others.
 *
 * Invariants: every write is conditional on its claim's epoch, so a claim that another worker took
 * over stores nothing. The batch under way is settled before the connection is used for anything
 * else. Phases count as stored only when the server has said so; after a lost connection the writer
 * asks the new one how many are there. */
#ifndef ARESFARM_WRITER_H
#define ARESFARM_WRITER_H

#include "aside.h"
#include "batch.h"
#include "worker_session.h"
#include "slot.h"

/* How the writer stands with its claims. */
enum standing {
	STANDING_GOOD,
	STANDING_REFUSED, /* the claims are void; the writer has none left */
	STANDING_LOST,    /* the connection is of no more use */
};

struct writer {
	struct session *session;
	struct slot *slot;
	int batch_most; /* phases in a batch, 1 to BATCH_MOST */
	struct batch batches[2];
	struct batch *batch;                /* being filled */
	struct batch *sent;                 /* under way, or empty */
	uint64_t begun;                     /* clock_ns when the first phase was put into the batch */
	struct claim claims[STMT_HELD_MAX]; /* done: the place is free, and no batch has it */
	struct claim claimed[STMT_CLAIMS_MAX]; /* before they have places */
};

void writer_open(struct writer *writer, struct session *session, struct slot *slot, int batch_most);

/* Forgets both batches and all claims: a new connection begins with none. */
void writer_clear(struct writer *writer);

/* Settles, then claims games: at most that many, without bots or with these (stmt_claim_games).
 * claims: those that it got, which stay in their places until they are done. */
MUST_CHECK enum standing writer_claim(struct writer *writer, int most, const char *bots,
                                      struct claim *claims[STMT_CLAIMS_MAX], int *count);

/* The batch to put the next phase into, where it takes the game (batch_takes). */
struct batch *writer_fill(struct writer *writer);
bool writer_is_empty(const struct writer *writer);
/* Whether the batch is full, or has waited long enough. */
bool writer_is_due(const struct writer *writer);

/* Sends the batch. Does not wait for it, unless close has something to store besides. */
MUST_CHECK enum standing writer_flush(struct writer *writer, const struct batch_close *close);

/* Waits for the batch under way. A claim of it may be done then: it was quarantined. */
MUST_CHECK enum standing writer_settle(struct writer *writer);

/* Connects anew, claims the same games again under their epochs, and sends the batch under way
 * again unless it had arrived. Drops all claims where another worker had one of them meanwhile, or
 * where the server has lost phases. LOST where a new connection would not help. */
MUST_CHECK enum standing writer_resume(struct writer *writer);

/* Settles, then puts a claim's game aside. The claim is done, and what was played of it and not
 * sent is forgotten. */
MUST_CHECK enum standing writer_put_aside(struct writer *writer, struct claim *claim,
                                          const struct aside *why);

/* Gives all claims up. refused: the writes that the fence has just refused. */
MUST_CHECK enum standing writer_drop(struct writer *writer, int64_t refused);

#endif
