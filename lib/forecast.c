/* forecast: see forecast.h. */
#include "forecast.h"

#include <assert.h>
#include <string.h>

/* With more changes than this all is resolved anew, which is as fast: what they concern adds up. */
enum { CHANGES_MOST = 2 };

/* What is not set here is not read before there is a board. */
void forecast_open(struct forecast *forecast, const struct map *map, const struct law *law,
                   const struct judge *judge)
{
	forecast->map = map;
	forecast->law = law;
	forecast->judge = judge;
	forecast->board = NULL;
}

/* The units whose orders are not those of the last forecast; takes them over. */
static unit_set take_changes(struct forecast *forecast, const struct order orders[], int count)
{
	unit_set changed = 0;

	for (int u = 0; u < count; u++)
		changed |= unit_set_if(!order_equal(forecast->orders[u], orders[u]), u);
	for (unit_set rest = changed; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		forecast->orders[x] = orders[x];
	}
	return changed;
}

/* The orders that concern those of a set, through others too: moves to where a unit stands or is to
 * move, the unit there, and who helps whom. */
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

/* Puts the new resolution of some orders in the place of the old. */
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

static void resolve_all_anew(struct forecast *f)
{
	verify_orders(f->map, f->law, f->board, f->orders, &f->verified);
	f->judge->decide(f->map, f->law, f->board, &f->verified, verify_everybody(&f->verified),
	                 &f->resolution);
	f->resolution.moves = f->verified.moves;
}

static void resolve_changes(struct forecast *f, unit_set changed)
{
	const unit_set before = close_set(&f->verified, changed);
	const unit_set renewed = verify_update(f->map, f->board, f->orders, changed, &f->verified);
	const unit_set scope = close_set(&f->verified, before | renewed);
	struct resolution part;

	f->judge->decide(f->map, f->law, f->board, &f->verified, scope, &part);
	merge(&f->resolution, scope, &part);
	f->resolution.moves = f->verified.moves;
}

/* Resolves the forecast's orders, of which these are not those of the resolution it has. */
static void resolve(struct forecast *f, unit_set changed)
{
	if (unit_set_count(changed) > CHANGES_MOST ||
	    !verify_may_update(f->law, &f->verified, f->orders, changed))
		resolve_all_anew(f);
	else if (changed)
		resolve_changes(f, changed);
}

void forecast_resolve(struct forecast *forecast, const struct board *board,
                      const struct order orders[], struct resolution *resolution)
{
	if (board == forecast->board) {
		resolve(forecast, take_changes(forecast, orders, board->unit_count));
	} else {
		forecast->board = board;
		memcpy(forecast->orders, orders, board->unit_count * sizeof *orders);
		resolve_all_anew(forecast);
	}
	*resolution = forecast->resolution;
}

void forecast_change(struct forecast *forecast, int unit, struct order order,
                     struct resolution *resolution)
{
	const bool same = order_equal(forecast->orders[unit], order);

	assert(forecast->board);
	forecast->orders[unit] = order;
	resolve(forecast, same ? 0 : unit_set_one(unit));
	*resolution = forecast->resolution;
}

void forecast_resolve_all(struct forecast *forecast, const struct board *board,
                          const struct order *const sets[], int count,
                          struct resolution resolutions[])
{
	for (int s = 0; s < count; s++)
		forecast_resolve(forecast, board, sets[s], &resolutions[s]);
}
