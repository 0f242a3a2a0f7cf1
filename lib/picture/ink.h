/* ink: text that is written into the caller's bytes, and counted where it no longer fits.
 *
 * Invariant: what ink_write makes of a text by %e can stand in XML, between tags and in quotes,
 * whatever bytes the text has. */
#ifndef ARESFARM_INK_H
#define ARESFARM_INK_H

#include "drawing.h"

struct ink {
	char *text;
	size_t size;   /* of text */
	size_t length; /* of all that was written; beyond size it is only counted */
};

void ink_bytes(struct ink *ink, const char *bytes, size_t length);

/* Writes a format. %s: a text as it is. %e: a text escaped; a control character becomes a blank,
 * and a byte that is no UTF-8 a "?". %d: an int. %t: an int as tenths, with at most one decimal.
 * %p: a struct drawing_point as two such numbers with a blank between them. %j: a text as a string
 * of JSON, with its quotes; a byte that is no UTF-8 becomes a "?". */
void ink_write(struct ink *ink, const char *format, ...);

#endif
