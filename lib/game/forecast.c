/* forecast: see forecast.h. */
#include "forecast.h"

#include <string.h>

/* All orders are decided anew if more than CHANGES_MOST of them change, or at most ACTIVE_FEW of
 * them are not holds. This is then as fast as finding the orders that the changes concern. */
enum { CHANGES_MOST = 2, ACTIVE_FEW = 4 };

/* Other fields are not read until there is a board. */
void forecast_open(struct forecast *forecast, struct variant variant, const struct judge *judge)
{
	forecast->judge = judge;
	forecast->judgement.variant = variant;
	forecast->judgement.board = NULL;
	forecast->judgement.orders = forecast->orders;
}

/* Copies orders; returns the units whose orders differ from those of the previous forecast. They
 * are compared without branches, which would be unpredictable. */
static unit_set take_changes(struct forecast *forecast, const struct order orders[], int count)
{
	unit_set changed = 0;

#pragma GCC unroll 4
	for (int u = count - 1; u >= 0; u--)
		changed = 2 * changed + !order_equal(forecast->orders[u], orders[u]);
	for (unit_set rest = changed; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		forecast->orders[x] = orders[x];
	}
	return changed;
}

/* The orders that an order concerns: the moves to its unit's province and to its target, the unit
 * at its target, the unit that it helps, and the units that help it. */
static inline unit_set find_concerned(const struct verified *v, int x)
{
	const int occupant = v->at[v->target[x]], helped = v->helps[x];

	return v->into[v->home[x]] | v->into[v->target[x]] | v->supporters[x] | v->convoyers[x] |
	       unit_set_if(occupant >= 0, occupant & (UNITS_MAX - 1)) |
	       unit_set_if(helped >= 0, helped & (UNITS_MAX - 1));
}

/* The orders of a set, and those that they concern directly. */
static inline unit_set add_concerned(const struct verified *v, unit_set set)
{
	unit_set concerned = set;

	for (unit_set rest = set; rest; unit_set_drop(&rest))
		concerned |= find_concerned(v, unit_set_first(rest));
	return concerned;
}

/* The same, with those that they concern indirectly. */
static inline unit_set close_set(const struct verified *v, unit_set set)
{
	unit_set closed = set;

	for (unit_set rest = set; rest;) {
		const unit_set concerned = find_concerned(v, unit_set_pop(&rest));
		rest |= concerned & ~closed;
		closed |= concerned;
	}
	return closed;
}

/* Replaces the results of some orders by new ones. */
static inline void merge(struct resolution *resolution, unit_set scope,
                         const struct resolution *part)
{
	resolution->follows = (resolution->follows & ~scope) | part->follows;
	resolution->dislodged = (resolution->dislodged & ~scope) | part->dislodged;
	resolution->undecided = (resolution->undecided & ~scope) | part->undecided;
#pragma GCC unroll 8
	for (int stage = 0; stage < STAGES; stage++)
		resolution->reached[stage] = (resolution->reached[stage] & ~scope) | part->reached[stage];
	resolution_set_stage(resolution);
}

/* An order whose result changes is connected with a changed order through unchanged ones, in the
 * old orders or in the new. So it is enough to take the old neighbours of the changed orders, and
 * to close this set under the new orders. */
static void resolve_changes(struct forecast *forecast, unit_set changed)
{
	struct judgement *j = &forecast->judgement;
	struct verified *v = &j->verified;
	const unit_set all = verify_all_units(v);
	const bool local = unit_set_count(changed) <= CHANGES_MOST &&
	                   unit_set_count(v->moves | v->supports | v->convoys) > ACTIVE_FEW;
	unit_set scope = local ? add_concerned(v, changed) : all;
	struct resolution part;

	scope |= verify_update(j->variant, j->board, j->orders, changed, v);
	scope = local ? close_set(v, scope) : all;
	forecast->judge->decide(j->variant, j->board, v, scope, &part);
	merge(&j->resolution, scope, &part);
}

const struct judgement *forecast_resolve(struct forecast *forecast, const struct board *board,
                                         const struct order orders[])
{
	struct judgement *judgement = &forecast->judgement;

	if (board == judgement->board) {
		const unit_set changed = take_changes(forecast, orders, board->unit_count);
		if (changed)
			resolve_changes(forecast, changed);
	} else {
		memcpy(forecast->orders, orders, board->unit_count * sizeof *orders);
		judge_resolve(forecast->judge, judgement->variant, board, forecast->orders, judgement);
	}
	return judgement;
}
