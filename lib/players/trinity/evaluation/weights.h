/* weights: all weights of trinity, tuned by games. */
#ifndef ARESFARM_WEIGHTS_H
#define ARESFARM_WEIGHTS_H

#include "aims.h"
#include "evaluation.h"

struct weights {
	struct evaluation_weights evaluation;
	struct goal_worths worths;
	struct aim_weights aims;
};
/* Tuned (tuned.def); tuned further, with a reach for each type of unit (reach.def). */
extern const struct weights weights_tuned, weights_reach;

#endif
