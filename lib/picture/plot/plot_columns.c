/* plot_columns: histograms. A column begins at 0; its parts are stacked. */
#include "plot_ink.h"

#include <math.h>

enum { TOP = 40, RIGHT = 10, GAP = 6 };

static void draw_column(struct ink *ink, const struct plot_columns *plot,
                        const struct plot_frame *frame, const struct plot_column *column)
{
	const double left = plot_place_x(frame, column->from), right = plot_place_x(frame, column->to);
	double sum = 0;
	for (int i = 0; i < plot->parts; i++) {
		const double from = plot_place_y(frame, sum),
					 to = plot_place_y(frame, sum + column->part[i]);
		sum += column->part[i];
		if (column->part[i] <= 0)
			continue;
		ink_write(ink, "<rect class=\"%e p-fill\" x=\"%t\" y=\"%t\" width=\"%t\" height=\"%t\"/>\n",
		          plot->look[i], plot_tenths(left), plot_tenths(to),
		          plot_tenths(fmax(0.5, right - left - (right - left > 3 ? 1 : 0))),
		          plot_tenths(fmax(from - to, 0.3)));
	}
}

/* A part's name is above its highest column. Names that would touch are placed one above the
 * other. */
static void draw_names(struct ink *ink, const struct plot_columns *plot,
                       const struct plot_frame *frame)
{
	double used = -1e9;
	for (int part = 0; part < plot->parts; part++) {
		int best = -1;
		for (int i = 0; i < plot->count; i++)
			if (plot->column[i].part[part] > (best < 0 ? 0 : plot->column[best].part[part]))
				best = i;
		if (best < 0 || plot->name[part] == NULL)
			continue;
		const struct plot_column *const column = &plot->column[best];
		const double half = plot_measure(plot->name[part]) / 2.0;
		double sum = 0, x = plot_place_x(frame, (column->from + column->to) / 2);
		for (int i = 0; i < plot->parts; i++)
			sum += column->part[i];
		x = fmax(half, fmin(x, plot->head.width - half));
		const bool clear = x - half > used;
		ink_write(ink, "<g class=\"%e\">", plot->look[part]);
		plot_say(ink, "p-name", x, clear ? fmax(TOP - 4, plot_place_y(frame, sum) - 4) : TOP - 14,
		         "middle", plot->name[part]);
		ink_write(ink, "</g>\n");
		used = fmax(used, x + half + GAP);
	}
}

size_t plot_columns_write(const struct plot_columns *plot, char *text, size_t size)
{
	struct ink ink = {.text = text, .size = size};
	struct plot_frame frame =
		plot_lay_out(&plot->x, &plot->y, plot->head.width, plot->height, RIGHT);
	frame.top = TOP; /* room for names */
	plot_begin(&ink, &plot->head, plot->height);
	plot_grid(&ink, plot->x_unit, plot->head.unit, &frame);
	for (int i = 0; i < plot->count; i++)
		draw_column(&ink, plot, &frame, &plot->column[i]);
	draw_names(&ink, plot, &frame);
	if (!isnan(plot->mark)) {
		const double x = plot_place_x(&frame, plot->mark);
		plot_rule(&ink, "p-fair", x, frame.top, x, frame.bottom);
	}
	plot_end(&ink);
	return ink.length;
}
