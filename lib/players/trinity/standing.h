/* standing: what a position is worth to a power: the share of the points that it may expect at the
 * end of the game.
 *
 * The position is the one behind a phase's moves, before retreats and builds. Features of it are
 * weighed, and a logistic curve makes a
 * share of the sum. All numbers are whole. */
#ifndef ARESFARM_STANDING_H
#define ARESFARM_STANDING_H

#include "goals.h"
#include "judge.h"

/* In spring it is known who stands where; behind fall, who owns what. */
enum standing_season { STANDING_SPRING, STANDING_FALL, STANDING_SEASONS };

enum standing_feature {
#define STANDING(feature, spring, fall) STANDING_##feature,
#include "standing.def"
#undef STANDING
	STANDING_FEATURES
};

enum {
	STANDING_ONE = 16,       /* 1 as a feature */
	STANDING_WEIGHT = 4096,  /* 1 as a weight: a feature of 1 doubles the odds */
	STANDING_SURE = 1 << 20, /* a share of 1 */
};

struct standing_weights {
	int32_t of[STANDING_SEASONS][STANDING_FEATURES];
};
/* Only who holds what counts; set by hand; learned (learned.def). */
extern const struct standing_weights standing_plain, standing_set, standing_learned;

/* What a position has, seen by a power. */
struct standing {
	enum standing_season season;
	int32_t feature[STANDING_FEATURES];
};

/* goals: of the power, on the board before the moves. */
void standing_open(const struct ground *ground, const struct goals *goals,
                   const struct judgement *judgement, struct standing *standing);

/* The share, of STANDING_SURE. */
int32_t standing_value(const struct standing *standing, const struct standing_weights *weights);

#endif
