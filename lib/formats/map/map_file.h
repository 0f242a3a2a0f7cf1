/* map_file: a map as text, as the files of schema/maps have it: a head with the names of the fields
 * of struct map_row, then a line a row, with commas between the fields. A field has no comma. */
#ifndef ARESFARM_MAP_FILE_H
#define ARESFARM_MAP_FILE_H

#include "board/map.h"

enum { MAP_FILE_SIZE = 1 << 16 }; /* no map needs as many bytes */

extern const char map_file_head[]; /* the first line */

/* Cuts a text into rows for map_build. They point into it. False, with the line and what is wrong
 * in error: the head is another, a line has more or fewer fields, there are too many lines, or a
 * byte is not a letter of a text. */
MUST_CHECK bool map_file_read(char *text, struct map_row rows[LOCS_MAX], size_t *count,
                              char error[MAP_ERROR_SIZE]);

/* Writes a text that map_file_read reads: at most `size` bytes, the last of them 0. Returns how
 * many bytes all of it has. */
size_t map_file_print(const struct map_row rows[], size_t count, char *text, size_t size);

#endif
