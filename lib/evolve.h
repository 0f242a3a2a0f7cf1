/* evolve: the evolution of strategies (thesis 3.3), for one power on one board. */
#ifndef ARESFARM_EVOLVE_H
#define ARESFARM_EVOLVE_H

#include "player.h"

enum { EVOLVE_DEPTH_MAX = 8, EVOLVE_CYCLES_MAX = 20000 };

struct evolution {
	int depth;     /* rounds looked ahead: 1 to EVOLVE_DEPTH_MAX */
	int age;       /* recessions an intended action must have endured */
	int mutations; /* own orders drawn anew in a child */
	int tries;     /* attempts at a child that is not there yet, a cycle */
	int cycles;    /* most cycles of reproduction and recession: 1 to EVOLVE_CYCLES_MAX */
};

/* Bytes of scratch that evolve_orders takes from call->scratch. */
size_t evolve_scratch_size(const struct evolution *evolution);

/* The orders of the first action of the best mature individual, for the power's own units. effort->capped tells that the cycles
 * ran out before it was mature. */
void evolve_orders(const struct player_call *call, const struct evolution *evolution, struct order orders[UNITS_MAX],
                   struct player_effort *effort);

#endif
