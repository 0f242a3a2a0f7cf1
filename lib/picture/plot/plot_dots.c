/* plot_dots: values with their intervals, one per row, on a common scale. */
#include "plot_ink.h"

#include <math.h>

enum {
	ROW = 24,
	TALL_ROW = 40,
	HEAD_ROW = 26,
	TOP = 22,
	RADIUS = 4,
	MARGIN = 8,
	STRIP_WIDE = 90,
	STRIP_HIGH = 16
};

/* Positions that all rows share. */
struct layout {
	bool narrow;
	int label; /* room for labels, at the left */
	struct plot_frame frame;
};

static bool is_heading(const struct plot_row *row)
{
	return isnan(row->at) && isnan(row->low) && isnan(row->high);
}

static struct layout lay_out(const struct plot_dots *plot)
{
	struct layout layout = {.narrow = plot->head.width < PLOT_NARROW};
	int said = 0;
	for (int i = 0; i < plot->count; i++) {
		const struct plot_row *const row = &plot->row[i];
		if (row->label != NULL && !is_heading(row))
			layout.label = (int)fmax(layout.label, plot_measure(row->label));
		if (row->said != NULL)
			said = (int)fmax(said, plot_measure(row->said));
	}
	layout.label = (int)fmin(layout.label, plot->head.width * 0.4);
	layout.frame = (struct plot_frame){
		.left = layout.narrow ? MARGIN : layout.label + 2 * MARGIN,
		.right = plot->head.width - MARGIN - (layout.narrow ? 0 : said + MARGIN),
		.top = plot->fair != NULL ? TOP : 4,
		.width = plot->head.width,
		.x = &plot->axis,
	};
	return layout;
}

static int measure_row(const struct plot_row *row, const struct layout *layout)
{
	if (is_heading(row))
		return HEAD_ROW;
	return layout->narrow && row->label != NULL ? TALL_ROW : ROW;
}

/* y: the middle of the marks; high: of the row. */
static void draw_marks(struct ink *ink, const struct plot_row *row, const struct plot_frame *frame,
                       double y, double high)
{
	if (!isnan(row->fair)) {
		const double x = plot_place_x(frame, row->fair);
		const double bottom = y + fmin(ROW, high) / 2;
		plot_rule(ink, "p-fair", x, bottom - high, x, bottom);
	}
	ink_write(ink, "<g class=\"%e\">", row->look);
	if (!isnan(row->low) && !isnan(row->high))
		plot_rule(ink, "p-whisker", plot_place_x(frame, row->low), y,
		          plot_place_x(frame, row->high), y);
	if (!isnan(row->far)) {
		const double x = plot_place_x(frame, row->far);
		plot_rule(ink, "p-far", x, y - RADIUS, x, y + RADIUS);
	}
	if (!isnan(row->at))
		ink_write(ink, "<circle class=\"p-dot\" cx=\"%t\" cy=\"%t\" r=\"%d\"/>",
		          plot_tenths(plot_place_x(frame, row->at)), plot_tenths(y), RADIUS);
	ink_write(ink, "</g>\n");
}

/* If a label is cut, the title of the row has the whole label. */
static void draw_row(struct ink *ink, const struct plot_dots *plot, const struct plot_row *row,
                     const struct layout *layout, double top)
{
	char cut[PLOT_CUT_SIZE];
	const double width = plot->head.width;
	if (is_heading(row)) {
		if (row->label != NULL)
			plot_say(ink, "p-heading", 0, top + 18, "start", plot_cut(row->label, (int)width, cut));
		return;
	}
	const double y = top + measure_row(row, layout) - ROW / 2.0;
	const int said = row->said == NULL || !layout->narrow ? 0 : plot_measure(row->said) + MARGIN;
	ink_write(ink, "<g>");
	if (row->label != NULL)
		ink_write(ink, "<title>%e</title>\n", row->label);
	draw_marks(ink, row, &layout->frame, y, measure_row(row, layout));
	if (row->label != NULL) {
		if (layout->narrow)
			plot_say(ink, "p-label", 0, top + 13, "start",
			         plot_cut(row->label, (int)width - said, cut));
		else
			plot_say(ink, "p-label", layout->frame.left - MARGIN, y + 4, "end",
			         plot_cut(row->label, layout->label, cut));
	}
	if (row->said != NULL)
		plot_say(ink, "p-said", width, layout->narrow ? top + 13 : y + 4, "end", row->said);
	ink_write(ink, "</g>\n");
}

/* Draws the marks to compare with; their meaning is above the first. */
static void draw_fair(struct ink *ink, const struct plot_dots *plot, const struct layout *layout)
{
	for (int i = 0; i < plot->count; i++) {
		if (isnan(plot->row[i].fair) || is_heading(&plot->row[i]))
			continue;
		const double x = plot_place_x(&layout->frame, plot->row[i].fair);
		const int wide = plot_measure(plot->fair);
		const bool first = x<wide / 2.0, last = x + wide / 2.0> plot->head.width;
		if (first)
			plot_say(ink, "p-tag", 0, TOP - 8, "start", plot->fair);
		else if (last)
			plot_say(ink, "p-tag", plot->head.width, TOP - 8, "end", plot->fair);
		else
			plot_say(ink, "p-tag", x, TOP - 8, "middle", plot->fair);
		return;
	}
}

size_t plot_dots_write(const struct plot_dots *plot, char *text, size_t size)
{
	struct ink ink = {.text = text, .size = size};
	struct layout layout = lay_out(plot);
	double y = layout.frame.top;
	layout.frame.bottom = y;
	for (int i = 0; i < plot->count; i++)
		layout.frame.bottom += measure_row(&plot->row[i], &layout);
	plot_begin(&ink, &plot->head, (int)layout.frame.bottom + PLOT_AXIS_ROOM);
	plot_axis_x(&ink, plot->head.unit, &layout.frame);
	if (plot->fair != NULL)
		draw_fair(&ink, plot, &layout);
	for (int i = 0; i < plot->count; i++) {
		draw_row(&ink, plot, &plot->row[i], &layout, y);
		y += measure_row(&plot->row[i], &layout);
	}
	plot_end(&ink);
	return ink.length;
}

size_t plot_strip_write(const struct plot_row *row, const struct axis *axis, const char *title,
                        char *text, size_t size)
{
	struct ink ink = {.text = text, .size = size};
	const struct plot_frame frame = {
		.left = RADIUS + 1, .right = STRIP_WIDE - RADIUS - 1, .x = axis};
	const struct plot_head head = {.title = title, .width = STRIP_WIDE};
	plot_begin(&ink, &head, STRIP_HIGH);
	plot_rule(&ink, "p-grid", frame.left, STRIP_HIGH - 1, frame.right, STRIP_HIGH - 1);
	draw_marks(&ink, row, &frame, STRIP_HIGH / 2.0, STRIP_HIGH);
	plot_end(&ink);
	return ink.length;
}
