/* terminal: the width of lines on standard output, and colours.
 *
 * Colours are ECMA-48 sequences, which every terminal supports. They are used sparingly, for what
 * needs attention, and carry no information of their own. */
#ifndef ARESFARM_TERMINAL_H
#define ARESFARM_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "board/map.h"

enum { TERMINAL_WIDTH = 80, TERMINAL_HEIGHT = 24 }; /* without a terminal */

/* Whether standard output is a terminal that can overwrite a line. */
bool terminal_is_live(void);

/* The columns of the terminal on standard output, or TERMINAL_WIDTH; its lines, or TERMINAL_HEIGHT.
 */
int terminal_width(void);
int terminal_height(void);

/* Whether the locale of the environment uses UTF-8: LC_ALL, else LC_CTYPE, else LANG. */
bool terminal_is_utf8(void);

/* When to use colours: "auto", "always" or "never". auto: on a terminal, unless NO_COLOR is set and
 * not empty (no-color.org), or TERM is dumb or missing. Read at each use. */
extern const char *terminal_color;
const char *terminal_colors(size_t i); /* the three names, then NULL */

/* Whether there are colours on standard output. */
bool terminal_has_colors(void);

/* The sequences before and after a text of that colour; empty if there are no colours.
 *
 * Each power of a map has a colour, INK_POWER + number: plain, bold for what a power owns, and as a
 * block for a unit. They are readable on light and on dark terminals. They have 24 bits if
 * COLORTERM says so, 256 colours if TERM says so, and otherwise eight. */
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

/* How colours of powers are encoded. */
enum terminal_depth { DEPTH_8, DEPTH_256, DEPTH_24_BITS, DEPTHS };
enum terminal_depth terminal_depth(void);

/* The width of a text in columns: one per character. */
int terminal_columns(const char *text);

/* Truncates a text to width columns, at least three; a truncated text ends in "...". */
void terminal_cut(char *text, int width);

/* Prints words, wrapped to TERMINAL_WIDTH columns. The cursor is at `column`; further lines begin
 * at indent. Ends with a newline. */
void terminal_print_words(FILE *out, const char *text, int column, int indent);

#endif
