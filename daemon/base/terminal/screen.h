/* screen: lines of text that are redrawn in place.
 *
 * A screen consists of cells with one character each. screen_paint converts it to bytes for a
 * terminal that supports carriage return, cursor up and clear (ECMA-48). Afterwards the cursor is
 * in the line below the last one, where the output of the program or a shell continues. No line
 * reaches the last column, where some terminals would begin a new line. */
#ifndef ARESFARM_SCREEN_H
#define ARESFARM_SCREEN_H

#include <stddef.h>
#include <stdint.h>

#include "terminal.h"

enum {
	SCREEN_WIDTH_MAX = 300,
	SCREEN_HEIGHT_MAX = 240,
	SCREEN_INK_SIZE = 24, /* of the sequence that sets a colour */
	SCREEN_BYTES = SCREEN_HEIGHT_MAX * SCREEN_WIDTH_MAX * (4 + 2 * SCREEN_INK_SIZE) + 64,
};

struct screen_cell {
	char text[4]; /* a UTF-8 character, not terminated; all zero: a blank */
	uint8_t ink;  /* enum terminal_ink */
};

struct screen {
	int width, height; /* in cells; both may be 0 */
	int lines;         /* up to the last one written to */
	bool utf8;         /* otherwise a non-ASCII character becomes "?" */
	struct screen_cell cell[SCREEN_HEIGHT_MAX][SCREEN_WIDTH_MAX];
};

/* Clears the screen and sets its size, at most the limits above. */
void screen_clear(struct screen *screen, int width, int height, bool utf8);

/* Writes a text, cut at the edges of the screen. A control character becomes "?". Returns the
 * column after the whole text, as if it had not been cut. */
int screen_put(struct screen *screen, int line, int column, enum terminal_ink ink,
               const char *text);
__attribute__((format(printf, 5, 6))) int screen_print(struct screen *screen, int line, int column,
                                                       enum terminal_ink ink, const char *format,
                                                       ...);

/* The same, right-aligned: the text ends before the column `end`. */
void screen_put_right(struct screen *screen, int line, int end, enum terminal_ink ink,
                      const char *text);

/* Wraps words into at most `lines` lines of the full width; all but the first are indented. If the
 * text is too long, it ends in "...". Returns how many lines all words need. With lines 0 it only
 * counts. */
int screen_put_words(struct screen *screen, int line, int lines, int indent, enum terminal_ink ink,
                     const char *text);

/* A bar of `columns` columns, filled to a fraction (0 to 1). */
void screen_put_bar(struct screen *screen, int line, int column, int columns, double part);

/* What is on the terminal: the columns that each line uses. */
struct screen_shown {
	int lines;
	int length[SCREEN_HEIGHT_MAX];
};

/* Makes the bytes that replace what is shown by the screen, on a terminal with `columns` columns.
 * It allows for lines that the terminal wrapped when it was made narrower. Returns the number of
 * bytes; afterwards `shown` describes the new screen. */
size_t screen_paint(const struct screen *screen, struct screen_shown *shown, int columns,
                    char bytes[SCREEN_BYTES]);

/* Prints the lines for good: they will not be redrawn. */
void screen_write(const struct screen *screen, FILE *out);

#endif
