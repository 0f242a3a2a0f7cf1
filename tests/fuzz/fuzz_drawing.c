/* fuzz_drawing: the first byte chooses a line of the standard drawing, then each three bytes spoil
 * a letter of it. What can still be read has a path that ends; what cannot is refused. */
#include "picture/drawing.h"
#include "fuzz.h"

#include <string.h>

enum { LINE_MAX_SIZE = 1 << 15, CHANGES_MAX = 8 };

static void walk(const struct drawing *drawing)
{
	for (int i = 0; i < drawing->outline_count; i++) {
		struct drawing_pen pen = drawing_pen(&drawing->outline[i]);
		size_t points = 0;
		while (drawing_pen_next(&pen))
			MUST(++points <= drawing->outline[i].length);
		MUST(points > 2 && pen.at == pen.end);
	}
}

/* Copies a line of a text; returns its length. */
static size_t copy_line(const char *text, int number, char line[LINE_MAX_SIZE])
{
	size_t length = strcspn(text, "\n");
	for (; number > 0 && text[length + 1] != '\0'; number--) {
		text += length + 1;
		length = strcspn(text, "\n");
	}
	MUST(length < LINE_MAX_SIZE);
	memcpy(line, text, length);
	line[length] = '\0';
	return length;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct drawing drawing;
	static char line[LINE_MAX_SIZE];
	char error[ERROR_SIZE];

	if (size == 0)
		return 0;
	memset(error, 0, sizeof error);
	const size_t length = copy_line(drawing_sources[0].text, bytes[0], line);
	for (size_t i = 1; i + 3 <= size && i < 3 * CHANGES_MAX; i += 3)
		line[(size_t)(bytes[i] << 8 | bytes[i + 1]) % length] = (char)bytes[i + 2];
	MUST(!drawing_read(&drawing, fuzz_map(), line, error)); /* one line is not a whole drawing */
	MUST(error[0] != '\0' && memchr(error, '\0', sizeof error) != NULL);
	if (memcmp(error, "line ", 5) != 0)
		walk(&drawing);
	return 0;
}
