/* listing: the legal orders of a movement phase as numbers of the map's vocabulary.
 *
 * These are the orders of legal_orders, in the same sequence, less those that the vocabulary does
 * not have. They are not found one by one: a vocabulary holds what each pair of places allows, and
 * a listing puts together what the units of a board make of it. */
#ifndef ARESFARM_LISTING_H
#define ARESFARM_LISTING_H

#include "legal.h"
#include "vocabulary.h"

/* A list may be written beyond its end by this many numbers: a few are written at once. */
enum { LISTING_SLACK = 16 };

/* By which instructions of the processor's. */
enum listing_speed { LISTING_PLAIN, LISTING_QUICK, LISTING_WIDE };

/* A board and the posts of its units. All are the caller's. */
struct listing {
	const struct vocabulary *vocabulary;
	struct legal legal;    /* without the targets */
	struct post_set there; /* posts with units */
	int ferry_count;       /* chains with armies on their coasts */
	struct ferry {
		struct place_set coasts, armies;
		int chain;
	} ferries[UNITS_MAX];
	uint8_t speed; /* enum listing_speed: numbers are the same at each */
};

/* Every unit of the board must be where such a unit can be. */
void listing_open(const struct vocabulary *vocabulary, const struct board *board,
                  struct listing *listing);

/* Writes the numbers of the units of a set, one unit after the other, those of a unit ascending;
 * ends[u]: where those of unit u end. numbers has room for LISTING_SLACK more than there are; those
 * of all units of a board are fewer than vocabulary->count. Marks the same numbers in a mask of
 * vocabulary->words words. numbers or mask may be NULL: it is not wanted. */
void listing_write(const struct listing *listing, unit_set units, int32_t numbers[],
                   int32_t *ends[UNITS_MAX], uint64_t mask[]);

#endif
