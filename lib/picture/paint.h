/* paint: the parts of a picture as SVG. Used by picture.c only. */
#ifndef ARESFARM_PAINT_H
#define ARESFARM_PAINT_H

#include "ink.h"
#include "picture.h"
#include "scene.h"

/* Land and sea with their owners, and centres; for a map without outlines, boxes and lines between
 * them. live: land and centres are marked for a script (picture.h). */
void paint_ground(struct ink *ink, const struct picture_map *picture, const struct board *board,
                  bool live);

/* The names of provinces: above lines, below units. */
void paint_names(struct ink *ink, const struct picture_map *picture);

/* The layers of a scene. From the bottom: lines, names, units, and the ends of lines, which show
 * targets and results. live: shapes are brief and marked for a script (picture.h). */
enum paint_layer { LAYER_LINES, LAYER_UNITS, LAYER_ENDS };
void paint_scene(struct ink *ink, const struct map *map, const struct phase_record *record,
                 const struct scene *scene, enum paint_layer layer, bool live);

/* The figures of an army and a fleet, each in a group with data-figure. */
void paint_figures(struct ink *ink);

/* The line of a shape of a kind and fate, from point to point, in the group of its power.
 * paint_line omits the end. paint_end paints it: a head, and a bar across the line or a sign at the
 * mark. */
void paint_line(struct ink *ink, enum shape_kind kind, enum shape_fate fate,
                const struct drawing_point point[], int count);
void paint_end(struct ink *ink, enum shape_kind kind, enum shape_fate fate,
               const struct drawing_point point[], int count, struct drawing_point mark);

/* A unit as a shape with one point, in the group of its power. of: the letters of its power; "" for
 * none. A sign for the shape's kind is at the mark. */
void paint_unit(struct ink *ink, enum shape_kind kind, enum shape_fate fate, enum unit_type type,
                const char *of, struct drawing_point at, struct drawing_point mark);

/* The words for the result of an order, and a power's code. "?" for a value out of range: stored
 * data can have any bits. */
const char *paint_result(enum result result);
const char *paint_power(const struct map *map, int power);

/* The key to the signs of a scene, below the map, 1200 units wide. Returns its height in units. */
int paint_key(struct ink *ink, const struct scene *scene);

#endif
