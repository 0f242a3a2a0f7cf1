/* lines: a screen that was drawn, as text. */
#ifndef ARESFARM_TEST_LINES_H
#define ARESFARM_TEST_LINES_H

#include <string.h>

#include "base/terminal/screen.h"

static struct screen screen;

/* A line as text: blanks at its end are left out. The text is valid until the next call. */
static inline const char *line_text(int line)
{
	static char text[4 * SCREEN_WIDTH_MAX + 1];
	size_t length = 0;
	for (int i = 0; i < screen.width; i++) {
		const char *const cell = screen.cell[line][i].text;
		const size_t size = strnlen(cell, 4);
		memcpy(text + length, size > 0 ? cell : " ", size > 0 ? size : 1);
		length += size > 0 ? size : 1;
	}
	while (length > 0 && text[length - 1] == ' ')
		length--;
	text[length] = '\0';
	return text;
}

#endif
