/* api_play: see api_play.h. */
#include "api_play.h"

#include "game/resolve.h"

#include <string.h>

API_SAME(ARES_GIVEN_MAX, GIVEN_MAX);
API_SAME(ARES_LEGAL, VERDICT_LEGAL);
API_SAME(ARES_NOT_OWN, VERDICT_NOT_OWN);
API_SAME(ARES_DOUBLE, VERDICT_DOUBLE);
API_SAME(ARES_BAD_KIND, VERDICT_BAD_KIND);
API_SAME(ARES_IMPOSSIBLE, VERDICT_IMPOSSIBLE);
API_SAME(ARES_IN_DISORDER, VERDICT_DISORDER);
API_SAME(ARES_NO_UNIT, VERDICT_NO_UNIT);
API_SAME(ARES_SURPLUS, VERDICTS);

static void give_verdicts(const enum verdict found[], int count, uint8_t verdicts[])
{
	for (int i = 0; i < count; i++)
		verdicts[i] = (uint8_t)found[i];
}

static void play_moves(const struct game *game, const struct judge *judge,
                       const struct submission submissions[], int count, uint8_t verdicts[],
                       struct phase_record *record, struct board *next)
{
	const struct variant variant = rules_variant(game->rules, game->map);
	enum verdict found[GIVEN_MAX];
	struct judgement judgement;

	record->orders.count = record->board.unit_count;
	for (int u = 0; u < record->board.unit_count; u++)
		record->orders.power[u] = record->board.unit[u].power;
	submission_verify(variant, &record->board, submissions, count, record->orders.order, found);
	give_verdicts(found, count, verdicts);

	judge_resolve(judge, variant, &record->board, record->orders.order, &judgement);
	resolve_moves(game, &judgement, record, next);
}

static void play_retreats(const struct game *game, const struct submission submissions[], int count,
                          uint8_t verdicts[], struct phase_record *record, struct board *next)
{
	enum verdict found[GIVEN_MAX];

	record->orders.count = record->board.retreat_count;
	for (int i = 0; i < record->board.retreat_count; i++)
		record->orders.power[i] = record->board.retreat[i].unit.power;
	retreat_verify(rules_variant(game->rules, game->map), &record->board, submissions, count,
	               record->orders.order, found);
	give_verdicts(found, count, verdicts);
	resolve_retreats(game, record, next);
}

/* ── winter ── */

static enum ares_verdict find_verdict(struct variant variant, const struct board *board,
                                      struct submission submission, enum result result)
{
	if (submission.order.kind < ORDER_DISBAND)
		return ARES_BAD_KIND;
	if (result == RESULT_SUCCEEDS)
		return ARES_LEGAL;
	const bool alone = result == RESULT_TOO_MANY || build_allows(variant, board, submission);
	return alone ? ARES_SURPLUS : ARES_IMPOSSIBLE;
}

/* Writes the submissions that count, completed, power after power, with their powers. Each power
 * adjusts only its own units on its own home centres, so all are resolved at once. */
static void find_adjustments(struct variant variant, const struct board *board,
                             const struct submission submissions[], int count, uint8_t verdicts[],
                             struct phase_orders *orders)
{
	enum result results[GIVEN_MAX];
	struct board next;

	build_resolve(variant, board, submissions, count, results, &next);
	for (int i = 0; i < count; i++)
		verdicts[i] = (uint8_t)find_verdict(variant, board, submissions[i], results[i]);
	for (uint8_t power = 0; power < variant.map->power_count; power++)
		for (int i = 0; i < count; i++) {
			if (submissions[i].power != power || results[i] != RESULT_SUCCEEDS)
				continue;
			orders->order[orders->count] = build_complete(variant, board, submissions[i]).order;
			orders->power[orders->count++] = power;
		}
}

void api_play(const struct game *game, const struct judge *judge,
              const struct submission submissions[], int count, uint8_t verdicts[],
              struct phase_record *record, struct board *next)
{
	if (phase_is_movement(record->board.phase)) {
		play_moves(game, judge, submissions, count, verdicts, record, next);
	} else if (!phase_is_winter(record->board.phase)) {
		play_retreats(game, submissions, count, verdicts, record, next);
	} else {
		find_adjustments(rules_variant(game->rules, game->map), &record->board, submissions, count,
		                 verdicts, &record->orders);
		resolve_adjustments(game, record, next);
	}
}
