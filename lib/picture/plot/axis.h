/* axis: a scale of a plot, with round numbers on it.
 *
 * Invariant: ticks are within the axis, in rising order, and no two print the same. */
#ifndef ARESFARM_AXIS_H
#define ARESFARM_AXIS_H

#include <stdbool.h>
#include <stddef.h>

enum { AXIS_TICKS_MAX = 16, AXIS_TEXT_SIZE = 32 };

/* How an axis prints its numbers. AXIS_TIME: nanoseconds, printed as "20 ns" or "1.5 ms".
 * AXIS_YEAR: years, without a comma. */
enum axis_unit { AXIS_PLAIN, AXIS_TIME, AXIS_YEAR };

struct axis {
	double from, to; /* from < to; both above 0 if it is logarithmic */
	bool log;
	enum axis_unit unit;
	int count; /* of ticks */
	double tick[AXIS_TICKS_MAX];
};

/* An axis over all values from low to high, whose ends are ticks. A step is 1, 2 or 5 times a power
 * of ten. steps: their largest number, 2 to 12. NAN or an infinity: that bound is not known. */
struct axis axis_fit(double low, double high, int steps);

/* An axis from exactly low to high, with ticks at round numbers between them. low < high. */
struct axis axis_between(double low, double high, int steps);

/* A logarithmic axis over all values from low to high, with ticks at powers of ten, or at 1, 2 and
 * 5 times these if there are few. Values below least count as least. */
struct axis axis_fit_log(double low, double high, double least);

/* The position of a value: 0 at from, 1 at to. A value outside is at the nearer end. */
double axis_place(const struct axis *axis, double value);

/* Prints a number with commas between thousands. digits: after the point, at most 6. */
char *axis_print_number(double value, int digits, char text[AXIS_TEXT_SIZE]);

/* Prints nanoseconds in the largest unit that is not longer, with at most three digits. */
char *axis_print_time(double ns, char text[AXIS_TEXT_SIZE]);

/* Prints a tick, with as many digits as its neighbours need. */
char *axis_print_tick(const struct axis *axis, int tick, char text[AXIS_TEXT_SIZE]);

#endif
