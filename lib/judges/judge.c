/* judge: the table of judges, and what follows from a resolution by any of them. */
#include "judge.h"

#include <assert.h>
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
	resolution_set_stage(&judgement->resolution);
}

static bool has_route(const struct judgement *j, int mover, unit_set fleets)
{
	return verify_route(j->variant.map, j->board, fleets, j->verified.home[mover],
	                    j->verified.target[mover]);
}

bool judge_is_carried(const struct judgement *judgement, int mover, unit_set fleets)
{
	const unit_set standing = fleets & judgement->resolution.follows;

	return (judgement->variant.law->routes == ROUTES_ANY_OPEN || standing == fleets) &&
	       has_route(judgement, mover, standing);
}

bool judge_has_arrived(const struct judgement *judgement, int mover)
{
	return unit_set_has(judgement->verified.adjacent, mover) ||
	       judge_is_carried(judgement, mover, judgement->verified.convoyers[mover]);
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

/* The result of a failed move that does not go overland. */
static enum result explain_convoyed(const struct judgement *j, int u)
{
	if (judge_has_arrived(j, u))
		return RESULT_BOUNCED;
	if (!could_be_convoyed(j, u))
		return RESULT_UNATTAINABLE;
	return has_route(j, u, j->verified.convoyers[u]) ? RESULT_DISRUPTED : RESULT_NO_CONVOY;
}

/* The supports of a set that are directed against a unit of their own power that stays. */
static unit_set find_against_own(const struct judgement *j, unit_set supports)
{
	const struct verified *v = &j->verified;
	unit_set found = 0;

	for (unit_set rest = supports; rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest), occupant = v->at[v->target[v->helps[s]]];
		found |= unit_set_if(
			occupant >= 0 && v->power[occupant] == v->power[s] && !judge_has_left(j, occupant), s);
	}
	return found;
}

/* The number of each unit's result, bit by bit: the set of units for which the bit is 1. */
struct numbers {
	unit_set bit_0, bit_1, bit_2, bit_3;
};

static inline void set_results(struct numbers *numbers, unit_set units, enum result result)
{
	numbers->bit_0 |= result & 1 ? units : 0;
	numbers->bit_1 |= result & 2 ? units : 0;
	numbers->bit_2 |= result & 4 ? units : 0;
	numbers->bit_3 |= result & 8 ? units : 0;
}

static inline enum result get_result(const struct numbers *numbers, int u)
{
	return (enum result)(unit_set_has(numbers->bit_0, u) | unit_set_has(numbers->bit_1, u) << 1 |
	                     unit_set_has(numbers->bit_2, u) << 2 |
	                     unit_set_has(numbers->bit_3, u) << 3);
}

/* Each reason is found for all orders at once. An order has at most one; without one it succeeded,
 * and RESULT_SUCCEEDS is 0. */
void judge_explain(const struct judgement *judgement, enum result results[UNITS_MAX])
{
	const struct verified *v = &judgement->verified;
	const struct resolution *r = &judgement->resolution;
	const unit_set decided = verify_all_units(v) & ~r->undecided, failed = decided & ~r->follows;
	const unit_set void_ones = decided & (v->supports | v->convoys) & ~v->valid;
	const unit_set moves = failed & v->moves, supports = failed & v->supports & v->valid;
	const unit_set others = decided & ~(v->moves | v->supports | void_ones);
	const unit_set cut = supports & ~r->dislodged;
	const unit_set self = find_against_own(judgement, cut & v->support_moves);
	struct numbers numbers = {0};

	set_results(&numbers, moves & v->adjacent, RESULT_BOUNCED);
	set_results(&numbers, (supports | others) & r->dislodged, RESULT_DISLODGED);
	set_results(&numbers, cut & ~self, RESULT_CUT);
	set_results(&numbers, self, RESULT_SELF);
	set_results(&numbers, void_ones, RESULT_VOID);
	set_results(&numbers, others & failed & ~r->dislodged, RESULT_DISRUPTED);
	set_results(&numbers, verify_all_units(v) & r->undecided, RESULT_UNDECIDED);
	for (int u = 0; u < v->count; u++)
		results[u] = RESULT_SUCCEEDS;
	for (unit_set rest = numbers.bit_0 | numbers.bit_1 | numbers.bit_2 | numbers.bit_3; rest;
	     unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		results[u] = get_result(&numbers, u);
	}
	for (unit_set rest = moves & ~v->adjacent; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		results[u] = explain_convoyed(judgement, u);
	}
}

/* ── the next board ── */

struct departures judge_find_departures(const struct judgement *judgement)
{
	const struct verified *v = &judgement->verified;
	const struct resolution *r = &judgement->resolution;
	const unit_set followed = v->moves & r->follows;
	unit_set gone = r->dislodged;

	if (r->undecided)
		gone |= verify_find_occupants(v, followed, r->undecided);
	return (struct departures){followed & ~gone, gone};
}

/* Copies a board without its units. Parts of this size take a few instructions, the whole would
 * take a slow string copy. */
static void copy_rest(const struct board *board, struct board *next)
{
	next->phase = board->phase;
	memcpy(next->owner, board->owner, sizeof next->owner);
	next->retreat_count = board->retreat_count;
	memcpy(next->retreat, board->retreat, sizeof next->retreat);
	next->contested = board->contested;
}

/* The units after the moves, by province: those that stay and those that moved. Returns the
 * provinces. */
static struct place_set place_units(const struct judgement *j, unit_set staying, unit_set moved,
                                    struct unit standing[PROVINCES_MAX])
{
	struct place_set occupied = {{0, 0}};

	for (unit_set rest = staying; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const uint8_t province = j->verified.home[u];
		standing[province] = j->board->unit[u];
		occupied = place_set_union(occupied, place_set_one(province));
	}
	for (unit_set rest = moved; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const uint8_t province = j->verified.target[u];
		standing[province] = j->board->unit[u];
		standing[province].loc = j->orders[u].to;
		occupied = place_set_union(occupied, place_set_one(province));
	}
	assert(place_set_count(occupied) == unit_set_count(staying | moved)); /* one in each */
	return occupied;
}

/* Units are sorted by province, so the provinces with a unit, in their sequence, give the sequence
 * of the units. */
void judge_move_units(const struct judgement *judgement, struct board *next)
{
	const struct board *board = judgement->board;
	const struct departures left = judge_find_departures(judgement);
	const unit_set staying = board_all_units(board) & ~(left.moved | left.gone);
	struct unit standing[PROVINCES_MAX];
	const struct place_set occupied = place_units(judgement, staying, left.moved, standing);
	const struct unit *end = next->unit + board->unit_count;
	struct unit *unit = next->unit;

	for (int word = 0; word < PLACE_SET_WORDS; word++)
		for (uint64_t rest = occupied.bits[word]; rest; rest &= rest - 1)
			*unit++ = standing[word * 64 + __builtin_ctzll(rest)];
	next->unit_count = (uint8_t)(unit - next->unit);
	if (next != board)
		end = next->unit + UNITS_MAX;
	if (unit < end)
		memset(unit, 0, (size_t)(end - unit) * sizeof *unit);
	if (next != board)
		copy_rest(board, next);
	board_clear_retreats(next);
}

/* ── retreats ── */

int judge_find_dislodger(const struct judgement *judgement, int unit)
{
	const struct verified *v = &judgement->verified;
	const unit_set arrivals = v->into[v->home[unit]] & judgement->resolution.follows;

	return unit_set_has(judgement->resolution.dislodged, unit) && arrivals
	           ? unit_set_first(arrivals)
	           : -1;
}

/* Whether the unit of a failed move was dislodged from its target: the move then has no effect
 * there (rule 11). */
static bool is_repelled(const struct judgement *j, int u)
{
	const struct verified *v = &j->verified;
	const int victor = judge_find_dislodger(j, u);

	return victor >= 0 && v->home[victor] == v->target[u] &&
	       (j->variant.law->victim == VICTIM_POWERLESS || unit_set_has(v->adjacent, victor));
}

/* The failed moves of a set whose targets are certainly empty, before and after the phase. */
static unit_set find_empty_targets(const struct judgement *j, unit_set failed)
{
	const struct verified *v = &j->verified;
	const unit_set left = v->moves & j->resolution.follows, undecided = j->resolution.undecided;
	unit_set found = 0;

	for (unit_set rest = failed; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest), occupant = v->at[v->target[u]];
		const bool stands = (occupant >= 0) & !unit_set_has(left, occupant & (UNITS_MAX - 1));
		const unit_set coming = v->into[v->target[u]];
		const unit_set open = (coming | v->into[v->home[u]]) & undecided;
		found |= unit_set_if(!stands & !((coming & left) | open), u);
	}
	return found;
}

struct place_set judge_find_contested(const struct judgement *judgement)
{
	const struct verified *v = &judgement->verified;
	const struct resolution *resolution = &judgement->resolution;
	const unit_set failed = v->moves & ~(resolution->follows | resolution->undecided);
	struct place_set contested = {{0, 0}};

	for (unit_set rest = find_empty_targets(judgement, failed); rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		if (!is_repelled(judgement, u) && judge_has_arrived(judgement, u))
			place_set_add(&contested, v->target[u]);
	}
	return contested;
}
