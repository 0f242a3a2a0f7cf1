/* listing: the legal orders of a movement phase as numbers of the map's vocabulary.
 *
 * These are the orders of legal_orders, in the same sequence, without those that the vocabulary
 * does not have. They are not computed one by one: a vocabulary stores the orders that each pair of
 * places allows, and a listing combines them for the units of a board. */
#ifndef ARESFARM_LISTING_H
#define ARESFARM_LISTING_H

#include "legal.h"
#include "vocabulary.h"

/* Writes may run beyond the end of a list by this many numbers, as several are written at once. */
enum { LISTING_SLACK = 16 };

/* The instruction set in use. */
enum listing_speed { LISTING_PLAIN, LISTING_QUICK, LISTING_WIDE };

/* The legal orders of all units of a board as words of a mask, close together: unit u has words
 * at[u] to at[u + 1] - 1, beginning with the word of its hold. */
struct listing_kept {
	uint64_t *word; /* listing_kept_most of them */
	uint16_t at[UNITS_MAX + 1];
};

static inline int listing_kept_most(const struct vocabulary *vocabulary)
{
	return vocabulary->words + 3 * UNITS_MAX;
}

/* Whether a number is an order of unit u, which is at this post. Takes any number. */
static inline bool listing_kept_has(const struct listing_kept *kept, int u,
                                    const struct vocabulary_post *post, int32_t number)
{
	if (number < post->hold || number > post->disband)
		return false;
	const int word = kept->at[u] + number / 64 - post->hold / 64;

	return word < kept->at[u + 1] && kept->word[word] >> number % 64 & 1;
}

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
	struct listing_kept
		*kept;     /* where to keep the words of a list; NULL, the initial value: nowhere */
	uint8_t speed; /* enum listing_speed; does not affect the numbers */
};

/* Every unit of the board must be where a unit of its type can be. */
void listing_open(const struct vocabulary *vocabulary, const struct board *board,
                  struct listing *listing);

/* Writes the numbers of the units of a set, unit by unit, ascending for each unit; those of unit u
 * end at ends[u]. numbers needs room for LISTING_SLACK more; all units of a board have fewer than
 * vocabulary->count. Marks the same numbers in a mask of vocabulary->words words. numbers or mask
 * may be NULL. */
void listing_write(const struct listing *listing, unit_set units, int32_t numbers[],
                   int32_t *ends[UNITS_MAX], uint64_t mask[]);

#endif
