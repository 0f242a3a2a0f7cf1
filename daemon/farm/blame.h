/* blame: what the end of a worker says about the game it played. A game is to blame when its worker
 * died of a fault of its own, ran out of memory, or thought about one decision for too long. A game
 * that does this three times in one phase is quarantined (farm.game_failed).
 *
 * A worker that somebody kills from outside is not a game's fault. SIGKILL may also come from the
 * kernel, when memory is short: only the kernel's own count of such kills tells the two apart. And
 * it may come from a bot, where bots have no namespace: then the game whose bots are asked is
 * blamed. */
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

/* How many processes the kernel has killed because memory was short; 0 where it does not say. */
int64_t blame_kernel_kills(void);

/* How a worker ended. */
struct blame_end {
	int status;    /* of waitpid */
	bool overlong; /* the supervisor killed it: a decision took too long */
	bool starved;  /* the supervisor did not kill it, but the kernel has killed some process since
	                  the last worker ended */
	bool exposed;  /* the supervisor did not kill it, and it asked bots that could */
};

/* False when the end says nothing against the worker's game. */
bool blame_find(const struct slot *slot, const struct blame_end *end, struct blame *blame);

#endif
