/* slot: what a worker tells its supervisor, in memory that they share.
 *
 * Only the worker writes it, except before the worker starts: then the supervisor clears it. The
 * numbers are absolute, so that none is counted twice. */
#ifndef ARESFARM_SLOT_H
#define ARESFARM_SLOT_H

#include <stdatomic.h>
#include <stdint.h>

struct slot {
	_Atomic int64_t worker;           /* workers.id; 0 until the worker has registered */
	_Atomic int64_t phases, games;    /* stored so far */
	_Atomic int64_t game;             /* games.id of the game in play; 0: none */
	_Atomic int32_t phase;            /* the phase in play, or the last one */
	_Atomic int64_t decides_since_ms; /* by clock_ms; 0: no player is thinking */
};

#endif
