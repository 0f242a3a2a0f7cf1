/* forecast: order sets of one board, resolved one after the other. The cost of each depends on its
 * difference from the previous one.
 *
 * Every resolution is bit for bit the same as that of judge_resolve. A forecast keeps two things
 * for the next: the verification (thesis 3.2.1), which is half of a resolution's cost; and the
 * results of all orders that no changed order affects, directly or indirectly, before or after the
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

/* Resolves orders, parallel to the board's units. The board must not change while forecasts of it
 * are made. The judgement belongs to the forecast: the next call replaces it. */
const struct judgement *forecast_resolve(struct forecast *forecast, const struct board *board,
                                         const struct order orders[]);

/* Forgets the board: it may then change. */
static inline void forecast_forget(struct forecast *forecast)
{
	forecast->judgement.board = NULL;
}

#endif
