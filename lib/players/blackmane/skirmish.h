/* skirmish: a game about one province between two sides, and the order sets that make sense in it
 * (Pires 2011, 4.1).
 *
 * The board of a skirmish has the units of its zones only. Side 0, as power 0, are units of ours;
 * side 1, as power 1, are all units of all others. So the same position is the same skirmish,
 * anyone who plays it. Units that have no order but to hold, and are not in the target, are left
 * out of a skirmish of one turn.
 *
 * A unit's options are the orders that section 4.1 leaves it in its zone. An order set has an
 * option for each unit of a side. Left out are sets with a support of nothing, with two moves to
 * one province, or with a move to where another unit of the side stays: each is something that two
 * options cannot be together, so the search cuts bit sets of options. */
#ifndef ARESFARM_SKIRMISH_H
#define ARESFARM_SKIRMISH_H

#include "board/board.h"
#include "zones.h"

enum { SIDES = 2, SIDE_MAX = 12, OPTIONS_MAX = 32, SETS_LEAST = 4, SETS_MOST = 128 };

/* What of a skirmish may be chosen. */
struct skirmish_rules {
	int32_t sets;  /* the most order sets of a side, SETS_LEAST to SETS_MOST */
	int32_t holds; /* 0: in the last turn a unit holds only when it can do nothing else */
	int32_t guard; /* 1: units may also support a unit of their side that stays in the target */
};

struct option {
	struct order order;
	uint8_t rank;    /* 0: closest to the target. Sets of low ranks come first */
	int8_t helps;    /* member of the side that it supports, or -1 */
	uint8_t goes_to; /* province it moves to; its own when it stays */
};

typedef uint32_t option_set; /* member o is option o of a unit */
_Static_assert(OPTIONS_MAX <= 32, "a unit's options fit a word");

/* Units of a side are its members, in the sequence of the board. */
struct side {
	int count;
	uint8_t unit[SIDE_MAX];
	uint8_t option_count[SIDE_MAX];
	struct option option[SIDE_MAX][OPTIONS_MAX];
	/* the options of a member (last) that go together with an option of another one */
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

/* Takes units of a board into a skirmish: `ours` and `theirs`, as far as they can matter. */
void skirmish_open(struct skirmish *skirmish, const struct map *map, const struct zones *zones,
                   int turns, const struct board *board, unit_set ours, unit_set theirs);

/* Finds the options and the order sets of both sides. */
void skirmish_find_sets(struct skirmish *skirmish, const struct skirmish_rules *rules);

/* Writes the orders of one side's set into an array parallel to the board's units. */
void skirmish_write_set(const struct side *side, int set, struct order orders[]);

/* Who stands in the target: 1 ours, -1 theirs, 0 nobody. */
int skirmish_find_holder(const struct skirmish *skirmish);

#endif
