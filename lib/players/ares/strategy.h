/* strategy: the boards that an evolution expects, actions on them, and intentions for each round
 * (thesis, figure 7).
 *
 * A board has a list of global actions: one order for every unit of all powers. For each round it
 * has the intention to take one of them. Forecasts only move units: no owners change and nothing is
 * built (3.3.4). So two boards with the same units are one.
 *
 * Invariant: board 0 is the present one; an action's result is a board of the strategy. */
#ifndef ARESFARM_STRATEGY_H
#define ARESFARM_STRATEGY_H

#include "evolution.h"
#include "outlook.h"

enum { NONE = -1 };

struct action {
	int32_t next;         /* in the list of its board, or NONE */
	int32_t result;       /* board it leads to */
	int32_t age;          /* recessions endured */
	struct order *orders; /* parallel to the board's units */
};

struct expected {
	fitness fitness;
	int32_t first, last;                 /* its actions */
	int32_t intention[EVOLVE_DEPTH_MAX]; /* action to take in each round; NONE: not selected */
	unit_set units[POWERS_MAX];          /* by power */
	struct board board; /* last, so that the fields used most stand close together */
};

struct strategy {
	const struct evolution *evolution;
	int32_t board_count, action_count;
	size_t order_count;
	struct expected *boards;
	struct action *actions;
	struct order *orders;
	int32_t *table; /* hash table of boards: index + 1, or 0 */
	uint32_t table_mask;
};

/* Bytes of memory that it needs beside itself, aligned for anything. */
size_t strategy_size(const struct evolution *evolution);

/* Opens a strategy without boards. */
void strategy_open(struct strategy *strategy, const struct evolution *evolution, void *memory);

/* The place for a board that may be new. The caller writes its `board`, and then settles it. */
static inline struct expected *strategy_next_board(const struct strategy *strategy)
{
	return &strategy->boards[strategy->board_count];
}

/* Looks for the board in the next free place among the known ones. Adds it when it is new, with the
 * action that all units hold (3.3.2). Returns its number. */
int32_t strategy_settle_board(struct strategy *strategy, const struct outlook *outlook);

/* Adds an action with these orders to a board; returns it. The board's intentions are cleared. */
int32_t strategy_add_action(struct strategy *strategy, int32_t board, const struct order orders[],
                            int32_t result);

/* The action on a board in which these units have these orders, or NONE. */
int32_t strategy_find_action(const struct strategy *strategy, int32_t board,
                             const struct order orders[], unit_set units);

/* Forgets what is intended on a board. */
void strategy_clear_intentions(struct expected *expected);

#endif
