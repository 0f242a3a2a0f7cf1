/* record: a phase that was played: the position, the orders and their results.
 *
 * Invariant: all of it follows from the board and the orders. A phase has the same record if it is
 * replayed from the database. Only its stage depends on the judge. The cost of a phase is not part
 * of it (match.h), so no reader of records can depend on the cost. */
#ifndef ARESFARM_RECORD_H
#define ARESFARM_RECORD_H

#include "build.h"
#include "judges/judge.h"

#include <assert.h>

enum { PHASE_ORDERS_MAX = (POWERS_MAX + 1) * ADJUSTMENTS_MAX };

/* The orders of a phase. Movement phases: one per unit, parallel to board.unit. Retreat phases: one
 * per dislodged unit, parallel to board.retreat. Winter: the orders of the powers, then the
 * removals by civil disorder. */
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

/* Adds an order with its result. */
static inline void record_add(struct phase_record *record, struct submission submission,
                              enum result result)
{
	const int n = record->orders.count++;

	assert(n < PHASE_ORDERS_MAX);
	record->orders.power[n] = submission.power;
	record->orders.order[n] = submission.order;
	record->results[n] = result;
}

#endif
