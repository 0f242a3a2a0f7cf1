/* slot: what a worker reports to its supervisor, in shared memory.
 *
 * A game is to blame for what happens while its id is in `game`: while it is loaded, decided,
 * judged or packed. The connection's work belongs to no game.
 *
 * Only the worker writes it, except that the supervisor clears it before the worker starts. The
 * numbers are totals, so that nothing is counted twice. */
#ifndef ARESFARM_SLOT_H
#define ARESFARM_SLOT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct slot {
	_Atomic int64_t worker;           /* workers.id; 0 until the worker has registered */
	_Atomic int64_t phases, games;    /* stored so far */
	_Atomic int64_t game;             /* games.id; 0: working for no game */
	_Atomic int32_t phase;            /* of that game: in play, or S1901M until it is loaded */
	_Atomic uint64_t unusable;        /* bots that the worker has given up on, as bits */
	_Atomic bool exposed;             /* bots that could kill the worker are being asked */
	_Atomic int64_t decides_since_ms; /* by clock_ms; 0: no player is thinking */
};

/* The exit status of a worker that is out of memory. */
enum { WORKER_STARVED = 3 };

#endif
