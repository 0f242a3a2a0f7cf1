/* shares: what a finished game gives each power: the winner has all; else the squares of the
 * centres count, as in farm.scores "squares". */
#ifndef ARESFARM_SHARES_H
#define ARESFARM_SHARES_H

#include "match/match.h"

/* Fills parts, one per power. Returns the whole, above 0: the share of power p is parts[p] / whole.
 */
int shares_find(const struct match *match, int parts[POWERS_MAX]);

#endif
