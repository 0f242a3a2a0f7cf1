/* wishes: where each unit of a power would like to go, and the orders that come of it when wishes
 * collide.
 *
 * Every unit has a list of the places it can be in next, its own among them, the best first, and
 * goes to the first of them that it can have. Of several units that wish one province, one has it:
 * the one that stands in it, else the one that now stands worst. Others support it, as far as it
 * needs help, and else look at the next place of their lists. A unit never goes beyond its own
 * place, which nobody can take from it, so this ends.
 *
 * Source: Ritchie 2003, sections 4.4.3, 5.3 and 5.4. Where it is silent:
 * - A move is sure when it is stronger than the strongest rival that can be in its target would be
 *   with all its units, and when what stands there of our own leaves for sure. A unit that stays is
 *   safe when it is as strong as that rival.
 * - Of those who could support, those who would lose most by going elsewhere do.
 * - A unit after one of ours whose move is not sure supports that move. Else it follows if others
 *   support it: then it guards the place, section 6.2's beleaguered garrison. Else it takes its
 * next place if that is better than its own.
 * - Two that would change places bounce: the one that loses less takes its next place. */
#ifndef ARESFARM_WISHES_H
#define ARESFARM_WISHES_H

#include "score.h"

enum role {
	ROLE_GOES, /* to the place that it wishes, or stays there */
	ROLE_SUPPORTS,
	ROLE_CONVOYS,
	ROLE_SAILS, /* goes by convoy */
	ROLES
};

struct wish {
	uint8_t unit; /* its number on the board */
	uint8_t role;
	uint8_t other;  /* whom it supports or convoys: a number in wishes */
	uint8_t target; /* where it sails to, a province */
	uint8_t at, count;
	uint8_t place[EXITS_MAX + 1]; /* locations, the best first */
};

struct wishes {
	const struct player_call *call;
	const struct score *score;
	int count;
	struct wish wish[UNITS_MAX];  /* of our units, in the sequence of their provinces */
	int8_t stands[PROVINCES_MAX]; /* which of them stands in a province, or -1 */
};

void wishes_open(const struct player_call *call, const struct score *score, struct wishes *wishes);

/* What the place is worth where unit i stands, and the one it wishes. */
int32_t wishes_value_here(const struct wishes *wishes, int i);
int32_t wishes_value_wish(const struct wishes *wishes, int i);

/* Resolves all collisions. Units that convoy or sail stay as they are. */
void wishes_settle(struct wishes *wishes);

/* Writes the orders of our units only. */
void wishes_order(const struct wishes *wishes, struct order orders[UNITS_MAX]);

#endif
