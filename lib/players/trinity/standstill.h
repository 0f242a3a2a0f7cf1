/* standstill: how long no centre has changed hands, and what the position was worth to a power
 * meanwhile. A fold over the boards of a game. */
#ifndef ARESFARM_STANDSTILL_H
#define ARESFARM_STANDSTILL_H

#include "greedy.h"

/* Zeros before the game. Shares are those of the power, where nobody moves, on boards before spring
 * moves, of EVALUATION_SURE. */
struct standstill {
	bool begun;
	bool changed; /* since the last such board */
	struct tenure tenure;
	int32_t then, now; /* on the first such board since the last change; on the last one */
};

/* Takes in the board of the greedy's call. */
void standstill_observe(struct standstill *standstill, struct greedy *greedy);

/* Whether a draw is all there is for the power on the board of the greedy's call: no centre has
 * changed hands for so many years, and its share has not risen since, or is no larger than that of
 * a draw. */
bool standstill_is_draw(const struct standstill *standstill, struct greedy *greedy, int years);

#endif
