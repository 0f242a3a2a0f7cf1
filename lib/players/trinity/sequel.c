/* sequel: see sequel.h. */
#include "sequel.h"

#include <assert.h>

/* The best of the orders that were looked at; of equals the first. */
struct choice_of {
	int32_t value;
	struct order order;
	struct board board; /* behind it */
};
static const struct choice_of nothing = {.value = -1};

void sequel_open(const struct player_call *call, bool blind, const struct standing_weights *weights,
                 struct sequel *sequel)
{
	sequel->call = call;
	sequel->weights = weights;
	sequel->board = *call->board;
	board_clear_retreats(&sequel->board);
	ground_open(call->map, call->board, &sequel->ground);
	goals_open(&sequel->ground, call->power, blind, &sequel->goals);
}

/* What a board is worth where nobody moves. */
static int32_t value(struct sequel *sequel, const struct board *board)
{
	struct order orders[UNITS_MAX];
	struct judgement judgement;
	struct standing standing;

	for (int u = 0; u < board->unit_count; u++)
		orders[u] = order_hold(board->unit[u].type, board->unit[u].loc);
	judge_resolve(sequel->call->judge, rules_variant(sequel->call->rules, sequel->call->map), board,
	              orders, &judgement);
	ground_look(&sequel->ground, board);
	standing_open(&sequel->ground, &sequel->goals, &judgement, &standing);
	return standing_value(&standing, sequel->weights);
}

static void look_at(struct sequel *sequel, const struct board *board, struct order order,
                    struct choice_of *best)
{
	const int32_t worth = value(sequel, board);

	if (worth > best->value)
		*best = (struct choice_of){worth, order, *board};
}

/* With one more unit of ours. Nothing where there is no room for it. */
static void look_with(struct sequel *sequel, uint8_t type, uint8_t loc, struct order order,
                      struct choice_of *best)
{
	struct board board = sequel->board;

	if (board_add(sequel->call->map, &board, (struct unit){sequel->call->power, type, loc}))
		look_at(sequel, &board, order, best);
}

/* ── retreats ── */

static struct order retreat_unit(struct sequel *sequel, int i)
{
	const struct unit unit = sequel->call->board->retreat[i].unit;
	uint8_t options[EXITS_MAX];
	const int count = retreat_options(sequel->call->map, sequel->call->board, i, options);
	struct choice_of best = nothing;

	for (int n = 0; n < count; n++)
		look_with(sequel, unit.type, options[n], order_retreat(unit.type, unit.loc, options[n]),
		          &best);
	if (best.value < 0)
		return order_disband(unit.type, unit.loc);
	sequel->board = best.board;
	return best.order;
}

void sequel_retreat(struct sequel *sequel, struct order orders[RETREATS_MAX])
{
	for (int i = 0; i < sequel->call->board->retreat_count; i++)
		if (sequel->call->board->retreat[i].unit.power == sequel->call->power)
			orders[i] = retreat_unit(sequel, i);
}

/* ── adjustments ── */

static struct order build_one(struct sequel *sequel)
{
	const struct map *map = sequel->call->map;
	struct choice_of best = nothing;
	uint8_t sites[PROVINCES_MAX];

	for (int n = build_sites(map, &sequel->board, sequel->call->power, sites); n-- > 0;) {
		const uint8_t site = sites[n];
		const int coasts = map->coast_count[site];
		look_with(sequel, ARMY, site, order_build(ARMY, site), &best);
		for (int i = 0; map->loc[site].terrain == COAST && i < (coasts > 0 ? coasts : 1); i++) {
			const uint8_t loc = coasts > 0 ? map->coasts[site][i] : site;
			look_with(sequel, FLEET, loc, order_build(FLEET, loc), &best);
		}
	}
	assert(best.value >= 0);
	sequel->board = best.board;
	return best.order;
}

static struct order remove_one(struct sequel *sequel)
{
	struct choice_of best = nothing;

	for (int u = 0; u < sequel->board.unit_count; u++) {
		const struct unit unit = sequel->board.unit[u];
		struct board board = sequel->board;
		if (unit.power != sequel->call->power)
			continue;
		board_remove(&board, u);
		look_at(sequel, &board, order_disband(unit.type, unit.loc), &best);
	}
	assert(best.value >= 0);
	sequel->board = best.board;
	return best.order;
}

int sequel_adjust(struct sequel *sequel, struct submission adjustments[ADJUSTMENTS_MAX])
{
	const int allowance =
		build_allowance(sequel->call->map, sequel->call->board, sequel->call->power);
	const int due = allowance > 0 ? allowance : -allowance;

	for (int i = 0; i < due; i++)
		adjustments[i] = (struct submission){
			sequel->call->power, allowance > 0 ? build_one(sequel) : remove_one(sequel)};
	return due;
}
