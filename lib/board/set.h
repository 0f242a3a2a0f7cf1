/* set: sets of units, places and powers, as machine words.
 *
 * A loop over a set of units removes the members from a copy, lowest first:
 *
 *   for (unit_set rest = set; rest; unit_set_drop(&rest)) {
 *       const int u = unit_set_first(rest);
 *       ...
 *   }
 *
 * A set of units or of powers is one word: the operators |, &, & ~ and == make unions,
 * intersections and differences, and compare. A set of places has two words, and functions for
 * this. */
#ifndef ARESFARM_SET_H
#define ARESFARM_SET_H

#include <stdbool.h>
#include <stdint.h>

/* ── units: member u is board.unit[u], so u is from 0 to 63 ── */

typedef uint64_t unit_set;
enum { UNIT_SET_SIZE = 64 };

static inline unit_set unit_set_one(int u)
{
	return (unit_set)1 << u;
}

/* The set of u if `member` is 1; the empty set if it is 0. */
static inline unit_set unit_set_if(unsigned member, int u)
{
	return (unit_set)member << u;
}

/* The first `count` units, at most UNIT_SET_SIZE. */
static inline unit_set unit_set_below(int count)
{
	return count < UNIT_SET_SIZE ? unit_set_one(count) - 1 : ~(unit_set)0;
}

static inline bool unit_set_has(unit_set set, int u)
{
	return set >> u & 1;
}

static inline void unit_set_add(unit_set *set, int u)
{
	*set |= unit_set_one(u);
}

static inline void unit_set_remove(unit_set *set, int u)
{
	*set &= ~unit_set_one(u);
}

static inline int unit_set_count(unit_set set)
{
	return __builtin_popcountll(set);
}

/* The lowest member, and the highest, of a set that is not empty. */
static inline int unit_set_first(unit_set set)
{
	return __builtin_ctzll(set);
}
static inline int unit_set_last(unit_set set)
{
	return UNIT_SET_SIZE - 1 - __builtin_clzll(set);
}

/* Takes the lowest member out of a set that is not empty. */
static inline void unit_set_drop(unit_set *set)
{
	*set &= *set - 1;
}

/* The same; returns it. */
static inline int unit_set_pop(unit_set *set)
{
	const int u = unit_set_first(*set);

	unit_set_drop(set);
	return u;
}

/* The member with n lower members, of a set with more than n. */
static inline int unit_set_nth(unit_set set, uint32_t n)
{
	while (n-- > 0)
		unit_set_drop(&set);
	return unit_set_first(set);
}

/* ── places: provinces, or locations, by their number on the map ── */

enum { PLACE_SET_WORDS = 2, PLACE_SET_SIZE = PLACE_SET_WORDS * 64 };

struct place_set {
	uint64_t bits[PLACE_SET_WORDS];
};

static inline bool place_set_has(const struct place_set *set, unsigned place)
{
	return set->bits[place / 64] >> place % 64 & 1;
}

/* The set of one place. */
static inline struct place_set place_set_one(unsigned place)
{
	const uint64_t second = place >= 64;

	return (struct place_set){{(second ^ 1) << place % 64, second << place % 64}};
}

static inline void place_set_add(struct place_set *set, unsigned place)
{
	set->bits[place / 64] |= UINT64_C(1) << place % 64;
}

static inline void place_set_remove(struct place_set *set, unsigned place)
{
	set->bits[place / 64] &= ~(UINT64_C(1) << place % 64);
}

static inline int place_set_count(struct place_set set)
{
	return __builtin_popcountll(set.bits[0]) + __builtin_popcountll(set.bits[1]);
}

static inline bool place_set_is_empty(struct place_set set)
{
	return !(set.bits[0] | set.bits[1]);
}

static inline bool place_set_intersects(const struct place_set *a, const struct place_set *b)
{
	return (a->bits[0] & b->bits[0]) | (a->bits[1] & b->bits[1]);
}

static inline struct place_set place_set_union(struct place_set a, struct place_set b)
{
	return (struct place_set){{a.bits[0] | b.bits[0], a.bits[1] | b.bits[1]}};
}

static inline struct place_set place_set_intersection(struct place_set a, struct place_set b)
{
	return (struct place_set){{a.bits[0] & b.bits[0], a.bits[1] & b.bits[1]}};
}

static inline bool place_set_equal(struct place_set a, struct place_set b)
{
	return a.bits[0] == b.bits[0] && a.bits[1] == b.bits[1];
}

/* The members of a that are not in b. */
static inline struct place_set place_set_difference(struct place_set a, struct place_set b)
{
	return (struct place_set){{a.bits[0] & ~b.bits[0], a.bits[1] & ~b.bits[1]}};
}

/* Takes the lowest member out of a set that is not empty, and returns it. */
static inline uint8_t place_set_pop(struct place_set *set)
{
	const int word = set->bits[0] ? 0 : 1;
	const int bit = __builtin_ctzll(set->bits[word]);

	set->bits[word] &= set->bits[word] - 1;
	return (uint8_t)(word * 64 + bit);
}

/* The member with n lower members, of a set with more than n. */
static inline uint8_t place_set_nth(struct place_set set, uint32_t n)
{
	while (n-- > 0)
		place_set_pop(&set);
	return place_set_pop(&set);
}

/* ── powers, by their number on the map ── */

typedef uint8_t power_set;

static inline bool power_set_has(power_set set, int power)
{
	return set >> power & 1;
}

static inline void power_set_add(power_set *set, int power)
{
	*set |= (power_set)(1 << power);
}

#endif
