/* pool: one population of strategies (thesis 3.3), for one power on one board. Players call
 * evolve.h. */
#ifndef ARESFARM_POOL_H
#define ARESFARM_POOL_H

#include "evolution.h"
#include "forecast.h"
#include "player.h"

typedef int32_t fitness; /* share of the conquered centres, in 65536ths */

/* The best individual of a pool, in a form that another pool can take in. */
struct individual {
	fitness fitness;
	struct {
		int32_t age;
		struct order orders[UNITS_MAX]; /* of all powers, parallel to the units of the board it
		                                   has reached */
	} limb[EVOLVE_DEPTH_MAX];
};

struct pool {
	const struct player_call *call;
	const struct evolution *evolution;
	struct rng rng;
	int cycle; /* cycles that were run */
	struct player_effort effort;
	struct place_set own, conquered; /* centres owned now: by us, by any power */
	int32_t board_count, action_count;
	size_t order_count;
	struct expected *boards;
	struct action *actions;
	struct order *orders;
	int32_t *table; /* hash table of boards: index + 1, or 0 */
	uint32_t table_mask;
	struct forecast births, recessions[EVOLVE_DEPTH_MAX]; /* recessions by round: each tries orders
	                                                         close to those of the one before */
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

/* The best individual as it is now. */
void pool_select(struct pool *pool, struct individual *best);

/* Another pool's individual joins. When an action with the same own orders is there already, it
 * keeps the opponents' orders that are worse for us. */
void pool_take_in(struct pool *pool, const struct individual *guest);

#endif
