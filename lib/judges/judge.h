/* judge: the interface of judges, the table of judges (judges.def), and what follows from a
 * resolution.
 *
 * A judge takes a board and one order per unit, and decides which orders are followed (thesis
 * 1.2.2). It never allocates, draws no random numbers and ignores the season. Reasons, the next
 * board and retreats follow from its resolution in the same way for every judge. */
#ifndef ARESFARM_JUDGE_H
#define ARESFARM_JUDGE_H

#include "rules/submission.h"

/* The stages of a judge: see stages.def. */
enum stage {
#define STAGE(stage, name) STAGE_##stage,
#include "stages.def"
#undef STAGE
	STAGES
};
extern const char *const stage_names[STAGES];

/* The result of an order: see results.def. */
enum result {
#define RESULT(result, name) RESULT_##result,
#include "results.def"
#undef RESULT
	RESULTS
};
_Static_assert(RESULTS <= 16, "a stored order has four bits for its result (order.h)");
extern const char *const result_names[RESULTS];

struct resolution {
	unit_set follows;   /* orders followed; a hold is followed when its unit is not dislodged */
	unit_set dislodged; /* for certain */
	unit_set undecided; /* orders that a partial judge leaves open; none of them is in follows. 0
	                       for all other judges. If a unit's order or a move to its province is
	                       undecided, it may be open whether the unit is dislodged */
	unit_set reached[STAGES]; /* orders that were open when a stage began */
	uint8_t stage;            /* enum stage: the last one reached */
};

static inline void resolution_set_stage(struct resolution *resolution)
{
	int last = STAGE_NONE;

#pragma GCC unroll 8
	for (int stage = STAGE_NONE + 1; stage < STAGES; stage++)
		last = resolution->reached[stage] ? stage : last;
	resolution->stage = (uint8_t)last;
}

struct judge {
	const char *name;
	const char *about; /* one line */
	bool partial;      /* may leave orders undecided: for comparison only, not for games */
	/* Decides the orders of a set only, and writes their resolution, all but its stage. The set
	 * must be closed: an order that concerns one of its orders is in it too (forecast.h). */
	void (*decide)(struct variant variant, const struct board *board, const struct verified *v,
	               unit_set scope, struct resolution *resolution);
};

extern const struct judge *const judges[]; /* the last is NULL; the first is the default */
const struct judge *judge_find(const char *name);

/* A movement phase that a judge has resolved: the question, the findings of verify, and the answer.
 * The orders are verified once; everything that follows from the resolution is read from here. */
struct judgement {
	struct variant variant;
	const struct board *board;  /* the caller's, as are the orders: neither may change */
	const struct order *orders; /* parallel to board->unit */
	struct verified verified;
	struct resolution resolution; /* of all orders */
};

/* Verifies the orders and has a judge decide them. */
void judge_resolve(const struct judge *judge, struct variant variant, const struct board *board,
                   const struct order orders[], struct judgement *judgement);

/* The functions below take a judgement with undecided orders too. Their answers are then as certain
 * as the resolution: a failed order may have another reason than the one given; an undecided unit
 * stays on the next board unless another unit has moved in; a province is contested only if it is
 * so in every case. */

/* Whether a unit moved away. */
static inline bool judge_has_left(const struct judgement *judgement, int unit)
{
	return unit_set_has(judgement->verified.moves & judgement->resolution.follows, unit);
}

/* Whether those of some fleets, all ordered to convoy a move, that stood carry it to its target. */
bool judge_is_carried(const struct judgement *judgement, int mover, unit_set fleets);

/* Whether a move reached its target, successful or not: over land, or along fleets that were
 * ordered to convoy and not dislodged. */
bool judge_has_arrived(const struct judgement *judgement, int mover);

/* The reason for each order's outcome, parallel to the units. */
void judge_explain(const struct judgement *judgement, enum result results[UNITS_MAX]);

/* The units that do not stay where they are: those that move, and those that leave the board. */
struct departures {
	unit_set moved, gone;
};
struct departures judge_find_departures(const struct judgement *judgement);

/* The board after the moves: movers moved, dislodged units gone, owners and phase unchanged (thesis
 * 3.2.7). next may be the judgement's own board; then the judgement is no longer valid. */
void judge_move_units(const struct judgement *judgement, struct board *next);

/* The provinces left empty by a standoff. */
struct place_set judge_find_contested(const struct judgement *judgement);

/* The unit that dislodged a unit, or -1 if it was not dislodged. */
int judge_find_dislodger(const struct judgement *judgement, int unit);

#endif
