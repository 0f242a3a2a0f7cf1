/* skirmish: a game about one province between two sides, and the order sets that make sense in it
 * (Pires 2011, 4.1).
 *
 * The board of a skirmish has the units of its zones only. Side 0, as power 0, has units of ours;
 * side 1, as power 1, has all units of other powers. So the same position is the same skirmish for
 * every power. Units outside the target that can only hold are left out of a skirmish of one turn.
 *
 * A unit's options are the orders that section 4.1 allows in its zone. An order set has an option
 * for each unit of a side. Left out are sets with a support of nothing, with two moves to one
 * province, or with a move to where another unit of the side stays: each of these is a conflict of
 * two options, so the search intersects bit sets of options. */
#ifndef ARESFARM_SKIRMISH_H
#define ARESFARM_SKIRMISH_H

#include "board/board.h"
#include "zones.h"

enum { SIDES = 2, SIDE_MAX = 12, OPTIONS_MAX = 32, SETS_LEAST = 4, SETS_MOST = 128 };

/* The settings of a skirmish. */
struct skirmish_rules {
	int32_t sets;  /* the most order sets of a side, SETS_LEAST to SETS_MOST */
	int32_t holds; /* 0: in the last turn a unit holds only if it can do nothing else */
	int32_t guard; /* 1: units may also support a unit of their side that stays in the target */
};

struct option {
	struct order order;
	uint8_t rank;    /* 0: closest to the target. Sets of low ranks come first */
	int8_t helps;    /* member of the side that it supports, or -1 */
	uint8_t goes_to; /* province it moves to; its own if it stays */
};

typedef uint32_t option_set; /* member o is option o of a unit */
_Static_assert(OPTIONS_MAX <= 32, "a unit's options fit a word");

/* Units of a side are its members, in the sequence of the board. */
struct side {
	int count;
	uint8_t unit[SIDE_MAX];
	uint8_t option_count[SIDE_MAX];
	struct option option[SIDE_MAX][OPTIONS_MAX];
	/* the options of a member (last) that are compatible with an option of another member */
	option_set together[SIDE_MAX][OPTIONS_MAX][SIDE_MAX];
	int set_count; /* at least 1 */
	uint8_t set[SETS_MOST][SIDE_MAX];
};

struct skirmish {
	const struct map *map;
	const struct zones *zones;
	int turns;
	struct board board;
	bool capped; /* units, options or sets were left out because there were too many */
	struct side side[SIDES];
};

/* Opens a skirmish with units of a board: those of `ours`, of a power, and those of all other
 * powers that can matter. */
void skirmish_open(struct skirmish *skirmish, const struct map *map, const struct zones *zones,
                   int turns, const struct board *board, unit_set ours, uint8_t power);

/* Finds the options and the order sets of both sides. */
void skirmish_find_sets(struct skirmish *skirmish, const struct skirmish_rules *rules);

/* Writes the orders of one side's set into an array parallel to the board's units. */
void skirmish_write_set(const struct side *side, int set, struct order orders[]);

/* The side whose unit is in the target: 1 ours, -1 theirs, 0 neither. */
int skirmish_find_holder(const struct skirmish *skirmish);

#endif
