/* aftermath: see aftermath.h. */
#include "aftermath.h"

#include <assert.h>
#include <stdlib.h>

enum { CANDIDATES_MAX = BUILDS_MAX };

/* A legal order, and the worth of the board after it. */
struct candidate {
	int64_t value;
	struct order order;
};

/* The board with the decisions so far. */
struct aftermath {
	const struct player_call *call;
	struct valuation valuation;
	struct rng rng;
	struct board board;
	struct candidate candidates[CANDIDATES_MAX];
	int count;
};

static void open(const struct player_call *call, int near, enum rng_use use,
                 struct aftermath *aftermath)
{
	aftermath->call = call;
	aftermath->rng = player_chance(call, use);
	aftermath->board = *call->board;
	board_clear_retreats(&aftermath->board);
	valuation_open(call->map, call->board, call->power, near > 0 ? near : AFTERMATH_NEAR,
	               &aftermath->valuation);
}

static void add_candidate(struct aftermath *aftermath, struct order order, int64_t value)
{
	assert(aftermath->count < CANDIDATES_MAX);
	aftermath->candidates[aftermath->count++] = (struct candidate){value, order};
}

/* Takes one of the best candidates. There must be one. */
static struct order draw_best(struct aftermath *aftermath)
{
	struct candidate best = aftermath->candidates[0];
	uint32_t equals = 1;

	for (int i = 1; i < aftermath->count; i++) {
		const struct candidate candidate = aftermath->candidates[i];
		if (candidate.value < best.value)
			continue;
		equals = candidate.value == best.value ? equals + 1 : 1;
		if (equals == 1 || rng_below(&aftermath->rng, equals) == 0)
			best = candidate;
	}
	aftermath->count = 0;
	return best.order;
}

/* The board with one more unit of the power, in a vacant place. */
static struct board add_unit(const struct aftermath *aftermath, uint8_t type, uint8_t loc)
{
	struct board board = aftermath->board;

	if (!board_add(aftermath->call->map, &board, (struct unit){aftermath->call->power, type, loc}))
		assert(!"no room for a unit");
	return board;
}

/* The worth of that board. */
static fitness value_with(const struct aftermath *aftermath, uint8_t type, uint8_t loc)
{
	const struct board board = add_unit(aftermath, type, loc);

	return valuation_of(&aftermath->valuation, &board);
}

/* ── retreats ── */

/* The provinces to which dislodged units of others could go. */
static struct place_set find_rivals(const struct player_call *call)
{
	struct place_set rivals = {{0, 0}};
	uint8_t options[EXITS_MAX];

	for (int i = 0; i < call->board->retreat_count; i++) {
		if (call->board->retreat[i].unit.power == call->power)
			continue;
		for (int n = retreat_options(call->map, call->board, i, options); n-- > 0;)
			place_set_add(&rivals, call->map->loc[options[n]].province);
	}
	return rivals;
}

static struct order retreat_unit(struct aftermath *aftermath, int i, const struct place_set *rivals)
{
	const struct map *map = aftermath->call->map;
	const struct unit unit = aftermath->call->board->retreat[i].unit;
	const fitness without = valuation_of(&aftermath->valuation, &aftermath->board);
	uint8_t options[EXITS_MAX];
	const int count = retreat_options(map, aftermath->call->board, i, options);

	for (int n = 0; n < count; n++) {
		const uint8_t province = map->loc[options[n]].province;
		if (board_find(map, &aftermath->board, province) >= 0)
			continue; /* another one of ours goes there */
		const fitness with = value_with(aftermath, unit.type, options[n]);
		add_candidate(aftermath, order_retreat(unit.type, unit.loc, options[n]),
		              2 * (int64_t)with - (place_set_has(rivals, province) ? with - without : 0));
	}
	if (aftermath->count == 0)
		return order_disband(unit.type, unit.loc);
	const struct order order = draw_best(aftermath);
	aftermath->board = add_unit(aftermath, unit.type, order.to);
	return order;
}

void aftermath_retreat(const struct player_call *call, int near, struct order orders[RETREATS_MAX])
{
	const struct place_set rivals = find_rivals(call);
	struct aftermath aftermath = {.count = 0};

	open(call, near, RNG_RETREATS, &aftermath);
	for (int i = 0; i < call->board->retreat_count; i++)
		if (call->board->retreat[i].unit.power == call->power)
			orders[i] = retreat_unit(&aftermath, i, &rivals);
}

/* ── adjustments ── */

static struct order build_one(struct aftermath *aftermath)
{
	struct order builds[BUILDS_MAX];
	const int count =
		build_list(aftermath->call->map, &aftermath->board, aftermath->call->power, builds);

	for (int i = 0; i < count; i++)
		add_candidate(aftermath, builds[i], value_with(aftermath, builds[i].type, builds[i].from));
	const struct order order = draw_best(aftermath);
	aftermath->board = add_unit(aftermath, order.type, order.from);
	return order;
}

static struct order remove_one(struct aftermath *aftermath)
{
	for (int u = 0; u < aftermath->board.unit_count; u++) {
		const struct unit unit = aftermath->board.unit[u];
		struct board board = aftermath->board;
		if (unit.power != aftermath->call->power)
			continue;
		board_remove(&board, u);
		add_candidate(aftermath, order_disband(unit.type, unit.loc),
		              valuation_of(&aftermath->valuation, &board));
	}
	const struct order order = draw_best(aftermath);
	board_remove(&aftermath->board, board_find(aftermath->call->map, &aftermath->board,
	                                           aftermath->call->map->loc[order.from].province));
	return order;
}

int aftermath_adjust(const struct player_call *call, int near,
                     struct submission adjustments[ADJUSTMENTS_MAX])
{
	const int allowance = build_allowance(call->map, call->board, call->power);
	const int due = abs(allowance);
	struct aftermath aftermath = {.count = 0};

	open(call, near, RNG_ADJUSTMENTS, &aftermath);
	for (int i = 0; i < due; i++)
		adjustments[i] = (struct submission){call->power, allowance > 0 ? build_one(&aftermath)
		                                                                : remove_one(&aftermath)};
	return due;
}
