/* blame: a worker that came to it, and by which game: killed by a fault of its own, out of memory,
 * or at one decision for too long. A game that does this to three workers in one phase is put aside
 * (schema/007, farm.game_failed).
 *
 * Who is killed from outside is no game's fault, and cannot be told from one the kernel killed for
 * want of memory but by the kernel's count of those. */
#ifndef ARESFARM_BLAME_H
#define ARESFARM_BLAME_H

#include "worker.h"

enum { BLAME_TEXT_SIZE = 120 };

struct blame {
	int64_t game, worker;
	int16_t phase;
	char text[BLAME_TEXT_SIZE];
};

/* How many processes the kernel has killed for want of memory; 0 where it does not say. */
int64_t blame_kernel_kills(void);

/* For how long the worker has been at one decision, in seconds, by the monotonic clock now, in
 * milliseconds. */
int64_t blame_seconds(const struct worker_slot *slot, int64_t now_ms);

/* What a worker's end by this wait status says about its game. overlong: we killed it for that;
 * starved: the kernel killed somebody since the last one was looked at. False: nothing. */
bool blame_find(const struct worker_slot *slot, int status, bool overlong, bool starved,
                struct blame *blame);

#endif
