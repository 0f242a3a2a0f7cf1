/* worker: one process that claims games, plays them and writes them down. It owns transactions, and
 * it alone retries: when it has lost its connection it makes another, claims again what it has in
 * hand and goes on with that; where somebody else was quicker, or something is not as it should be,
 * it drops what is in hand and goes on from the database. */
#ifndef ARESFARM_WORKER_H
#define ARESFARM_WORKER_H

#include <stdatomic.h>
#include <sys/types.h>

#include "batch.h"
#include "store/target.h"

struct worker_config {
	struct target target;
	int threads; /* for the seats of a phase */
	int batch;   /* phases at most, 1 to BATCH_MOST */
	int memory;  /* MiB it may have for its own; 0: as much as there is */
	int32_t supervisor;
	pid_t parent; /* the supervisor's process: the worker ends with it */
};

/* What a worker tells its supervisor; in memory they share. Written by the worker alone, absolute
 * numbers. */
struct worker_slot {
	_Atomic int64_t id;               /* workers.id; 0 until it has registered */
	_Atomic int64_t phases, games;    /* stored so far */
	_Atomic int64_t game;             /* games.id of the one in hand; 0: none */
	_Atomic int32_t phase;            /* that is being played, or was last */
	_Atomic int64_t decides_since_ms; /* by the monotonic clock; 0: nobody is thinking */
};

/* The status it exits with when it has no memory for a game. */
enum { WORKER_STARVED = 3 };

/* Works until SIGTERM, or until its parent is gone. Its signal handlers are set here; the caller
 * has just forked. */
void worker_run(const struct worker_config *config, struct worker_slot *slot);

#endif
