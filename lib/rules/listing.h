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
enum { LISTING_SLACK = 8 };

/* A board and the posts of its units. All are the caller's. */
struct listing {
	const struct vocabulary *vocabulary;
	struct legal legal;
	struct post_set there;   /* posts with units */
	struct post_set ferried; /* those with armies that chains of fleets could convoy */
};

/* Every unit of the board must be where such a unit can be. */
void listing_open(const struct vocabulary *vocabulary, const struct board *board,
                  struct listing *listing);

/* Writes the numbers of unit u, ascending; returns how many. numbers has room for LISTING_SLACK
 * more than there are; those of all units of a board are fewer than vocabulary->count. */
int listing_numbers(const struct listing *listing, int u, int32_t numbers[]);

/* Makes the mask of the numbers of all units of a set. mask: vocabulary->words words. */
void listing_mask(const struct listing *listing, unit_set units, uint64_t mask[]);

#endif
