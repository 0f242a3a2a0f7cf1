/* map_file: a map as text, in the format of schema/maps: a head with the names of the fields of
 * struct map_row, then one line per row, with commas between the fields. A field contains no
 * comma. */
#ifndef ARESFARM_MAP_FILE_H
#define ARESFARM_MAP_FILE_H

#include "board/map.h"

enum { MAP_FILE_SIZE = 1 << 16 }; /* more bytes than any map needs */

extern const char map_file_head[]; /* the first line */

/* Splits a text into rows for map_build, which point into the text. False, with the line and the
 * fault in error: the head differs, a line has too many or too few fields, there are too many
 * lines, or a byte is not allowed in a text. */
MUST_CHECK bool map_file_read(char *text, struct map_row rows[LOCS_MAX], size_t *count,
                              char error[ERROR_SIZE]);

/* Writes a text that map_file_read reads: at most `size` bytes, the last of them 0. Returns the
 * number of bytes of the whole text. */
size_t map_file_print(const struct map_row rows[], size_t count, char *text, size_t size);

#endif
