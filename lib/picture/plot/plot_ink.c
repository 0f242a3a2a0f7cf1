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

/* The width of the character that begins with a byte; 0: a continuation byte. */
static int measure_byte(unsigned char byte)
{
	const bool capital = byte >= 0x80 || (byte >= 'A' && byte <= 'Z');
	const bool wide = byte == 'm' || byte == 'w' || byte == '%';

	if ((byte & 0xC0) == 0x80)
		return 0;
	if (byte >= 0xE3)
		return IDEOGRAPH_WIDE;
	return capital || wide ? CAPITAL_WIDE : LETTER_WIDE;
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

/* ── axes ── */

enum { GAP = 6, TOP = 24, EDGE = 4 };

double plot_place_x(const struct plot_frame *frame, double value)
{
	return frame->left + axis_place(frame->x, value) * (frame->right - frame->left);
}

double plot_place_y(const struct plot_frame *frame, double value)
{
	return frame->bottom - axis_place(frame->y, value) * (frame->bottom - frame->top);
}

struct plot_frame plot_lay_out(const struct axis *x, const struct axis *y, int width, int height,
                               double right)
{
	char text[AXIS_TEXT_SIZE];
	int number = 0;
	for (int i = 0; i < y->count; i++)
		number = (int)fmax(number, plot_measure(axis_print_tick(y, i, text)));
	return (struct plot_frame){
		number + GAP, width - right, TOP, height - PLOT_AXIS_ROOM, width, x, y};
}

/* Numbers at the ends of an axis stay inside the plot, so that they are not cut. */
void plot_axis_x(struct ink *ink, const char *unit, const struct plot_frame *frame)
{
	const struct axis *const axis = frame->x;
	char text[AXIS_TEXT_SIZE];
	double free_from = -1e9;
	for (int i = 0; i < axis->count; i++) {
		const double x = plot_place_x(frame, axis->tick[i]);
		const double half = plot_measure(axis_print_tick(axis, i, text)) / 2.0;
		const double at = fmax(half, fmin(x, frame->width + EDGE - half));
		plot_rule(ink, "p-grid", x, frame->top, x, frame->bottom);
		if (at - half < free_from + GAP)
			continue;
		free_from = at + half;
		plot_say(ink, "p-number", at, frame->bottom + 15, "middle", text);
	}
	if (unit != NULL)
		plot_say(ink, "p-unit", (frame->left + frame->right) / 2, frame->bottom + 32, "middle",
		         unit);
}

void plot_grid(struct ink *ink, const char *x_unit, const char *y_unit,
               const struct plot_frame *frame)
{
	const struct axis *const y = frame->y;
	char text[AXIS_TEXT_SIZE];
	struct plot_frame foot = *frame;
	for (int i = 0; i < y->count; i++) {
		const double at = plot_place_y(frame, y->tick[i]);
		plot_rule(ink, "p-grid", frame->left, at, frame->right, at);
		plot_say(ink, "p-number", frame->left - GAP, at + 4, "end", axis_print_tick(y, i, text));
	}
	if (y_unit != NULL)
		plot_say(ink, "p-unit", 0, 12, "start", y_unit);
	foot.top = frame->bottom;
	plot_axis_x(ink, x_unit, &foot);
}
