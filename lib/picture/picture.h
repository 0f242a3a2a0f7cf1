/* picture: a board, or a phase with its orders and what became of them, as SVG.
 *
 * Invariant: the same record gives the same bytes. The picture is well-formed XML whatever names a
 * map and a game have. It needs nothing from elsewhere and has no script. Its classes begin with
 * "b-"; it has no ids, so a page may have several pictures. Its style has colours for light and
 * dark pages. */
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

/* A map to make pictures of: to be set up once. */
struct picture_map {
	const struct map *map;
	struct drawing drawing; /* without outlines, where the map has no drawing */
};

/* The number of a power's colour, in the classes b-t and b-u: the same for the same power on every
 * map. What is not a power has POWER_NONE. */
int picture_colour(const struct map *map, int power);

/* A power in two letters, "Fr", beside its colour: on its units and its centres. In more, where
 * another power of the map begins with the same two. "" for what is not a power. */
enum { PICTURE_SIGN_SIZE = 4 };
void picture_sign(const struct map *map, int power, char sign[PICTURE_SIGN_SIZE]);

/* Takes a drawing that is compiled in and fits the map: same provinces, same neighbours as the map
 * of its name. Without one it lays the map out itself. The map must live as long. */
void picture_open(struct picture_map *picture, const struct map *map);

/* Colours, lines and letters, for light and dark pages, as CSS. Pictures have it in themselves; a
 * page whose policy forbids that links to it. */
extern const char picture_style[];

/* Writes the picture of a phase; a record without orders is a board. title: what the game is
 * called. Writes at most size bytes, and no terminator. Returns how many bytes the picture has:
 * more than size, and it did not fit. */
size_t picture_write(const struct picture_map *picture, const struct phase_record *record,
                     const char *title, char *text, size_t size);

/* "Spring 1901, moves". Returns text. */
enum { PICTURE_PHASE_SIZE = 40 };
char *picture_name_phase(int16_t phase, char text[PICTURE_PHASE_SIZE]);

/* ── a picture whose phases change ── */

/* A page that shows many phases of a game has the ground once. A script sets the owners and puts
 * each phase's shapes in their place. For the script they are marked:
 *
 *     data-land="N", data-centre="N"    land and centre of province N; its classes are those of
 *                                       picture_write: b-tP, and in a centre's group b-uP or
 *                                       b-none, with P the number of a colour
 *     g.b-lines, g.b-units, g.b-ends    where the shapes are
 *     data-o="N"                        a shape of the record's order N
 *
 * What all shapes share the script adds, because there are many: titles, a copy of each line below
 * it with the class b-halo, and in a group with data-unit="A" the figure of data-figure="A", with
 * the letters that are in the group's data-sign.
 *
 * These functions write and return what picture_write does. */

/* The picture of a phase without head, key and style, which its page has; its shapes are whole. It
 * has the figures, too. */
size_t picture_write_ground(const struct picture_map *picture, const struct phase_record *record,
                            const char *title, char *text, size_t size);

/* An svg element with the three groups of a phase. */
size_t picture_write_shapes(const struct picture_map *picture, const struct phase_record *record,
                            char *text, size_t size);

/* Where units come from that stand on the board after a phase, for a script that moves them: an
 * object of JSON, {"X Y": "X Y"}. next: that board; NULL: it is not known, and no unit stands
 * beside the one that dislodged it. */
void picture_ink_ways(const struct picture_map *picture, const struct phase_record *record,
                      const struct board *next, struct ink *ink);

/* A map as a script needs it: an object of JSON with powers, colours, signs, the kinds of orders
 * and the codes of places by the numbers that packed orders have, and provinces with their places
 * and neighbours. */
void picture_ink_places(const struct picture_map *picture, struct ink *ink);

/* Adds to signs the kinds of shapes that a phase has and signs lacks. It begins with a scene of
 * zeros. */
void picture_collect_signs(const struct picture_map *picture, const struct phase_record *record,
                           struct scene *signs);

/* The key to such signs, as a picture of its own. */
size_t picture_write_key(const struct scene *signs, char *text, size_t size);

#endif
