/* judge: the table of judges, and what follows from a resolution whoever made it. */
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
	[STAGE_NONE] = "none",
	[STAGE_CONDITIONING] = "decision conditioning",
	[STAGE_SUBSTITUTION] = "predicate substitution",
	[STAGE_SUPPOSITION] = "predicate supposition",
	[STAGE_PARADOX] = "paradox elimination",
};

const char *const result_names[RESULTS] = {
	[RESULT_SUCCEEDS] = "succeeds",
	[RESULT_BOUNCED] = "bounced",
	[RESULT_DISLODGED] = "dislodged",
	[RESULT_CUT] = "cut",
	[RESULT_VOID] = "void",
	[RESULT_UNATTAINABLE] = "unattainable",
	[RESULT_NO_CONVOY] = "no convoy",
	[RESULT_DISRUPTED] = "disrupted",
	[RESULT_SELF] = "against an own unit",
	[RESULT_ILLEGAL] = "illegal",
	[RESULT_OCCUPIED] = "occupied",
	[RESULT_NOT_OWNED] = "not owned",
	[RESULT_TOO_MANY] = "too many",
	[RESULT_UNDECIDED] = "undecided",
};

const struct judge *judge_find(const char *name)
{
	for (const struct judge *const *judge = judges; *judge; judge++)
		if (strcmp((*judge)->name, name) == 0)
			return *judge;
	return NULL;
}

void judge_resolve(const struct judge *judge, const struct map *map, const struct law *law,
                   const struct board *board, const struct order orders[],
                   struct resolution *resolution)
{
	struct verified v;

	verify_orders(map, law, board, orders, &v);
	judge->decide(map, law, board, &v, verify_everybody(&v), resolution);
	resolution->moves = v.moves;
}

/* The unit that moved into a province, or -1. */
static int find_arrival(const struct verified *v, unit_set follows, uint8_t province)
{
	unit_set arrivals = v->into[province] & follows;

	return arrivals ? unit_set_first(arrivals) : -1;
}

/* Whether a move got as far as its target: over land, or along fleets that were ordered and stood.
 */
static bool has_arrived(const struct map *map, const struct law *law, const struct board *board,
                        const struct verified *v, const struct resolution *resolution, int mover)
{
	const unit_set standing = v->convoyers[mover] & resolution->follows;

	if (unit_set_has(v->adjacent, mover))
		return true;
	return (law->routes == ROUTES_ANY_OPEN || standing == v->convoyers[mover]) &&
	       verify_route(map, board, standing, v->home[mover], v->target[mover]);
}

static enum result explain_move(const struct map *map, const struct law *law,
                                const struct board *board, const struct order orders[],
                                const struct verified *v, const struct resolution *resolution,
                                int u)
{
	if (unit_set_has(resolution->follows, u))
		return RESULT_SUCCEEDS;
	if (has_arrived(map, law, board, v, resolution, u))
		return RESULT_BOUNCED;
	if (board->unit[u].type == FLEET || v->home[u] == v->target[u] ||
	    orders[u].to >= map->province_count || map->loc[v->home[u]].terrain != COAST ||
	    map->loc[v->target[u]].terrain != COAST)
		return RESULT_UNATTAINABLE;
	return verify_route(map, board, v->convoyers[u], v->home[u], v->target[u]) ? RESULT_DISRUPTED
	                                                                           : RESULT_NO_CONVOY;
}

/* Whether a unit of the supporter's own power stays where the supported move is to go. */
static bool stays_against(const struct verified *v, const struct resolution *resolution,
                          int supporter)
{
	int occupant = v->at[v->target[v->helps[supporter]]];

	return occupant >= 0 && v->power[occupant] == v->power[supporter] &&
	       !(v->moves & resolution->follows & unit_set_one(occupant));
}

static enum result explain_support(const struct verified *v, const struct resolution *resolution,
                                   int u)
{
	if (!unit_set_has(v->valid, u))
		return RESULT_VOID;
	if (unit_set_has(resolution->follows, u))
		return RESULT_SUCCEEDS;
	if (unit_set_has(resolution->dislodged, u))
		return RESULT_DISLODGED;
	if (unit_set_has(v->support_moves, u) && stays_against(v, resolution, u))
		return RESULT_SELF;
	return RESULT_CUT;
}

void judge_explain(const struct map *map, const struct law *law, const struct board *board,
                   const struct order orders[], const struct resolution *resolution,
                   enum result results[UNITS_MAX])
{
	struct verified v;

	verify_orders(map, law, board, orders, &v);
	for (int u = 0; u < v.count; u++) {
		const unit_set self = unit_set_one(u);
		if (resolution->undecided & self)
			results[u] = RESULT_UNDECIDED;
		else if (v.moves & self)
			results[u] = explain_move(map, law, board, orders, &v, resolution, u);
		else if (v.supports & self)
			results[u] = explain_support(&v, resolution, u);
		else if (v.convoys & self && !(v.valid & self))
			results[u] = RESULT_VOID;
		else if (resolution->dislodged & self)
			results[u] = RESULT_DISLODGED;
		else
			results[u] = resolution->follows & self ? RESULT_SUCCEEDS : RESULT_DISRUPTED;
	}
}

/* The undecided units where somebody has come in. */
static unit_set find_displaced(const struct map *map, const struct board *board,
                               const struct order orders[], const struct resolution *resolution)
{
	unit_set displaced = 0;

	for (unit_set rest = resolution->follows; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const struct order order = orders[u];
		int occupant =
			order.kind == ORDER_MOVE ? board_find(map, board, map->loc[order.to].province) : -1;
		displaced |= occupant < 0 ? 0 : unit_set_one(occupant);
	}
	return displaced & resolution->undecided;
}

void judge_move_units(const struct map *map, const struct board *board, const struct order orders[],
                      const struct resolution *resolution, struct board *next)
{
	const unit_set gone =
		resolution->dislodged |
		(resolution->undecided ? find_displaced(map, board, orders, resolution) : 0);
	const unit_set moved = resolution->moves & resolution->follows & ~gone;
	struct unit arrivals[UNITS_MAX];
	int count = 0;

	for (unit_set rest = moved; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		arrivals[count] = board->unit[u];
		arrivals[count++].loc = orders[u].to;
	}
	if (next != board)
		*next = *board;
	board_clear_retreats(next);
	for (unit_set rest = moved | gone; rest;) {
		const int last = unit_set_last(rest);
		board_remove(next, last);
		unit_set_remove(&rest, last);
	}
	while (count > 0)
		if (!board_add(map, next, arrivals[--count]))
			assert(!"two units in a province");
}

void judge_contested(const struct map *map, const struct law *law, const struct board *board,
                     const struct order orders[], const struct resolution *resolution,
                     struct place_set *contested)
{
	struct verified v;

	verify_orders(map, law, board, orders, &v);
	*contested = (struct place_set){{0, 0}};
	for (unit_set rest = v.moves & ~(resolution->follows | resolution->undecided); rest;
	     unit_set_drop(&rest)) {
		int u = unit_set_first(rest), occupant = v.at[v.target[u]];
		if ((v.into[v.target[u]] | v.into[v.home[u]]) & resolution->undecided)
			continue;
		int victor = unit_set_has(resolution->dislodged, u)
		                 ? find_arrival(&v, resolution->follows, v.home[u])
		                 : -1;
		if (occupant >= 0 && !(v.moves & resolution->follows & unit_set_one(occupant)))
			continue; /* held, whether or not dislodged: somebody stands there */
		if (find_arrival(&v, resolution->follows, v.target[u]) >= 0)
			continue;
		if (victor >= 0 && v.home[victor] == v.target[u] &&
		    (law->victim == VICTIM_POWERLESS || unit_set_has(v.adjacent, victor)))
			continue; /* rule 11 */
		if (has_arrived(map, law, board, &v, resolution, u))
			place_set_add(contested, v.target[u]);
	}
}

int judge_dislodger(const struct map *map, const struct law *law, const struct board *board,
                    const struct order orders[], const struct resolution *resolution, int unit)
{
	struct verified v;

	if (!unit_set_has(resolution->dislodged, unit))
		return -1;
	verify_orders(map, law, board, orders, &v);
	return find_arrival(&v, resolution->follows, v.home[unit]);
}
