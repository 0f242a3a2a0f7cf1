/* line: points on straight lines of a page. Doubles are used for + - * / and sqrt only. */
#ifndef ARESFARM_LINE_H
#define ARESFARM_LINE_H

#include "drawing.h"

double line_length(struct drawing_point from, struct drawing_point to);

/* The point `away` tenths from `from`, towards `to`. */
struct drawing_point line_walk(struct drawing_point from, struct drawing_point to, double away);

/* The point at a share of the way. */
struct drawing_point line_part(struct drawing_point from, struct drawing_point to, double share);

/* A point beside `from`: `away` tenths to the right of who looks to `to`. */
struct drawing_point line_aside(struct drawing_point from, struct drawing_point to, double away);

/* A line between two points that leaves a gap at its ends: smaller gaps where there is less room.
 * At least three tenths of the way are left of the line, and LINE_LEAST where half the way is more:
 * a head fits there. */
enum { LINE_LEAST = 170 };
void line_trim(struct drawing_point *from, struct drawing_point *to, double gap_from,
               double gap_to);

#endif
