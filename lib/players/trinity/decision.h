/* decision: the choice of a power's joint orders in a movement phase.
 *
 * Joint orders are drawn like those of the others, and improved (climb.h), from several starts. One
 * of the results is chosen, by its value against the same order sets of the others, or by regret
 * matching (regret.h), which then has a quarter of the budget. */
#ifndef ARESFARM_DECISION_H
#define ARESFARM_DECISION_H

#include "belief.h"
#include "foresight.h"
#include "searched.h"
#include "judges/lanes/lanes.h"
#include "players/player.h"
#include "players/trinity/evaluation/evaluation.h"

struct decision_settings {
	int32_t budget; /* resolutions */
	bool search;    /* else orders are only drawn */
	int wary;       /* as in regret.h; 0: no regret matching */
	const struct evaluation_weights *weights;
	const struct goal_worths *worths; /* NULL: without goals */
	const struct aim_weights *prior;
	const struct lessons *lessons; /* NULL: nothing is learned from the orders of others */
	bool replies;                  /* with lessons: others have habits, and choose (replies.h) */
	bool searched; /* with lessons: half of the budget for other powers that search */
	const struct foresight *foresight; /* NULL: the others' orders are drawn by belief */
	/* These affect only the time: */
	const struct lanes_width *width; /* of lanes; NULL: none */
	int helpers;                     /* additional climbs at the same time (starts.h) */
};

/* The size of a decision's scratch in bytes. */
size_t decision_size(int helpers);

/* Learns from the orders of the others in a movement phase whether they search. The call has the
 * scratch of a decision. */
void decision_learn(const struct player_call *call, const struct decision_settings *settings,
                    const struct belief *belief, const struct goals goals[],
                    const struct order orders[], struct lessons *lessons);

/* Writes the orders of the call's power. */
void decision_make(const struct player_call *call, const struct decision_settings *settings,
                   struct order orders[UNITS_MAX], struct player_effort *effort);

/* Joint orders that a decision has considered, and the power's expected share: the mean, against
 * the same order sets of the others. For the best joint orders it is the power's part of the
 * expectations of all powers; others are in proportion. */
enum { DECISION_PLANS_MAX = 8 };
struct decision_plan {
	int32_t share;                 /* of EVALUATION_SURE */
	struct order order[UNITS_MAX]; /* of the power's units only */
};

/* After decision_make by its search: the best of the joint orders that it found, and of those that
 * differ from the best in one change. The most valuable come first; all differ. Writes at most
 * `most`, which is at most DECISION_PLANS_MAX; returns how many. call: the one it had, with its
 * scratch as it was left. */
int decision_plans(const struct player_call *call, struct decision_plan plans[], int most);

#endif
