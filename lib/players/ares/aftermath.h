/* aftermath: what a power does when the moves are over, decided by a valuation (not the thesis's):
 * retreats, builds and removals.
 *
 * Each unit in turn retreats, is built or is removed so that the board is then worth most. What is
 * near always counts here, as builds change nothing else. Ties are broken at random. */
#ifndef ARESFARM_AFTERMATH_H
#define ARESFARM_AFTERMATH_H

#include "valuation.h"
#include "players/player.h"

/* near: as in valuation.h; 0: AFTERMATH_NEAR. */
enum { AFTERMATH_NEAR = 25 };

/* As a player's function retreat. A unit disbands only if it must. A place to which another power's
 * unit could go too counts half, as both might be lost. */
void aftermath_retreat(const struct player_call *call, int near, struct order orders[RETREATS_MAX]);

/* As a player's function adjust. None is waived. */
int aftermath_adjust(const struct player_call *call, int near,
                     struct submission adjustments[ADJUSTMENTS_MAX]);

#endif
