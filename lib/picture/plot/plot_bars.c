/* plot_bars: wholes and their parts, one bar each, all of the same length. Parts are identified by
 * their names above the first bar and by their sequence. */
#include "plot_ink.h"

#include <math.h>

enum { ROW = 26, TALL_ROW = 42, THICK = 18, TOP = 24, MARGIN = 8 };

struct layout {
	bool narrow;
	int label;
	double left, right;
};

static struct layout lay_out(const struct plot_bars *plot)
{
	struct layout layout = {.narrow = plot->head.width < PLOT_NARROW};
	int said = 0;
	for (int i = 0; i < plot->count; i++) {
		if (plot->bar[i].label != NULL)
			layout.label = (int)fmax(layout.label, plot_measure(plot->bar[i].label));
		if (plot->bar[i].said != NULL)
			said = (int)fmax(said, plot_measure(plot->bar[i].said) + MARGIN);
	}
	layout.label = (int)fmin(layout.label, plot->head.width * 0.4);
	layout.left = layout.narrow ? 0 : layout.label + MARGIN;
	layout.right = plot->head.width - (layout.narrow ? 1 : said + 1);
	return layout;
}

/* Names are above the parts of the first bar, each pushed right of the name before. If they do not
 * fit, they share the width equally. */
static void draw_names(struct ink *ink, const struct plot_bars *plot, const struct layout *layout,
                       const double edge[])
{
	char cut[PLOT_CUT_SIZE];
	double x[PLOT_PARTS_MAX], width = layout->right - layout->left, next = layout->left;
	int each = (int)(width / plot->parts) - MARGIN;
	for (int i = 0; i < plot->parts; i++) {
		x[i] = fmax(next, layout->left + edge[i] * width);
		next = x[i] + plot_measure(plot->part[i]) + 2 * MARGIN + 8;
	}
	const bool fits = next <= plot->head.width + 2 * MARGIN;
	for (int i = 0; i < plot->parts; i++) {
		const double at = fits ? x[i] : layout->left + i * width / plot->parts;
		ink_write(ink, "<rect class=\"p-part%d\" x=\"%t\" y=\"5\" width=\"9\" height=\"9\"/>\n", i,
		          plot_tenths(at));
		plot_say(ink, "p-tag", at + 13, 14, "start",
		         fits ? plot->part[i] : plot_cut(plot->part[i], each - 13, cut));
	}
}

/* Writes the edges of the parts as fractions of the whole; returns the whole. */
static double find_edges(const struct plot_bar *bar, int parts, double edge[PLOT_PARTS_MAX + 1])
{
	double sum = 0;
	for (int i = 0; i < parts; i++)
		sum += MAX(bar->part[i], 0);
	edge[0] = 0;
	for (int i = 0; i < parts; i++)
		edge[i + 1] = edge[i] + (bar->part[i] > 0 ? bar->part[i] / sum : 0);
	return sum;
}

static void draw_bar(struct ink *ink, const struct plot_bars *plot, const struct plot_bar *bar,
                     const struct layout *layout, double top)
{
	double edge[PLOT_PARTS_MAX + 1];
	char text[AXIS_TEXT_SIZE], cut[PLOT_CUT_SIZE];
	const double sum = find_edges(bar, plot->parts, edge), width = layout->right - layout->left;
	const double y = top + (layout->narrow ? TALL_ROW - ROW : 0) + (ROW - THICK) / 2.0;
	const int room = plot->head.width - (bar->said != NULL ? plot_measure(bar->said) + MARGIN : 0);
	if (layout->narrow)
		plot_say(ink, "p-label", 0, top + 13, "start", plot_cut(bar->label, room, cut));
	else
		plot_say(ink, "p-label", layout->left - MARGIN, y + 13, "end",
		         plot_cut(bar->label, layout->label, cut));
	for (int i = 0; i < plot->parts && sum > 0; i++) {
		const double part = edge[i + 1] - edge[i], x = layout->left + edge[i] * width;
		if (part <= 0)
			continue;
		ink_write(
			ink,
			"<rect class=\"p-part%d\" x=\"%t\" y=\"%t\" width=\"%t\" height=\"%d\"><title>%e: "
			"%e",
			i, plot_tenths(x), plot_tenths(y), plot_tenths(part * width), THICK, bar->label,
			plot->part[i]);
		ink_write(ink, " %s %s</title></rect>\n", axis_print_number(100 * part, 1, text), "%");
		axis_print_number(100 * part, 0, text);
		if (part * width > plot_measure(text) + 8) {
			const char *const class[] = {"p-in0", "p-in1", "p-in2", "p-in3",
			                             "p-in4", "p-in5", "p-in6", "p-in7"};
			plot_say(ink, class[i], x + part * width / 2, y + 13, "middle", text);
		}
	}
	if (bar->said != NULL)
		plot_say(ink, "p-said", plot->head.width, layout->narrow ? top + 13 : y + 13, "end",
		         bar->said);
}

size_t plot_bars_write(const struct plot_bars *plot, char *text, size_t size)
{
	struct ink ink = {.text = text, .size = size};
	const struct layout layout = lay_out(plot);
	double edge[PLOT_PARTS_MAX + 1] = {0};
	const int row = layout.narrow ? TALL_ROW : ROW, bottom = TOP + row * plot->count;
	const struct axis percent = axis_between(0, 100, 5);
	const struct plot_frame frame = {layout.left,      layout.right, bottom, bottom + 2,
	                                 plot->head.width, &percent,     NULL};
	if (plot->count > 0)
		(void)find_edges(&plot->bar[0], plot->parts, edge);
	plot_begin(&ink, &plot->head, bottom + PLOT_AXIS_ROOM);
	plot_axis_x(&ink, plot->head.unit, &frame);
	draw_names(&ink, plot, &layout, edge);
	for (int i = 0; i < plot->count; i++)
		draw_bar(&ink, plot, &plot->bar[i], &layout, TOP + row * i);
	plot_end(&ink);
	return ink.length;
}
