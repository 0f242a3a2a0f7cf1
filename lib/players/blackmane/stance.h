/* stance: which of our units follow which plans (Pires 2011, 3.3.1).
 *
 * Targets are taken in the order of their worth. For each, sets of units without orders are tried,
 * smallest first. The first set whose plan is better for the target than having no unit of ours
 * there gets the orders of the plan. The fall-back heuristic (blackmane.c) orders the other units.
 *
 * READING: only centres are targets, since the source defines a good outcome only for them.
 * READING: units of ours outside the set are not on the board of the plan: the source stores plans
 * by the units on the sub-map. Plans in conflict are not followed together. READING: an own centre
 * that no other unit could be in after the plan's turns needs no unit of ours, unless `garrison` is
 * set. Taken literally, the source finds each unit there an improvement, and all stay. */
#ifndef ARESFARM_STANCE_H
#define ARESFARM_STANCE_H

#include "planner.h"
#include "worth.h"

/* Our orders while they are being decided. */
struct stance {
	const struct player_call *call;
	struct rng rng;
	struct worth worth;
	uint16_t tie[PROVINCES_MAX]; /* of equals the lowest comes first */
	struct order *orders;
	unit_set free;            /* units of ours without orders */
	unit_set waiting;         /* those of them that wait for another one's order */
	unit_set ordered;         /* units of ours with orders */
	struct place_set entered; /* provinces that they are ordered to move to */
};

struct stance_settings {
	int32_t turns;    /* that plans look ahead, 1 or 2 */
	int32_t units;    /* of a plan at the most, 1 to ACTORS_MAX */
	int32_t garrison; /* 1: units also hold own centres that no unit could enter */
	struct skirmish_rules rules;
};

/* Opens a stance in which no unit of ours has orders. */
void stance_open(struct stance *stance, const struct player_call *call,
                 enum worth_equation equation, enum rng_use use, struct order orders[]);

/* Gives orders by plans. planner: planner_size bytes. The effort is the cost of the plans. */
void stance_plan(struct stance *stance, const struct stance_settings *settings,
                 struct planner *planner, struct player_effort *effort);

/* Adds a location to a list of `count`, those in the best provinces first. */
void stance_insert(const struct stance *stance, uint8_t locs[], int count, uint8_t loc);

/* Whether an order of our unit u fits the orders already given: no unit of ours is in its way. */
bool stance_fits(const struct stance *stance, int u, struct order order);

void stance_give(struct stance *stance, int u, struct order order);

#endif
