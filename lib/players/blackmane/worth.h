/* worth: what provinces are worth to a power (Pires 2011, equations 3.1 and 3.2).
 *
 * READING: unowned centres count as the centres of one more power, as in the DAIDE's list of
 * owners. A power is adjacent to a province if one of its units could move in, as in DumbBot, which
 * the source follows here. */
#ifndef ARESFARM_WORTH_H
#define ARESFARM_WORTH_H

#include "board/board.h"

enum worth_equation { WORTH_CENTRES = 1 /* 3.1 */, WORTH_ALL = 2 /* 3.2 */ };

struct worth {
	int32_t of[PROVINCES_MAX]; /* 0 or more */
};

void worth_open(const struct map *map, const struct board *board, uint8_t power,
                enum worth_equation equation, struct worth *worth);

#endif
