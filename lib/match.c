/* match: the seats think, the judge judges, the rules go on. */
#include "match.h"

#include <assert.h>
#include <string.h>

enum { SCRATCH_ALIGN = 64 };

static uint64_t now(const struct match *match)
{
	return match->clock ? match->clock() : 0;
}

static size_t seat_scratch_size(const struct seat *seat)
{
	size_t size = seat->player->scratch_size ? seat->player->scratch_size(seat->settings) : 0;

	return (size + SCRATCH_ALIGN - 1) / SCRATCH_ALIGN * SCRATCH_ALIGN;
}

size_t match_scratch_size(const struct match *match)
{
	size_t size = 0;

	for (int p = 0; p < match->map->power_count; p++)
		size += seat_scratch_size(&match->seats[p]);
	return size;
}

struct game_verdict match_verdict(const struct match *match)
{
	return game_judge(match->map, &match->board, match->round_limit);
}

static void seat_order(const struct match *match, int power, void *scratch, struct phase_record *record)
{
	const struct seat *seat = &match->seats[power];
	const struct player_call call = {
		.map = match->map,
		.rules = match->rules,
		.judge = match->judge,
		.board = &record->board,
		.settings = seat->settings,
		.seed = match->seed,
		.game = match->game,
		.power = power,
		.scratch = scratch,
	};
	struct player_effort effort;
	uint64_t start = now(match);

	seat->player->order(&call, record->orders, &effort);
	record->think_ns[power] = now(match) - start;
	record->forecasts[power] = effort.forecasts;
	if (effort.capped) {
#pragma omp atomic
		record->capped |= 1 << power;
	}
}

/* Every power with units orders; each writes its own units' orders and its own figures. */
static void all_order(const struct match *match, struct phase_record *record)
{
	void *scratch[POWERS_MAX];
	int units[POWERS_MAX];
	size_t used = 0;

	for (int p = 0; p < match->map->power_count; p++) {
		scratch[p] = (char *)match->scratch + used;
		used += seat_scratch_size(&match->seats[p]);
	}
	assert(used <= match->scratch_size);
	board_count_units(&record->board, units);
#pragma omp parallel for schedule(dynamic, 1) num_threads(match->threads) if (match->threads > 1)
	for (int p = 0; p < match->map->power_count; p++)
		if (units[p] > 0)
			seat_order(match, p, scratch[p], record);
}

void match_play(struct match *match, struct phase_record *record)
{
	struct resolution resolution;

	memset(record, 0, sizeof *record);
	record->board = match->board;
	all_order(match, record);
	uint64_t start = now(match);
	match->judge->resolve(match->map, &record->board, record->orders, &resolution);
	record->resolve_ns = now(match) - start;
	record->stage = resolution.stage;
	record->dislodged = resolution.dislodged;
	judge_explain(match->map, &record->board, record->orders, &resolution, record->results);
	match->rules->advance(match->map, &record->board, record->orders, &resolution, match->seed, match->game,
	                      &match->board);
}

/* Whether an order is one of a movement phase, for this unit, and names only places of the map. */
static bool is_order_of(const struct map *map, struct unit unit, struct order order)
{
	const bool needs_to = order.kind == ORDER_MOVE || order.kind == ORDER_SUPPORT_MOVE || order.kind == ORDER_CONVOY;
	const bool needs_aux =
		order.kind == ORDER_SUPPORT_HOLD || order.kind == ORDER_SUPPORT_MOVE || order.kind == ORDER_CONVOY;

	return order.kind <= ORDER_CONVOY && order.type == unit.type && order.from == unit.loc &&
	       (!needs_to || order.to < map->loc_count) && (!needs_aux || order.aux < map->loc_count);
}

bool match_resume(struct match *match, const struct board *board, const struct order orders[])
{
	struct resolution resolution;

	for (int u = 0; u < board->unit_count; u++)
		if (!is_order_of(match->map, board->unit[u], orders[u]))
			return false;
	match->judge->resolve(match->map, board, orders, &resolution);
	match->rules->advance(match->map, board, orders, &resolution, match->seed, match->game, &match->board);
	return true;
}
