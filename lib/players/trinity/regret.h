/* regret: which of a few joint orders to play, by regret matching among all powers.
 *
 * Every power has some joint orders to choose from. In each round it draws one of them, with a
 * chance in proportion to its regret: what it would have gained by it so far, with more weight on
 * later rounds. The deciding power plays what it has drawn most. Others answer like this in some
 * rounds only; in the rest they play one of the order sets that were drawn for them by belief.
 * Source: Hart and Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium",
 * 2000; for this game Gray, Lerer, Bakhtin and Brown, "Human-level performance in no-press
 * Diplomacy via equilibrium search", 2020. */
#ifndef ARESFARM_REGRET_H
#define ARESFARM_REGRET_H

#include "arena.h"
#include "board/rng.h"

enum { REGRET_SETS_MAX = 8 };

struct regret {
	struct arena *arena;       /* its power decides; prepared by arena_look */
	const struct goals *goals; /* by power */
	const struct evaluation_weights *weights;
	int wary;              /* per cent of rounds in which the others answer */
	int64_t left;          /* resolutions that may still be spent */
	int count[POWERS_MAX]; /* of joint orders to choose from */
	const uint16_t *set[POWERS_MAX][REGRET_SETS_MAX]; /* their places, parallel to the units */
};

/* The number of the joint orders that the deciding power should play. Rounds are played until the
 * budget is spent, eight at a time: their draws depend on the rounds before them. */
int regret_run(struct regret *regret, struct rng *rng);

#endif
