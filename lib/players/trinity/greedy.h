/* greedy: a power's retreats, builds and removals. Each unit in turn retreats, is built or is
 * removed so that the position is then worth most (evaluation.h). */
#ifndef ARESFARM_GREEDY_H
#define ARESFARM_GREEDY_H

#include "players/player.h"
#include "players/trinity/evaluation/evaluation.h"

struct greedy {
	const struct player_call *call;
	struct ground ground;
	struct goals goals;
	const struct evaluation_weights *weights;
	struct board board; /* with the decisions so far */
};

/* worths: as in goals.h. */
void greedy_open(const struct player_call *call, const struct goal_worths *worths,
                 const struct evaluation_weights *weights, struct greedy *greedy);

/* The value of a board on which no unit moves: a share, of EVALUATION_SURE. */
int32_t greedy_value(struct greedy *greedy, const struct board *board);

/* As a player's function retreat. A unit disbands only if it must. */
void greedy_retreat(struct greedy *greedy, struct order orders[RETREATS_MAX]);

/* As a player's function adjust. None is waived. */
int greedy_adjust(struct greedy *greedy, struct submission adjustments[ADJUSTMENTS_MAX]);

#endif
