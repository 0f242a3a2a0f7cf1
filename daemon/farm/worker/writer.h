/* writer: stores what a worker plays. It holds the worker's claims, the batch that is being filled
 * and the batch that is in flight.
 *
 * If the database refuses a batch because of a game in it, the writer sends fewer and fewer games
 * at once, until that game is alone. It quarantines that game and stores the others.
 *
 * Invariants: every write is conditional on its claim's epoch, so a claim that another worker took
 * over stores nothing. The batch in flight is settled before the connection is used for anything
 * else. Phases count as stored only when the server has confirmed it; after a lost connection the
 * writer asks the server how many there are. */
#ifndef ARESFARM_WRITER_H
#define ARESFARM_WRITER_H

#include "aside.h"
#include "batch.h"
#include "worker_session.h"
#include "slot.h"

/* The state of the writer's claims. */
enum standing {
	STANDING_GOOD,
	STANDING_REFUSED, /* the claims are void; the writer has none left */
	STANDING_LOST,    /* the connection is unusable */
};

struct writer {
	struct session *session;
	struct slot *slot;
	int batch_most; /* phases in a batch, 1 to BATCH_MOST */
	struct batch batches[2];
	struct batch *batch;                /* being filled */
	struct batch *sent;                 /* in flight, or empty */
	uint64_t begun;                     /* clock_ns when the first phase was added to the batch */
	struct claim claims[STMT_HELD_MAX]; /* done: unused, and in no batch */
	struct claim claimed[STMT_CLAIMS_MAX]; /* before they are moved to claims */
};

void writer_open(struct writer *writer, struct session *session, struct slot *slot, int batch_most);

/* Drops both batches and all claims: a new connection starts without any. */
void writer_clear(struct writer *writer);

/* Settles, then claims at most `most` games, without bots or with these (stmt_claim_games). claims:
 * the new claims, which do not move until they are done. */
MUST_CHECK enum standing writer_claim(struct writer *writer, int most, const char *bots,
                                      struct claim *claims[STMT_CLAIMS_MAX], int *count);

/* The batch for the next phase, if it takes the game (batch_takes). */
struct batch *writer_fill(struct writer *writer);
bool writer_is_empty(const struct writer *writer);
/* Whether the batch is full, or has waited long enough. */
bool writer_is_due(const struct writer *writer);

/* Sends the batch. Does not wait for it, unless close has more to store. */
MUST_CHECK enum standing writer_flush(struct writer *writer, const struct batch_close *close);

/* Waits for the batch in flight. Afterwards a claim of it may be done, because it was
 * quarantined. */
MUST_CHECK enum standing writer_settle(struct writer *writer);

/* Reconnects, claims the same games again under their epochs, and resends the batch in flight
 * unless it was stored. Drops all claims if another worker had one of them meanwhile, or if the
 * server has lost phases. LOST if a new connection would not help. */
MUST_CHECK enum standing writer_resume(struct writer *writer);

/* Settles, then quarantines a claim's game. The claim is done, and its unsent phases are
 * dropped. */
MUST_CHECK enum standing writer_put_aside(struct writer *writer, struct claim *claim,
                                          const struct aside *why);

/* Gives up all claims. refused: the writes that the fence has just refused. */
MUST_CHECK enum standing writer_drop(struct writer *writer, int64_t refused);

#endif
