/* synthetic: a worker that writes traces instead of thinking. All else is the farm's own: session,
 * claims, batches, fence, digests and summaries. */
#ifndef ARESFARM_BENCH_SYNTHETIC_H
#define ARESFARM_BENCH_SYNTHETIC_H

#include <sys/types.h>

#include "farm/worker/slot.h"
#include "fit.h"
#include "db/target.h"
#include "trace.h"

/* What is added up. Of batches that were waited for, those with the end of a game are durable. */
enum effort_sum {
	EFFORT_BATCHES,
	EFFORT_CLAIMS,  /* calls */
	EFFORT_CLAIMED, /* games */
	EFFORT_RESUMED, /* games among them that had boards already */
	EFFORT_SERVER_CLAIM,
	EFFORT_SERVER_WRITE,
	EFFORT_WAIT_CLAIM,
	EFFORT_CLIENT, /* the worker's own processor time */
	EFFORT_SETTLED,
	EFFORT_SETTLED_DURABLE,
	EFFORT_WAIT_SETTLED,
	EFFORT_WAIT_SETTLED_DURABLE,
	EFFORT_SUMS
};

/* What one worker has done since its start signal, and the cost, in memory that it shares with its
 * parent. Times are in nanoseconds. */
struct effort {
	struct slot slot;   /* what is stored, as the heartbeat tells it */
	_Atomic bool ready; /* it has its connection and waits for `go` */
	_Atomic bool done;  /* all is stored; it waits for `leave` with its connection open */
	bool server_seen;   /* server times are valid: the server is on this machine */
	bool failed;        /* it failed; its log says why */
	bool dry;           /* it found no game to claim, and ended */
	int64_t sum[EFFORT_SUMS];
	int64_t wait_claim_most;
	struct fit fit; /* the server's time for a batch, in microseconds */
};

/* What all workers share. */
struct crowd {
	const struct traces *traces;
	struct target target;
	int32_t supervisor;
	pid_t parent;
	int batch;   /* phases in a batch; 0: drawn for each from 1 to BATCH_MOST */
	bool settle; /* wait for each batch, to see what it costs */
	uint64_t seed;
	_Atomic bool go, stop, leave;
};

/* Works until the crowd must stop or no game is left; then hands its claims back, and stays until
 * it may leave. The caller has just forked. */
void synthetic_run(struct crowd *crowd, int number, struct effort *effort);

#endif
