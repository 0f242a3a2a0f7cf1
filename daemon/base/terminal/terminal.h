/* terminal: how wide lines on standard output may be, and colours there.
 *
 * Colours are sequences of ECMA-48, as every terminal has known them for decades. They are used
 * sparingly: for what needs attention. A text says the same without them. */
#ifndef ARESFARM_TERMINAL_H
#define ARESFARM_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "board/map.h"

enum { TERMINAL_WIDTH = 80, TERMINAL_HEIGHT = 24 }; /* where no terminal says another */

/* Whether standard output is a terminal that can write over a line. */
bool terminal_is_live(void);

/* The columns of the terminal on standard output, or TERMINAL_WIDTH; its lines, or TERMINAL_HEIGHT.
 */
int terminal_width(void);
int terminal_height(void);

/* Whether the locale of the environment is one of UTF-8: LC_ALL, else LC_CTYPE, else LANG. */
bool terminal_is_utf8(void);

/* When there are colours: "auto", "always" or "never". auto: on a terminal, unless NO_COLOR is set
 * and not empty (no-color.org), or TERM is dumb or missing. It is asked at each use. */
extern const char *terminal_color;
const char *terminal_colors(size_t i); /* the three names, then NULL */

/* Whether there are colours on standard output. */
bool terminal_has_colors(void);

/* What stands before and after a text of that colour; empty where there are no colours.
 *
 * The powers of a map have a colour each: INK_POWER + number; the same bold, for what a power owns;
 * the same as a block, for a unit. They can be read on light and on dark terminals: 24 bits of
 * colour where COLORTERM says that there are, 256 colours where TERM does, and otherwise eight. */
enum terminal_ink {
	INK_PLAIN,
	INK_BOLD,
	INK_FAINT,
	INK_GOOD,
	INK_WARNING,
	INK_BAD,
	INK_POWER,
	INK_OWNED = INK_POWER + POWERS_MAX,
	INK_UNIT = INK_OWNED + POWERS_MAX,
	INKS = INK_UNIT + POWERS_MAX
};
const char *terminal_ink(enum terminal_ink ink);

/* How the colours of powers are made. */
enum terminal_depth { DEPTH_8, DEPTH_256, DEPTH_24_BITS, DEPTHS };
enum terminal_depth terminal_depth(void);

/* The columns of a text: a character has one. */
int terminal_columns(const char *text);

/* Cuts a text that is wider than so many columns, three at least: it ends in "..." then. */
void terminal_cut(char *text, int width);

/* Prints words, broken into lines of TERMINAL_WIDTH columns. The cursor stands in a column; further
 * lines begin at indent. Ends the line. */
void terminal_print_words(FILE *out, const char *text, int column, int indent);

#endif
