/* belief: the beliefs about the orders of other powers, learned within the game from their past
 * orders.
 *
 * A power plays by one of three models: it aims, it draws, or it stays. Each model has evidence:
 * the binary logarithm of the likelihood of the power's past orders, in which recent years count
 * most. The weights of the power's aims are moved towards the observed aims. The orders of one
 * power also change the beliefs about the others. */
#ifndef ARESFARM_BELIEF_H
#define ARESFARM_BELIEF_H

#include "sampler.h"
#include "players/trinity/evaluation/habits.h"

enum model { MODEL_AIMS, MODEL_DRAWS, MODEL_STAYS, MODELS };

/* The lessons of a game; zeros before it. */
struct lessons {
	struct aim_weights drift[POWERS_MAX]; /* added to the weights before the game */
	int32_t evidence[POWERS_MAX][MODELS]; /* 65536 is a factor of 2 */
	struct habits habits;
	/* As evidence: that it searches rather than only aims (searched.h). */
	int32_t searches[POWERS_MAX];
	int32_t zeal[POWERS_MAX]; /* as in replies.h, added to its value before the game */
};

struct belief {
	const struct ground *ground;
	struct sampler aiming, drawing;      /* the units of all powers */
	uint32_t chance[POWERS_MAX][MODELS]; /* of AIM_CERTAIN */
	uint32_t searches[POWERS_MAX];       /* that it searches; independent of the models */
};

/* goals: by power. self: the believing power, which only aims. prior: the weights of aims before
 * the game; for the others aim_weights_foreseen if the ground has habits. lessons: if NULL, the
 * others only aim too, by the prior. */
void belief_open(const struct ground *ground, const struct goals goals[], uint8_t self,
                 const struct aim_weights *prior, const struct lessons *lessons,
                 struct belief *belief);

/* Draws the orders of all powers but one, for each power by one of the models. */
void belief_draw(const struct belief *belief, uint8_t without, struct rng *rng,
                 struct order orders[]);

/* Draws the orders of one power. */
void belief_draw_one(const struct belief *belief, uint8_t power, struct rng *rng,
                     struct order orders[]);

/* Observes what all powers but one did in a movement phase. */
void belief_learn(const struct ground *ground, const struct goals goals[],
                  const struct aim_weights *prior, uint8_t without, const struct order orders[],
                  struct lessons *lessons);

#endif
