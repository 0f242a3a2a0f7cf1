/* decision: how a power comes to its joint orders in a movement phase.
 *
 * Joint orders are drawn as those of the others are, and improved (climb.h). That is done from
 * several starts. Of those found one is chosen, by what it is worth against the same order sets of
 * the others, or by regret matching (regret.h), which has a quarter of the budget then. */
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
	bool search;    /* else orders are drawn only */
	int wary;       /* as in regret.h; 0: no regret matching */
	const struct evaluation_weights *weights;
	const struct goal_worths *worths; /* NULL: without goals */
	const struct aim_weights *prior;
	const struct lessons *lessons; /* NULL: nothing is learned from what others do */
	bool replies;                  /* with lessons: others have habits, and choose (replies.h) */
	bool searched;                 /* with lessons: half of the budget for others who search */
	const struct foresight *foresight; /* NULL: the others' orders are drawn by belief */
	/* They change nothing but time: */
	const struct lanes_width *width; /* of lanes; NULL: none */
	int helpers;                     /* climbs that may take place beside the first (starts.h) */
};

/* The bytes that it needs as scratch. */
size_t decision_size(int helpers);

/* Observes what the others did in a movement phase: whether they search. The call has the scratch
 * of a decision. */
void decision_learn(const struct player_call *call, const struct decision_settings *settings,
                    const struct belief *belief, const struct goals goals[],
                    const struct order orders[], struct lessons *lessons);

/* Writes the orders of the call's power. */
void decision_make(const struct player_call *call, const struct decision_settings *settings,
                   struct order orders[UNITS_MAX], struct player_effort *effort);

/* Joint orders that a decision has considered, and the share which they let the power expect: the
 * mean, against the same order sets of the others. Of the best it is the part of what all powers
 * expect together; the others are in proportion. */
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
