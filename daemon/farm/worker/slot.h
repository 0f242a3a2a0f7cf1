/* slot: what a worker tells its supervisor, in memory that they share.
 *
 * A game is to blame for what happens while it stands in `game`: while it is loaded, decided,
 * judged or packed. What the connection does belongs to no game.
 *
 * Only the worker writes it, except before the worker starts: then the supervisor clears it. The
 * numbers are absolute, so that none is counted twice. */
#ifndef ARESFARM_SLOT_H
#define ARESFARM_SLOT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct slot {
	_Atomic int64_t worker;           /* workers.id; 0 until the worker has registered */
	_Atomic int64_t phases, games;    /* stored so far */
	_Atomic int64_t game;             /* games.id; 0: what the worker does belongs to no game */
	_Atomic int32_t phase;            /* of that game: in play, or S1901M until it is loaded */
	_Atomic uint64_t unusable;        /* bots that the worker has given up, as bits */
	_Atomic bool exposed;             /* bots are asked that could kill the worker */
	_Atomic int64_t decides_since_ms; /* by clock_ms; 0: no player is thinking */
};

/* The exit status of a worker that has no memory. */
enum { WORKER_STARVED = 3 };

#endif
