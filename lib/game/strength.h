/* strength: the strengths of moves and units in a resolved movement phase.
 *
 * Source: DATC 5.B.4 to 5.B.8. A judge needs these terms while orders are still open; here all are
 * decided. A support counts if it succeeded, or failed only because a unit of its own power stayed
 * at the target: such a support still prevents others (rule 12 of the thesis). */
#ifndef ARESFARM_STRENGTH_H
#define ARESFARM_STRENGTH_H

#include "judges/judge.h"

/* Whether two units moved against each other, and neither was convoyed past the other. */
bool strength_head_to_head(const struct judgement *judgement, int x, int y);

/* The unit at the target of a move, or -1 if there is none in the way. */
int strength_obstacle(const struct judgement *judgement, int x);

/* The supports that count for a move against the unit at its target. A power's support does not
 * count against a unit of its own that stays. */
unit_set strength_attackers(const struct judgement *judgement, int x);

/* ATTACK STRENGTH of a move; 0 if it did not reach its target, or would dislodge a unit of its own
 * power. */
int strength_attack(const struct judgement *judgement, int x);

/* PREVENT STRENGTH of a move. */
int strength_prevent(const struct judgement *judgement, int x);

/* HOLD STRENGTH of a unit; against a move head to head its DEFEND STRENGTH. 0: it left. */
int strength_stand(const struct judgement *judgement, int unit, int against);

/* The moves of other powers that cut a support in its province, even if others cut it too. */
unit_set strength_cutters(const struct judgement *judgement, int support);

#endif
