/* record: a phase that was played: where the units stood, what they were ordered, what came of it.
 *
 * Invariant: all of it follows from the board and the orders. A record is the same whether its
 * phase is played or replayed from the database. Only its stage depends on the judge. What a phase
 * cost is kept apart (match.h), so nothing that reads records can depend on it. */
#ifndef ARESFARM_RECORD_H
#define ARESFARM_RECORD_H

#include "build.h"
#include "judges/judge.h"

enum { PHASE_ORDERS_MAX = (POWERS_MAX + 1) * ADJUSTMENTS_MAX };

/* The orders of a phase. Movement phases: one a unit, parallel to board.unit. Retreat phases: one a
 * dislodged unit, parallel to board.retreat. Winter: what the powers ordered, then what civil
 * disorder removed. */
struct phase_orders {
	int count;
	struct order order[PHASE_ORDERS_MAX];
	uint8_t power[PHASE_ORDERS_MAX];
};

struct phase_record {
	struct board board; /* the position it was played on */
	struct phase_orders orders;
	enum result results[PHASE_ORDERS_MAX]; /* parallel to orders */
	unit_set dislodged;                    /* in movement phases */
	uint8_t stage;                         /* the last stage that the judge reached */
};

#endif
