/* blame: decides whether a game is to blame for the death of the worker that played it. It is if
 * the worker crashed, ran out of memory, or thought about one decision for too long. A game that
 * does this three times in one phase is quarantined (farm.game_failed).
 *
 * If a worker is killed from outside, no game is to blame. SIGKILL may also come from the kernel's
 * OOM killer: only the kernel's count of such kills tells the two apart. It may also come from a
 * bot, if bots have no namespace: then the game whose bots are being asked is blamed. */
#ifndef ARESFARM_BLAME_H
#define ARESFARM_BLAME_H

#include <stdbool.h>

#include "farm/worker/slot.h"

enum { BLAME_TEXT_SIZE = 120 };

struct blame {
	int64_t game, worker;
	int16_t phase;
	char text[BLAME_TEXT_SIZE];
};

/* The number of processes that the kernel has killed for lack of memory; 0 if unknown. */
int64_t blame_kernel_kills(void);

/* How a worker ended. */
struct blame_end {
	int status;    /* of waitpid */
	bool overlong; /* the supervisor killed it: a decision took too long */
	bool starved;  /* the supervisor did not kill it, but the kernel has killed some process since
	                  the last worker ended */
	bool exposed;  /* the supervisor did not kill it, and it asked bots that could */
};

/* False if the worker's game is not to blame. */
bool blame_find(const struct slot *slot, const struct blame_end *end, struct blame *blame);

#endif
