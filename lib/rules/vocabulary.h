/* vocabulary: a fixed number for every order of a map, from 0 on.
 *
 * It has each order that is possible with some fleets at sea (DATC 4.E.1): the orders that legal
 * lists (legal.h), without convoys by fleets that are on no route. It also has retreats,
 * disbandments, builds, waive, and supports that name no coast for a fleet that reaches both
 * (4.B.4). Numbers depend only on the map.
 *
 * The ascending numbers of a unit's orders have the sequence of legal_orders; units have the
 * sequence of the board. So a list of numbers, a mask and a list of orders are three forms of the
 * same list. The sequence:
 *
 *   for each province, for an army there, then for a fleet, on each of its coasts:
 *     hold
 *     moves, by target
 *     moves via convoy, by target
 *     for each other province, for an army there, then for a fleet, on each of its coasts:
 *       support of its hold, supports of its moves by target, then those that leave the coast open
 *     for each province of an army: convoys of it, by target
 *     retreats, by target
 *     disband: of a dislodged unit, or a removal
 *   for each home centre: build an army, a fleet, or a fleet on each coast
 *   waive
 *
 * The standard map has 22,430 orders: 120 holds, 504 moves, 1,194 moves via convoy, 833 supports of
 * holds, 10,093 of moves, 9,022 convoys, 504 retreats, 120 disbandments, 39 builds, 1 waive.
 * Another usual count is 19,331. It lacks 3,196 convoys by fleets that no route needs; most laws
 * allow them (NEEDLESS_VALID). It counts 97 supports that name no coast for a fleet that reaches
 * only one; here these are the same orders as those with the coast. */
#ifndef ARESFARM_VOCABULARY_H
#define ARESFARM_VOCABULARY_H

#include "board/board.h"

enum { VOCABULARY_NONE = -1, VOCABULARY_POSTS_MAX = UNIT_TYPES * LOCS_MAX };

/* The most words of a mask that the numbers of one post need, and one more: supports of all posts,
 * into at most EXITS_MAX provinces with their coasts; convoys; and its other orders. */
enum {
	VOCABULARY_POST_WORDS_MAX = (VOCABULARY_POSTS_MAX * (1 + 3 * EXITS_MAX) +
	                             PROVINCES_MAX * PROVINCES_MAX + PROVINCES_MAX + LOCS_MAX) /
	                                64 +
	                            3
};

/* A set of posts, by their index. */
enum { POST_SET_WORDS = (VOCABULARY_POSTS_MAX + 63) / 64 };
struct post_set {
	uint64_t bits[POST_SET_WORDS];
};

/* The orders of a unit of a type at a location. Moves and retreats are in the sequence of the
 * location's exits. */
struct vocabulary_post {
	int16_t index; /* of the post, in the sequence above; VOCABULARY_NONE: a unit of that type
	                  cannot be there */
	int16_t sea;   /* of a fleet at sea: which of the seas it is on; else VOCABULARY_NONE */
	uint16_t words, word_count; /* its hold, moves and supports in helped_words */
	uint16_t ferries;           /* its supports of armies that fleets convoy, in ferries */
	uint16_t ferry_count;
	uint16_t width; /* words from the one with its hold to the one with its last support */
	uint16_t room;  /* the same, with one more; for a fleet at sea, with the words of its convoys */
	int32_t hold;   /* the first number; moves follow it */
	int32_t via;    /* the first move via convoy */
	int32_t retreat;
	int32_t disband;         /* the last number */
	struct place_set via_to; /* targets of its moves via convoy */
	struct place_set shores; /* coasts to which it can support armies that fleets convoy */
};

/* How a unit at one post can support a unit at another: numbers from first on. */
struct vocabulary_help {
	struct place_set to; /* locations to which it can support a move that names its coast */
	int32_t first;
	uint8_t holds; /* 1: the first number is a support of its hold */
};

/* A word of a mask: the orders of a unit without convoys. The posts with units determine which runs
 * of its bits are legal. A word whose posts are in two words of a post_set has two entries. A post
 * has a multiple of VOCABULARY_AT_ONCE words: the last ones may have no bits. */
enum { VOCABULARY_AT_ONCE = 4 };
struct vocabulary_word {
	uint64_t always;       /* its hold and its moves */
	uint64_t members;      /* posts of a word of a post_set; the n-th of them has the n-th run */
	uint64_t starts, ends; /* of the runs; a run that ends with the word has no end here */
	uint64_t bits;         /* those that are legal without regard to fleets */
	uint16_t word;         /* of the mask, counted from the one with the post's hold */
	uint8_t posts;         /* the word of the post_set */
};

/* Words of a mask: a unit's supports of armies that fleets convoy. The provinces with such armies
 * determine which runs of bits are legal, as above, and the coasts that the fleets reach determine
 * which bits of a run. The rows are for groups of the post's shores: four shores have 16 rows.
 * Provinces from 64 on are in the second word of a place_set. */
enum { VOCABULARY_SHORES = 4, VOCABULARY_ROWS = 1 << VOCABULARY_SHORES };
struct vocabulary_ferry {
	uint64_t members[VOCABULARY_AT_ONCE]; /* provinces */
	uint64_t starts[VOCABULARY_AT_ONCE], ends[VOCABULARY_AT_ONCE];
	uint16_t word[VOCABULARY_AT_ONCE];
	uint8_t places[VOCABULARY_AT_ONCE]; /* the word of the place_set */
};

/* How a fleet at sea can convoy an army from one province. */
struct vocabulary_convoy {
	int32_t first;
	struct place_set to;
};

struct vocabulary {
	const struct map *map;
	int count; /* numbers are below it */
	int words; /* of a mask: bit n % 64 of word n / 64 is order n; one word after them is 0 */
	int post_count;
	int sea_count;
	int help_count, word_count, ferry_count;
	int shore_rows; /* per ferry: VOCABULARY_ROWS for every VOCABULARY_SHORES shores */
	int32_t waive;
	struct vocabulary_post post[UNIT_TYPES][LOCS_MAX];
	int32_t build[UNIT_TYPES][LOCS_MAX];        /* or VOCABULARY_NONE */
	uint8_t index_of[UNIT_TYPES][LOCS_MAX];     /* post[].index, close together */
	struct unit post_at[VOCABULARY_POSTS_MAX];  /* by index: the unit, without its power */
	const struct order *orders;                 /* by number */
	const struct vocabulary_word *helped_words; /* ascending for each post */
	const struct vocabulary_ferry *ferries;
	const uint64_t (*shore_bits)[VOCABULARY_AT_ONCE]; /* by shore_rows * ferry + row */
	const struct vocabulary_help *helps;
	const struct vocabulary_convoy *convoys; /* by map->province_count * sea + the army's home */
	const uint16_t *help_of; /* by post_count * supporter + supported: place in helps, or
	                          * help_count */
};

/* The size of a map's vocabulary in bytes. */
size_t vocabulary_size(const struct map *map);

/* Makes the vocabulary of a map. room: vocabulary_size bytes, aligned to 64. The map and the room
 * must live as long as the vocabulary, which is at the beginning of the room. It does not change
 * afterwards, so threads can share it. */
const struct vocabulary *vocabulary_open(const struct map *map, void *room);

/* The number of an order, or VOCABULARY_NONE. Takes any bytes. */
int32_t vocabulary_number(const struct vocabulary *vocabulary, struct order order);

/* The order of a number from 0 to count - 1. */
static inline struct order vocabulary_order(const struct vocabulary *vocabulary, int32_t number)
{
	return vocabulary->orders[number];
}

/* The post of a unit. Its index is VOCABULARY_NONE if a unit of that type cannot be there. */
static inline const struct vocabulary_post *vocabulary_post(const struct vocabulary *vocabulary,
                                                            struct unit unit)
{
	return &vocabulary->post[unit.type][unit.loc];
}

#endif
