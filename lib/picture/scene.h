/* scene: the shapes of a phase's picture: its units, and a line or a mark for each order.
 *
 * It is geometry only: no colours, no text. A line stops where its unit was stopped; a support
 * leads to the middle of the move that it supports, or to the unit. Shapes are in painting order.
 * Lengths are in tenths of the page's unit. */
#ifndef ARESFARM_SCENE_H
#define ARESFARM_SCENE_H

#include "drawing.h"
#include "game/record.h"

enum {
	SCENE_UNIT_RADIUS = 120,
	SCENE_SHAPES_MAX = PHASE_ORDERS_MAX + UNITS_MAX + RETREATS_MAX + PROVINCES_MAX,
	SCENE_POINTS_MAX = 5 * PHASE_ORDERS_MAX + 8 * UNITS_MAX + PROVINCES_MAX,
};

enum shape_kind {
	SHAPE_MOVE,      /* a line from unit to target, through the fleets that convoy it */
	SHAPE_CONVOY,    /* a point: the fleet, on the army's path */
	SHAPE_BESIDE,    /* a line from a fleet beside the army's path towards the path */
	SHAPE_SUPPORT,   /* a line from a unit to the unit that it supports in place */
	SHAPE_ASSIST,    /* a line from a unit to the middle of the move that it supports */
	SHAPE_RETREAT,   /* a line */
	SHAPE_UNIT,      /* a point */
	SHAPE_DISLODGED, /* a point: a unit that was dislodged */
	SHAPE_BUILD,     /* a point: the new unit */
	SHAPE_REMOVAL,   /* a point: the unit that leaves the board */
	SHAPE_CLOSED,    /* a point: a place that a standoff left empty; no unit may retreat there */
	SHAPE_KINDS
};

/* The results of orders that a picture distinguishes. */
enum shape_fate {
	FATE_DONE,
	FATE_STOPPED, /* another unit was in the way */
	FATE_CUT,
	FATE_VOID,   /* it matches no order of the other unit */
	FATE_FAILED, /* it could not be done at all */
	FATES
};

struct shape {
	uint8_t kind, fate;
	uint8_t power, type; /* of the unit that does it; POWER_NONE and 0: no unit does */
	uint8_t loc;         /* where that unit is; for SHAPE_CLOSED the place */
	int16_t order;       /* its index in the record's orders; -1: none */
	int16_t first, count;
	struct drawing_point mark; /* where a mark shows the result */
};

enum { CORNER = 130 }; /* from the middle of a unit, to the right and up, to a sign beside it */

struct scene {
	int count, point_count;
	struct shape shape[SCENE_SHAPES_MAX];
	struct drawing_point point[SCENE_POINTS_MAX];
	uint16_t waives[POWERS_MAX]; /* builds that a power waived */
};

/* Builds the scene of a phase. A record without orders is a board. Orders that name no place of the
 * map are left out. */
void scene_build(const struct map *map, const struct drawing *drawing,
                 const struct phase_record *record, struct scene *scene);

enum shape_fate scene_fate(enum result result);

#endif
