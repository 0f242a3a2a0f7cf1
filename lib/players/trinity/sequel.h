/* sequel: what a power does when the moves are over: retreats, builds and removals. Each unit in
 * turn goes, is built or is removed where the position is then worth most (standing.h). */
#ifndef ARESFARM_SEQUEL_H
#define ARESFARM_SEQUEL_H

#include "player.h"
#include "standing.h"

struct sequel {
	const struct player_call *call;
	struct ground ground;
	struct goals goals;
	const struct standing_weights *weights;
	struct board board; /* as it becomes while the power decides */
};

/* blind: as in goals.h. */
void sequel_open(const struct player_call *call, bool blind, const struct standing_weights *weights,
                 struct sequel *sequel);

/* As a player's function retreat. A unit disbands only where it must. */
void sequel_retreat(struct sequel *sequel, struct order orders[RETREATS_MAX]);

/* As a player's function adjust. None is waived. */
int sequel_adjust(struct sequel *sequel, struct submission adjustments[ADJUSTMENTS_MAX]);

#endif
