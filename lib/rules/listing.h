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

/* The legal orders of all units of a board as words of a mask, close together: those of unit u from
 * at[u] to before at[u + 1], from the word with its hold on. */
struct listing_kept {
	uint64_t *word; /* listing_kept_most of them */
	uint16_t at[UNITS_MAX + 1];
};

static inline int listing_kept_most(const struct vocabulary *vocabulary)
{
	return vocabulary->words + 3 * UNITS_MAX;
}

/* Whether a number is one of unit u, which is at this post. Any number may be asked for. */
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
	struct listing_kept *kept; /* where words of a list are kept; at first NULL: nowhere */
	uint8_t speed;             /* enum listing_speed: numbers are the same at each */
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
