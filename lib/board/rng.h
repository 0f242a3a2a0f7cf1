/* rng: the farm's only source of chance.
 *
 * Draws are counter-based: the n-th number of a stream is a pure function of (seed, block, phase,
 * power, use, entrant, n), so a phase that is replayed, on any machine and by any number of
 * threads, redraws the same numbers. Source: Philox4x32-10, Salmon, Moraes, Dror and Shaw,
 * "Parallel random numbers: as easy as 1, 2, 3", SC 2011. */
#ifndef ARESFARM_RNG_H
#define ARESFARM_RNG_H

#include <stdint.h>

/* What a stream is for. Numbers are part of every stored game's meaning: never reuse one, only
 * append. */
enum rng_use {
	RNG_ORDERS = 0,
	RNG_ADJUSTMENTS = 1,
	RNG_RETREATS = 2,
	RNG_SEATINGS = 3,
	RNG_TEST = 255
};

/* Numbers are made in blocks: four calls of the generator together cost as much as two. */
enum { RNG_CALL = 4, RNG_CALLS = 4, RNG_BLOCK = RNG_CALL * RNG_CALLS };

struct rng {
	uint32_t key[2];     /* the seed */
	uint32_t counter[4]; /* which call, block of games, phase; entrant, part, power, use */
	uint32_t block[RNG_BLOCK];
	unsigned used; /* numbers of the block already used: 0 to RNG_BLOCK */
};

/* Calls the generator with a counter and the counters after it: RNG_CALL numbers per call. It is
 * exposed so that the paper's known answers can be checked. */
void rng_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[RNG_BLOCK]);

/* Opens the stream of one use by one power in one phase of the games of one block. */
struct rng rng_open(uint64_t seed, uint32_t block, uint16_t phase, uint8_t power, enum rng_use use);

/* Turns a newly opened stream into its part number `part`, for a use that needs several streams.
 * Part 0 is the stream itself. */
void rng_part(struct rng *rng, uint8_t part);

/* Turns a newly opened stream into the stream of an entrant. Entrant 0 has the stream itself. */
void rng_entrant(struct rng *rng, uint8_t entrant);

/* Makes the next block of numbers. */
void rng_refill(struct rng *rng);

static inline uint32_t rng_next(struct rng *rng)
{
	if (rng->used == RNG_BLOCK)
		rng_refill(rng);
	return rng->block[rng->used++];
}

/* rng_below, if the product of the first number and n may have to be rejected. */
uint32_t rng_reject(struct rng *rng, uint32_t n, uint64_t product);

/* An integer below n, each equally likely (Lemire's method, with rejection); n at least 1. */
static inline uint32_t rng_below(struct rng *rng, uint32_t n)
{
	const uint64_t product = (uint64_t)rng_next(rng) * n;

	return (uint32_t)product < n ? rng_reject(rng, n, product) : product >> 32;
}

/* Draws one of `count` chances, whose sum is `sum`; returns its place. */
int rng_choose(struct rng *rng, const uint32_t chance[], int count, uint32_t sum);

#endif
