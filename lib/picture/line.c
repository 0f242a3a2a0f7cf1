/* line: see line.h. */
#include "line.h"

#include <math.h>

static int round_off(double value)
{
	return (int)(value < 0 ? value - 0.5 : value + 0.5);
}

double line_length(struct drawing_point from, struct drawing_point to)
{
	const double x = to.x - from.x, y = to.y - from.y;
	return sqrt(x * x + y * y);
}

struct drawing_point line_part(struct drawing_point from, struct drawing_point to, double share)
{
	return (struct drawing_point){from.x + round_off((to.x - from.x) * share),
	                              from.y + round_off((to.y - from.y) * share)};
}

struct drawing_point line_walk(struct drawing_point from, struct drawing_point to, double away)
{
	const double length = line_length(from, to);
	return length > 0 ? line_part(from, to, away / length) : from;
}

struct drawing_point line_aside(struct drawing_point from, struct drawing_point to, double away)
{
	const struct drawing_point turned = {from.x - (to.y - from.y), from.y + (to.x - from.x)};
	return line_walk(from, turned, away);
}

void line_trim(struct drawing_point *from, struct drawing_point *to, double gap_from, double gap_to)
{
	const double length = line_length(*from, *to);
	const double least = length < 2 * LINE_LEAST ? length / 2 : LINE_LEAST;
	const double room = length - MAX(length * 0.3, least);
	if (gap_from + gap_to > room) {
		const double share = room / (gap_from + gap_to);
		gap_from *= share;
		gap_to *= share;
	}
	const struct drawing_point start = line_walk(*from, *to, gap_from);
	*to = line_walk(*to, *from, gap_to);
	*from = start;
}
