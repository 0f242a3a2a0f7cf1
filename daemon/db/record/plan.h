/* plan: how many blocks of games a difference needs to be told from chance, by what a pilot says of
 * their variance, and what control variates save.
 *
 * A mean of n blocks with variance v differs significantly from 0, with the probability `power` if
 * it is d, for
 *
 *     n = (z(1 - alpha / 2) + z(power))^2 v / d^2 + z(1 - alpha / 2)^2 / 2
 *
 * blocks. z is the quantile of the normal distribution (Cohen, Statistical power analysis for the
 * behavioral sciences, 2nd ed. 1988, chapter 2). The last part makes up for a variance that is
 * estimated (Guenther, Sample size formulas for normal theory t tests, The American Statistician
 * 35, 1981).
 *
 * A control variate is a number of a block that goes with its outcome, and whose mean is known. Of
 * the variance a linear regression on q controls leaves the part 1 - R^2; that its coefficients are
 * estimated from n blocks costs the factor (n - 2) / (n - q - 2) (Lavenberg and Welch, A
 * perspective on the use of control variables to increase the efficiency of Monte Carlo
 * simulations, Management Science 27, 1981).
 *
 * All is pure. */
#ifndef ARESFARM_PLAN_H
#define ARESFARM_PLAN_H

#include <stdbool.h>

#include "board/must_check.h"

enum { PLAN_CONTROLS_MAX = 2, PLAN_BLOCKS_LEAST = 8 };

/* A block of the pilot: its outcome, and what goes with it. All numbers are finite. */
struct plan_block {
	double outcome, control[PLAN_CONTROLS_MAX];
};

/* The z below which a normal deviate is with this probability, above 0 and below 1. */
double plan_quantile(double probability);

/* The variance of the outcome that these controls leave, with what their estimation costs; bit i of
 * `controls`: control i is used. A control that is the same in all blocks saves nothing and costs
 * nothing. False: there are fewer than PLAN_BLOCKS_LEAST blocks. */
MUST_CHECK bool plan_variance(const struct plan_block block[], int count, unsigned controls,
                              double *variance);

/* The least whole number of blocks, at least 2. alpha: both sides together; difference above 0. */
double plan_count_blocks(double variance, double difference, double alpha, double power);

#endif
