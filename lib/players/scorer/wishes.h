/* wishes: the places that each unit of a power wants to go to, and the orders that result if wishes
 * collide.
 *
 * Every unit has a list of the places it can be in next, including its own, best first, and goes to
 * the first one that it can have. If several units want one province, the unit in it has it, else
 * the one in the worst place now. Others support it as far as it needs help, or take the next place
 * of their lists. A unit never goes beyond its own place, which no other unit can take, so this
 * ends.
 *
 * Source: Ritchie 2003, sections 4.4.3, 5.3 and 5.4. Where it is silent:
 * - A move is sure if it is stronger than the strongest rival could be in its target with all its
 * units, and if our own unit there, if any, is sure to leave. A unit that stays is safe if it is as
 * strong as that rival.
 * - Of the units that could support, those that would lose most by going elsewhere do.
 * - A unit after one of ours whose move is not sure supports that move. Else it follows if others
 *   support it: then it guards the place, section 6.2's beleaguered garrison. Else it takes its
 * next place if that is better than its own.
 * - Two units that want to change places bounce: the one that loses less takes its next place. */
#ifndef ARESFARM_WISHES_H
#define ARESFARM_WISHES_H

#include "score.h"

enum role {
	ROLE_GOES, /* goes to the place that it wants, or stays there */
	ROLE_SUPPORTS,
	ROLE_CONVOYS,
	ROLE_SAILS /* goes by convoy */
};

struct wish {
	uint8_t unit; /* its number on the board */
	uint8_t role;
	uint8_t other;  /* the unit it supports or convoys: a number in wishes */
	uint8_t target; /* the province it sails to */
	uint8_t at, count;
	uint8_t place[EXITS_MAX + 1]; /* locations, the best first */
};

struct wishes {
	const struct player_call *call;
	const struct score *score;
	int count;
	struct wish wish[UNITS_MAX];  /* of our units, in the sequence of their provinces */
	int8_t stands[PROVINCES_MAX]; /* the unit in a province, by its number in wishes, or -1 */
};

void wishes_open(const struct player_call *call, const struct score *score, struct wishes *wishes);

/* Gives armies of newly opened wishes, and the fleets that carry them, their roles: crossing.c. */
void crossing_board(struct wishes *wishes);

/* The worth of the place of unit i, and of the one it wants. */
int32_t wishes_value_here(const struct wishes *wishes, int i);
int32_t wishes_value_wish(const struct wishes *wishes, int i);

/* Resolves all collisions. Units that convoy or sail stay as they are. */
void wishes_settle(struct wishes *wishes);

/* Writes the orders of our units only. */
void wishes_order(const struct wishes *wishes, struct order orders[UNITS_MAX]);

#endif
