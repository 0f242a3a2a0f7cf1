/* why_words: the text of a reason under construction, for the files why*.c. */
#ifndef ARESFARM_WHY_WORDS_H
#define ARESFARM_WHY_WORDS_H

#include "why.h"

/* A reason under construction. It is truncated if it does not fit. */
struct words {
	const struct why *why;
	uint8_t power; /* whose order it is: units of others are named with their power */
	struct text text;
};

/* Add "A mun" or "GER A mun"; and "A mun - bur", the unit with its order. unit: of the board. */
void words_unit(struct words *words, struct unit unit);
void words_order(struct words *words, int unit);

/* "a fleet cannot go from nth to par". */
void words_cannot_go(struct words *words, uint8_t type, uint8_t from, uint8_t to);

/* "A mun, F bel and ENG F nth". */
void words_units(struct words *words, unit_set units);

/* The reason of a unit's order in a movement phase, and how the unit was dislodged. */
void why_moved(struct words *words, int unit);
void why_dislodged(struct words *words, int unit);

#endif
