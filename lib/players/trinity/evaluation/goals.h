/* goals: the worth of centres to a power, its own included; and how strongly they attract a unit at
 * each place. */
#ifndef ARESFARM_GOALS_H
#define ARESFARM_GOALS_H

#include "ground.h"

/* What a centre beside a unit adds to its pull, where each further move halves it. */
enum { GOALS_BESIDE = 64 };

enum goal_kind {
#define GOAL(kind, worth) GOAL_##kind,
#include "goals.def"
#undef GOAL
	GOAL_KINDS
};

/* What centres of each kind are worth, and how much of it draws a unit of a type that is some moves
 * away. Set by hand: goals.def, halves.def. */
struct goal_worths {
	int32_t of[GOAL_KINDS];
	int32_t draw[UNIT_TYPES][GROUND_FAR + 1]; /* the last one is 0 */
};
extern const struct goal_worths goal_worths_set;

struct goals {
	uint8_t power;
	int16_t worth[PROVINCES_MAX];       /* of a centre, in hundredths of an ordinary one */
	int32_t pull[UNIT_TYPES][LOCS_MAX]; /* the worth of all centres, by their distance */
};

/* worths: if NULL, no centre has any worth or pull. */
void goals_open(const struct ground *ground, uint8_t power, const struct goal_worths *worths,
                struct goals *goals);

#endif
