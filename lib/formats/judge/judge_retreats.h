/* judge_retreats: dislodged units of which only the places are known that they may go to.
 *
 * A board knows what is closed: to all, because a standoff left it empty, or to one unit, because
 * its attacker came from there. Here this is inferred: what no unit may enter is closed to all. */
#ifndef ARESFARM_JUDGE_RETREATS_H
#define ARESFARM_JUDGE_RETREATS_H

#include "judge_mail.h"

struct listed_retreat {
	struct unit unit;
	struct place_set options; /* locations */
};

/* Makes a board, whose standing units are there, await retreats. False, with what is wrong in
 * error: two units were dislodged in one province, or no position allows these places. */
MUST_CHECK bool judge_retreats_infer(const struct map *map, const struct listed_retreat retreats[],
                                     int count, struct board *board, char error[MAIL_ERROR_SIZE]);

#endif
