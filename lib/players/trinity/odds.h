/* odds: binary powers and logarithms in whole numbers, the same on every machine. */
#ifndef ARESFARM_ODDS_H
#define ARESFARM_ODDS_H

#include <stdint.h>

enum { ODDS_ONE = 65536, ODDS_BITS = 16 };

/* 2 to the power of -x / ODDS_ONE, times ODDS_ONE; x at least 0. At most two parts in a thousand
 * off. */
uint32_t odds_power(int64_t x);

/* The binary logarithm of x / ODDS_ONE, times ODDS_ONE; x at least 1. A tenth off at most. */
int32_t odds_logarithm(uint32_t x);

/* The share of 1 with odds of 2 to the power of x / ODDS_ONE, of `one`: a logistic curve. */
int32_t odds_share(int64_t x, int32_t one);

#endif
