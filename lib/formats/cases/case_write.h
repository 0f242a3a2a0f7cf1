/* case_write: writes positions as lines of case files (tests/cases/README.md), which cases.h
 * reads. */
#ifndef ARESFARM_CASE_WRITE_H
#define ARESFARM_CASE_WRITE_H

#include "board/board.h"

/* Writes a line such as "unit RUS F stp/nc". word: one word or several. */
void case_write_unit(struct text *out, const struct map *map, const char *word, struct unit unit);

/* Writes the lines of a position: phase, owners, units, dislodged units and closed provinces. */
void case_write_board(struct text *out, const struct map *map, const struct board *board);

#endif
