/* aims: the places that a unit of any power may want to be in, and their chances.
 *
 * A unit's aim is the target of its move, the place of the move or hold that it supports, or its
 * own place. Each place has features; their weighted sum is the binary logarithm of its odds (a
 * conditional logit model: McFadden, Conditional logit analysis of qualitative choice behavior,
 * 1974). All numbers are integers. */
#ifndef ARESFARM_AIMS_H
#define ARESFARM_AIMS_H

#include "goals.h"
#include "board/rng.h"

/* Features of an aim: aims.def has those of the board, with weights set by hand; habits.def those
 * that need habits. */
enum aim_feature {
#define AIM(feature, weight) AIM_##feature,
#include "aims.def"
#undef AIM
	AIM_BOARD_FEATURES,
	/* 0 where the ground has no habits */
	AIM_BEFORE_HABITS = AIM_BOARD_FEATURES - 1,
#define HABIT(feature) AIM_##feature,
#include "habits.def"
#undef HABIT
	AIM_FEATURES
};

extern const char *const aim_names[AIM_FEATURES];

enum {
	AIM_ONE = 16,        /* 1 as a feature */
	AIM_WEIGHT = 4096,   /* 1 as a weight: a feature of 1 doubles the odds */
	AIM_CERTAIN = 65536, /* a chance of 1 */
	AIMS_MAX = EXITS_MAX + 1
};

struct aims {
	int count;
	uint8_t loc[AIMS_MAX]; /* the unit's place, then those where it could go */
	int16_t feature[AIMS_MAX][AIM_FEATURES];
};

struct aim_weights {
	int32_t of[AIM_FEATURES];
};
/* Weights before a game: set by hand, learned (learned.def); and for other powers if habits are
 * known (foreseen.def). */
extern const struct aim_weights aim_weights_set, aim_weights_learned, aim_weights_foreseen;

/* The aims of a unit, with the goals of its power. */
void aims_open(const struct ground *ground, const struct goals *goals, int unit, struct aims *aims);

/* The chance of each aim; their sum is AIM_CERTAIN. */
void aims_find_chances(const struct aims *aims, const struct aim_weights *weights,
                       uint32_t chance[AIMS_MAX]);

/* The aim that an order shows, or -1 if it shows none, like a convoy. */
int aims_read(const struct map *map, const struct aims *aims, struct order order);

/* Moves weights so that the aim that was seen becomes likelier. pace: 1 is AIM_WEIGHT. */
void aims_learn(const struct aims *aims, const uint32_t chance[], int seen, int32_t pace,
                struct aim_weights *weights);

#endif
