/* why: explains the result of an order in plain English.
 *
 * Invariant: the explanation follows from the record and the law. "2 against 1" are strengths of
 * the DATC (strength.h): the unit's own, then the other's. For a move the first is greater if and
 * only if it succeeded. If strengths do not decide, in a convoy paradox, none is named. */
#ifndef ARESFARM_WHY_H
#define ARESFARM_WHY_H

#include "record.h"

enum { WHY_SIZE = 480 };

/* A record to explain. It points to the record, which must not change. */
struct why {
	struct variant variant;
	const struct phase_record *record;
	struct judgement judgement; /* of a movement phase: with the results of the record */
};

/* False: the record's orders cannot be orders of its board, or have these results. Then there are
 * no reasons to write. */
MUST_CHECK bool why_open(struct why *why, struct variant variant,
                         const struct phase_record *record);

/* Writes the reason for the result of the record's order n and, if it has another reason, for the
 * fate of its unit: "1 against 1 of GER A mun - bur; dislodged by ITA A mar - par, 2 against 1,
 * ...". The result itself is not repeated. Empty: there is no reason to give. Returns text. */
char *why_write(const struct why *why, int n, char text[WHY_SIZE]);

#endif
