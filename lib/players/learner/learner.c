/* learner: plays by a small network that has learned from its own games (training/selfplay.py).
 *
 * Its units choose one after the other, in the sequence of their provinces. Each takes the order
 * with the highest score, of equals the first. It never convoys, and supports only its own units.
 * training/features.py makes the same choices. */
#include "network.h"

#include "game/build.h"
#include "game/retreat.h"
#include "players/player.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What the units have been ordered so far, by province. */
struct progress {
	const struct player_call *call;
	struct features features;
	bool open[PROVINCES_MAX];      /* an own unit is there that has no order yet */
	bool stays[PROVINCES_MAX];     /* one has another order than to leave; or one is built there */
	uint8_t leaves[PROVINCES_MAX]; /* the province that one goes to; LOC_NONE: none leaves */
	uint8_t entered[PROVINCES_MAX];
	uint8_t supports[PROVINCES_MAX]; /* of the unit there, */
	uint8_t toward[PROVINCES_MAX];   /* into this province */
};

/* The best order of a unit so far. */
struct favourite {
	bool made;
	int64_t score;
	struct order order;
};

static void progress_open(const struct player_call *call, struct progress *progress)
{
	memset(progress, 0, sizeof *progress);
	progress->call = call;
	memset(progress->leaves, LOC_NONE, sizeof progress->leaves);
	for (int u = 0; u < call->board->unit_count; u++)
		if (call->board->unit[u].power == call->power)
			progress->open[call->map->province[call->board->unit[u].loc]] = true;
	features_open(call->map, call->board, call->power, &progress->features);
}

/* ── the features of an order ── */

static bool order_moves(struct order order)
{
	return order.kind == ORDER_MOVE || order.kind == ORDER_RETREAT;
}

static bool order_supports(struct order order)
{
	return order.kind == ORDER_SUPPORT_HOLD || order.kind == ORDER_SUPPORT_MOVE;
}

static void see_pairs(const struct progress *progress, struct order order,
                      uint8_t pair[PAIR_FEATURES])
{
	const uint8_t *province = progress->call->map->province;
	const uint8_t from = province[order.from], target = province[order_goal(order)];
	const bool moves = order_moves(order), supports = order_supports(order);
	const bool stays = supports || order.kind == ORDER_HOLD;
	const bool fits = progress->toward[from] == (moves ? target : from);

	memset(pair, 0, PAIR_FEATURES);
	if (moves) {
		pair[PAIR_FRIEND_ENTERS] = progress->entered[target] > 0;
		pair[PAIR_FRIEND_STAYS] = progress->stays[target];
		pair[PAIR_FRIEND_OPEN] = progress->open[target];
		pair[PAIR_SWAP] = progress->leaves[target] == from;
		pair[PAIR_LEAVES_ROOM] = progress->entered[from] > 0;
	}
	if (moves || stays)
		pair[fits ? PAIR_SUPPORTS : PAIR_SUPPORTS_OTHERWISE] = progress->supports[from];
	if (stays)
		pair[PAIR_STAYS_IN_WAY] = progress->entered[from] > 0;
	if (supports) {
		const uint8_t helped = province[order.aux];
		if (order.kind == ORDER_SUPPORT_HOLD ? progress->stays[helped]
		                                     : progress->leaves[helped] == target)
			pair[PAIR_AGREED] = 1;
		else
			pair[progress->open[helped] ? PAIR_OPEN : PAIR_REFUTED] = 1;
	}
}

/* Keeps an order if it is better than those before. */
static void consider(const struct progress *progress, struct order order, struct favourite *best)
{
	const struct features *features = &progress->features;
	const bool supports = order_supports(order);
	const uint8_t target_type = supports ? order.aux_type : order.type;
	struct network_input input = {
		.place = {features->place[order.type][order.from],
	              features->place[target_type][order_goal(order)],
	              supports ? features->place[order.aux_type][order.aux] : NULL},
		.kind = order.kind,
		.own = {[OWN_FLEET] = order.type == FLEET,
	            [OWN_FALL] = features->fall,
	            [OWN_CENTRES] = features->centres,
	            [OWN_UNITS] = features->units},
	};

	see_pairs(progress, order, input.pair);
	const int64_t score = network_score(&input);
	if (!best->made || score > best->score)
		*best = (struct favourite){true, score, order};
}

/* Gives a unit the order that was chosen. */
static struct order settle(struct progress *progress, const struct favourite *best)
{
	const uint8_t *province = progress->call->map->province;
	const struct order order = best->order;
	const uint8_t from = province[order.from], target = province[order_goal(order)];
	const bool moves = order_moves(order);

	assert(best->made);
	progress->open[from] = false;
	progress->stays[from] = !moves;
	progress->leaves[from] = moves ? target : LOC_NONE;
	progress->entered[target] += moves;
	if (order_supports(order)) {
		const uint8_t helped = province[order.aux];
		if (progress->toward[helped] != target)
			progress->supports[helped] = 0;
		progress->supports[helped]++;
		progress->toward[helped] = target;
	}
	return order;
}

/* ── moves ── */

/* Supports of one other unit of ours: of its stay, and of its moves. */
static void consider_supports(const struct progress *progress, struct unit unit, struct unit other,
                              struct favourite *best)
{
	const struct map *map = progress->call->map;
	const struct map_loc *place = &map->loc[other.loc];

	if (map_reaches(map, unit.type, unit.loc, map->province[other.loc]))
		consider(progress, order_support_hold(unit.type, unit.loc, other.type, other.loc), best);
	for (int i = 0; i < place->exit_count[other.type]; i++) {
		const uint8_t to = place->exits[other.type][i];
		if (map_reaches(map, unit.type, unit.loc, map->province[to]))
			consider(progress, order_support_move(unit.type, unit.loc, other.type, other.loc, to),
			         best);
	}
}

static void learner_order(const struct player_call *call, struct order orders[UNITS_MAX],
                          struct player_effort *effort)
{
	const struct board *board = call->board;
	struct progress progress;

	progress_open(call, &progress);
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		const struct map_loc *place = &call->map->loc[unit.loc];
		struct favourite best = {.made = false};
		if (unit.power != call->power)
			continue;
		consider(&progress, order_hold(unit.type, unit.loc), &best);
		for (int i = 0; i < place->exit_count[unit.type]; i++)
			consider(&progress, order_move(unit.type, unit.loc, place->exits[unit.type][i]), &best);
		for (int v = 0; v < board->unit_count; v++)
			if (v != u && board->unit[v].power == call->power)
				consider_supports(&progress, unit, board->unit[v], &best);
		orders[u] = settle(&progress, &best);
	}
	*effort = (struct player_effort){0};
}

/* ── retreats and adjustments ── */

static void learner_retreat(const struct player_call *call, struct order orders[RETREATS_MAX])
{
	struct progress progress;

	progress_open(call, &progress);
	for (int i = 0; i < call->board->retreat_count; i++) {
		const struct unit unit = call->board->retreat[i].unit;
		uint8_t options[EXITS_MAX];
		struct favourite best = {.made = false};
		if (unit.power != call->power)
			continue;
		const int count = retreat_options(call->map, call->board, i, options);
		for (int o = 0; o < count; o++)
			consider(&progress, order_retreat(unit.type, unit.loc, options[o]), &best);
		consider(&progress, order_disband(unit.type, unit.loc), &best);
		orders[i] = settle(&progress, &best);
	}
}

static void consider_removals(const struct progress *progress, struct favourite *best)
{
	const struct player_call *call = progress->call;

	for (int u = 0; u < call->board->unit_count; u++) {
		const struct unit unit = call->board->unit[u];
		if (unit.power == call->power && progress->open[call->map->province[unit.loc]])
			consider(progress, order_disband(unit.type, unit.loc), best);
	}
}

static int learner_adjust(const struct player_call *call,
                          struct submission adjustments[ADJUSTMENTS_MAX])
{
	const int allowance = build_allowance(call->map, call->board, call->power);
	const int due = abs(allowance);
	struct order builds[BUILDS_MAX];
	const int count = build_list(call->map, call->board, call->power, builds);
	struct progress progress;

	progress_open(call, &progress);
	for (int i = 0; i < due; i++) {
		struct favourite best = {.made = false};
		for (int b = 0; allowance > 0 && b < count; b++)
			if (!progress.stays[call->map->province[builds[b].from]])
				consider(&progress, builds[b], &best);
		if (allowance < 0)
			consider_removals(&progress, &best);
		adjustments[i] = (struct submission){call->power, settle(&progress, &best)};
	}
	return due;
}

const struct player player_learner = {
	.name = "learner",
	.about = "a small network, trained by self-play and against dumbbot",
	.settings = player_no_settings,
	.order = learner_order,
	.retreat = learner_retreat,
	.adjust = learner_adjust,
};
