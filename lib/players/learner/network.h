/* network: scores the orders of the player learner by their features, in integers.
 *
 * One hidden layer. training/selfplay.py learns the weights and writes weights.def;
 * training/features.py has the same arithmetic. */
#ifndef ARESFARM_NETWORK_H
#define ARESFARM_NETWORK_H

#include "features.h"

/* How an order fits the orders that the power's other units already have. */
enum pair_feature {
	PAIR_FRIEND_ENTERS, /* one of them moves to the target of this move */
	PAIR_FRIEND_STAYS,  /* one stays there */
	PAIR_FRIEND_OPEN,   /* one without an order is there */
	PAIR_SWAP,          /* one moves from there to where this move begins */
	PAIR_SUPPORTS,      /* the number of them that support this */
	PAIR_SUPPORTS_OTHERWISE,
	PAIR_STAYS_IN_WAY, /* the unit stays in a place that one enters */
	PAIR_LEAVES_ROOM,  /* it leaves a place that one enters */
	PAIR_AGREED,       /* it supports an order that another one has */
	PAIR_OPEN,         /* it supports a unit without an order */
	PAIR_REFUTED,      /* it supports an order that another one does not have */
	PAIR_FEATURES
};

/* The number of kinds of orders that the player gives: all but convoys and waives. */
enum { SCORED_KINDS = 7 };

enum own_feature { OWN_FLEET, OWN_FALL, OWN_CENTRES, OWN_UNITS, OWN_FEATURES };

enum {
	ALONE_FEATURES = 3 * PLACE_FEATURES + SCORED_KINDS + OWN_FEATURES,
	NETWORK_HIDDEN = 64,
};

/* Features of an order. Places: of the unit, of the target, of the unit it supports, or zeros. */
struct network_input {
	const uint8_t *place[3]; /* PLACE_FEATURES each; NULL: zeros */
	uint8_t kind;            /* enum order_kind */
	uint8_t own[OWN_FEATURES];
	uint8_t pair[PAIR_FEATURES];
};

/* Higher is better. */
int64_t network_score(const struct network_input *input);

#endif
