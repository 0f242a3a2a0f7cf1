/* resolve: see resolve.h. */
#include "resolve.h"

#include "disorder.h"

#include <assert.h>
#include <string.h>

static struct variant find_variant(const struct game *game)
{
	return rules_variant(game->rules, game->map);
}

void resolve_moves(const struct game *game, const struct judgement *judgement,
                   struct phase_record *record, struct board *next)
{
	record->stage = judgement->resolution.stage;
	record->dislodged = judgement->resolution.dislodged;
	judge_explain(judgement, record->results);
	game_after_moves(game, judgement, next);
}

void resolve_retreats(const struct game *game, struct phase_record *record, struct board *next)
{
	game_after_retreats(game, &record->board, record->orders.order, record->results, next);
}

int resolve_adjustments(const struct game *game, struct phase_record *record, struct board *next)
{
	const struct variant variant = find_variant(game);
	const struct board *board = &record->board;
	struct submission adjustments[PHASE_ORDERS_MAX], removals[ADJUSTMENTS_MAX];

	for (int i = 0; i < record->orders.count; i++)
		adjustments[i] = (struct submission){record->orders.power[i], record->orders.order[i]};
	build_resolve(variant, board, adjustments, record->orders.count, record->results, next);
	const int removed = disorder_remove(variant, board, removals, next);
	for (int i = 0; i < removed; i++)
		record_add(record, removals[i], RESULT_SUCCEEDS);
	game_after_winter(next);
	return removed;
}

/* ── replaying ── */

static bool replay_moves(const struct game *game, const struct judge *judge,
                         struct phase_record *record, struct board *next)
{
	const struct board *board = &record->board;
	struct judgement judgement;

	assert(!judge->partial);
	if (record->orders.count != board->unit_count)
		return false;
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		if (!order_is_of(game->map, record->orders.order[u], unit.type, unit.loc))
			return false;
		record->orders.power[u] = unit.power;
	}
	judge_resolve(judge, find_variant(game), board, record->orders.order, &judgement);
	resolve_moves(game, &judgement, record, next);
	return true;
}

static bool replay_retreats(const struct game *game, struct phase_record *record,
                            struct board *next)
{
	const struct board *board = &record->board;

	if (record->orders.count != board->retreat_count)
		return false;
	for (int i = 0; i < board->retreat_count; i++) {
		const struct order order = record->orders.order[i];
		if (order.from != board->retreat[i].unit.loc || order.type != board->retreat[i].unit.type)
			return false;
		record->orders.power[i] = board->retreat[i].unit.power;
	}
	resolve_retreats(game, record, next);
	return true;
}

bool resolve_replay(const struct game *game, const struct judge *judge, const struct board *board,
                    const struct phase_orders *orders, struct phase_record *record,
                    struct board *next)
{
	memset(record, 0, sizeof *record);
	record->board = *board;
	record->orders.count = orders->count;
	memcpy(record->orders.order, orders->order, (size_t)orders->count * sizeof *orders->order);
	memcpy(record->orders.power, orders->power, (size_t)orders->count * sizeof *orders->power);
	*next = *board;
	if (phase_is_movement(board->phase))
		return replay_moves(game, judge, record, next);
	if (!phase_is_winter(board->phase))
		return replay_retreats(game, record, next);
	/* the orders include the removals by civil disorder; none may be left for it now */
	return resolve_adjustments(game, record, next) == 0;
}
