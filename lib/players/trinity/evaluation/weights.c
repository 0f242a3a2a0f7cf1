/* weights: see weights.h. */
#include "weights.h"

#define AIM(feature, weight) .aims.of[AIM_##feature] = weight,
#define EVALUATION(feature, spring, fall, winter)                                                  \
	.evaluation.of[EVALUATION_SPRING][EVALUATION_##feature] = spring,                              \
	.evaluation.of[EVALUATION_FALL][EVALUATION_##feature] = fall,                                  \
	.evaluation.of[EVALUATION_WINTER][EVALUATION_##feature] = winter,
#define CURVE(whose, knot, spring, fall, winter)                                                   \
	.evaluation.curve[EVALUATION_SPRING][EVALUATION_##whose][knot] = spring,                       \
	.evaluation.curve[EVALUATION_FALL][EVALUATION_##whose][knot] = fall,                           \
	.evaluation.curve[EVALUATION_WINTER][EVALUATION_##whose][knot] = winter,
#define GOAL(kind, worth) .worths.of[GOAL_##kind] = worth,
#define DRAW(moves, army, fleet)                                                                   \
	.worths.draw[ARMY][moves] = army, .worths.draw[FLEET][moves] = fleet,

const struct weights weights_tuned = {
	.evaluation.curved = true,
#include "tuned.def"
};
const struct weights weights_reach = {
	.evaluation.curved = true,
#include "reach.def"
};
