/* picture: a board, or a phase with its orders and results, as SVG.
 *
 * Invariant: the same record gives the same bytes. The picture is well-formed XML whatever names a
 * map and a game have. It refers to no other file and has no script. Its classes begin with "b-".
 * It has no ids, so a page may have several pictures. Its style has colours for light and dark
 * pages. */
#ifndef ARESFARM_PICTURE_H
#define ARESFARM_PICTURE_H

#include "drawing.h"
#include "game/record.h"
#include "ink.h"
#include "scene.h"

enum {
	PICTURE_SIZE = 160 * 1024
}; /* bytes that suffice for any phase of the standard map that was
    * played by its rules */

/* A map for pictures, set up once. */
struct picture_map {
	const struct map *map;
	struct drawing drawing; /* without outlines if the map has no drawing */
};

/* The number of a power's colour, in the classes b-t and b-u: the same for the same power on every
 * map; POWER_NONE if it is not a power. */
int picture_colour(const struct map *map, int power);

/* A power in two letters, "Fr", for its units and centres, in addition to the colour. More letters
 * if another power of the map begins with the same two. "" if it is not a power. */
enum { PICTURE_SIGN_SIZE = 4 };
void picture_sign(const struct map *map, int power, char sign[PICTURE_SIGN_SIZE]);

/* Uses the compiled-in drawing if it fits the map: same provinces, same neighbours as the map of
 * its name. Otherwise it lays the map out itself. The map must live as long as the picture_map. */
void picture_open(struct picture_map *picture, const struct map *map);

/* Colours, lines and letters, for light and dark pages, as CSS. Pictures contain it; a page whose
 * policy forbids inline styles links to it. */
extern const char picture_style[];

/* Writes the picture of a phase; a record without orders is a board. title: of the game. Writes at
 * most size bytes, and no terminator. Returns the number of bytes of the picture; if it exceeds
 * size, the picture did not fit. */
size_t picture_write(const struct picture_map *picture, const struct phase_record *record,
                     const char *title, char *text, size_t size);

/* "Spring 1901, moves". Returns text. */
enum { PICTURE_PHASE_SIZE = 40 };
char *picture_name_phase(int16_t phase, char text[PICTURE_PHASE_SIZE]);

/* ── a picture with changing phases ── */

/* A page that shows many phases of a game contains the ground once. A script sets the owners and
 * inserts each phase's shapes. Marks for the script:
 *
 *     data-land="N", data-centre="N"    land and centre of province N; its classes are those of
 *                                       picture_write: b-tP, and in a centre's group b-uP or
 *                                       b-none, with P the number of a colour
 *     g.b-lines, g.b-units, g.b-ends    where the shapes are
 *     data-o="N"                        a shape of the record's order N
 *
 * There are many shapes, so the script adds what they share: titles, a copy of each line below it
 * with the class b-halo, and in a group with data-unit="A" the figure of data-figure="A", with the
 * letters in the group's data-sign.
 *
 * text, size and the returned value are as in picture_write. */

/* The picture of a phase without head, key and style, which the page has. Its shapes are complete,
 * and it contains the figures. */
size_t picture_write_ground(const struct picture_map *picture, const struct phase_record *record,
                            const char *title, char *text, size_t size);

/* An svg element with the three groups of a phase. */
size_t picture_write_shapes(const struct picture_map *picture, const struct phase_record *record,
                            char *text, size_t size);

/* Where the units on the board after a phase come from, for a script that animates them: a JSON
 * object, {"X Y": "X Y"}. next: that board; NULL: not known, so dislodged units are left out. */
void picture_ink_ways(const struct picture_map *picture, const struct phase_record *record,
                      const struct board *next, struct ink *ink);

/* The powers of a map for a script: the members powers, colours and signs of a JSON object. */
void picture_ink_powers(const struct map *map, struct ink *ink);

/* A map for a script: a JSON object with these members, the kinds of orders and codes of
 * places by their numbers in packed orders, and provinces with their places and neighbours. */
void picture_ink_places(const struct picture_map *picture, struct ink *ink);

/* Adds to signs the kinds of shapes of a phase that signs lacks. Begin with a scene of zeros. */
void picture_collect_signs(const struct picture_map *picture, const struct phase_record *record,
                           struct scene *signs);

/* The key to these signs, as a separate picture. */
size_t picture_write_key(const struct scene *signs, char *text, size_t size);

#endif
