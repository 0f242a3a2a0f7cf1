/* issue: what powers hand in, and what counts of it: an illegal issue counts as never made, and a unit left without an order holds
 * (thesis 3.2.1; DATC 4.B to 4.E). What counts is worded exactly, as the judges want it. */
#ifndef ARESFARM_ISSUE_H
#define ARESFARM_ISSUE_H

#include "verify.h"

enum verdict {
	VERDICT_LEGAL,
	VERDICT_NO_UNIT,    /* no such unit stands there */
	VERDICT_NOT_OWN,    /* it belongs to another power */
	VERDICT_DOUBLE,     /* the unit got several orders, and this one does not count (4.D.3; thesis 1.2.2, "legal") */
	VERDICT_BAD_KIND,   /* not an order of this phase */
	VERDICT_IMPOSSIBLE, /* nothing others could order would make it possible (4.E.1) */
	VERDICT_DISORDER,   /* support for a power in civil disorder (4.D.9) */
	VERDICTS
};
extern const char *const verdict_names[VERDICTS];

struct issue {
	uint8_t power;
	struct order order;
};

/* One order a unit, parallel to board->unit, worded exactly; a verdict for each issue. A type of UNIT_TYPES in an issue: none was
 * named (4.C.1). */
void issue_verify(const struct map *map, const struct law *law, const struct board *board, const struct issue issues[],
                  int count, struct order orders[UNITS_MAX], enum verdict verdicts[]);

/* ---- What retreats and winters weigh likewise ---- */

/* How a type in an order compares with the unit's own (4.C.1, 4.C.2). */
enum naming { NAMING_RIGHT, NAMING_REFUSED, NAMING_YIELDS };
enum naming issue_compare_type(const struct law *law, uint8_t said, uint8_t type);

/* The location a unit of a type at `from` means by `place` (4.B.1 to 4.B.3, 4.B.6), or LOC_NONE. An army need not reach it. */
uint8_t issue_find_loc(const struct map *map, const struct law *law, enum unit_type type, uint8_t from, uint8_t place);

/* Which of several issues for one unit counts. Begins with issue -1 and all else zero. */
struct choice {
	int issue; /* -1: none */
	bool yields, contradicted;
};

/* Weighs issue n, worded, against what was chosen before (4.D.3); when it is chosen its order goes to *slot. */
void issue_choose(const struct law *law, struct choice *choice, int n, enum naming naming, struct order order,
                  struct order *slot, enum verdict verdicts[]);

#endif
