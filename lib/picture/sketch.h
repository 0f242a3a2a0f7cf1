/* sketch: a board as text on a grid of columns and lines: a cell for each province, near where it
 * lies on the page.
 *
 * A cell has the province's code, "Par", of waters "NTH"; "*" after that of a centre; then its
 * unit: the initial of the power and the unit's type, "fA", with the coast where there are two,
 * "rF/s"; then a dislodged unit, "!gA". So every province tells all without colours but who owns
 * it. Invariant: each province has one cell, cells neither overlap nor touch within a line, and
 * all lie within the grid. The same board gives the same sketch. */
#ifndef ARESFARM_SKETCH_H
#define ARESFARM_SKETCH_H

#include "board/board.h"
#include "drawing.h"

enum {
	SKETCH_WIDTH_MIN = 24, /* columns */
	SKETCH_WIDTH_MAX = 240,
	SKETCH_TEXT_SIZE = 8,
	SKETCH_PARTS_MAX = PROVINCES_MAX + 2 * (UNITS_MAX + RETREATS_MAX),
};

enum sketch_kind { SKETCH_WATER, SKETCH_LAND, SKETCH_CENTRE, SKETCH_UNIT, SKETCH_DISLODGED };

/* A piece of text. */
struct sketch_part {
	uint8_t kind;     /* enum sketch_kind */
	uint8_t power;    /* who owns the province, or whose unit it is; POWER_NONE */
	uint8_t province; /* in whose cell it stands */
	int16_t line, column;
	char text[SKETCH_TEXT_SIZE]; /* ASCII */
};

struct sketch {
	int width, height; /* of the grid; height: as many lines as are used */
	int count;
	struct sketch_part part[SKETCH_PARTS_MAX];
};

/* Sketches a board on a grid of so many columns; a width beyond the limits is moved to them. The
 * drawing is one of the map, or laid out (picture_open). */
void sketch_draw(const struct map *map, const struct drawing *drawing, const struct board *board,
                 int width, struct sketch *sketch);

#endif
