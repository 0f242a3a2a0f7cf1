/* plot_ink: what the kinds of plots share: their frame, and texts that fit their places. Used by
 * plot_*.c only. */
#ifndef ARESFARM_PLOT_INK_H
#define ARESFARM_PLOT_INK_H

#include "picture/ink.h"
#include "plot.h"

enum {
	PLOT_LETTER = 12,    /* the size of letters */
	PLOT_NARROW = 480,   /* below this width labels stand above their rows */
	PLOT_AXIS_ROOM = 40, /* below a plot: the numbers of its axis and what they are */
	PLOT_CUT_SIZE = 512
};

/* A length or place in tenths, as %t of ink.h takes it. */
int plot_tenths(double length);

/* About how wide a text is, in pixels; a little more than most letters need. */
int plot_measure(const char *text);

/* The text, cut so that it fits, with "…" at its end where it was cut. Returns cut. */
char *plot_cut(const char *text, int width, char cut[PLOT_CUT_SIZE]);

void plot_begin(struct ink *ink, const struct plot_head *head, int height);
void plot_end(struct ink *ink);

/* A text of a class, at a point; anchor: "start", "middle" or "end". */
void plot_say(struct ink *ink, const char *class, double x, double y, const char *anchor,
              const char *text);

/* A line of a class. */
void plot_rule(struct ink *ink, const char *class, double x1, double y1, double x2, double y2);

/* Where marks stand, in pixels. */
struct plot_frame {
	double left, right, top, bottom;
	int width; /* of the whole plot */
};

/* A frame of an x and a y axis: room for the numbers of y at the left, as much at the right as is
 * asked for. */
struct plot_frame plot_lay_out(const struct axis *y, int width, int height, double right);

/* A horizontal axis below the frame: lines of a grid, numbers that do not touch, and what they are.
 */
void plot_axis_x(struct ink *ink, const struct axis *axis, const char *unit,
                 const struct plot_frame *frame);

/* A vertical axis at its left; what it is stands above it. */
void plot_axis_y(struct ink *ink, const struct axis *axis, const char *unit,
                 const struct plot_frame *frame);

double plot_place_x(const struct axis *axis, const struct plot_frame *frame, double value);
double plot_place_y(const struct axis *axis, const struct plot_frame *frame, double value);

#endif
