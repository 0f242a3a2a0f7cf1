/* odds: see odds.h. */
#include "odds.h"

const uint32_t odds_sixteenths[17] = {65536, 62757, 60097, 57549, 55109, 52773, 50535, 48393, 46341,
                                      44376, 42495, 40693, 38968, 37316, 35734, 34219, 32768};

/* Between the powers of 2 it is linear. */
int32_t odds_logarithm(uint32_t x)
{
	const int whole = 31 - __builtin_clz(x);
	const int64_t rest = (int64_t)(x - (1u << whole)) * ODDS_ONE >> whole;

	return (int32_t)((whole - ODDS_BITS) * ODDS_ONE + rest);
}
