/* crossing: which armies go by convoy, over which of our fleets.
 *
 * An army may go over a chain of our fleets at sea to a coast that nobody stands in and that it
 * does not border. That gains what the coast is worth more to it than its first wish, less what
 * each fleet loses that convoys instead of going where it wishes. The crossing that gains most is
 * taken, then the best of the units that are left, as long as one gains anything.
 *
 * Source: Ritchie 2003, chapter 8, asks for "fleets to convoy an adjacent army instead of moving
 * themselves". How to choose, and chains of several fleets, are ours. */
#ifndef ARESFARM_CROSSING_H
#define ARESFARM_CROSSING_H

#include "wishes.h"

/* Gives armies and fleets of wishes that were just opened their roles. */
void crossing_board(struct wishes *wishes);

#endif
