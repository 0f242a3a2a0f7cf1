/* rng: Philox4x32-10, and draws from its streams. */
#include "rng.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { ROUNDS = 10, LANES = 2, PARTS = RNG_CALLS / LANES };

/* A word of the counters of two calls, in the low halves. The high halves have no meaning. */
typedef uint64_t lanes __attribute__((vector_size(LANES * sizeof(uint64_t))));

/* The whole products of low halves. */
static inline lanes multiply(lanes a, uint64_t factor)
{
#ifdef __SSE2__
	return (lanes)_mm_mul_epu32((__m128i)a, (__m128i)(lanes){factor, factor});
#else
	return (a & UINT32_MAX) * factor;
#endif
}

static inline lanes both(uint32_t value)
{
	return (lanes){value, value};
}

/* Writes the four words of two calls, one call after the other. */
static inline void write_calls(lanes c0, lanes c1, lanes c2, lanes c3, uint32_t out[])
{
#ifdef __SSE2__
	const __m128i low = (__m128i)((c0 & UINT32_MAX) | c1 << 32);
	const __m128i high = (__m128i)((c2 & UINT32_MAX) | c3 << 32);

	_mm_storeu_si128((__m128i *)out, _mm_unpacklo_epi64(low, high));
	_mm_storeu_si128((__m128i *)(out + RNG_CALL), _mm_unpackhi_epi64(low, high));
#else
	for (int n = 0; n < LANES; n++, out += RNG_CALL) {
		out[0] = (uint32_t)c0[n];
		out[1] = (uint32_t)c1[n];
		out[2] = (uint32_t)c2[n];
		out[3] = (uint32_t)c3[n];
	}
#endif
}

void rng_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[RNG_BLOCK])
{
	lanes c0[PARTS], c1[PARTS], c2[PARTS], c3[PARTS];
	uint32_t k0 = key[0], k1 = key[1];

	for (int i = 0; i < PARTS; i++) {
		c0[i] = (lanes){(uint32_t)(counter[0] + i * LANES), (uint32_t)(counter[0] + i * LANES + 1)};
		c1[i] = both(counter[1]);
		c2[i] = both(counter[2]);
		c3[i] = both(counter[3]);
	}
	for (int round = 0; round < ROUNDS; round++, k0 += 0x9E3779B9, k1 += 0xBB67AE85)
#pragma GCC unroll 2
		for (int i = 0; i < PARTS; i++) {
			const lanes left = multiply(c0[i], 0xD2511F53), right = multiply(c2[i], 0xCD9E8D57);
			c0[i] = right >> 32 ^ c1[i] ^ both(k0);
			c2[i] = left >> 32 ^ c3[i] ^ both(k1);
			c1[i] = right;
			c3[i] = left;
		}
	for (int i = 0; i < PARTS; i++, out += LANES * RNG_CALL)
		write_calls(c0[i], c1[i], c2[i], c3[i], out);
}

struct rng rng_open(uint64_t seed, uint32_t block, uint16_t phase, uint8_t power, enum rng_use use)
{
	return (struct rng){
		.key = {(uint32_t)seed, (uint32_t)(seed >> 32)},
		.counter = {0, block, phase, (uint32_t)power << 8 | use},
		.used = RNG_BLOCK,
	};
}

void rng_part(struct rng *rng, uint8_t part)
{
	rng->counter[3] |= (uint32_t)part << 16;
}

void rng_entrant(struct rng *rng, uint8_t entrant)
{
	rng->counter[3] |= (uint32_t)entrant << 24;
}

void rng_refill(struct rng *rng)
{
	rng_philox(rng->counter, rng->key, rng->block);
	rng->counter[0] += RNG_CALLS;
	rng->used = 0;
}

uint32_t rng_reject(struct rng *rng, uint32_t n, uint64_t product)
{
	const uint32_t uneven = -n % n; /* 2^32 mod n: so many low parts would favour some results */

	while ((uint32_t)product < uneven)
		product = (uint64_t)rng_next(rng) * n;
	return product >> 32;
}

int rng_choose(struct rng *rng, const uint32_t chance[], int count, uint32_t sum)
{
	uint32_t left = rng_below(rng, sum);
	int i = 0;

	while (i + 1 < count && left >= chance[i])
		left -= chance[i++];
	return i;
}
