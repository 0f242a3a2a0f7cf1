/* axis: see axis.h. Round steps: Heckbert, "Nice numbers for graph labels", 1990. */
#include "axis.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/macros.h"

enum { DIGITS_MOST = 6 };

/* The smallest of 1, 2 and 5 times a power of ten that is not less than a length above 0. */
static double find_step(double length)
{
	const double power = pow(10, floor(log10(length)));
	const double part = length / power;
	return power * (part <= 1.0000001 ? 1 : part <= 2.0000001 ? 2 : part <= 5.0000001 ? 5 : 10);
}

static void put_ticks(struct axis *axis, double step)
{
	const double first = ceil(axis->from / step - 1e-9);
	for (int i = 0; i < AXIS_TICKS_MAX && (first + i) * step <= axis->to + 1e-9 * step; i++)
		axis->tick[axis->count++] = (first + i) * step;
}

/* Replaces unknown bounds and makes low less than high. */
static void mend_bounds(double *low, double *high)
{
	if (!isfinite(*low) && !isfinite(*high)) {
		*low = 0;
		*high = 1;
	}
	*low = isfinite(*low) ? *low : *high;
	*high = isfinite(*high) ? *high : *low;
	if (*high <= *low) {
		const double room = *low != 0 ? fabs(*low) / 2 : 1;
		*high = *low + room;
		*low -= *low > 0 || *low < 0 ? room : 0;
	}
}

struct axis axis_fit(double low, double high, int steps)
{
	struct axis axis = {0};
	mend_bounds(&low, &high);
	double step = find_step((high - low) / steps);
	while (ceil(high / step - 1e-9) - floor(low / step + 1e-9) > steps)
		step = find_step(step * 1.01);
	axis.from = floor(low / step + 1e-9) * step;
	axis.to = ceil(high / step - 1e-9) * step;
	put_ticks(&axis, step);
	return axis;
}

struct axis axis_between(double low, double high, int steps)
{
	struct axis axis = {.from = low, .to = high};
	assert(low < high);
	put_ticks(&axis, find_step((high - low) / steps));
	return axis;
}

struct axis axis_fit_log(double low, double high, double least)
{
	static const double parts[] = {1, 2, 5};
	struct axis axis = {.log = true};
	mend_bounds(&low, &high);
	low = fmax(low, least);
	high = fmax(high, low * 2);
	const double first = floor(log10(low) + 1e-9), last = ceil(log10(high) - 1e-9);
	const int every = (int)ceil((last - first + 1) / AXIS_TICKS_MAX),
			  count = last - first < 3 ? 3 : 1;
	axis.from = pow(10, first);
	axis.to = pow(10, last);
	for (int i = 0; first + i <= last; i += every)
		for (int part = 0; part < count && axis.count < AXIS_TICKS_MAX; part++)
			if (part == 0 || first + i < last)
				axis.tick[axis.count++] = parts[part] * pow(10, first + i);
	return axis;
}

double axis_place(const struct axis *axis, double value)
{
	double at = 0;

	if (!axis->log)
		at = (value - axis->from) / (axis->to - axis->from);
	else if (value > axis->from)
		at = log(value / axis->from) / log(axis->to / axis->from);
	if (at > 0)
		return MIN(at, 1);
	return 0;
}

/* ── numbers ── */

/* Puts commas between thousands. */
static void group_digits(const char *plain, char text[AXIS_TEXT_SIZE])
{
	const char *const digits = plain + (*plain == '-');
	const int whole = (int)strcspn(digits, ".");
	int length = 0;
	if (*plain == '-')
		text[length++] = '-';
	for (int i = 0; digits[i] != '\0' && length < AXIS_TEXT_SIZE - 2; i++) {
		if (i > 0 && i < whole && (whole - i) % 3 == 0)
			text[length++] = ',';
		text[length++] = digits[i];
	}
	text[length] = '\0';
}

char *axis_print_number(double value, int digits, char text[AXIS_TEXT_SIZE])
{
	char plain[AXIS_TEXT_SIZE];
	if (isnan(value) || fabs(value) >= 1e15) {
		if (isnan(value))
			strcpy(text, "?");
		else
			snprintf(text, AXIS_TEXT_SIZE, "%.3g", value);
		return text;
	}
	if (digits < 0)
		digits = 0;
	if (digits > DIGITS_MOST)
		digits = DIGITS_MOST;
	snprintf(plain, sizeof plain, "%.*f", digits, value);
	/* no "-0.0" */
	const bool nothing = plain[0] == '-' && strspn(plain + 1, "0.") == strlen(plain + 1);
	group_digits(nothing ? plain + 1 : plain, text);
	return text;
}

char *axis_print_time(double ns, char text[AXIS_TEXT_SIZE])
{
	static const struct {
		const char *name;
		double ns;
	} units[] = {{"h", 3600e9}, {"min", 60e9}, {"s", 1e9}, {"ms", 1e6}, {"µs", 1e3}, {"ns", 1}};
	char number[AXIS_TEXT_SIZE];
	int unit = 0;
	while (unit < 5 && !(fabs(ns) >= units[unit].ns))
		unit++;
	const double value = ns / units[unit].ns;
	const bool whole = fabs(value - round(value)) < 1e-9 || unit == 5;
	int digits = 0;
	if (!whole && fabs(value) < 100)
		digits = fabs(value) < 10 ? 2 : 1;
	axis_print_number(value, digits, number);
	snprintf(text, AXIS_TEXT_SIZE, "%.*s %s", AXIS_TEXT_SIZE - 6, number, units[unit].name);
	return text;
}

char *axis_print_tick(const struct axis *axis, int tick, char text[AXIS_TEXT_SIZE])
{
	const double value = axis->tick[tick];
	int digits = 0;
	if (axis->unit == AXIS_TIME)
		return axis_print_time(value, text);
	if (axis->unit == AXIS_YEAR) {
		snprintf(text, AXIS_TEXT_SIZE, "%.0f", value);
		return text;
	}
	double step = fabs(value);
	if (!axis->log && axis->count > 1)
		step = axis->tick[1] - axis->tick[0];
	while (digits < DIGITS_MOST &&
	       fabs(step * pow(10, digits) - round(step * pow(10, digits))) > 1e-6)
		digits++;
	return axis_print_number(value, digits, text);
}
