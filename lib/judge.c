/* judge: the table of judges, and what follows from a resolution whoever made it. */
#include "judge.h"

#include <string.h>

#define JUDGE(name) extern const struct judge judge_##name;
#include "judges.def"
#undef JUDGE

const struct judge *const judges[] = {
#define JUDGE(name) &judge_##name,
#include "judges.def"
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
};

const struct judge *judge_find(const char *name)
{
	for (const struct judge *const *judge = judges; *judge; judge++)
		if (strcmp((*judge)->name, name) == 0)
			return *judge;
	return NULL;
}

/* The unit that moved into a province, or -1. */
static int find_arrival(const struct verified *v, unit_set follows, uint8_t province)
{
	unit_set arrivals = v->into[province] & follows;

	return arrivals ? __builtin_ctzll(arrivals) : -1;
}

/* Whether a move got as far as its target: over land, or along fleets that were ordered and stood. */
static bool has_arrived(const struct map *map, const struct board *board, const struct verified *v,
                        const struct resolution *resolution, int mover)
{
	return v->adjacent >> mover & 1 || verify_route(map, board, v, mover, v->convoyers[mover] & ~resolution->dislodged);
}

static enum result explain_move(const struct map *map, const struct board *board, const struct order orders[],
                                const struct verified *v, const struct resolution *resolution, int u)
{
	if (resolution->follows >> u & 1)
		return RESULT_SUCCEEDS;
	if (has_arrived(map, board, v, resolution, u))
		return RESULT_BOUNCED;
	if (board->unit[u].type == FLEET || v->home[u] == v->target[u] || orders[u].to >= map->province_count ||
	    map->loc[v->home[u]].terrain != COAST || map->loc[v->target[u]].terrain != COAST)
		return RESULT_UNATTAINABLE;
	return verify_route(map, board, v, u, v->convoyers[u]) ? RESULT_DISRUPTED : RESULT_NO_CONVOY;
}

/* Whether a unit of the supporter's own power stays where the supported move is to go. */
static bool stays_against(const struct verified *v, const struct resolution *resolution, int supporter)
{
	int occupant = v->at[v->target[v->helps[supporter]]];

	return occupant >= 0 && v->power[occupant] == v->power[supporter] &&
	       !(v->moves & resolution->follows & (unit_set)1 << occupant);
}

static enum result explain_support(const struct verified *v, const struct resolution *resolution, int u)
{
	if (!(v->valid >> u & 1))
		return RESULT_VOID;
	if (resolution->follows >> u & 1)
		return RESULT_SUCCEEDS;
	if (resolution->dislodged >> u & 1)
		return RESULT_DISLODGED;
	if (v->support_moves >> u & 1 && stays_against(v, resolution, u))
		return RESULT_SELF;
	return RESULT_CUT;
}

void judge_explain(const struct map *map, const struct board *board, const struct order orders[],
                   const struct resolution *resolution, enum result results[UNITS_MAX])
{
	struct verified v;

	verify_orders(map, board, orders, &v);
	for (int u = 0; u < v.count; u++) {
		const unit_set self = (unit_set)1 << u;
		if (v.moves & self)
			results[u] = explain_move(map, board, orders, &v, resolution, u);
		else if (v.supports & self)
			results[u] = explain_support(&v, resolution, u);
		else if (v.convoys & self && !(v.valid & self))
			results[u] = RESULT_VOID;
		else
			results[u] = resolution->dislodged & self ? RESULT_DISLODGED : RESULT_SUCCEEDS;
	}
}

void judge_move_units(const struct map *map, const struct board *board, const struct order orders[],
                      const struct resolution *resolution, struct board *next)
{
	struct unit at[PROVINCES_MAX];
	uint64_t taken[2] = {0, 0};

	for (int u = 0; u < board->unit_count; u++) {
		struct unit unit = board->unit[u];
		if (resolution->dislodged >> u & 1)
			continue;
		if (orders[u].kind == ORDER_MOVE && resolution->follows >> u & 1)
			unit.loc = orders[u].to;
		uint8_t province = map->loc[unit.loc].province;
		at[province] = unit;
		set_add(taken, province);
	}
	int count = 0;
	for (int word = 0; word < 2; word++)
		for (uint64_t rest = taken[word]; rest; rest &= rest - 1)
			next->unit[count++] = at[word * 64 + __builtin_ctzll(rest)];
	memset(next->unit + count, 0, (UNITS_MAX - count) * sizeof *next->unit);
	next->unit_count = count;
	if (next != board) {
		next->phase = board->phase;
		memcpy(next->owner, board->owner, sizeof next->owner);
	}
}

void judge_contested(const struct map *map, const struct board *board, const struct order orders[],
                     const struct resolution *resolution, uint64_t contested[2])
{
	struct verified v;

	verify_orders(map, board, orders, &v);
	contested[0] = contested[1] = 0;
	for (unit_set rest = v.moves & ~resolution->follows; rest; rest &= rest - 1) {
		int u = __builtin_ctzll(rest), occupant = v.at[v.target[u]];
		int victor = resolution->dislodged >> u & 1 ? find_arrival(&v, resolution->follows, v.home[u]) : -1;
		if (occupant >= 0 && !(v.moves & resolution->follows & (unit_set)1 << occupant))
			continue; /* held, whether or not dislodged: somebody stands there */
		if (find_arrival(&v, resolution->follows, v.target[u]) >= 0)
			continue;
		if (victor >= 0 && v.home[victor] == v.target[u] && v.adjacent >> victor & 1)
			continue; /* rule 11 */
		if (has_arrived(map, board, &v, resolution, u))
			set_add(contested, v.target[u]);
	}
}

int judge_dislodger(const struct map *map, const struct board *board, const struct order orders[],
                    const struct resolution *resolution, int unit)
{
	struct verified v;

	if (!(resolution->dislodged >> unit & 1))
		return -1;
	verify_orders(map, board, orders, &v);
	return find_arrival(&v, resolution->follows, v.home[unit]);
}
