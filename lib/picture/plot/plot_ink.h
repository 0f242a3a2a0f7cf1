/* plot_ink: what all plots share: the frame, and texts cut to fit. Used by plot_*.c only. */
#ifndef ARESFARM_PLOT_INK_H
#define ARESFARM_PLOT_INK_H

#include "picture/ink.h"
#include "plot.h"

enum {
	PLOT_LETTER = 12,    /* the font size */
	PLOT_NARROW = 480,   /* below this width labels are above their rows */
	PLOT_AXIS_ROOM = 40, /* below a plot: the numbers and the title of its axis */
	PLOT_CUT_SIZE = 512
};

/* A length or place in tenths, for %t of ink.h. */
int plot_tenths(double length);

/* An estimate of a text's width in pixels, slightly too large for most letters. */
int plot_measure(const char *text);

/* The text, cut to a width, with "…" at the end if it was cut. Returns cut. */
char *plot_cut(const char *text, int width, char cut[PLOT_CUT_SIZE]);

void plot_begin(struct ink *ink, const struct plot_head *head, int height);
void plot_end(struct ink *ink);

/* A text of a class, at a point; anchor: "start", "middle" or "end". */
void plot_say(struct ink *ink, const char *class, double x, double y, const char *anchor,
              const char *text);

/* A line of a class. */
void plot_rule(struct ink *ink, const char *class, double x1, double y1, double x2, double y2);

/* The area of the marks, in pixels, and what its width and height mean. */
struct plot_frame {
	double left, right, top, bottom;
	int width; /* of the whole plot */
	const struct axis *x, *y;
};

/* A frame for an x and a y axis, with room for the numbers of y at the left. right: the room at the
 * right. */
struct plot_frame plot_lay_out(const struct axis *x, const struct axis *y, int width, int height,
                               double right);

/* A horizontal axis below the frame: grid lines, numbers that do not touch, and the unit. */
void plot_axis_x(struct ink *ink, const char *unit, const struct plot_frame *frame);

/* The same, and a vertical axis left of the frame with its unit above it; only the numbers of x are
 * below it. */
void plot_grid(struct ink *ink, const char *x_unit, const char *y_unit,
               const struct plot_frame *frame);

double plot_place_x(const struct plot_frame *frame, double value);
double plot_place_y(const struct plot_frame *frame, double value);

#endif
