/* aftermath: what a power does when the moves are over, decided by a valuation (not the thesis's):
 * retreats, builds and removals.
 *
 * Each unit in turn goes, is built or is removed where the board is then worth most. What is near
 * always counts here: builds change nothing else. Chance decides between equals. */
#ifndef ARESFARM_AFTERMATH_H
#define ARESFARM_AFTERMATH_H

#include "valuation.h"
#include "players/player.h"

/* near: as in valuation.h; 0: AFTERMATH_NEAR. */
enum { AFTERMATH_NEAR = 25 };

/* As a player's function retreat. A unit disbands only where it must. Where another power's unit
 * could go too, both might be lost: such a place counts half. */
void aftermath_retreat(const struct player_call *call, int near, struct order orders[RETREATS_MAX]);

/* As a player's function adjust. None is waived. */
int aftermath_adjust(const struct player_call *call, int near,
                     struct submission adjustments[ADJUSTMENTS_MAX]);

#endif
