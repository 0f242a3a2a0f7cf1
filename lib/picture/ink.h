/* ink: writes text into the caller's buffer, and only counts what no longer fits.
 *
 * Invariant: a text written by %e is valid XML between tags and in quotes, whatever its bytes
 * are. */
#ifndef ARESFARM_INK_H
#define ARESFARM_INK_H

#include "drawing.h"

struct ink {
	char *text;
	size_t size;   /* of text */
	size_t length; /* of the whole text; what exceeds size is only counted */
};

void ink_bytes(struct ink *ink, const char *bytes, size_t length);

/* Writes a format. %s: a text as it is. %e: a text escaped; a control character becomes a blank,
 * and an invalid UTF-8 byte a "?". %d: an int. %t: an int as tenths, with at most one decimal. %p:
 * a struct drawing_point as two such numbers with a blank between them. %j: a text as a JSON
 * string, with its quotes; an invalid UTF-8 byte becomes a "?". */
void ink_write(struct ink *ink, const char *format, ...);

#endif
