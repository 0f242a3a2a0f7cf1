/* original: see original.h. */
#include "original.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_MOST = 32767 }; /* random numbers of the program's system are below it */

/* Moves while they are made. A unit with the greatest key comes next; of equals the one that was
 * added first. */
struct original_moves {
	struct dumbbot_plan *plan;
	int32_t key[UNITS_MAX];
	int added[UNITS_MAX], count;
	int8_t mover[PROVINCES_MAX]; /* our unit that moves into a province, or -1 */
};

/* ── rankings ── */

void ranking_add(struct ranking *ranking, int64_t value, struct order order)
{
	int i = ranking->count++;

	assert(ranking->count <= RANKED_MAX);
	for (; i > 0 && ranking->at[i - 1].value < value; i--)
		ranking->at[i] = ranking->at[i - 1];
	ranking->at[i] = (struct ranked){value, order};
}

struct order ranking_take(struct ranking *ranking, int i)
{
	const struct order order = ranking->at[i].order;

	for (ranking->count--; i < ranking->count; i++)
		ranking->at[i] = ranking->at[i + 1];
	return order;
}

struct order ranking_take_site(const struct dumbbot_plan *plan, struct ranking *ranking, int i)
{
	const struct order order = ranking->at[i].order;
	const uint8_t province = dumbbot_province(plan, order.from);

	for (int k = ranking->count; k-- > 0;)
		if (dumbbot_province(plan, ranking->at[k].order.from) == province)
			ranking_take(ranking, k);
	return order;
}

/* Adds an order, unless one of the same value is there; with replace, it takes that one's place. */
static void rank(struct ranking *ranking, int64_t value, struct order order, bool replace)
{
	for (int i = 0; i < ranking->count; i++)
		if (ranking->at[i].value == value) {
			if (replace)
				ranking->at[i].order = order;
			return;
		}
	ranking_add(ranking, value, order);
}

/* Draws a place of the ranking, from one on in steps of 1 or -1. A look at the next one stays with
 * this one by a chance that grows with the gap between them. From something worth less to something
 * worth more, that chance is below 0. */
static int draw(struct dumbbot_plan *plan, const struct ranking *ranking, int i, int step)
{
	for (int next = i + step; next >= 0 && next < ranking->count; next += step) {
		const int64_t value = ranking->at[i].value, gap = value - ranking->at[next].value;
		const int64_t stays = value == 0 ? 0 : gap * plan->call->settings[GAP] / value;
		if ((int32_t)rng_below(&plan->rng, PERCENT) >= plan->call->settings[ALTERNATIVE] ||
		    (int64_t)rng_below(&plan->rng, PERCENT) < stays)
			break;
		i = next;
	}
	return i;
}

/* ── moves ── */

static void open_moves(struct dumbbot_plan *plan, struct original_moves *moves)
{
	const struct player_call *call = plan->call;

	*moves = (struct original_moves){.plan = plan};
	memset(moves->mover, -1, sizeof moves->mover);
	for (int u = 0; u < call->board->unit_count; u++)
		if (call->board->unit[u].power == call->power) {
			unit_set_add(&moves->plan->waiting, u);
			moves->key[u] = (int32_t)rng_below(&plan->rng, KEY_MOST);
			moves->added[u] = moves->count++;
		}
}

static int find_next(const struct original_moves *moves)
{
	int best = -1;

	for (unit_set rest = moves->plan->waiting; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		if (best < 0 || moves->key[u] > moves->key[best] ||
		    (moves->key[u] == moves->key[best] && moves->added[u] < moves->added[best]))
			best = u;
	}
	return best;
}

/* Where a unit can go. To stay is worth 1 more. */
static void rank_moves(struct dumbbot_plan *plan, struct unit unit, struct ranking *ranking)
{
	const struct map_loc *loc = &plan->call->map->loc[unit.loc];
	const int64_t *value = plan->appraisal.value[unit.type];

	ranking->count = 0;
	for (int i = 0; i < loc->exit_count[unit.type]; i++) {
		const uint8_t to = loc->exits[unit.type][i];
		rank(ranking, value[to], order_move(unit.type, unit.loc, to), false);
	}
	rank(ranking, value[unit.loc] + 1, order_hold(unit.type, unit.loc), false);
}

enum outcome { GIVEN, REFUSED, POSTPONED };

/* Orders unit u to move; or to support what we do there already, where that may need it. A unit
 * that must wait for another one's order comes after it, and chooses anew. When keys have run out,
 * it does not wait: so two may try to change places. */
static enum outcome try_move(struct original_moves *moves, int u, struct order move)
{
	struct dumbbot_plan *plan = moves->plan;
	const struct unit unit = plan->call->board->unit[u];
	const uint8_t province = dumbbot_province(plan, move.to);
	const int competition = plan->appraisal.competition[province];
	const int own = player_find_own(plan->call, province), mover = moves->mover[province];
	const bool ordered = own >= 0 && unit_set_has(moves->plan->ordered, own);

	if (own >= 0 && !ordered && moves->key[own] >= 0) {
		moves->key[u] = moves->key[own] - 1;
		moves->added[u] = moves->count++;
		return POSTPONED;
	}

	if (ordered && moves->plan->orders[own].kind != ORDER_MOVE) {
		moves->plan->orders[u] = order_support(unit.type, unit.loc, plan->orders[own]);
		return competition > 1 ? GIVEN : REFUSED;
	}
	if (mover >= 0) {
		moves->plan->orders[u] = order_support(unit.type, unit.loc, plan->orders[mover]);
		return competition > 0 ? GIVEN : REFUSED;
	}
	moves->plan->orders[u] = move;
	moves->mover[province] = (int8_t)u;

	return GIVEN;
}

static void order_ranked(struct original_moves *moves, int u)
{
	const struct unit unit = moves->plan->call->board->unit[u];
	enum outcome outcome = REFUSED;
	struct ranking ranking;

	rank_moves(moves->plan, unit, &ranking);
	while (outcome == REFUSED && ranking.count > 0) {
		const struct order order = ranking_take(&ranking, draw(moves->plan, &ranking, 0, 1));
		moves->plan->orders[u] = order;
		outcome = order.kind == ORDER_HOLD ? GIVEN : try_move(moves, u, order);
	}
	if (outcome == POSTPONED)
		return;

	if (outcome == REFUSED)
		moves->plan->orders[u] = order_hold(unit.type, unit.loc);
	unit_set_remove(&moves->plan->waiting, u);
	unit_set_add(&moves->plan->ordered, u);
}

/* A unit that holds supports what we do in the best neighbouring place that needs it. */
static void support_best(struct original_moves *moves, int u)
{
	struct dumbbot_plan *plan = moves->plan;
	const struct unit unit = plan->call->board->unit[u];
	const struct map_loc *loc = &plan->call->map->loc[unit.loc];
	int64_t best = 0;

	for (int i = 0; i < loc->exit_count[unit.type]; i++) {
		const uint8_t to = loc->exits[unit.type][i], province = dumbbot_province(plan, to);
		const int64_t value = plan->appraisal.value[unit.type][to];
		const int mover = moves->mover[province], own = player_find_own(plan->call, province);
		const bool stays = mover < 0 && own >= 0 && moves->plan->orders[own].kind != ORDER_MOVE;
		if ((mover < 0 && !stays) || value <= best ||
		    plan->appraisal.competition[province] <= stays)
			continue;
		moves->plan->orders[u] =
			order_support(unit.type, unit.loc, plan->orders[stays ? own : mover]);
		best = value;
	}
}

void original_order(struct dumbbot_plan *plan)
{
	struct original_moves moves;

	open_moves(plan, &moves);
	for (int u = find_next(&moves); u >= 0; u = find_next(&moves))
		order_ranked(&moves, u);
	for (unit_set rest = plan->ordered; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		if (plan->orders[u].kind == ORDER_HOLD)
			support_best(&moves, u);
	}
}

/* ── retreats ── */

static struct order retreat_ranked(struct dumbbot_plan *plan, int i, struct place_set *taken)
{
	const struct unit unit = plan->call->board->retreat[i].unit;
	struct ranking ranking = {.count = 0};
	uint8_t options[EXITS_MAX];
	const int count = retreat_options(plan->call->map, plan->call->board, i, options);

	for (int n = 0; n < count; n++)
		rank(&ranking, plan->appraisal.value[unit.type][options[n]],
		     order_retreat(unit.type, unit.loc, options[n]), false);
	while (ranking.count > 0) {
		const struct order order = ranking_take(&ranking, draw(plan, &ranking, 0, 1));
		const uint8_t province = dumbbot_province(plan, order.to);
		if (!place_set_has(taken, province)) {
			place_set_add(taken, province);
			return order;
		}
	}

	return order_disband(unit.type, unit.loc);
}

void original_retreat(struct dumbbot_plan *plan, struct order orders[RETREATS_MAX])
{
	const struct player_call *call = plan->call;
	struct place_set taken = {{0, 0}};
	uint8_t own[RETREATS_MAX];
	int count = 0;

	for (int i = 0; i < call->board->retreat_count; i++)
		if (call->board->retreat[i].unit.power == call->power)
			own[count++] = (uint8_t)i;
	while (count > 0) {
		const int n = (int)rng_below(&plan->rng, (uint32_t)count);
		orders[own[n]] = retreat_ranked(plan, own[n], &taken);
		own[n] = own[--count];
	}
}

/* ── adjustments ── */

/* Each army and each fleet on each coast of each free home centre. */
static void rank_builds(struct dumbbot_plan *plan, struct ranking *ranking)
{
	const struct player_call *call = plan->call;
	struct order builds[BUILDS_MAX];
	const int count = build_list(call->map, call->board, call->power, builds);

	for (int i = 0; i < count; i++)
		rank(ranking, plan->appraisal.value[builds[i].type][builds[i].from], builds[i], false);
}

static struct order take_build(struct dumbbot_plan *plan, struct ranking *ranking)
{
	return ranking->count == 0 ? order_waive()
	                           : ranking_take_site(plan, ranking, draw(plan, ranking, 0, 1));
}

static void rank_removals(struct dumbbot_plan *plan, struct ranking *ranking)
{
	const struct board *board = plan->call->board;

	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		if (unit.power == plan->call->power)
			rank(ranking, plan->appraisal.value[unit.type][unit.loc],
			     order_disband(unit.type, unit.loc), true);
	}
}

/* From the least on; half of the looks continue to what is worth more. */
static struct order take_removal(struct dumbbot_plan *plan, struct ranking *ranking)
{
	return ranking_take(ranking, draw(plan, ranking, ranking->count - 1, -1));
}

int original_adjust(struct dumbbot_plan *plan, struct submission adjustments[ADJUSTMENTS_MAX])
{
	const struct player_call *call = plan->call;
	const int allowance = build_allowance(call->map, call->board, call->power);
	const int due = abs(allowance);
	struct ranking ranking = {.count = 0};
	int count = 0;

	if (allowance > 0)
		rank_builds(plan, &ranking);
	else
		rank_removals(plan, &ranking);
	for (; count < due && (allowance > 0 || ranking.count > 0); count++)
		adjustments[count] = (struct submission){
			call->power, allowance > 0 ? take_build(plan, &ranking) : take_removal(plan, &ranking)};

	return count;
}
