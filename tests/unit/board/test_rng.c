/* The generator: known answers of the paper, streams that differ, draws that are even. */
#include "suite.h"

#include <math.h>

TEST(test_known_answers, "known answers")
{
	static const struct {
		uint32_t counter[4], key[2], out[4];
	} answers[] = {
		{{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
		{{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
	     {0xffffffff, 0xffffffff},
	     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
		{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
	     {0xa4093822, 0x299f31d0},
	     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
	};
	for (int i = 0; i < COUNT(answers); i++) {
		uint32_t out[RNG_BLOCK];
		rng_philox(answers[i].counter, answers[i].key, out);
		CHECK(memcmp(out, answers[i].out, sizeof answers[i].out) == 0, "answer %d", i);
	}
}

/* A block's later numbers are those of the counters that follow. The last counter that there is
 * is followed by 0. */
TEST(test_blocks, "blocks of numbers")
{
	const uint32_t first = UINT32_MAX - 5, key[2] = {(uint32_t)suite_seed(), 7};
	for (uint32_t n = 0; n < 12; n++) {
		const uint32_t one[4] = {first + n, 1, 2, 3}, next[4] = {first + n + 1, 1, 2, 3};
		uint32_t out[RNG_BLOCK], later[RNG_BLOCK];
		rng_philox(one, key, out);
		rng_philox(next, key, later);
		CHECK(memcmp(out + RNG_CALL, later, sizeof out - RNG_CALL * sizeof *out) == 0, "counter %u",
		      one[0]);
	}
}

TEST(test_streams_are_apart, "streams are apart and repeat")
{
	const uint64_t seed = suite_seed();
	struct rng streams[] = {
		rng_open(seed, 1, 2, 3, RNG_ORDERS),
		rng_open(seed + 1, 1, 2, 3, RNG_ORDERS),
		rng_open(seed + (UINT64_C(1) << 32), 1, 2, 3, RNG_ORDERS),
		rng_open(seed, 2, 2, 3, RNG_ORDERS),
		rng_open(seed, 1, 3, 3, RNG_ORDERS),
		rng_open(seed, 1, 2, 4, RNG_ORDERS),
		rng_open(seed, 1, 2, 3, RNG_ADJUSTMENTS),
		rng_open(seed, 1, 2, 3, RNG_ORDERS),
		rng_open(seed, 1, 2, 3, RNG_ORDERS),
	};
	rng_entrant(&streams[COUNT(streams) - 2], 1);
	rng_part(&streams[COUNT(streams) - 1], 1);
	uint32_t first[COUNT(streams)][5];
	for (int i = 0; i < COUNT(streams); i++) {
		for (int n = 0; n < 5; n++)
			first[i][n] = rng_next(&streams[i]);
		for (int j = 0; j < i; j++)
			CHECK(memcmp(first[i], first[j], sizeof first[i]) != 0,
			      "streams %d and %d are the same", i, j);
	}
	struct rng again = rng_open(seed, 1, 2, 3, RNG_ORDERS);
	for (int n = 0; n < 5; n++)
		CU_ASSERT_EQUAL(rng_next(&again), first[0][n]);
}

/* Chi-square of each n against its expected value, six standard deviations wide. */
TEST(test_below_is_even, "draws are even and bounded")
{
	enum { DRAWS = 100000, MOST = 1000 };
	static const uint32_t sizes[] = {2, 3, 7, 10, 64, MOST};
	struct rng rng = suite_rng(1);
	for (int i = 0; i < COUNT(sizes); i++) {
		uint32_t n = sizes[i];
		int counts[MOST] = {0};
		for (int draw = 0; draw < DRAWS; draw++) {
			uint32_t drawn = rng_below(&rng, n);
			CU_ASSERT_FATAL(drawn < n);
			counts[drawn]++;
		}
		double expected = (double)DRAWS / n, chi = 0;
		for (uint32_t value = 0; value < n; value++)
			chi += (counts[value] - expected) * (counts[value] - expected) / expected;
		CHECK(chi < n - 1 + 6 * sqrt(2.0 * (n - 1)) + 12, "n %u: chi-square %.1f", n, chi);
	}
}

/* n is three quarters of all numbers. If no draw were rejected, every third value would come up
 * twice as often. */
TEST(test_below_rejects, "rejection")
{
	enum { DRAWS = 30000 };
	const uint32_t n = UINT32_C(3) << 30;
	struct rng rng = suite_rng(2);
	int parts[3] = {0};
	for (int draw = 0; draw < DRAWS; draw++)
		parts[rng_below(&rng, n) % 3]++;
	for (int i = 0; i < 3; i++)
		CHECK(abs(parts[i] - DRAWS / 3) < 500, "remainder %d: %d of %d", i, parts[i], DRAWS);
	for (int draw = 0; draw < 100; draw++)
		CU_ASSERT_EQUAL(rng_below(&rng, 1), 0);
}

SUITE("rng")
