/* picture: a board, or a phase with its orders and what became of them, as SVG.
 *
 * Invariant: the same record gives the same bytes. The picture is well-formed XML whatever names a
 * map and a game have. It needs nothing from elsewhere and has no script. Its classes begin with
 * "b-"; it has no ids, so a page may have several pictures. Its style has colours for light and
 * dark pages. */
#ifndef ARESFARM_PICTURE_H
#define ARESFARM_PICTURE_H

#include "drawing.h"
#include "record.h"

enum {
	PICTURE_SIZE = 160 * 1024
}; /* bytes that suffice for any phase of the standard map that was
    * played by its rules */

/* A map to make pictures of: to be set up once. */
struct picture_map {
	const struct map *map;
	struct drawing drawing; /* without outlines, where the map has no drawing */
};

/* Takes a drawing that is compiled in and fits the map: same provinces, same neighbours as the map
 * of its name. Without one it lays the map out itself. The map must live as long. */
void picture_open(struct picture_map *picture, const struct map *map);

/* Writes the picture of a phase; a record without orders is a board. title: what the game is
 * called. Writes at most size bytes, and no terminator. Returns how many bytes the picture has:
 * more than size, and it did not fit. */
size_t picture_write(const struct picture_map *picture, const struct phase_record *record,
                     const char *title, char *text, size_t size);

#endif
