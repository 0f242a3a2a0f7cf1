/* drawing: where a map's areas lie on a page: their outlines, and where units, labels and marks
 * stand.
 *
 * A drawing is a text, schema/maps/NAME.drawing, compiled in; drawing_read finds its parts and
 * copies no outline. The text must live as long as what was read from it. One record a line, fields
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
 * Outlines stand in the sequence in which they are painted. A path is one that SVG understands too:
 * rings, each "M", a point, "l", steps from point to point, "z"; where rings overlap, the even-odd
 * rule holds. Numbers have at most one decimal. Source: schema/maps/drawing/. */
#ifndef ARESFARM_DRAWING_H
#define ARESFARM_DRAWING_H

#include "board/map.h"

enum { DRAWING_OUTLINES_MAX = 144, DRAWING_ERROR_SIZE = 160 };

/* In tenths of the page's unit, from its upper left corner. */
struct drawing_point {
	int x, y;
};

/* Where things of a location stand. A coast has no label and no centre. */
struct drawing_place {
	struct drawing_point unit, label, centre, dislodged; /* middles */
};

enum drawing_kind { DRAWN_SEA, DRAWN_LAKE, DRAWN_OUTSIDE, DRAWN_LAND, DRAWN_BRIDGE };

struct drawing_outline {
	uint8_t kind;     /* enum drawing_kind */
	uint8_t areas[2]; /* province; a bridge has two; LOC_NONE where none */
	const char *path; /* not terminated */
	size_t length;    /* of the path */
};

struct drawing {
	struct drawing_point page; /* its lower right corner */
	struct drawing_place place[LOCS_MAX];
	int outline_count;
	struct drawing_outline outline[DRAWING_OUTLINES_MAX];
};

/* Reads a drawing of a map. False, with the line and what is wrong there in error: a record that is
 * not one of the above, a code that the map does not have, a path that is none, or a location that
 * has no place or a province that has no outline. */
MUST_CHECK bool drawing_read(struct drawing *drawing, const struct map *map, const char *text,
                             char error[DRAWING_ERROR_SIZE]);

/* Walks along a path. */
struct drawing_pen {
	const char *at, *end;
	struct drawing_point point; /* where it stands */
	bool starts;                /* the point is the first of a ring */
};

struct drawing_pen drawing_pen(const struct drawing_outline *outline);

/* Goes to the next point of the path. False at its end, and where it is not a path; then at < end.
 */
bool drawing_pen_next(struct drawing_pen *pen);

/* The drawings compiled in, by the names of their maps; a row with the name NULL ends the table. */
struct drawing_source {
	const char *name, *text;
};
extern const struct drawing_source drawing_sources[];

#endif
