/* plot_lines: values over time, with the bands of their intervals. A line's name is at its end,
 * moved so that no two names touch. */
#include "plot_ink.h"

#include <assert.h>
#include <math.h>

enum { RIGHT = 10, GAP = 6, PLACES = 9, SPARE = 16, LINE_HIGH = PLOT_LETTER + 3 };

static struct plot_frame lay_out(const struct plot_lines *plot)
{
	int label = 0;
	for (int i = 0; i < plot->count; i++)
		if (plot->line[i].label != NULL && plot->line[i].count > 0)
			label = (int)fmax(label, plot_measure(plot->line[i].label) + GAP);
	label = (int)fmin(label, plot->head.width * 0.3);
	return plot_lay_out(&plot->x, &plot->y, plot->head.width, plot->height, RIGHT + label);
}

/* The distance in pixels between y and the nearest line, between two places. */
static double find_room(const struct plot_lines *plot, const struct plot_frame *frame, double from,
                        double to, double y)
{
	double room = 1e9;
	for (int i = 0; i < plot->count; i++)
		for (int k = 0; k < plot->line[i].count; k++) {
			const double x = plot_place_x(frame, plot->line[i].x[k]);
			if (x >= from && x <= to && !isnan(plot->line[i].y[k]))
				room = fmin(room, fabs(plot_place_y(frame, plot->line[i].y[k]) - y));
		}
	return room;
}

/* Draws the horizontal line and its label, which is placed where there is most room. */
static void draw_fair(struct ink *ink, const struct plot_lines *plot,
                      const struct plot_frame *frame)
{
	if (isnan(plot->fair))
		return;
	const double y = plot_place_y(frame, plot->fair);
	plot_rule(ink, "p-fair", frame->left, y, frame->right, y);
	if (plot->tag == NULL)
		return;
	const double wide = plot_measure(plot->tag), all = frame->right - frame->left - wide - 2 * GAP;
	double best = 0, at = frame->left + GAP;
	for (int i = 0; i < PLACES; i++) {
		const double x = frame->left + GAP + all * i / (PLACES - 1);
		const double room = find_room(plot, frame, x - 2 * GAP, x + wide + 2 * GAP, y);
		at = room > best ? x : at;
		best = fmax(best, room);
	}
	plot_say(ink, "p-tag", at, y - 4, "start", plot->tag);
}

/* Draws the band along the upper ends and back along the lower ends. It has no gaps. */
static void draw_band(struct ink *ink, const struct plot_frame *frame, const struct plot_line *line)
{
	bool any = false;
	if (line->low == NULL || line->high == NULL)
		return;
	ink_write(ink, "<path class=\"p-band\" d=\"");
	for (int side = 0; side < 2; side++)
		for (int k = 0; k < line->count; k++) {
			const int i = side == 0 ? k : line->count - 1 - k;
			const double value = side == 0 ? line->high[i] : line->low[i];
			if (isnan(line->high[i]) || isnan(line->low[i]) || isnan(line->y[i]))
				continue;
			ink_write(ink, "%s%t %t", any ? "L" : "M", plot_tenths(plot_place_x(frame, line->x[i])),
			          plot_tenths(plot_place_y(frame, value)));
			any = true;
		}
	ink_write(ink, "%s\"/>\n", any ? "z" : "M0 0");
}

static void draw_line(struct ink *ink, const struct plot_frame *frame, const struct plot_line *line)
{
	bool pen = false, any = false;
	ink_write(ink, "<g class=\"%e\">", line->context ? "p-context" : line->look);
	if (!line->context)
		draw_band(ink, frame, line);
	ink_write(ink, "<path class=\"p-line\" d=\"");
	for (int i = 0; i < line->count; i++) {
		if (isnan(line->y[i])) {
			pen = false;
			continue;
		}
		ink_write(ink, "%s%t %t", pen ? "L" : "M", plot_tenths(plot_place_x(frame, line->x[i])),
		          plot_tenths(plot_place_y(frame, line->y[i])));
		/* a point with gaps on both sides is a dot */
		if (!pen && (i + 1 == line->count || isnan(line->y[i + 1])))
			ink_write(ink, "h.01");
		pen = any = true;
	}
	ink_write(ink, "%s\"/></g>\n", any ? "" : "M0 0");
}

/* ── names ── */

struct name {
	const struct plot_line *line;
	double at, y; /* where it should be, and where it is */
};

/* Finds the lines that have a name and an end, from the top down. */
static int find_names(const struct plot_lines *plot, const struct plot_frame *frame,
                      struct name name[])
{
	int count = 0;
	for (int i = 0; i < plot->count; i++) {
		const struct plot_line *const line = &plot->line[i];
		int last = line->count - 1, k = count;
		while (last >= 0 && isnan(line->y[last]))
			last--;
		if (last < 0 || line->label == NULL)
			continue;
		const double y = plot_place_y(frame, line->y[last]);
		for (; k > 0 && name[k - 1].at > y; k--)
			name[k] = name[k - 1];
		name[k] = (struct name){line, y, y};
		count++;
	}
	return count;
}

/* Pushes names apart: down from the top, then up from the bottom if there is no more room. */
static void part_names(struct name name[], int count, double top, double bottom)
{
	const double apart = count > 1 ? fmin(LINE_HIGH, (bottom - top) / (count - 1)) : LINE_HIGH;
	for (int i = 0; i < count; i++)
		name[i].y = fmax(name[i].at, i > 0 ? name[i - 1].y + apart : top);
	for (int i = count; i-- > 0;)
		name[i].y = fmin(name[i].y, i + 1 < count ? name[i + 1].y - apart : bottom);
}

static void draw_names(struct ink *ink, const struct plot_lines *plot,
                       const struct plot_frame *frame)
{
	struct name name[PLOT_LINES_MAX];
	char cut[PLOT_CUT_SIZE];
	const int count = find_names(plot, frame, name);
	part_names(name, count, frame->top, frame->bottom);
	for (int i = 0; i < count; i++) {
		const double x = frame->right;
		ink_write(ink, "<g class=\"%e\">", name[i].line->look);
		if (fabs(name[i].y - name[i].at) > 2)
			plot_rule(ink, "p-leader", x, name[i].at, x + GAP + 2, name[i].y);
		plot_say(ink, "p-name", x + GAP + 4, name[i].y + 4, "start",
		         plot_cut(name[i].line->label, (int)(plot->head.width - x - GAP - 4), cut));
		ink_write(ink, "</g>\n");
	}
}

size_t plot_lines_write(const struct plot_lines *plot, char *text, size_t size)
{
	struct ink ink = {.text = text, .size = size};
	struct plot_frame frame = lay_out(plot);
	frame.bottom += plot->x_unit == NULL ? SPARE : 0;
	assert(plot->count <= PLOT_LINES_MAX);
	plot_begin(&ink, &plot->head, plot->height);
	plot_grid(&ink, plot->x_unit, plot->head.unit, &frame);
	draw_fair(&ink, plot, &frame);
	for (int context = 1; context >= 0; context--)
		for (int i = 0; i < plot->count; i++)
			if (plot->line[i].context == context && plot->line[i].count > 0)
				draw_line(&ink, &frame, &plot->line[i]);
	draw_names(&ink, plot, &frame);
	plot_end(&ink);
	return ink.length;
}
