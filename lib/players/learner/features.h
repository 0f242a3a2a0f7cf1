/* features: the features of each place for the player learner. training/features.py computes and
 * names the same features.
 *
 * All features are integers from 0 to 255. They depend on the borders of the map only, so the
 * weights of one map can be used on any. */
#ifndef ARESFARM_FEATURES_H
#define ARESFARM_FEATURES_H

#include "board/board.h"

/* Of the province that a place lies in. */
enum near_feature {
	NEAR_OWN_UNIT,
	NEAR_OTHER_UNIT,
	NEAR_OWN_CENTRE,
	NEAR_FOREIGN_CENTRE,
	NEAR_NEUTRAL_CENTRE,
	NEAR_OWN_HOME,
	NEAR_OWN_REACH,    /* own units that can go there */
	NEAR_OTHERS_REACH, /* units of others that can go there */
	NEAR_RIVAL_REACH,  /* the most units of one other power that can go there */
	NEAR_CENTRE_SIZE,  /* centres of the other power that owns it */
	NEAR_UNIT_SIZE,    /* centres of the other power whose unit is there */
	NEAR_WATER,
	NEAR_COAST,
	NEAR_FEATURES
};

/* These are summed over the neighbours of a place, their neighbours, and so on. */
enum spread_feature {
	SPREAD_DANGER, /* own centres that others can go to */
	SPREAD_FOREIGN_CENTRE,
	SPREAD_NEUTRAL_CENTRE,
	SPREAD_OWN_UNIT,
	SPREAD_OTHER_UNIT,
	SPREAD_FEATURES
};

enum {
	SPREAD_ROUNDS = 3,
	PLACE_FEATURES = NEAR_FEATURES + SPREAD_FEATURES * SPREAD_ROUNDS,
};

struct features {
	uint8_t place[UNIT_TYPES][LOCS_MAX][PLACE_FEATURES]; /* by the type of unit that would be there;
	                                                      * the rounds of a spread are adjacent */
	uint8_t centres, units;                              /* of the power */
	bool fall;                                           /* or winter */
};

/* The features of a power. */
void features_open(const struct map *map, const struct board *board, uint8_t power,
                   struct features *features);

#endif
