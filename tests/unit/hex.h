/* hex: bytes written as hexadecimal digits, for the tests of the wire format. */
#ifndef ARESFARM_HEX_H
#define ARESFARM_HEX_H

#include "suite.h"

enum { BYTES_MAX = 256 };

/* "0000 0001" as bytes; returns how many. */
static inline int from_hex(const char *hex, char bytes[BYTES_MAX])
{
	int count = 0;
	for (; *hex != '\0'; hex += 2) {
		unsigned byte;
		if (*hex == ' ')
			hex++;
		SUITE_MUST(count < BYTES_MAX && sscanf(hex, "%2x", &byte) == 1, hex);
		bytes[count++] = (char)byte;
	}
	return count;
}

#endif
