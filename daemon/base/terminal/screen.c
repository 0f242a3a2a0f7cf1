/* screen: see screen.h. */
#include "screen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { TEXT_SIZE = 2048 };

static int limit(int size, int most)
{
	if (size < 0)
		return 0;
	return MIN(size, most);
}

void screen_clear(struct screen *screen, int width, int height, bool utf8)
{
	memset(screen->cell, 0, sizeof screen->cell);
	screen->width = limit(width, SCREEN_WIDTH_MAX);
	screen->height = limit(height, SCREEN_HEIGHT_MAX);
	screen->lines = 0;
	screen->utf8 = utf8;
}

/* ── texts ── */

/* The bytes of the character that begins here. */
static size_t character_length(const char *text)
{
	size_t length = 1;
	while (((unsigned char)text[length] & 0xc0) == 0x80 && length < 4)
		length++;
	return length;
}

static void put_character(struct screen *screen, int line, int column, enum terminal_ink ink,
                          const char *text, size_t length)
{
	if (line < 0 || column < 0 || line >= screen->height || column >= screen->width)
		return;
	struct screen_cell *const cell = &screen->cell[line][column];
	*cell = (struct screen_cell){.ink = (uint8_t)ink};
	const bool control = (unsigned char)text[0] == 0xc2 && (unsigned char)text[1] < 0xa0;
	if (length > 1 && (control || !screen->utf8))
		cell->text[0] = '?';
	else
		memcpy(cell->text, text, length);
}

int screen_put(struct screen *screen, int line, int column, enum terminal_ink ink, const char *text)
{
	char clean[TEXT_SIZE];
	snprintf(clean, sizeof clean, "%s", text);
	utf8_clean_line(clean);
	if (line >= screen->lines && line < screen->height)
		screen->lines = line + 1;
	for (const char *at = clean; *at != '\0'; column++) {
		const size_t length = character_length(at);
		put_character(screen, line, column, ink, at, length);
		at += length;
	}
	return column;
}

int screen_print(struct screen *screen, int line, int column, enum terminal_ink ink,
                 const char *format, ...)
{
	char text[TEXT_SIZE];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return screen_put(screen, line, column, ink, text);
}

void screen_put_right(struct screen *screen, int line, int end, enum terminal_ink ink,
                      const char *text)
{
	screen_put(screen, line, end - terminal_columns(text), ink, text);
}

/* The columns of a line that are not blank at its end. */
static int used_columns(const struct screen *screen, int line)
{
	int length = line < screen->height ? screen->width : 0;
	while (length > 0 && (screen->cell[line][length - 1].text[0] == '\0' ||
	                      screen->cell[line][length - 1].text[0] == ' '))
		length--;
	return length;
}

/* Marks at the end of a line that there is more. */
static void put_dots(struct screen *screen, int line, enum terminal_ink ink)
{
	static const char dots[] = " ...";
	const int end = used_columns(screen, line), last = screen->width - (int)strlen(dots);
	screen_put(screen, line, MIN(end, last), ink, dots);
}

int screen_put_words(struct screen *screen, int line, int lines, int indent, enum terminal_ink ink,
                     const char *text)
{
	char word[TEXT_SIZE];
	int at = 0, column = 0;

	while (*(text += strspn(text, " \n")) != '\0') {
		const size_t length = strcspn(text, " \n");
		snprintf(word, sizeof word, "%.*s", (int)length, text);
		const int columns = terminal_columns(word), begun = at == 0 ? 0 : indent;
		if (column > begun && column + 1 + columns > screen->width) {
			at++;
			column = indent;
		} else if (column > begun) {
			column++;
		}
		if (at < lines)
			column = screen_put(screen, line + at, column, ink, word);
		else
			column += columns;
		text += length;
	}

	if (at >= lines && lines > 0)
		put_dots(screen, line + lines - 1, ink);
	return column > 0 ? at + 1 : 0;
}

void screen_put_bar(struct screen *screen, int line, int column, int columns, double part)
{
	static const char *const eighths[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
	const int eighth = limit((int)(part * columns * 8), columns * 8);

	for (int i = 0; i < columns; i++) {
		const bool full = i < eighth / 8, half = i == eighth / 8 && eighth % 8 > 0;
		const char *text = screen->utf8 ? "░" : "-";
		if (full)
			text = screen->utf8 ? "█" : "#";
		else if (half && screen->utf8)
			text = eighths[eighth % 8];
		const enum terminal_ink ink = full || half ? INK_GOOD : INK_FAINT;
		screen_put(screen, line, column + i, ink, text);
	}
}

/* ── the terminal ── */

struct bytes {
	char *at;
	size_t length;
};

static void add(struct bytes *bytes, const char *text, size_t length)
{
	memcpy(bytes->at + bytes->length, text, length);
	bytes->length += length;
}

static void add_text(struct bytes *bytes, const char *text)
{
	add(bytes, text, strlen(text));
}

/* The columns of a line to print: the last column of the terminal stays empty. */
static int line_length(const struct screen *screen, int line, int columns)
{
	const int length = used_columns(screen, line);
	return length < columns ? length : columns - 1;
}

static void add_line(struct bytes *bytes, const struct screen_cell cell[], int length)
{
	enum terminal_ink ink = INK_PLAIN;

	for (int i = 0; i < length; i++) {
		const bool blank = cell[i].text[0] == '\0';
		const enum terminal_ink next = blank ? INK_PLAIN : (enum terminal_ink)cell[i].ink;
		if (next != ink) {
			if (ink != INK_PLAIN)
				add_text(bytes, terminal_ink(INK_PLAIN));
			ink = next;
			if (ink != INK_PLAIN)
				add_text(bytes, terminal_ink(ink));
		}
		if (blank)
			add(bytes, " ", 1);
		else
			add(bytes, cell[i].text, strnlen(cell[i].text, sizeof cell[i].text));
	}

	if (ink != INK_PLAIN)
		add_text(bytes, terminal_ink(INK_PLAIN));
}

size_t screen_paint(const struct screen *screen, struct screen_shown *shown, int columns,
                    char buffer[SCREEN_BYTES])
{
	struct bytes bytes = {.at = buffer};
	char up[24];
	int rows = 0;

	columns = columns > 1 ? columns : 2;
	for (int i = 0; i < shown->lines; i++)
		rows += shown->length[i] > columns ? (shown->length[i] + columns - 1) / columns : 1;
	add_text(&bytes, "\r");
	if (rows > 0) {
		snprintf(up, sizeof up, "\033[%dA", rows);
		add_text(&bytes, up);
	}

	for (int line = 0; line < screen->lines; line++) {
		shown->length[line] = line_length(screen, line, columns);
		add_line(&bytes, screen->cell[line], shown->length[line]);
		add_text(&bytes, "\033[K\n");
	}

	if (rows > screen->lines)
		add_text(&bytes, "\033[J");
	shown->lines = screen->lines;
	return bytes.length;
}

void screen_write(const struct screen *screen, FILE *out)
{
	char buffer[SCREEN_WIDTH_MAX * (4 + 2 * SCREEN_INK_SIZE)];
	for (int line = 0; line < screen->lines; line++) {
		struct bytes bytes = {.at = buffer};
		add_line(&bytes, screen->cell[line], line_length(screen, line, SCREEN_WIDTH_MAX + 1));
		fwrite(buffer, 1, bytes.length, out);
		fputc('\n', out);
	}
}
