/* standstill: how long no centre has changed its owner, and the value of the position to a power in
 * this time. A fold over the boards of a game. */
#ifndef ARESFARM_STANDSTILL_H
#define ARESFARM_STANDSTILL_H

#include "greedy.h"

/* Zeros before the game. Shares are the power's, if no unit moves, on boards before spring moves,
 * of EVALUATION_SURE. */
struct standstill {
	bool begun;
	bool changed; /* since the last such board */
	struct tenure tenure;
	int32_t then, now; /* on the first such board since the last change; on the last one */
};

/* Observes the board of the greedy's call. */
void standstill_observe(struct standstill *standstill, struct greedy *greedy);

/* Whether the power can expect no more than a draw on the board of the greedy's call: no centre has
 * changed its owner for this number of years, and its share has not risen since, or is no larger
 * than a draw's. */
bool standstill_is_draw(const struct standstill *standstill, struct greedy *greedy, int years);

#endif
