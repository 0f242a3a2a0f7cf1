/* show_sketch: a board as a map in text, for terminals with colours. */
#ifndef ARESFARM_SHOW_SKETCH_H
#define ARESFARM_SHOW_SKETCH_H

#include "board/board.h"

/* Prints the board to standard output as wide as the terminal allows, and a line that says what its
 * signs mean. */
void show_sketch(const struct map *map, const struct board *board);

#endif
