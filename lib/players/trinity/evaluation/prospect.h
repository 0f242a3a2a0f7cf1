/* prospect: the values of the positions of many lanes to a power (evaluation.h), computed without
 * reading single lanes before the last step.
 *
 * A post is a place where a unit of a power and type may be after the moves. Each post has a mask
 * with one bit per order set. The features of positions are counted by masks of centres, and the
 * counts are added up bit by bit for all lanes. Only the weighted sum is a number for each lane.
 *
 * Invariant: the value of a lane is bit for bit that of evaluation_open and evaluation_value. */
#ifndef ARESFARM_PROSPECT_H
#define ARESFARM_PROSPECT_H

#include "judges/lanes/lanes.h"
#include "evaluation.h"

enum {
	PROSPECT_POSTS_OF = UNIT_TYPES * LOCS_MAX, /* of a power, at most */
	PROSPECT_POSTS_MAX = POWERS_MAX * PROSPECT_POSTS_OF,
	PROSPECT_SOURCES_MAX = MENU_ORDERS_MAX + UNITS_MAX,
	PROSPECT_HOSTS = PROVINCES_MAX * POWERS_MAX,
	PROSPECT_PULL_BITS = 20,               /* of the pull of a place; enough for every map */
	PROSPECT_ROOM = 2 * PROSPECT_POSTS_OF, /* masks that are added up at once, at most */
	PROSPECT_PULL_PLANES = PROSPECT_PULL_BITS + 8,
};

/* How a unit gets to its post: by an order to move; without a slot, by not moving. */
struct prospect_source {
	uint16_t post, slot;
	uint8_t unit;
};

/* The posts of each power by centre: those of host = centre * POWERS_MAX + power are from
 * first[host] to first[host + 1]. The centre is its number in ground->centre. */
struct prospect_hosts {
	uint16_t first[PROSPECT_HOSTS + 1];
	uint16_t posts[PROSPECT_POSTS_MAX * EXITS_MAX];
	power_set powers[PROVINCES_MAX]; /* that have posts there */
};

struct prospect {
	const struct ground *ground;
	int post_count;
	struct unit posts[PROSPECT_POSTS_MAX];
	int source_count;
	struct prospect_source sources[PROSPECT_SOURCES_MAX];
	struct prospect_hosts in, near; /* posts in a centre; posts from which a unit can move there */
	/* Masks by post; room for others. */
	_Alignas(LANES_ALIGN) uint64_t masks[(PROSPECT_POSTS_MAX + PROSPECT_ROOM) * LANES_MAX / 64];
};

/* menu and ground are the caller's, and of one board. */
void prospect_open(struct prospect *prospect, const struct menu *menu, const struct ground *ground);

/* A power's view of positions. The posts that have bit b in their pull are from first[b] to first[b
 * + 1]. */
struct prospect_view {
	const struct evaluation_weights *weights; /* each below 2^15: sums of features fit 32 bits */
	uint8_t power;
	int32_t bends[EVALUATION_CURVES][PROVINCES_MAX + 1]; /* of the season's curves, by centres */
	uint16_t first[PROSPECT_PULL_BITS + 1];
	uint16_t pulls[PROSPECT_PULL_BITS * PROSPECT_POSTS_OF + 1];
};
void prospect_view_open(struct prospect_view *view, const struct prospect *prospect,
                        const struct goals *goals, const struct evaluation_weights *weights);

/* The value of each lane that was resolved; values has a place for each lane of the width. */
void prospect_value(struct prospect *prospect, const struct prospect_view *view,
                    const struct lanes *lanes, int32_t values[]);

/* The same by width: prospect_body.h. */
typedef void prospect_function(struct prospect *, const struct prospect_view *,
                               const struct lanes *, int32_t[]);
prospect_function prospect_value_64, prospect_value_256, prospect_value_512;

#endif
