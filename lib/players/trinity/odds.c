/* odds: see odds.h. */
#include "odds.h"

/* Between the sixteenths of a power it is linear. */
uint32_t odds_power(int64_t x)
{
	static const uint32_t sixteenth[17] = {65536, 62757, 60097, 57549, 55109, 52773,
	                                       50535, 48393, 46341, 44376, 42495, 40693,
	                                       38968, 37316, 35734, 34219, 32768};
	const int64_t whole = x >> ODDS_BITS;
	const uint32_t part = x >> 12 & 15, rest = x & 4095;

	if (whole > ODDS_BITS)
		return 0;
	return (sixteenth[part] - ((sixteenth[part] - sixteenth[part + 1]) * rest >> 12)) >> whole;
}

/* Between the powers of 2 it is linear. */
int32_t odds_logarithm(uint32_t x)
{
	const int whole = 31 - __builtin_clz(x);
	const int64_t rest = (int64_t)(x - (1u << whole)) * ODDS_ONE >> whole;

	return (int32_t)((whole - ODDS_BITS) * ODDS_ONE + rest);
}

int32_t odds_share(int64_t x, int32_t one)
{
	const int64_t less = odds_power(x < 0 ? -x : x);

	return (int32_t)(one * (x < 0 ? less : ODDS_ONE) / (ODDS_ONE + less));
}
