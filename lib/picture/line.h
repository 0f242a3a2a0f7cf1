/* line: points on straight lines of a page. It uses + - * / and sqrt of doubles only. */
#ifndef ARESFARM_LINE_H
#define ARESFARM_LINE_H

#include "drawing.h"

double line_length(struct drawing_point from, struct drawing_point to);

/* The point `away` tenths from `from`, towards `to`. */
struct drawing_point line_walk(struct drawing_point from, struct drawing_point to, double away);

/* The point at a share of the way. */
struct drawing_point line_part(struct drawing_point from, struct drawing_point to, double share);

/* A point beside `from`: `away` tenths to the right when facing `to`. */
struct drawing_point line_aside(struct drawing_point from, struct drawing_point to, double away);

/* Shortens a line by a gap at each end; the gaps are smaller if there is less room. At least three
 * tenths of the line remain, or LINE_LEAST if half the line is longer, so that a head fits. */
enum { LINE_LEAST = 170 };
void line_trim(struct drawing_point *from, struct drawing_point *to, double gap_from,
               double gap_to);

#endif
