/* pool: one population of strategies (thesis 3.3), for one power on one board. Players call
 * evolve.h. */
#ifndef ARESFARM_POOL_H
#define ARESFARM_POOL_H

#include "game/forecast.h"
#include "players/player.h"
#include "strategy.h"

/* An individual in a form that another pool can take in. */
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
 * the clock takes a tenth of a forecast's time. */
enum { POOL_TIMED_EVERY = 17, POOL_TIMED_FIRST = 2 };

struct pool {
	const struct player_call *call;
	const struct evolution *evolution;
	struct rng rng;
	int cycle; /* cycles that were run */
	uint64_t foreseen, timed,
		timed_ns;                /* forecasts, those that were timed, and how long they took */
	struct player_effort effort; /* without forecast_ns */
	struct strategy strategy;
	struct valuation valuation;
	/* By round, because each tries orders close to those of the one before. */
	struct forecast births[EVOLVE_DEPTH_MAX], recessions[EVOLVE_DEPTH_MAX];
};

/* Bytes of memory a pool needs beside itself, aligned for anything. */
size_t pool_size(const struct evolution *evolution);

/* Opens a pool with only the present board, on which all units hold (3.3.2). Each island has its
 * own stream of random numbers. */
void pool_open(struct pool *pool, const struct player_call *call, const struct evolution *evolution,
               int island, void *memory);

/* Runs cycles until the best individual is mature, or until `cycles` were run in all. Returns
 * whether it is mature. */
bool pool_evolve(struct pool *pool, int cycles);

/* What it has cost. forecast_ns is inferred from the forecasts that were timed: 0 where none was.
 */
struct player_effort pool_effort(const struct pool *pool);

/* The best individual as it is now. */
void pool_select(struct pool *pool, struct individual *best);

/* An individual from elsewhere joins. A unit for which it has no order where that unit stands
 * holds. When an action with the same own orders is there already, it keeps the opponents' orders
 * that are worse for us. */
void pool_take_in(struct pool *pool, const struct individual *guest);

#endif
