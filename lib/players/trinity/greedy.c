/* greedy: see greedy.h. */
#include "greedy.h"

#include <assert.h>
#include <stdlib.h>

/* The best of the orders that were looked at; of equals the first. */
struct choice_of {
	int32_t value;
	struct order order;
	struct board board; /* after it */
};
static const struct choice_of nothing = {.value = -1};

void greedy_open(const struct player_call *call, const struct goal_worths *worths,
                 const struct evaluation_weights *weights, struct greedy *greedy)
{
	greedy->call = call;
	greedy->weights = weights;
	greedy->board = *call->board;
	board_clear_retreats(&greedy->board);
	ground_open(call->map, call->board, &greedy->ground);
	goals_open(&greedy->ground, call->power, worths, &greedy->goals);
}

int32_t greedy_value(struct greedy *greedy, const struct board *board)
{
	const struct player_call *call = greedy->call;
	struct order orders[UNITS_MAX];

	for (int u = 0; u < board->unit_count; u++)
		orders[u] = order_hold(board->unit[u].type, board->unit[u].loc);
	ground_look(&greedy->ground, board);
	return evaluation_of_orders(&greedy->ground, &greedy->goals, greedy->weights, call->judge,
	                            rules_variant(call->rules, call->map), orders);
}

static void look_at(struct greedy *greedy, const struct board *board, struct order order,
                    struct choice_of *best)
{
	const int32_t worth = greedy_value(greedy, board);

	if (worth > best->value)
		*best = (struct choice_of){worth, order, *board};
}

/* With one more unit of ours. Nothing where there is no room for it. */
static void look_with(struct greedy *greedy, uint8_t type, uint8_t loc, struct order order,
                      struct choice_of *best)
{
	struct board board = greedy->board;

	if (board_add(greedy->call->map, &board, (struct unit){greedy->call->power, type, loc}))
		look_at(greedy, &board, order, best);
}

/* ── retreats ── */

static struct order retreat_unit(struct greedy *greedy, int i)
{
	const struct unit unit = greedy->call->board->retreat[i].unit;
	uint8_t options[EXITS_MAX];
	const int count = retreat_options(greedy->call->map, greedy->call->board, i, options);
	struct choice_of best = nothing;

	for (int n = 0; n < count; n++)
		look_with(greedy, unit.type, options[n], order_retreat(unit.type, unit.loc, options[n]),
		          &best);
	if (best.value < 0)
		return order_disband(unit.type, unit.loc);
	greedy->board = best.board;
	return best.order;
}

void greedy_retreat(struct greedy *greedy, struct order orders[RETREATS_MAX])
{
	for (int i = 0; i < greedy->call->board->retreat_count; i++)
		if (greedy->call->board->retreat[i].unit.power == greedy->call->power)
			orders[i] = retreat_unit(greedy, i);
}

/* ── adjustments ── */

static struct order build_one(struct greedy *greedy)
{
	const struct map *map = greedy->call->map;
	struct choice_of best = nothing;
	uint8_t sites[PROVINCES_MAX];

	for (int n = build_sites(map, &greedy->board, greedy->call->power, sites); n-- > 0;) {
		uint8_t places[COASTS_MAX];
		const int place_count = build_fleet_places(map, sites[n], places);
		look_with(greedy, ARMY, sites[n], order_build(ARMY, sites[n]), &best);
		for (int i = 0; i < place_count; i++)
			look_with(greedy, FLEET, places[i], order_build(FLEET, places[i]), &best);
	}
	assert(best.value >= 0);
	greedy->board = best.board;
	return best.order;
}

static struct order remove_one(struct greedy *greedy)
{
	struct choice_of best = nothing;

	for (int u = 0; u < greedy->board.unit_count; u++) {
		const struct unit unit = greedy->board.unit[u];
		struct board board = greedy->board;
		if (unit.power != greedy->call->power)
			continue;
		board_remove(&board, u);
		look_at(greedy, &board, order_disband(unit.type, unit.loc), &best);
	}
	assert(best.value >= 0);
	greedy->board = best.board;
	return best.order;
}

int greedy_adjust(struct greedy *greedy, struct submission adjustments[ADJUSTMENTS_MAX])
{
	const int allowance =
		build_allowance(greedy->call->map, greedy->call->board, greedy->call->power);
	const int due = abs(allowance);

	for (int i = 0; i < due; i++)
		adjustments[i] = (struct submission){
			greedy->call->power, allowance > 0 ? build_one(greedy) : remove_one(greedy)};
	return due;
}
