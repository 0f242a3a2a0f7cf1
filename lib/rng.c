/* rng: Philox4x32-10, and draws from its streams. */
#include "rng.h"

enum { ROUNDS = 10 };

void rng_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
	uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
	uint32_t k0 = key[0], k1 = key[1];

	for (int round = 0; round < ROUNDS; round++) {
		uint64_t left = UINT64_C(0xD2511F53) * c0, right = UINT64_C(0xCD9E8D57) * c2;
		c0 = (uint32_t)(right >> 32) ^ c1 ^ k0;
		c2 = (uint32_t)(left >> 32) ^ c3 ^ k1;
		c1 = (uint32_t)right;
		c3 = (uint32_t)left;
		k0 += 0x9E3779B9;
		k1 += 0xBB67AE85;
	}
	out[0] = c0;
	out[1] = c1;
	out[2] = c2;
	out[3] = c3;
}

struct rng rng_open(uint64_t seed, uint32_t block, uint16_t phase, uint8_t power, enum rng_use use)
{
	return (struct rng){
		.key = {(uint32_t)seed, (uint32_t)(seed >> 32)},
		.counter = {0, block, phase, (uint32_t)power << 8 | use},
		.used = 4,
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

uint32_t rng_next(struct rng *rng)
{
	if (rng->used == 4) {
		rng_philox(rng->counter, rng->key, rng->block);
		rng->counter[0]++;
		rng->used = 0;
	}
	return rng->block[rng->used++];
}

uint32_t rng_below(struct rng *rng, uint32_t n)
{
	uint64_t product = (uint64_t)rng_next(rng) * n;

	if ((uint32_t)product < n) {
		uint32_t uneven = -n % n; /* 2^32 mod n: so many low parts would favour some results */
		while ((uint32_t)product < uneven)
			product = (uint64_t)rng_next(rng) * n;
	}
	return product >> 32;
}
