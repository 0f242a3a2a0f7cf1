/* screen: lines of text that are drawn in place, over those that were drawn before.
 *
 * A screen is cells, a character each. screen_paint makes bytes of it for a terminal that knows
 * carriage return, cursor up and clear (ECMA-48). They end with the cursor in the line below the
 * last one: what a program or a shell prints next begins there. No line reaches the last column,
 * where some terminals would begin a new line. */
#ifndef ARESFARM_SCREEN_H
#define ARESFARM_SCREEN_H

#include <stddef.h>
#include <stdint.h>

#include "terminal.h"

enum {
	SCREEN_WIDTH_MAX = 300,
	SCREEN_HEIGHT_MAX = 240,
	SCREEN_INK_SIZE = 24, /* of the bytes that begin a colour */
	SCREEN_BYTES = SCREEN_HEIGHT_MAX * SCREEN_WIDTH_MAX * (4 + 2 * SCREEN_INK_SIZE) + 64,
};

struct screen_cell {
	char text[4]; /* a character of UTF-8, not terminated; all zero: a blank */
	uint8_t ink;  /* enum terminal_ink */
};

struct screen {
	int width, height; /* cells that there are; both may be 0 */
	int lines;         /* up to the last one written to */
	bool utf8;         /* otherwise a character that is not ASCII is a "?" */
	struct screen_cell cell[SCREEN_HEIGHT_MAX][SCREEN_WIDTH_MAX];
};

/* Makes it empty. A width or height beyond the limits above is cut. */
void screen_clear(struct screen *screen, int width, int height, bool utf8);

/* Writes a text, or what of it fits. What is outside the screen is left out; a control character
 * is a "?". Returns the column after the text, as if all had fitted. */
int screen_put(struct screen *screen, int line, int column, enum terminal_ink ink,
               const char *text);
__attribute__((format(printf, 5, 6))) int screen_print(struct screen *screen, int line, int column,
                                                       enum terminal_ink ink, const char *format,
                                                       ...);

/* The same text so that it ends before a column. */
void screen_put_right(struct screen *screen, int line, int end, enum terminal_ink ink,
                      const char *text);

/* Writes words into lines of the whole width, at most `lines`; further lines are indented. What is
 * too much ends in "...". Returns how many lines all words need. For lines 0 it only counts. */
int screen_put_words(struct screen *screen, int line, int lines, int indent, enum terminal_ink ink,
                     const char *text);

/* A bar of so many columns, of which a part (0 to 1) is full. */
void screen_put_bar(struct screen *screen, int line, int column, int columns, double part);

/* What stands on the terminal: the columns that each line has used. */
struct screen_shown {
	int lines;
	int length[SCREEN_HEIGHT_MAX];
};

/* Makes the bytes that put the screen in the place of what is shown, on a terminal of so many
 * columns. A terminal that was made narrower has broken long lines in two; that is reckoned with.
 * Returns how many bytes; afterwards `shown` is what will stand there. */
size_t screen_paint(const struct screen *screen, struct screen_shown *shown, int columns,
                    char bytes[SCREEN_BYTES]);

/* Prints the lines, to be drawn over by nothing. */
void screen_write(const struct screen *screen, FILE *out);

#endif
