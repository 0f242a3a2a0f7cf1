/* plot_ink: see plot_ink.h. */
#include "plot_ink.h"

#include <math.h>
#include <string.h>

/* Widths are those of DejaVu Sans at PLOT_LETTER, rounded up; other fonts are narrower. */
enum { LETTER_WIDE = 7, CAPITAL_WIDE = 9, IDEOGRAPH_WIDE = 13 };

int plot_tenths(double length)
{
	return (int)lround(length * 10);
}

/* How wide the character is that begins here; 0: it goes on with one before. */
static int measure_byte(unsigned char byte)
{
	return (byte & 0xC0) == 0x80 ? 0
	       : byte >= 0xE3        ? IDEOGRAPH_WIDE
	       : byte >= 0x80 || (byte >= 'A' && byte <= 'Z') || byte == 'm' || byte == 'w' ||
	               byte == '%'
	           ? CAPITAL_WIDE
	           : LETTER_WIDE;
}

int plot_measure(const char *text)
{
	int width = 0;
	for (; *text != '\0'; text++)
		width += measure_byte((unsigned char)*text);
	return width;
}

char *plot_cut(const char *text, int width, char cut[PLOT_CUT_SIZE])
{
	static const char more[] = "…";
	const bool fits = plot_measure(text) <= width;
	const int room = fits ? width : width - CAPITAL_WIDE;
	size_t length = 0, whole = 0;
	for (int used = 0; text[length] != '\0' && length < PLOT_CUT_SIZE - sizeof more; length++) {
		used += measure_byte((unsigned char)text[length]);
		if (used > room)
			break;
		if (((unsigned char)text[length + 1] & 0xC0) != 0x80)
			whole = length + 1;
	}
	memcpy(cut, text, whole);
	strcpy(cut + whole, text[whole] != '\0' ? more : "");
	return cut;
}

void plot_begin(struct ink *ink, const struct plot_head *head, int height)
{
	ink_write(ink,
	          "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"p-plot\" role=\"img\" "
	          "viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n<title>%e</title>\n",
	          head->width, height, head->width, height, head->title);
	if (head->about != NULL)
		ink_write(ink, "<desc>%e</desc>\n", head->about);
}

void plot_end(struct ink *ink)
{
	ink_write(ink, "</svg>\n");
}

void plot_say(struct ink *ink, const char *class, double x, double y, const char *anchor,
              const char *text)
{
	ink_write(ink, "<text class=\"%s\" x=\"%t\" y=\"%t\" text-anchor=\"%s\">%e</text>\n", class,
	          plot_tenths(x), plot_tenths(y), anchor, text);
}

void plot_rule(struct ink *ink, const char *class, double x1, double y1, double x2, double y2)
{
	ink_write(ink, "<path class=\"%s\" d=\"M%t %tL%t %t\"/>\n", class, plot_tenths(x1),
	          plot_tenths(y1), plot_tenths(x2), plot_tenths(y2));
}

/* Numbers at the ends of an axis stay inside of it, so that nothing is cut. */
void plot_axis(struct ink *ink, const struct axis *axis, const char *unit, double left,
               double right, double top, double y)
{
	char text[AXIS_TEXT_SIZE];
	double free_from = -1e9;
	for (int i = 0; i < axis->count; i++) {
		const double x = left + axis_place(axis, axis->tick[i]) * (right - left);
		const int wide = plot_measure(axis_print_tick(axis, i, text));
		const bool first = x - wide / 2.0 < 0, last = x + wide / 2.0 > right + 8;
		const double begin = first ? 0 : last ? x - wide : x - wide / 2.0;
		plot_rule(ink, "p-grid", x, top, x, y);
		if (begin < free_from + 6)
			continue;
		free_from = begin + wide;
		plot_say(ink, "p-number", first ? 0 : x, y + 15,
		         first  ? "start"
		         : last ? "end"
		                : "middle",
		         text);
	}
	if (unit != NULL)
		plot_say(ink, "p-unit", (left + right) / 2, y + 32, "middle", unit);
}
