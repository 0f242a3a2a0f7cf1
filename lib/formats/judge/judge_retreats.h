/* judge_retreats: infers a retreat phase from dislodged units and their lists of possible retreats.
 *
 * A board records which provinces are closed: to all units, because a standoff left the province
 * empty, or to one unit, because its attacker came from there. Here this is inferred: a province
 * that no unit may enter is closed to all. */
#ifndef ARESFARM_JUDGE_RETREATS_H
#define ARESFARM_JUDGE_RETREATS_H

#include "judge_mail.h"

struct listed_retreat {
	struct unit unit;
	struct place_set options; /* locations */
};

/* Adds dislodged units to a board that has its standing units. False, with the fault in error: two
 * units were dislodged in one province, or no position allows exactly these places. */
MUST_CHECK bool judge_retreats_infer(const struct map *map, const struct listed_retreat retreats[],
                                     int count, struct board *board, char error[ERROR_SIZE]);

#endif
