/* paint: the parts of a picture as SVG. Used by picture.c only. */
#ifndef ARESFARM_PAINT_H
#define ARESFARM_PAINT_H

#include "ink.h"
#include "picture.h"
#include "scene.h"

/* Land and sea with their owners, and centres; of a map without outlines boxes and lines between
 * them. live: land and centres are marked for a script, as picture.h says. */
void paint_ground(struct ink *ink, const struct picture_map *picture, const struct board *board,
                  bool live);

/* The names of provinces: above lines, below units. */
void paint_names(struct ink *ink, const struct picture_map *picture);

/* What of a scene is painted at a time. Lines lie below names, these below units; the ends of
 * lines, which tell where they lead and what became of them, lie above. live: shapes are brief and
 * marked, as picture.h says. */
enum paint_layer { LAYER_LINES, LAYER_UNITS, LAYER_ENDS };
void paint_scene(struct ink *ink, const struct map *map, const struct phase_record *record,
                 const struct scene *scene, enum paint_layer layer, bool live);

/* The two figures that stand for a unit, each in a group with data-figure. */
void paint_figures(struct ink *ink);

/* A line as the shapes of a kind and fate have it, from point to point, in the group of its power:
 * first without its end, then its end: a head, and a bar across it or a sign at the mark. */
void paint_line(struct ink *ink, enum shape_kind kind, enum shape_fate fate,
                const struct drawing_point point[], int count);
void paint_end(struct ink *ink, enum shape_kind kind, enum shape_fate fate,
               const struct drawing_point point[], int count, struct drawing_point mark);

/* A unit, or what a shape of one point makes of it, in the group of its power. of: the letters of
 * its power; "" for none. A sign that tells more of it stands at the mark. */
void paint_unit(struct ink *ink, enum shape_kind kind, enum shape_fate fate, enum unit_type type,
                const char *of, struct drawing_point at, struct drawing_point mark);

/* The words for what became of an order, and a power's code. "?" for what is none: what is stored
 * can have any bits. */
const char *paint_result(enum result result);
const char *paint_power(const struct map *map, int power);

/* What the signs mean that a scene has. Its place is below the map: 1200 units wide. Returns how
 * high it is, in units. */
int paint_key(struct ink *ink, const struct scene *scene);

#endif
