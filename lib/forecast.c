/* forecast: see forecast.h. */
#include "forecast.h"

#include <assert.h>
#include <string.h>

/* All orders are decided anew when more of them than CHANGES_MOST change, or not more than
 * ACTIVE_FEW of them do anything but hold. Then that is as fast as to find those that the changes
 * concern. */
enum { CHANGES_MOST = 2, ACTIVE_FEW = 4 };

/* Nothing else is read before there is a board. */
void forecast_open(struct forecast *forecast, struct variant variant, const struct judge *judge)
{
	forecast->judge = judge;
	forecast->judgement.variant = variant;
	forecast->judgement.board = NULL;
	forecast->judgement.orders = forecast->orders;
}

/* Takes orders over; returns the units whose orders differ from those of the forecast before. They
 * are compared without a branch, which a processor could not foresee. */
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

/* The orders that concern those of a set, directly or through others. An order concerns the moves
 * to its unit's province and to its target, the unit at its target, the unit it helps, and the
 * units that help it. */
static unit_set close_set(const struct verified *v, unit_set set)
{
	unit_set closed = 0;

	while (set & ~closed) {
		const int x = unit_set_first(set & ~closed), occupant = v->at[v->target[x]];
		unit_set_add(&closed, x);
		set |= v->into[v->home[x]] | v->into[v->target[x]] | v->supporters[x] | v->convoyers[x];
		set |= unit_set_if(occupant >= 0, occupant & (UNITS_MAX - 1)) |
		       unit_set_if(v->helps[x] >= 0, v->helps[x] & (UNITS_MAX - 1));
	}
	return closed;
}

/* Replaces the results of some orders by new ones. */
static void merge(struct resolution *resolution, unit_set scope, const struct resolution *part)
{
	resolution->follows = (resolution->follows & ~scope) | part->follows;
	resolution->dislodged = (resolution->dislodged & ~scope) | part->dislodged;
	resolution->undecided = (resolution->undecided & ~scope) | part->undecided;
	for (int stage = 0; stage < STAGES; stage++)
		resolution->reached[stage] =
			(resolution->reached[stage] & ~scope) | (part->reached[stage] & scope);
	resolution_set_stage(resolution);
}

static void decide(struct forecast *forecast, unit_set scope, struct resolution *resolution)
{
	const struct judgement *j = &forecast->judgement;

	forecast->judge->decide(j->variant, j->board, &j->verified, scope, resolution);
}

/* Whether few orders are decided faster than all. */
static bool is_local(const struct verified *v, unit_set changed)
{
	return unit_set_count(changed) <= CHANGES_MOST &&
	       unit_set_count(v->moves | v->supports | v->convoys) > ACTIVE_FEW;
}

static void resolve_changes(struct forecast *forecast, unit_set changed)
{
	struct judgement *j = &forecast->judgement;
	const bool local = is_local(&j->verified, changed);
	const unit_set before = local ? close_set(&j->verified, changed) : 0;
	const unit_set renewed = verify_update(j->variant, j->board, j->orders, changed, &j->verified);
	struct resolution part;

	if (!local) {
		decide(forecast, verify_all_units(&j->verified), &j->resolution);
		return;
	}
	const unit_set scope = close_set(&j->verified, before | renewed);
	decide(forecast, scope, &part);
	merge(&j->resolution, scope, &part);
}

static void resolve_all_anew(struct forecast *forecast, const struct board *board)
{
	judge_resolve(forecast->judge, forecast->judgement.variant, board, forecast->orders,
	              &forecast->judgement);
}

/* Resolves the forecast's orders. `changed`: those that differ from the judgement's. */
static void resolve(struct forecast *forecast, unit_set changed)
{
	if (changed)
		resolve_changes(forecast, changed);
}

const struct judgement *forecast_resolve(struct forecast *forecast, const struct board *board,
                                         const struct order orders[])
{
	if (board == forecast->judgement.board) {
		resolve(forecast, take_changes(forecast, orders, board->unit_count));
	} else {
		memcpy(forecast->orders, orders, board->unit_count * sizeof *orders);
		resolve_all_anew(forecast, board);
	}
	return &forecast->judgement;
}

const struct judgement *forecast_change(struct forecast *forecast, int unit, struct order order)
{
	const bool same = order_equal(forecast->orders[unit], order);

	assert(forecast->judgement.board);
	forecast->orders[unit] = order;
	resolve(forecast, same ? 0 : unit_set_one(unit));
	return &forecast->judgement;
}

void forecast_resolve_all(struct forecast *forecast, const struct board *board,
                          const struct order *const sets[], int count,
                          struct resolution resolutions[])
{
	for (int s = 0; s < count; s++)
		resolutions[s] = forecast_resolve(forecast, board, sets[s])->resolution;
}
