/* forecast: order sets of one board, resolved one after the other. Each costs only what differs
 * from the one before.
 *
 * Every resolution is bit for bit what judge_resolve gives. A forecast keeps two things for the
 * next: the verification (thesis 3.2.1), which is half of a resolution's cost; and the results of
 * those orders that no changed order concerns, directly or through others, before or after the
 * change. */
#ifndef ARESFARM_FORECAST_H
#define ARESFARM_FORECAST_H

#include "judges/judge.h"

/* Must not be copied: its judgement points to its orders. */
struct forecast {
	const struct judge *judge;
	struct order orders[UNITS_MAX]; /* those of the judgement */
	struct judgement judgement;     /* its board is the caller's; NULL: none yet */
};

void forecast_open(struct forecast *forecast, struct variant variant, const struct judge *judge);

/* Resolves orders, parallel to the board's units. The board must stay as it is as long as forecasts
 * of it are asked for. The judgement is the forecast's own: the next forecast replaces it. */
const struct judgement *forecast_resolve(struct forecast *forecast, const struct board *board,
                                         const struct order orders[]);

/* Resolves the orders of the forecast before with one of them changed. */
const struct judgement *forecast_change(struct forecast *forecast, int unit, struct order order);

/* Resolves many order sets of one board, in their sequence. The more alike neighbours are, the less
 * it costs. */
void forecast_resolve_all(struct forecast *forecast, const struct board *board,
                          const struct order *const sets[], int count,
                          struct resolution resolutions[]);

/* Forgets the board: it may then change. */
static inline void forecast_forget(struct forecast *forecast)
{
	forecast->judgement.board = NULL;
}

#endif
