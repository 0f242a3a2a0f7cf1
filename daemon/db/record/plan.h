/* plan: how many blocks of games are needed to distinguish a difference from chance, given the
 * variance in a pilot, and how many control variates save.
 *
 * A mean of n blocks with variance v differs significantly from 0, with the probability `power` if
 * it is d, for
 *
 * n = (z(1 - alpha / 2) + z(power))^2 v / d^2 + z(1 - alpha / 2)^2 / 2
 *
 * blocks. z is the quantile of the normal distribution (Cohen, Statistical power analysis for the
 * behavioral sciences, 2nd ed. 1988, chapter 2). The last term corrects for the estimated variance
 * (Guenther, Sample size formulas for normal theory t tests, The American Statistician 35, 1981).
 *
 * A control variate is a number of a block that correlates with its outcome, and whose mean is
 * known. A linear regression on q controls reduces the variance by the factor 1 - R^2; estimating
 * its coefficients from n blocks costs the factor (n - 2) / (n - q - 2) (Lavenberg and Welch, A
 * perspective on the use of control variables to increase the efficiency of Monte Carlo
 * simulations, Management Science 27, 1981).
 *
 * All functions are pure. */
#ifndef ARESFARM_PLAN_H
#define ARESFARM_PLAN_H

#include <stdbool.h>

#include "board/macros.h"

enum { PLAN_CONTROLS_MAX = 2, PLAN_BLOCKS_LEAST = 8 };

/* A block of the pilot: its outcome and its controls. All numbers are finite. */
struct plan_block {
	double outcome, control[PLAN_CONTROLS_MAX];
};

/* The quantile of the standard normal distribution for a probability above 0 and below 1. */
double plan_quantile(double probability);

/* The residual variance of the outcome with these controls, with the cost of their estimation; bit
 * i of `controls`: control i is used. A control that is constant in all blocks saves nothing and
 * costs nothing. False if there are fewer than PLAN_BLOCKS_LEAST blocks. */
MUST_CHECK bool plan_variance(const struct plan_block block[], int count, unsigned controls,
                              double *variance);

/* The smallest sufficient number of blocks, at least 2. alpha: two-sided; difference above 0. */
double plan_count_blocks(double variance, double difference, double alpha, double power);

#endif
