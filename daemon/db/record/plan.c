/* plan: see plan.h. */
#include "plan.h"

#include <assert.h>
#include <math.h>

double plan_quantile(double probability)
{
	double low = -40, high = 40;

	while (high - low > 1e-12) {
		const double middle = (low + high) / 2;
		if (erfc(-middle / sqrt(2)) / 2 < probability)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

/* ── residual variance ── */

static double find_value(const struct plan_block *block, int column)
{
	return column < 0 ? block->outcome : block->control[column];
}

/* The sum of products of two columns, from their means; -1: the outcome. */
static double sum_products(const struct plan_block block[], int count, int a, int b)
{
	double mean_a = 0, mean_b = 0, sum = 0;

	for (int i = 0; i < count; i++) {
		mean_a += find_value(&block[i], a) / count;
		mean_b += find_value(&block[i], b) / count;
	}
	for (int i = 0; i < count; i++)
		sum += (find_value(&block[i], a) - mean_a) * (find_value(&block[i], b) - mean_b);
	return sum;
}

bool plan_variance(const struct plan_block block[], int count, unsigned controls, double *variance)
{
	/* the outcome and the selected controls, each orthogonalised against the previous ones */
	static const double tiny = 1e-9;
	double explained = 0, slope = 0, first = 0;
	int taken = 0, before = -1;

	if (count < PLAN_BLOCKS_LEAST)
		return false;

	for (int c = 0; c < PLAN_CONTROLS_MAX; c++) {
		if ((controls >> c & 1) == 0)
			continue;
		const double all = sum_products(block, count, c, c);
		double left = all, with = sum_products(block, count, c, -1);
		if (before >= 0) {
			slope = sum_products(block, count, c, before) / first;
			left -= slope * slope * first;
			with -= slope * sum_products(block, count, before, -1);
		}
		if (left <= tiny * (all + tiny))
			continue;
		explained += with * with / left;
		first = left;
		before = c;
		taken++;
	}

	const double rest = sum_products(block, count, -1, -1) - explained;
	assert(isfinite(rest));
	*variance = MAX(rest, 0) / (count - 1) * (count - 2) / (count - taken - 2);
	return true;
}

double plan_count_blocks(double variance, double difference, double alpha, double power)
{
	const double far = plan_quantile(1 - alpha / 2);
	const double sum = far + plan_quantile(power);
	const double blocks = sum * sum * variance / (difference * difference) + far * far / 2;

	return blocks > 2 ? ceil(blocks) : 2;
}
