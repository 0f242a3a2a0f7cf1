/* strategy: the boards that an evolution expects, actions on them, and intentions for each round
 * (thesis, figure 7).
 *
 * A board has a list of global actions: one order for every unit of all powers. For each round it
 * has the intention to take one of them. Forecasts only move units: no owners change and nothing is
 * built (3.3.4). So boards with the same units are the same. Boards are identified by their hash
 * (board_hash): among 100 boards of a strategy a collision happens less than once in 10^15
 * decisions.
 *
 * Most boards are reached but never played on. So a board at first has only the moves on the
 * previous board, and its worth. It is unfolded when its units are first given orders.
 *
 * Invariant: board 0 is the present one; an action's result is a board of the strategy. A board is
 * unfolded before a board that is reached from it, and before its second action is added. */
#ifndef ARESFARM_STRATEGY_H
#define ARESFARM_STRATEGY_H

#include "judges/judge.h"
#include "mutation.h"
#include "valuation.h"

enum { NONE = -1 };

struct action {
	int32_t next;         /* in the list of its board, or NONE */
	int32_t result;       /* board it leads to */
	int32_t age;          /* recessions survived */
	fitness worth;        /* of the result */
	uint64_t hash;        /* of our own orders */
	struct order *orders; /* parallel to the board's units; only if the board is unfolded */
};

struct expected {
	fitness fitness;
	int32_t first, last;                 /* its actions */
	int32_t intention[EVOLVE_DEPTH_MAX]; /* action to take in each round; NONE: not selected */
	int32_t before;                      /* board it was first reached from; NONE: none */
	uint64_t hash;                       /* of the board */
	struct occupied occupied;
	struct departures departures; /* units of the previous board */
	uint8_t to[UNITS_MAX];        /* the targets of those that moved, in their sequence */
	struct position *position;    /* NULL until it is unfolded */
};

struct strategy {
	const struct valuation *valuation; /* the caller's */
	int32_t most_boards, most_actions;
	int32_t board_count, action_count, position_count;
	size_t order_count;
	struct expected *boards;
	struct action *actions;
	struct order *orders;
	struct position *positions; /* of the unfolded boards */
	int32_t *table;             /* hash table of boards: index + 1, or 0; it grows with them */
	uint32_t table_mask;
};

/* The bytes of memory that a strategy needs in addition to its struct, aligned for any type. */
size_t strategy_size(const struct evolution *evolution);

/* Opens a strategy with the present board, unfolded, and with the action that all units hold
 * (3.3.2). */
void strategy_open(struct strategy *strategy, const struct evolution *evolution,
                   const struct valuation *valuation, const struct board *present, void *memory);

/* The board that a judgement of an unfolded board leads to. If it is new, it has the action that
 * all units hold. */
int32_t strategy_reach(struct strategy *strategy, int32_t board, const struct judgement *judgement);

/* Unfolds a board that is not unfolded: its units, and the action that all of them hold. */
void strategy_unfold(struct strategy *strategy, int32_t board);

/* The position of a board, which is unfolded if necessary. */
static inline const struct position *strategy_position(struct strategy *strategy, int32_t board)
{
	if (!strategy->boards[board].position)
		strategy_unfold(strategy, board);
	return strategy->boards[board].position;
}

/* Adds an action with these orders to an unfolded board; returns it. The board's intentions are
 * cleared. */
int32_t strategy_add_action(struct strategy *strategy, int32_t board, const struct order orders[],
                            int32_t result);

/* Replaces an action's orders, and its result. The board's intentions are cleared if the result
 * changes. */
void strategy_replace_action(struct strategy *strategy, int32_t board, int32_t action,
                             const struct order orders[], int32_t result);

/* The action on an unfolded board that has these orders, or NONE. `own`: the orders of the
 * opponents need not be the same. */
int32_t strategy_find_action(const struct strategy *strategy, int32_t board,
                             const struct order orders[], bool own);

#endif
