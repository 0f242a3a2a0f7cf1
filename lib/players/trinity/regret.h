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

#include "climb.h"

enum { REGRET_SETS_MAX = 8 };

struct regret {
	const struct ground *ground;
	const struct goals *goals; /* by power */
	const struct standing_weights *weights;
	uint8_t power; /* that decides */
	int wary;      /* per cent of rounds in which the others answer */
	int64_t left;  /* as in climb.h */
	uint32_t *by_stage;
	struct forecast *forecast;
	int sets;                                             /* of the others' orders, as believed */
	const struct prospect *prospects;                     /* sets of them */
	int count[POWERS_MAX];                                /* of joint orders to choose from */
	const struct order *set[POWERS_MAX][REGRET_SETS_MAX]; /* parallel to the units */
};

/* The number of the joint orders that the deciding power should play. */
int regret_run(struct regret *regret, struct rng *rng);

#endif
