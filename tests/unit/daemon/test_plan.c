/* A plan says how many blocks a difference needs: known numbers, and what controls save. */
#include "db/record/plan.h"
#include "suite.h"

#include <math.h>

static void expect_near(double is, double should, double within)
{
	CU_ASSERT_DOUBLE_EQUAL(is, should, within);
}

TEST(test_quantiles, "quantiles")
{
	expect_near(plan_quantile(0.5), 0, 1e-9);
	expect_near(plan_quantile(0.975), 1.959963985, 1e-8);
	expect_near(plan_quantile(0.8), 0.841621234, 1e-8);
	expect_near(plan_quantile(0.001), -3.090232306, 1e-8);
}

/* Cohen's tables of the t test of one mean: 34 for half a deviation and a power of 80 %, 199 for a
 * fifth, 15 for four fifths; 44 for half a deviation and 90 %. */
TEST(test_known_numbers, "known numbers")
{
	CU_ASSERT_EQUAL(plan_count_blocks(1, 0.5, 0.05, 0.8), 34);
	CU_ASSERT_EQUAL(plan_count_blocks(1, 0.2, 0.05, 0.8), 199);
	CU_ASSERT_EQUAL(plan_count_blocks(1, 0.8, 0.05, 0.8), 15);
	CU_ASSERT_EQUAL(plan_count_blocks(4, 1, 0.05, 0.9), 44);
	CU_ASSERT_EQUAL(plan_count_blocks(0, 1, 0.05, 0.8), 2);
}

/* An outcome of two controls and a rest that goes with neither. */
static void fill(struct plan_block block[64])
{
	for (int i = 0; i < 64; i++) {
		const double a = i & 1 ? 1 : -1, b = i & 2 ? 1 : -1, rest = i & 4 ? 1 : -1;
		block[i] = (struct plan_block){3 + 2 * a + b + rest, {7 + a, 5 * b + a}};
	}
}

TEST(test_controls, "what controls leave")
{
	struct plan_block block[64];
	double variance;
	fill(block);
	CU_ASSERT(!plan_variance(block, PLAN_BLOCKS_LEAST - 1, 0, &variance));
	CU_ASSERT(plan_variance(block, 64, 0, &variance));
	expect_near(variance, 6.0 * 64 / 63, 1e-9);
	CU_ASSERT(plan_variance(block, 64, 1, &variance)); /* 4 of 6 is explained */
	expect_near(variance, 2.0 * 64 / 63 * 62 / 61, 1e-9);
	CU_ASSERT(plan_variance(block, 64, 2, &variance)); /* (2 + 5)^2 / 26 of 6 */
	expect_near(variance, (6 - 49.0 / 26) * 64 / 63 * 62 / 61, 1e-9);
	CU_ASSERT(plan_variance(block, 64, 3, &variance));
	expect_near(variance, 1.0 * 64 / 63 * 62 / 60, 1e-9);
}

TEST(test_controls_that_say_nothing, "controls that say nothing")
{
	struct plan_block block[64];
	double plain, variance;
	fill(block);
	CU_ASSERT(plan_variance(block, 64, 1, &plain));
	for (int i = 0; i < 64; i++)
		block[i].control[1] = 2 * block[i].control[0] - 1;
	CU_ASSERT(plan_variance(block, 64, 3, &variance)); /* the same once more */
	expect_near(variance, plain, 1e-9);
	for (int i = 0; i < 64; i++)
		block[i].control[1] = 0.1;
	CU_ASSERT(plan_variance(block, 64, 3, &variance)); /* the same in all blocks */
	expect_near(variance, plain, 1e-9);
}

SUITE("plan")
