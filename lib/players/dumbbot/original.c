/* original: see original.h. */
#include "original.h"

#include <string.h>

/* KEY_MOST: random numbers of the program's system are below it. */
enum { PERCENT = 100, KEY_MOST = 32767, RANKED_MAX = 3 * PROVINCES_MAX };

/* Orders that are possible, and what each is worth: the best first. */
struct ranking {
	int count;
	struct ranked {
		int64_t value;
		struct order order;
	} at[RANKED_MAX];
};

/* Moves while they are made. A unit with the greatest key comes next; of equals the one that was
 * added first. */
struct original_moves {
	struct original *original;
	struct order *orders;
	unit_set waiting, ordered;
	int32_t key[UNITS_MAX];
	int added[UNITS_MAX], count;
	int8_t mover[PROVINCES_MAX]; /* our unit that moves into a province, or -1 */
};

/* ── rankings ── */

/* Adds an order, unless one of the same value is there; with replace, it takes that one's place. */
static void rank(struct ranking *ranking, int64_t value, struct order order, bool replace)
{
	int i = 0;

	while (i < ranking->count && ranking->at[i].value > value)
		i++;
	if (i < ranking->count && ranking->at[i].value == value) {
		if (replace)
			ranking->at[i].order = order;
		return;
	}

	memmove(&ranking->at[i + 1], &ranking->at[i],
	        (size_t)(ranking->count++ - i) * sizeof *ranking->at);
	ranking->at[i] = (struct ranked){value, order};
}

static void drop(struct ranking *ranking, int i)
{
	memmove(&ranking->at[i], &ranking->at[i + 1],
	        (size_t)(--ranking->count - i) * sizeof *ranking->at);
}

/* Draws a place of the ranking, from one on in steps of 1 or -1. A look at the next one stays with
 * this one by a chance that grows with the gap between them. From something worth less to something
 * worth more, that chance is below 0. */
static int draw(const struct original *original, const struct ranking *ranking, int i, int step)
{
	for (int next = i + step; next >= 0 && next < ranking->count; next += step) {
		const int64_t value = ranking->at[i].value, gap = value - ranking->at[next].value;
		const int64_t stays = value == 0 ? 0 : gap * original->gap / value;
		if ((int32_t)rng_below(original->rng, PERCENT) >= original->alternative ||
		    (int64_t)rng_below(original->rng, PERCENT) < stays)
			break;
		i = next;
	}
	return i;
}

static uint8_t province_of(const struct original *original, uint8_t loc)
{
	return original->call->map->loc[loc].province;
}

/* ── moves ── */

static void open_moves(struct original *original, struct order orders[],
                       struct original_moves *moves)
{
	const struct player_call *call = original->call;

	*moves = (struct original_moves){.original = original, .orders = orders};
	memset(moves->mover, -1, sizeof moves->mover);
	for (int u = 0; u < call->board->unit_count; u++)
		if (call->board->unit[u].power == call->power) {
			unit_set_add(&moves->waiting, u);
			moves->key[u] = (int32_t)rng_below(original->rng, KEY_MOST);
			moves->added[u] = moves->count++;
		}
}

static int find_next(const struct original_moves *moves)
{
	int best = -1;

	for (unit_set rest = moves->waiting; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		if (best < 0 || moves->key[u] > moves->key[best] ||
		    (moves->key[u] == moves->key[best] && moves->added[u] < moves->added[best]))
			best = u;
	}
	return best;
}

/* Where a unit can go. To stay is worth 1 more. */
static void rank_moves(const struct original *original, struct unit unit, struct ranking *ranking)
{
	const struct map_loc *loc = &original->call->map->loc[unit.loc];
	const int64_t *value = original->appraisal->value[unit.type];

	ranking->count = 0;
	for (int i = 0; i < loc->exit_count[unit.type]; i++) {
		const uint8_t to = loc->exits[unit.type][i];
		rank(ranking, value[to], order_move(unit.type, unit.loc, to), false);
	}
	rank(ranking, value[unit.loc] + 1, order_hold(unit.type, unit.loc), false);
}

/* Our unit in a province, or -1. */
static int find_own(const struct original *original, uint8_t province)
{
	const struct player_call *call = original->call;
	const int u = board_find(call->map, call->board, province);

	return u >= 0 && call->board->unit[u].power == call->power ? u : -1;
}

static struct order support_stay(const struct original_moves *moves, struct unit unit, int stayer)
{
	const struct unit other = moves->original->call->board->unit[stayer];

	return order_support_hold(unit.type, unit.loc, other.type, other.loc);
}

static struct order support_move(const struct original_moves *moves, struct unit unit, int mover)
{
	const struct order move = moves->orders[mover];

	return order_support_move(unit.type, unit.loc, move.type, move.from, move.to);
}

enum outcome { GIVEN, REFUSED, POSTPONED };

/* Orders unit u to move; or to support what we do there already, where that may need it. A unit
 * that must wait for another one's order comes after it, and chooses anew. When keys have run out,
 * it does not wait: so two may try to change places. */
static enum outcome try_move(struct original_moves *moves, int u, struct order move)
{
	const struct original *original = moves->original;
	const struct unit unit = original->call->board->unit[u];
	const uint8_t province = province_of(original, move.to);
	const int competition = original->appraisal->competition[province];
	const int own = find_own(original, province), mover = moves->mover[province];
	const bool ordered = own >= 0 && unit_set_has(moves->ordered, own);

	if (own >= 0 && !ordered && moves->key[own] >= 0) {
		moves->key[u] = moves->key[own] - 1;
		moves->added[u] = moves->count++;
		return POSTPONED;
	}

	if (ordered && moves->orders[own].kind != ORDER_MOVE) {
		moves->orders[u] = support_stay(moves, unit, own);
		return competition > 1 ? GIVEN : REFUSED;
	}
	if (mover >= 0) {
		moves->orders[u] = support_move(moves, unit, mover);
		return competition > 0 ? GIVEN : REFUSED;
	}
	moves->orders[u] = move;
	moves->mover[province] = (int8_t)u;

	return GIVEN;
}

static void order_unit(struct original_moves *moves, int u)
{
	const struct unit unit = moves->original->call->board->unit[u];
	enum outcome outcome = REFUSED;
	struct ranking ranking;

	rank_moves(moves->original, unit, &ranking);
	while (outcome == REFUSED && ranking.count > 0) {
		const int i = draw(moves->original, &ranking, 0, 1);
		const struct order order = ranking.at[i].order;
		moves->orders[u] = order;
		outcome = order.kind == ORDER_HOLD ? GIVEN : try_move(moves, u, order);
		drop(&ranking, i);
	}
	if (outcome == POSTPONED)
		return;

	if (outcome == REFUSED)
		moves->orders[u] = order_hold(unit.type, unit.loc);
	unit_set_remove(&moves->waiting, u);
	unit_set_add(&moves->ordered, u);
}

/* A unit that holds supports what we do in the best neighbouring place that needs it. */
static void use_hold(struct original_moves *moves, int u)
{
	const struct original *original = moves->original;
	const struct unit unit = original->call->board->unit[u];
	const struct map_loc *loc = &original->call->map->loc[unit.loc];
	int64_t best = 0;

	for (int i = 0; i < loc->exit_count[unit.type]; i++) {
		const uint8_t to = loc->exits[unit.type][i], province = province_of(original, to);
		const int64_t value = original->appraisal->value[unit.type][to];
		const int mover = moves->mover[province], own = find_own(original, province);
		const bool stays = mover < 0 && own >= 0 && moves->orders[own].kind != ORDER_MOVE;
		if ((mover < 0 && !stays) || value <= best ||
		    original->appraisal->competition[province] <= stays)
			continue;
		moves->orders[u] =
			stays ? support_stay(moves, unit, own) : support_move(moves, unit, mover);
		best = value;
	}
}

void original_order(struct original *original, struct order orders[UNITS_MAX])
{
	struct original_moves moves;

	open_moves(original, orders, &moves);
	for (int u = find_next(&moves); u >= 0; u = find_next(&moves))
		order_unit(&moves, u);
	for (unit_set rest = moves.ordered; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		if (orders[u].kind == ORDER_HOLD)
			use_hold(&moves, u);
	}
}

/* ── retreats ── */

static struct order retreat_unit(struct original *original, int i, struct place_set *taken)
{
	const struct unit unit = original->call->board->retreat[i].unit;
	struct ranking ranking = {.count = 0};
	uint8_t options[EXITS_MAX];
	const int count = retreat_options(original->call->map, original->call->board, i, options);

	for (int n = 0; n < count; n++)
		rank(&ranking, original->appraisal->value[unit.type][options[n]],
		     order_retreat(unit.type, unit.loc, options[n]), false);
	while (ranking.count > 0) {
		const int drawn = draw(original, &ranking, 0, 1);
		const struct order order = ranking.at[drawn].order;
		const uint8_t province = province_of(original, order.to);
		if (!place_set_has(taken, province)) {
			place_set_add(taken, province);
			return order;
		}
		drop(&ranking, drawn);
	}

	return order_disband(unit.type, unit.loc);
}

void original_retreat(struct original *original, struct order orders[RETREATS_MAX])
{
	const struct player_call *call = original->call;
	struct place_set taken = {{0, 0}};
	uint8_t own[RETREATS_MAX];
	int count = 0;

	for (int i = 0; i < call->board->retreat_count; i++)
		if (call->board->retreat[i].unit.power == call->power)
			own[count++] = (uint8_t)i;
	while (count > 0) {
		const int n = (int)rng_below(original->rng, (uint32_t)count);
		orders[own[n]] = retreat_unit(original, own[n], &taken);
		own[n] = own[--count];
	}
}

/* ── adjustments ── */

/* Each army and each fleet on each coast of each free home centre. */
static void rank_builds(const struct original *original, struct ranking *ranking)
{
	const struct player_call *call = original->call;
	uint8_t sites[PROVINCES_MAX], places[COASTS_MAX];
	const int count = build_sites(call->map, call->board, call->power, sites);

	for (int i = 0; i < count; i++) {
		const int coasts = build_fleet_places(call->map, sites[i], places);
		rank(ranking, original->appraisal->value[ARMY][sites[i]], order_build(ARMY, sites[i]),
		     false);
		for (int c = 0; c < coasts; c++)
			rank(ranking, original->appraisal->value[FLEET][places[c]],
			     order_build(FLEET, places[c]), false);
	}
}

static struct order take_build(const struct original *original, struct ranking *ranking)
{
	if (ranking->count == 0)
		return order_waive();

	const struct order order = ranking->at[draw(original, ranking, 0, 1)].order;
	for (int i = ranking->count; i-- > 0;)
		if (province_of(original, ranking->at[i].order.from) == province_of(original, order.from))
			drop(ranking, i);

	return order;
}

static void rank_removals(const struct original *original, struct ranking *ranking)
{
	const struct board *board = original->call->board;

	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		if (unit.power == original->call->power)
			rank(ranking, original->appraisal->value[unit.type][unit.loc],
			     order_disband(unit.type, unit.loc), true);
	}
}

/* From the least on; half of the looks continue to what is worth more. */
static struct order take_removal(const struct original *original, struct ranking *ranking)
{
	const int i = draw(original, ranking, ranking->count - 1, -1);
	const struct order order = ranking->at[i].order;

	drop(ranking, i);
	return order;
}

int original_adjust(struct original *original, struct submission adjustments[ADJUSTMENTS_MAX])
{
	const struct player_call *call = original->call;
	const int allowance = build_allowance(call->map, call->board, call->power);
	const int due = allowance > 0 ? allowance : -allowance;
	struct ranking ranking = {.count = 0};
	int count = 0;

	if (allowance > 0)
		rank_builds(original, &ranking);
	else
		rank_removals(original, &ranking);
	for (; count < due && (allowance > 0 || ranking.count > 0); count++)
		adjustments[count] =
			(struct submission){call->power, allowance > 0 ? take_build(original, &ranking)
		                                                   : take_removal(original, &ranking)};

	return count;
}
