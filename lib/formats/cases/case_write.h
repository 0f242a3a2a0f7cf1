/* case_write: positions as text, in the lines of case files (tests/cases/README.md). cases.h reads
 * them. */
#ifndef ARESFARM_CASE_WRITE_H
#define ARESFARM_CASE_WRITE_H

#include "board/board.h"

/* Lines as they are written. Where `used` comes to exceed `size`, the text lacks its end. */
struct case_text {
	char *text;
	size_t size, used;
};

__attribute__((format(printf, 2, 3))) void case_write(struct case_text *out, const char *format,
                                                      ...);

/* "unit RUS F stp/nc" and the like; the word may be more than one. */
void case_write_unit(struct case_text *out, const struct map *map, const char *word,
                     struct unit unit);

/* The lines of a position: phase, owners, units, what must retreat, and what is closed. */
void case_write_board(struct case_text *out, const struct map *map, const struct board *board);

#endif
