/* drawing: the outlines of a map's areas on a page, and the positions of units, labels and marks.
 *
 * A drawing is a text, schema/maps/NAME.drawing, compiled in. drawing_read finds its parts and
 * copies no outline, so the text must live as long as the drawing. One record per line, fields
 * separated by tabs:
 *
 *     page WIDTH HEIGHT
 *     area CODE UNIT LABEL CENTRE DISLODGED     each two numbers; of a province
 *     coast CODE UNIT DISLODGED                 of a province's coast
 *     sea CODE PATH          land covers parts of it
 *     lake PATH              water that no unit enters
 *     outside PATH           land that no unit enters
 *     land CODE PATH
 *     bridge CODE CODE PATH  a strait between areas that armies cross and fleets do not
 *
 * Outlines are in painting order. A path is also a valid SVG path: rings, each "M", a point, "l",
 * steps from point to point, "z". Overlapping rings are filled by the even-odd rule. Numbers have
 * at most one decimal. Source: schema/maps/drawing/. */
#ifndef ARESFARM_DRAWING_H
#define ARESFARM_DRAWING_H

#include "board/map.h"

enum { DRAWING_OUTLINES_MAX = 144 };

/* In tenths of the page's unit, from its upper left corner. */
struct drawing_point {
	int x, y;
};

/* The positions of a location's marks. A coast has no label and no centre. */
struct drawing_place {
	struct drawing_point unit, label, centre, dislodged; /* middles */
};

enum drawing_kind { DRAWN_SEA, DRAWN_LAKE, DRAWN_OUTSIDE, DRAWN_LAND, DRAWN_BRIDGE };

struct drawing_outline {
	uint8_t kind;     /* enum drawing_kind */
	uint8_t areas[2]; /* province; a bridge has two; LOC_NONE: none */
	const char *path; /* not terminated */
	size_t length;    /* of the path */
};

struct drawing {
	struct drawing_point page; /* its lower right corner */
	struct drawing_place place[LOCS_MAX];
	int outline_count;
	struct drawing_outline outline[DRAWING_OUTLINES_MAX];
};

/* Reads a drawing of a map. False, with the line and the fault in error: an unknown record, a code
 * that the map does not have, a malformed path, a location without a place, or a province without
 * an outline. */
MUST_CHECK bool drawing_read(struct drawing *drawing, const struct map *map, const char *text,
                             char error[ERROR_SIZE]);

/* An iterator over the points of a path. */
struct drawing_pen {
	const char *at, *end;
	struct drawing_point point; /* the current point */
	bool starts;                /* the point is the first of a ring */
};

struct drawing_pen drawing_pen(const struct drawing_outline *outline);

/* Moves to the next point of the path. False at its end, and if it is malformed; then at < end. */
bool drawing_pen_next(struct drawing_pen *pen);

/* The compiled-in drawings, by the names of their maps; a row with the name NULL ends the table. */
struct drawing_source {
	const char *name, *text;
};
extern const struct drawing_source drawing_sources[];

#endif
