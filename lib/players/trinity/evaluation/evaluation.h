/* evaluation: the value of a position to a power: its expected share of the points at the end of
 * the game.
 *
 * The position is the one after a phase's moves, before retreats and builds. Its features are
 * weighted, and a logistic curve turns the sum into a share. All numbers are integers. */
#ifndef ARESFARM_EVALUATION_H
#define ARESFARM_EVALUATION_H

#include "goals.h"
#include "judges/judge.h"

/* In spring the places of units are known; after fall, the owners of centres; in winter, no unit
 * moves. */
enum evaluation_season {
	EVALUATION_SPRING,
	EVALUATION_FALL,
	EVALUATION_WINTER,
	EVALUATION_SEASONS
};

enum evaluation_feature {
#define EVALUATION(feature, spring, fall) EVALUATION_##feature,
#include "evaluation.def"
#undef EVALUATION
	EVALUATION_FEATURES
};

enum {
	EVALUATION_ONE = 16,       /* 1 as a feature */
	EVALUATION_WEIGHT = 4096,  /* 1 as a weight: a feature of 1 doubles the odds */
	EVALUATION_SURE = 1 << 20, /* a share of 1 */
};

/* The centres that a curve is for: ours; those of the rival with most. A centre counts for the
 * power whose unit is in it, else for its owner, in spring too. */
enum evaluation_curve { EVALUATION_OWN, EVALUATION_RIVAL, EVALUATION_CURVES };

/* A curve is straight between knots: each adds its weight for each centre beyond it. The last one
 * is a step, at the centres that win. The numbers are those of 34 centres; others are scaled. */
enum { EVALUATION_WINS = 18, EVALUATION_KNOTS = 5 };
extern const uint8_t evaluation_knots[EVALUATION_KNOTS];

struct evaluation_weights {
	int32_t of[EVALUATION_SEASONS][EVALUATION_FEATURES];
	bool curved; /* has curves; else they are all 0 */
	int32_t curve[EVALUATION_SEASONS][EVALUATION_CURVES][EVALUATION_KNOTS];
};
/* Weights that count only held centres; set by hand; learned (learned.def). */
extern const struct evaluation_weights evaluation_plain, evaluation_set, evaluation_learned;

/* The features of a position, as a power sees it. */
struct evaluation {
	enum evaluation_season season;
	int32_t feature[EVALUATION_FEATURES];
	int map_centres;
	int centres[EVALUATION_CURVES]; /* of each curve */
};

/* goals: of the power, on the board before the moves. */
void evaluation_open(const struct ground *ground, const struct goals *goals,
                     const struct judgement *judgement, struct evaluation *evaluation);

/* The value of the position that orders lead to, by a judge. */
int32_t evaluation_of_orders(const struct ground *ground, const struct goals *goals,
                             const struct evaluation_weights *weights, const struct judge *judge,
                             struct variant variant, const struct order orders[]);

/* What a curve adds to the weighted sum, for a number of centres of those of the map. */
int32_t evaluation_bend(const int32_t curve[EVALUATION_KNOTS], int centres, int map_centres);

/* The share, of EVALUATION_SURE. */
int32_t evaluation_value(const struct evaluation *evaluation,
                         const struct evaluation_weights *weights);

#endif
