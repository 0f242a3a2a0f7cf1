/* layout: where the areas of a map without a drawing stand: a box each, neighbours side by side.
 *
 * It is deterministic. It uses + - * / and sqrt of doubles; a compiler that joins a product and a
 * sum can move a box by a tenth of a unit.
 * Source: Gansner, Koren and North, "Graph drawing by stress majorization", 2004. */
#ifndef ARESFARM_LAYOUT_H
#define ARESFARM_LAYOUT_H

#include "drawing.h"

/* Of a box, in tenths of the page's unit. */
enum { LAYOUT_WIDTH = 960, LAYOUT_HEIGHT = 600 };

/* Whether a unit of a type may go between two provinces, straight and in either direction. */
bool layout_joins(const struct map *map, enum unit_type type, int a, int b);

/* Lays a map out: a page and all places, no outlines. The label stands in the upper part of a box,
 * units below it. No two boxes overlap. */
void layout_draw(const struct map *map, struct drawing *drawing);

/* The middle of a province's box. */
struct drawing_point layout_box(const struct drawing *drawing, int province);

#endif
