/* layout: lays out the areas of a map without a drawing: one box each, neighbours side by side.
 *
 * It is deterministic. It uses + - * / and sqrt of doubles; if a compiler contracts a product and a
 * sum, a box can move by a tenth of a unit. Source: Gansner, Koren and North, "Graph drawing by
 * stress majorization", 2004. */
#ifndef ARESFARM_LAYOUT_H
#define ARESFARM_LAYOUT_H

#include "drawing.h"

/* The size of a box, in tenths of the page's unit. */
enum { LAYOUT_WIDTH = 960, LAYOUT_HEIGHT = 600 };

/* Whether a unit of a type may move directly between two provinces, in either direction. */
bool layout_joins(const struct map *map, enum unit_type type, int a, int b);

/* Lays a map out: a page and all places, without outlines. A box has its label in the upper part
 * and units below. Boxes do not overlap. */
void layout_draw(const struct map *map, struct drawing *drawing);

/* The middle of a province's box. */
struct drawing_point layout_box(const struct drawing *drawing, int province);

#endif
