/* odds: binary powers and logarithms in integers, the same on every machine. */
#ifndef ARESFARM_ODDS_H
#define ARESFARM_ODDS_H

#include <stdint.h>

enum { ODDS_ONE = 65536, ODDS_BITS = 16 };

/* 2 to the power of minus a number of sixteenths, times ODDS_ONE. */
extern const uint32_t odds_sixteenths[17];

/* 2 to the power of -x / ODDS_ONE, times ODDS_ONE; x at least 0. At most two parts in a thousand
 * off: between the sixteenths of a power it is linear. */
static inline uint32_t odds_power(int64_t x)
{
	const int64_t whole = x >> ODDS_BITS;
	const uint32_t part = x >> 12 & 15, rest = x & 4095;
	const uint32_t from = odds_sixteenths[part], to = odds_sixteenths[part + 1];

	return whole > ODDS_BITS ? 0 : (from - ((from - to) * rest >> 12)) >> whole;
}

/* The binary logarithm of x / ODDS_ONE, times ODDS_ONE; x at least 1. A tenth off at most. */
int32_t odds_logarithm(uint32_t x);

/* The share of 1 with odds of 2 to the power of x / ODDS_ONE, of `one`, rounded down: a logistic
 * curve. less: odds_power(|x|). The quotient is below 2^31 and the divisor below 2^18. So a
 * quotient that is not a whole number is too far from the next one for the division of doubles to
 * reach it: what comes out is exact. */
static inline int32_t odds_divide(int64_t x, int32_t less, int32_t one)
{
	return (int32_t)((double)one * (x < 0 ? less : ODDS_ONE) / (double)(ODDS_ONE + less));
}
static inline int32_t odds_share(int64_t x, int32_t one)
{
	return odds_divide(x, (int32_t)odds_power(x < 0 ? -x : x), one);
}

#endif
