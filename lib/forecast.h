/* forecast: order sets of one board, resolved one after the other, each paying for what differs
 * from the one before.
 *
 * Every resolution is bit for bit what judge_resolve gives. Two things are kept from one to the
 * next: the verification (thesis 3.2.1), who stands where and which orders concern each other,
 * which is half of a resolution's cost; and how the orders fared that no changed order concerns,
 * directly or through others, before or after the change. */
#ifndef ARESFARM_FORECAST_H
#define ARESFARM_FORECAST_H

#include "judge.h"

struct forecast {
	const struct map *map;
	const struct law *law;
	const struct judge *judge;
	const struct board *board; /* the caller's; NULL: none yet */
	struct order orders[UNITS_MAX];
	struct verified verified;
	struct resolution resolution; /* of these orders */
};

void forecast_open(struct forecast *forecast, const struct map *map, const struct law *law,
                   const struct judge *judge);

/* Resolves orders, parallel to the board's units. The board is to stay as it is as long as
 * forecasts of it are asked for. */
void forecast_resolve(struct forecast *forecast, const struct board *board,
                      const struct order orders[], struct resolution *resolution);

/* Resolves the orders of the forecast before with one of them changed. */
void forecast_change(struct forecast *forecast, int unit, struct order order,
                     struct resolution *resolution);

/* Resolves many order sets of one board, in their sequence: the more alike neighbours are, the less
 * it takes. */
void forecast_resolve_all(struct forecast *forecast, const struct board *board,
                          const struct order *const sets[], int count,
                          struct resolution resolutions[]);

/* Forgets the board, which may then change. */
static inline void forecast_forget(struct forecast *forecast)
{
	forecast->board = NULL;
}

#endif
