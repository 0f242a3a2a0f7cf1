/* A terminal in a test: it knows characters, carriage return, line feed, cursor up, and clearing to
 * the end of the line and of the page; a colour (m) is counted. Other sequences are a fault. After
 * a full line the next character begins another. It breaks lines anew when it becomes narrower, as
 * modern terminals do. A character is a byte. */
#ifndef ARESFARM_TEST_TERMINAL_H
#define ARESFARM_TEST_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TERMINAL_ROWS = 400, TERMINAL_COLUMNS = 310 };

struct terminal {
	int columns, row, column;
	int colors, faults, wrapped; /* wrapped: characters that began a line of their own accord */
	char text[TERMINAL_ROWS][TERMINAL_COLUMNS];
};

static inline void terminal_open(struct terminal *terminal, int columns)
{
	memset(terminal, 0, sizeof *terminal);
	memset(terminal->text, ' ', sizeof terminal->text);
	terminal->columns = columns;
}

static inline void terminal_clear(struct terminal *terminal, int row, int column)
{
	if (row < TERMINAL_ROWS)
		memset(terminal->text[row] + column, ' ', (size_t)(TERMINAL_COLUMNS - column));
}

/* Does what a sequence after ESC [ says; returns what stands after it. */
static inline const char *terminal_obey(struct terminal *terminal, const char *at)
{
	char *end;
	const long number = strtol(at, &end, 10);
	while (*end == ';')
		(void)strtol(end + 1, &end, 10);
	if (*end == 'A')
		terminal->row = terminal->row > number ? terminal->row - (int)number : 0;
	else if (*end == 'K' && number == 0)
		terminal_clear(terminal, terminal->row, terminal->column);
	else if (*end == 'm')
		terminal->colors++;
	else if (*end == 'J' && number == 0)
		for (int row = terminal->row; row < TERMINAL_ROWS; row++)
			terminal_clear(terminal, row, row == terminal->row ? terminal->column : 0);
	else
		terminal->faults++;
	return end + (*end != '\0');
}

static inline void terminal_write(struct terminal *terminal, const char *bytes, size_t length)
{
	for (const char *at = bytes; at < bytes + length;) {
		if (at[0] == '\033' && at[1] == '[') {
			at = terminal_obey(terminal, at + 2);
		} else if (*at == '\r') {
			terminal->column = 0;
			at++;
		} else if (*at == '\n') {
			terminal->row += terminal->row < TERMINAL_ROWS - 1;
			terminal->column = 0;
			at++;
		} else {
			if (terminal->column >= terminal->columns) {
				terminal->wrapped++;
				terminal->row += terminal->row < TERMINAL_ROWS - 1;
				terminal->column = 0;
			}
			terminal->text[terminal->row][terminal->column++] = *at++;
		}
	}
}

/* A row without the blanks at its end. */
static inline const char *terminal_row(const struct terminal *terminal, int row)
{
	static char text[TERMINAL_COLUMNS + 1];
	int length = TERMINAL_COLUMNS;
	memcpy(text, terminal->text[row], TERMINAL_COLUMNS);
	while (length > 0 && text[length - 1] == ' ')
		length--;
	text[length] = '\0';
	return text;
}

/* Gives it another width. Every line ends where it was ended, and is broken where it is too long.
 */
static inline void terminal_resize(struct terminal *terminal, int columns)
{
	static struct terminal other;
	terminal_open(&other, columns);
	for (int row = 0; row < terminal->row; row++) {
		const char *const text = terminal_row(terminal, row);
		terminal_write(&other, text, strlen(text));
		terminal_write(&other, "\n", 1);
	}
	other.colors = terminal->colors;
	other.faults = terminal->faults;
	other.wrapped = terminal->wrapped;
	*terminal = other;
}

#endif
