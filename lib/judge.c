/* judge: the table of judges, and what follows from a resolution by any of them. */
#include "judge.h"

#include <assert.h>
#include <string.h>

#define JUDGE(name) extern const struct judge judge_##name;
#include "judges/judges.def"
#undef JUDGE

const struct judge *const judges[] = {
#define JUDGE(name) &judge_##name,
#include "judges/judges.def"
#undef JUDGE
	NULL,
};

const char *const stage_names[STAGES] = {
#define STAGE(stage, name) [STAGE_##stage] = name,
#include "stages.def"
#undef STAGE
};

const char *const result_names[RESULTS] = {
#define RESULT(result, name) [RESULT_##result] = name,
#include "results.def"
#undef RESULT
};

const struct judge *judge_find(const char *name)
{
	for (const struct judge *const *judge = judges; *judge; judge++)
		if (strcmp((*judge)->name, name) == 0)
			return *judge;
	return NULL;
}

void judge_resolve(const struct judge *judge, struct variant variant, const struct board *board,
                   const struct order orders[], struct judgement *judgement)
{
	struct verified *v = &judgement->verified;

	judgement->variant = variant;
	judgement->board = board;
	judgement->orders = orders;
	verify_orders(variant, board, orders, v);
	judge->decide(variant, board, v, verify_all_units(v), &judgement->resolution);
}

/* Whether a move was followed. */
static bool has_left(const struct judgement *j, int u)
{
	return unit_set_has(j->verified.moves & j->resolution.follows, u);
}

/* The unit that moved into a province, or -1. */
static int find_arrival(const struct judgement *j, uint8_t province)
{
	const unit_set arrivals = j->verified.into[province] & j->resolution.follows;

	return arrivals ? unit_set_first(arrivals) : -1;
}

static bool has_route(const struct judgement *j, int mover, unit_set fleets)
{
	return verify_route(j->variant.map, j->board, fleets, j->verified.home[mover],
	                    j->verified.target[mover]);
}

bool judge_has_arrived(const struct judgement *judgement, int mover)
{
	const unit_set convoyers = judgement->verified.convoyers[mover];
	const unit_set standing = convoyers & judgement->resolution.follows;

	if (unit_set_has(judgement->verified.adjacent, mover))
		return true;
	return (judgement->variant.law->routes == ROUTES_ANY_OPEN || standing == convoyers) &&
	       has_route(judgement, mover, standing);
}

/* ── reasons ── */

/* Whether fleets could carry a move at all: an army's, from one coastal province to another. */
static bool could_be_convoyed(const struct judgement *j, int u)
{
	const struct map *map = j->variant.map;
	const uint8_t home = j->verified.home[u], target = j->verified.target[u];

	return j->board->unit[u].type == ARMY && home != target &&
	       j->orders[u].to < map->province_count && map->loc[home].terrain == COAST &&
	       map->loc[target].terrain == COAST;
}

static enum result explain_move(const struct judgement *j, int u)
{
	if (unit_set_has(j->resolution.follows, u))
		return RESULT_SUCCEEDS;
	if (judge_has_arrived(j, u))
		return RESULT_BOUNCED;
	if (!could_be_convoyed(j, u))
		return RESULT_UNATTAINABLE;
	return has_route(j, u, j->verified.convoyers[u]) ? RESULT_DISRUPTED : RESULT_NO_CONVOY;
}

/* Whether a unit of the supporter's own power stays where the supported move leads. */
static bool stays_against(const struct judgement *j, int supporter)
{
	const struct verified *v = &j->verified;
	const int occupant = v->at[v->target[v->helps[supporter]]];

	return occupant >= 0 && v->power[occupant] == v->power[supporter] && !has_left(j, occupant);
}

static enum result explain_support(const struct judgement *j, int u)
{
	if (!unit_set_has(j->verified.valid, u))
		return RESULT_VOID;
	if (unit_set_has(j->resolution.follows, u))
		return RESULT_SUCCEEDS;
	if (unit_set_has(j->resolution.dislodged, u))
		return RESULT_DISLODGED;
	return unit_set_has(j->verified.support_moves, u) && stays_against(j, u) ? RESULT_SELF
	                                                                         : RESULT_CUT;
}

/* Of a convoy or a hold. */
static enum result explain_other(const struct judgement *j, int u)
{
	if (unit_set_has(j->verified.convoys & ~j->verified.valid, u))
		return RESULT_VOID;
	if (unit_set_has(j->resolution.dislodged, u))
		return RESULT_DISLODGED;
	return unit_set_has(j->resolution.follows, u) ? RESULT_SUCCEEDS : RESULT_DISRUPTED;
}

void judge_explain(const struct judgement *judgement, enum result results[UNITS_MAX])
{
	const struct verified *v = &judgement->verified;

	for (int u = 0; u < v->count; u++) {
		if (unit_set_has(judgement->resolution.undecided, u))
			results[u] = RESULT_UNDECIDED;
		else if (unit_set_has(v->moves, u))
			results[u] = explain_move(judgement, u);
		else if (unit_set_has(v->supports, u))
			results[u] = explain_support(judgement, u);
		else
			results[u] = explain_other(judgement, u);
	}
}

/* ── the next board ── */

/* The undecided units where another unit has come in. */
static unit_set find_displaced(const struct judgement *j)
{
	const struct verified *v = &j->verified;

	return verify_find_occupants(v, v->moves & j->resolution.follows, j->resolution.undecided);
}

struct departures judge_find_departures(const struct judgement *judgement)
{
	const struct resolution *resolution = &judgement->resolution;
	const unit_set gone =
		resolution->dislodged | (resolution->undecided ? find_displaced(judgement) : 0);

	return (struct departures){judgement->verified.moves & resolution->follows & ~gone, gone};
}

void judge_move_units(const struct judgement *judgement, struct board *next)
{
	const struct board *board = judgement->board;
	const struct departures departures = judge_find_departures(judgement);
	struct unit arrivals[UNITS_MAX];
	int count = 0;

	for (unit_set rest = departures.moved; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		arrivals[count] = board->unit[u];
		arrivals[count++].loc = judgement->orders[u].to;
	}
	if (next != board)
		*next = *board;
	board_clear_retreats(next);
	for (unit_set rest = departures.moved | departures.gone; rest;) {
		const int last = unit_set_last(rest);
		board_remove(next, last);
		unit_set_remove(&rest, last);
	}
	while (count > 0)
		if (!board_add(judgement->variant.map, next, arrivals[--count]))
			assert(!"two units in a province");
}

/* ── retreats ── */

int judge_find_dislodger(const struct judgement *judgement, int unit)
{
	return unit_set_has(judgement->resolution.dislodged, unit)
	           ? find_arrival(judgement, judgement->verified.home[unit])
	           : -1;
}

/* Whether a move that failed was dislodged from where it was going: it then has no effect there
 * (rule 11). */
static bool is_repelled(const struct judgement *j, int u)
{
	const struct verified *v = &j->verified;
	const int victor = judge_find_dislodger(j, u);

	return victor >= 0 && v->home[victor] == v->target[u] &&
	       (j->variant.law->victim == VICTIM_POWERLESS || unit_set_has(v->adjacent, victor));
}

/* Whether a move that failed left its target empty for certain, and closed to retreats. */
static bool contests(const struct judgement *j, int u)
{
	const struct verified *v = &j->verified;
	const int occupant = v->at[v->target[u]];

	if ((v->into[v->target[u]] | v->into[v->home[u]]) & j->resolution.undecided)
		return false;
	if (occupant >= 0 && !has_left(j, occupant))
		return false; /* held, whether or not dislodged: a unit stands there */
	return find_arrival(j, v->target[u]) < 0 && !is_repelled(j, u) && judge_has_arrived(j, u);
}

struct place_set judge_find_contested(const struct judgement *judgement)
{
	const struct verified *v = &judgement->verified;
	const struct resolution *resolution = &judgement->resolution;
	const unit_set failed = v->moves & ~(resolution->follows | resolution->undecided);
	struct place_set contested = {{0, 0}};

	for (unit_set rest = failed; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		if (contests(judgement, u))
			place_set_add(&contested, v->target[u]);
	}
	return contested;
}
