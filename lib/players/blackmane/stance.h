/* stance: which of our units follow which plans (Pires 2011, 3.3.1).
 *
 * Targets come by what they are worth. For each, sets of units that have no orders yet are tried,
 * the smallest first. The first one that does better about the target than no unit of ours at all
 * gets the orders of its plan. The other units are left to the fall-back heuristic (blackmane.c).
 *
 * READING: only centres are targets, since only for them the source says what a good outcome is.
 * READING: units of ours outside the set are not on the board of the plan: the source stores plans
 * by the units on the sub-map. Plans that do not fit together are not followed together. READING:
 * an own centre that no other unit could be in after the plan's turns needs no unit of ours, unless
 * `garrison` is set. To the source's letter each unit there is an improvement, and all stay. */
#ifndef ARESFARM_STANCE_H
#define ARESFARM_STANCE_H

#include "planner.h"
#include "worth.h"

/* Orders of ours while they are given. */
struct stance {
	const struct player_call *call;
	const struct worth *worth;
	const uint16_t *tie; /* by province: which of equals comes first, the lowest */
	struct order *orders;
	unit_set free;            /* units of ours without orders */
	unit_set ordered;         /* units of ours with orders */
	struct place_set entered; /* provinces that they are ordered to move to */
};

struct stance_settings {
	int32_t turns;    /* that plans look ahead, 1 or 2 */
	int32_t units;    /* of a plan at the most, 1 to ACTORS_MAX */
	int32_t garrison; /* 1: units also hold our own centres that nobody could enter */
	struct skirmish_rules rules;
};

/* Opens it: no unit of ours has orders. */
void stance_open(struct stance *stance, const struct player_call *call, const struct worth *worth,
                 const uint16_t tie[], struct order orders[]);

/* Gives orders by plans. planner: planner_size bytes. The effort is what the plans cost. */
void stance_plan(struct stance *stance, const struct stance_settings *settings,
                 struct planner *planner, struct rng *rng, struct player_effort *effort);

/* Whether a province comes before another as a target, or as a place to go. */
bool stance_prefers(const struct stance *stance, uint8_t one, uint8_t other);

/* Our unit in a province, or -1. */
int stance_find_own(const struct stance *stance, uint8_t province);

/* Whether an order of our unit u fits the orders given: nobody of ours is in its way. */
bool stance_fits(const struct stance *stance, int u, struct order order);

void stance_give(struct stance *stance, int u, struct order order);

#endif
