/* plot: plots of numbers as SVG, without I/O.
 *
 * Invariant: the same values give the same bytes; the plot is well-formed XML whatever texts it
 * has; every mark is inside the frame. It refers to no other file and has no script. Its classes
 * begin with "p-"; it has no style and no ids. A page colours the classes (report.css), for light
 * and dark. Sizes are in pixels.
 *
 * Source of the forms: Cleveland, "The elements of graphing data", 1985: dots on common scales,
 * intervals shown, names at the marks and no key, few thin lines of a grid. */
#ifndef ARESFARM_PLOT_H
#define ARESFARM_PLOT_H

#include "axis.h"

/* What all plots have. Each plot_*_write function writes at most size bytes, and no terminator. It
 * returns the number of bytes of the plot; if it exceeds size, the plot did not fit. */
struct plot_head {
	const char *title, *about; /* for screen readers: what the plot is, what it shows */
	const char *unit;          /* of the axis: "share of the points, %" */
	int width;                 /* 240 to 1400; below 480 labels are above their rows */
};

/* A row: a value with its interval. NAN: the mark is missing. A row without marks is a heading. */
struct plot_row {
	const char *label; /* NULL: none */
	const char *said;  /* the value in words, at the end of the row; NULL: none */
	const char *look;  /* classes that set its colour: "p-c0" */
	double at, low, high;
	double fair; /* a mark to compare with */
	double far;  /* a tick outside the interval */
};

struct plot_dots {
	struct plot_head head;
	struct axis axis;
	const struct plot_row *row;
	int count;
	const char *fair; /* the meaning of the marks `fair`; NULL: not written */
};
size_t plot_dots_write(const struct plot_dots *plot, char *text, size_t size);

/* One row without a label or an axis, for a table cell. */
size_t plot_strip_write(const struct plot_row *row, const struct axis *axis, const char *title,
                        char *text, size_t size);

/* A line over the x axis, with the band of its interval. The arrays are parallel; NAN in y is a
 * gap; in low or high it interrupts the band. */
struct plot_line {
	const char *label; /* at its end; NULL: none */
	const char *look;
	const double *x, *y, *low, *high; /* low, high: NULL: no band */
	int count;
	bool context; /* thin and grey, behind the others */
};

enum { PLOT_LINES_MAX = 32 };

struct plot_lines {
	struct plot_head head; /* its unit is the unit of y */
	const char *x_unit;
	struct axis x, y;
	const struct plot_line *line;
	int count;       /* at most PLOT_LINES_MAX */
	int height;      /* 120 to 800 */
	double fair;     /* a horizontal line to compare with; NAN: none */
	const char *tag; /* label of that line, if there is room; NULL: none */
};
size_t plot_lines_write(const struct plot_lines *plot, char *text, size_t size);

/* Stacked bars: each row is a whole of parts. */
enum { PLOT_PARTS_MAX = 8 };

struct plot_bar {
	const char *label;
	double part[PLOT_PARTS_MAX]; /* none below 0; their sum is the whole */
	const char *said;            /* after the bar; NULL: none */
};

struct plot_bars {
	struct plot_head head;
	const char *part[PLOT_PARTS_MAX]; /* what the parts are */
	int parts;
	const struct plot_bar *bar;
	int count;
};
size_t plot_bars_write(const struct plot_bars *plot, char *text, size_t size);

/* A histogram: columns that may be of several parts, the first at the bottom. */
struct plot_column {
	double from, to;
	double part[PLOT_PARTS_MAX];
};

struct plot_columns {
	struct plot_head head; /* its unit is the unit of y */
	const char *x_unit;
	struct axis x, y;
	const struct plot_column *column;
	int count, parts;
	const char *look[PLOT_PARTS_MAX];
	const char *name[PLOT_PARTS_MAX]; /* written above the highest column of that part; NULL: not */
	double mark;                      /* a vertical line at this x; NAN: none */
	int height;
};
size_t plot_columns_write(const struct plot_columns *plot, char *text, size_t size);

#endif
