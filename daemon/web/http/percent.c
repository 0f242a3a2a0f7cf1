/* percent: see percent.h. */
#include "percent.h"

static int read_hex(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	const char small = (char)(digit | 0x20);
	return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

unsigned char percent_take(const char **at, const char *end)
{
	const char byte = *(*at)++;

	if (byte != '%')
		return (unsigned char)byte;
	if (end - *at < 2)
		return 0;
	const int high = read_hex((*at)[0]), low = read_hex((*at)[1]);
	*at += 2;
	return high < 0 || low < 0 ? 0 : (unsigned char)(high * 16 + low);
}
