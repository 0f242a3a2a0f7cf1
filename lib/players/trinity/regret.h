/* regret: which of a few joint orders to play, by regret matching among all powers.
 *
 * Every power has some joint orders to choose from. Again and again it draws one of them, the
 * oftener the more it would have gained by it so far, later rounds weighing more. What the deciding
 * power has drawn most it plays. Others answer so in some of the rounds only; in the rest they go
 * on as believed, by one of the order sets that were drawn for them. Source: Hart and Mas-Colell,
 * "A simple adaptive procedure leading to correlated equilibrium", 2000; for this game Gray, Lerer,
 * Bakhtin and Brown, "Human-level performance in no-press Diplomacy via equilibrium search", 2020.
 */
#ifndef ARESFARM_REGRET_H
#define ARESFARM_REGRET_H

#include "arena.h"
#include "board/rng.h"

enum { REGRET_SETS_MAX = 8 };

struct regret {
	struct arena *arena;       /* its power decides, and looks */
	const struct goals *goals; /* by power */
	const struct evaluation_weights *weights;
	int wary;              /* per cent of rounds in which the others answer */
	int64_t left;          /* resolutions that may still be spent */
	int64_t spent;         /* resolutions */
	int count[POWERS_MAX]; /* of joint orders to choose from */
	const uint16_t *set[POWERS_MAX][REGRET_SETS_MAX]; /* their places, parallel to the units */
};

/* The number of the joint orders that the deciding power should play. Rounds are played as long as
 * there is something left to spend, eight at a time: what is drawn in these depends on the rounds
 * before them. */
int regret_run(struct regret *regret, struct rng *rng);

#endif
