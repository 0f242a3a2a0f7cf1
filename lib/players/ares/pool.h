/* pool: one population of strategies (thesis 3.3), for one power on one board. */
#ifndef ARESFARM_POOL_H
#define ARESFARM_POOL_H

#include "game/forecast.h"
#include "players/player.h"
#include "strategy.h"

/* An individual in a form that another pool can add. */
struct individual {
	fitness fitness;
	struct {
		int32_t age;
		int32_t count;                  /* of orders */
		struct order orders[UNITS_MAX]; /* of all powers; the best individual's are parallel to
		                                   the units of the board it has reached */
	} limb[EVOLVE_DEPTH_MAX];
};

/* One forecast in this number is timed, from number POOL_TIMED_FIRST on, counted from 0: reading
 * the clock takes a tenth of a forecast's time. Births and recessions take turns, so it is odd. */
enum { POOL_TIMED_EVERY = 17, POOL_TIMED_FIRST = 2 };

struct pool {
	const struct player_call *call;
	const struct evolution *evolution;
	struct rng rng;
	int cycle;                          /* cycles that were run */
	uint64_t foreseen, timed, timed_ns; /* forecasts, timed forecasts, and the time of the latter */
	struct player_effort effort;        /* without forecast_ns */
	struct strategy strategy;
	struct valuation valuation;
	/* By round, because orders change little within a round. */
	struct forecast births[EVOLVE_DEPTH_MAX], recessions[EVOLVE_DEPTH_MAX];
};

/* Opens a pool with only the present board, on which all units hold (3.3.2). Each island has its
 * own stream of random numbers. memory: strategy_size bytes, aligned for any type. */
void pool_open(struct pool *pool, const struct player_call *call, const struct evolution *evolution,
               int island, void *memory);

/* Runs cycles until the best individual is mature, or until the total of cycles is `cycles`.
 * Returns whether it is mature. */
bool pool_evolve(struct pool *pool, int cycles);

/* The cost of a pool. forecast_ns is estimated from the timed forecasts: 0 if none was timed. */
struct player_effort pool_effort(const struct pool *pool);

/* The best individual as it is now. */
void pool_select(struct pool *pool, struct individual *best);

/* Adds an individual from another pool. A unit for which the individual has no order in the unit's
 * place holds. If there already is an action with the same own orders, it keeps those opponents'
 * orders that are worse for us. */
void pool_take_in(struct pool *pool, const struct individual *guest);

#endif
