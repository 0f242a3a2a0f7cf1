/* arrows: the lines of a movement phase: moves, convoys and supports. Used by scene.c only. */
#ifndef ARESFARM_ARROWS_H
#define ARESFARM_ARROWS_H

#include "scene.h"

enum {
	GAP_START = 130, /* from the middle of the moving unit */
	GAP_VACANT = 25, /* before the middle of a vacant place */
};

/* A scene under construction. */
struct staging {
	const struct map *map;
	const struct drawing *drawing;
	const struct phase_record *record;
	struct scene *scene;
	int16_t order_of[UNITS_MAX]; /* index of a unit's order in the record; -1: none */
	int16_t move_of[UNITS_MAX];  /* the shape of its move; -1: none */
	struct place_set carriers;   /* provinces of fleets on the path of a move */
};

/* Adds a shape without points, for an order, or for none if order is below 0. NULL: there is no
 * room. */
struct shape *staging_add(struct staging *s, enum shape_kind kind, int order, struct unit unit);

/* Adds a point to the last shape. */
void staging_point(struct staging *s, struct drawing_point point);

/* The position of a unit of the board on the page. */
struct drawing_point staging_stand(const struct staging *s, int unit);

/* The order of a unit, or NULL. */
const struct order *staging_order(const struct staging *s, int unit);

/* Adds a line to the last shape: straight, or past units that are in its way. */
void arrows_lead(struct staging *s, struct drawing_point from, struct drawing_point to);

/* Each adds the shape of a unit's order if it is of that kind. Add all moves first, then convoys
 * and supports. */
void arrows_move(struct staging *s, int unit);
void arrows_convoy(struct staging *s, int unit);
void arrows_support(struct staging *s, int unit);

/* The unit that moves the opposite way, or -1. */
int route_find_opposite(const struct staging *s, const struct order *move);

/* The fleets that convoy an army: units of the board, beginning beside the army. Returns their
 * number; 0: it moves without a convoy, or there is no route. */
int route_find(const struct staging *s, int army, uint8_t path[LOCS_MAX]);

#endif
