/* crossing: which armies go by convoy, over which of our fleets.
 *
 * An army may go over a chain of our fleets at sea to a vacant coast that it does not border. The
 * gain is the worth of the coast above that of the army's first wish, less the loss of each fleet
 * that convoys instead of taking its wish. The crossing with the largest gain is chosen, then the
 * best one of the remaining units, as long as there is a gain.
 *
 * Source: Ritchie 2003, chapter 8, asks for "fleets to convoy an adjacent army instead of moving
 * themselves". How to choose, and chains of several fleets, are ours. */
#ifndef ARESFARM_CROSSING_H
#define ARESFARM_CROSSING_H

#include "wishes.h"

/* Gives armies and fleets of newly opened wishes their roles. */
void crossing_board(struct wishes *wishes);

#endif
