/* why: why an order came out as it did, in plain English.
 *
 * Invariant: what it says follows from the record and the law. "2 against 1" are strengths as the
 * DATC has them (strength.h): the unit's own, then the other's. Of a move the first is the greater
 * exactly when it was followed. Where strengths do not decide, in a convoy paradox, it names none.
 */
#ifndef ARESFARM_WHY_H
#define ARESFARM_WHY_H

#include "record.h"

enum { WHY_SIZE = 480 };

/* A record that is asked. It points to the record, which must stay as it is. */
struct why {
	struct variant variant;
	const struct phase_record *record;
	struct judgement judgement; /* of a movement phase: as the record says that it was resolved */
};

/* False: the record's orders cannot be orders of its board, or have these results. Then there are
 * no reasons. */
MUST_CHECK bool why_open(struct why *why, struct variant variant,
                         const struct phase_record *record);

/* Writes the reason of the record's order n, and what became of its unit, if that is another
 * matter: "1 against 1 of GER A mun - bur; dislodged by ITA A mar - par, 2 against 1, ...". It does
 * not repeat the result. Empty: there is nothing to say. Returns text. */
char *why_write(const struct why *why, int n, char text[WHY_SIZE]);

/* ── shared with the files why_*.c ── */

/* A text in the making. What does not fit is cut off. */
struct words {
	const struct why *why;
	uint8_t power; /* whose order it is: units of others are named with their power */
	int length;
	char *text; /* WHY_SIZE bytes */
};
__attribute__((format(printf, 2, 3))) void words_add(struct words *words, const char *format, ...);

/* "A mun", "GER A mun"; and "A mun - bur", the unit with its order. unit: of the board. */
void words_unit(struct words *words, struct unit unit);
void words_order(struct words *words, int unit);

/* "A mun, F bel and ENG F nth". */
void words_units(struct words *words, unit_set units);

/* The reason of a unit's order in a movement phase, and how the unit was dislodged. */
void why_moved(struct words *words, int unit);
void why_dislodged(struct words *words, int unit);

#endif
