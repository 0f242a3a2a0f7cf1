/* sketch: a board as text on a grid of columns and lines: one cell per province, near its position
 * on the page.
 *
 * A cell has the province's code, "Par", or "NTH" for water; "*" after the code of a centre; then
 * the unit: the power's initial and the unit's type, "fA", with the coast if there are two, "rF/s";
 * then a dislodged unit, "!gA". So without colours only the owners are missing. Invariant: each
 * province has one cell, cells neither overlap nor touch within a line, and all are within the
 * grid. The same board gives the same sketch. */
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
	uint8_t power;    /* owner of the province or of the unit; POWER_NONE: none */
	uint8_t province; /* whose cell it belongs to */
	int16_t line, column;
	char text[SKETCH_TEXT_SIZE]; /* ASCII */
};

struct sketch {
	int width, height; /* of the grid; height: the lines used */
	int count;
	struct sketch_part part[SKETCH_PARTS_MAX];
};

/* Sketches a board on a grid of `width` columns, which is clamped to the limits. drawing: of the
 * map, compiled in or laid out (picture_open). */
void sketch_draw(const struct map *map, const struct drawing *drawing, const struct board *board,
                 int width, struct sketch *sketch);

#endif
