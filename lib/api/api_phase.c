/* api_phase: judges and plays phases; explains results; draws pictures. */
#include "api.h"
#include "api_play.h"
#include "formats/saved/saved_result.h"
#include "game/forecast.h"
#include "game/why.h"

#include <string.h>

API_SAME(ARES_SUCCEEDS, RESULT_SUCCEEDS);
API_SAME(ARES_SELF, RESULT_SELF);
API_SAME(ARES_NO_CONVOY, RESULT_NO_CONVOY);
API_SAME(ARES_UNDECIDED, RESULT_UNDECIDED);
API_SAME(RESULTS, ARES_UNDECIDED + 1);

const char *ares_result_name(int32_t result)
{
	return result >= 0 && result < RESULTS ? result_names[result] : "?";
}

const char *ares_verdict_name(int32_t verdict)
{
	if (verdict == ARES_SURPLUS)
		return "more than is due";
	return verdict >= 0 && verdict < VERDICTS ? verdict_names[verdict] : "?";
}

/* ── order sets of one board ── */

static int32_t check_set(const struct map *map, const struct board *board,
                         const struct ares_order *orders, int32_t set, struct ares_error *error)
{
	char text[ORDER_TEXT_SIZE];

	for (int u = 0; u < board->unit_count; u++) {
		const struct order order = api_take_order(orders[u]);
		if (!order_is_of(map, order, board->unit[u].type, board->unit[u].loc))
			return api_refuse(error, ARES_ERROR_ORDER,
			                  "set %d, unit %d: '%s' is not an order of a movement phase for it",
			                  set, u, order_print(map, order, text));
	}
	return ARES_OK;
}

static void give_set(const struct judgement *judgement, int32_t set, uint64_t *follows,
                     uint64_t *dislodged, uint8_t *given)
{
	const int units = judgement->board->unit_count;
	enum result results[UNITS_MAX];

	follows[set] = judgement->resolution.follows;
	dislodged[set] = judgement->resolution.dislodged;
	if (!given)
		return;
	judge_explain(judgement, results);
	for (int u = 0; u < units; u++)
		given[set * units + u] = (uint8_t)results[u];
}

int32_t ares_resolve(const struct ares_map *map, int32_t rules, int32_t judge,
                     const struct ares_board *board, const struct ares_order *orders, int32_t sets,
                     uint64_t *follows, uint64_t *dislodged, uint8_t *results,
                     struct ares_error *error)
{
	const struct rules *found;
	const struct judge *judging;
	struct order taken[UNITS_MAX];
	struct forecast forecast;
	struct board before;
	int32_t status;

	API_NEED(map);
	API_NEED(orders);
	API_NEED(follows);
	API_NEED(dislodged);
	if (sets < 0)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "sets is %d: it is not negative", sets);
	if ((status = api_find_rules(rules, &found, error)) ||
	    (status = api_find_judge(judge, true, &judging, error)) ||
	    (status = api_take_board(map, board, &before, error)))
		return status;
	if (!phase_is_movement(before.phase))
		return api_refuse(error, ARES_ERROR_PHASE, "the board is not one of a movement phase");
	const int units = before.unit_count;

	for (int32_t s = 0; s < sets; s++)
		if ((status = check_set(&map->map, &before, orders + (size_t)s * (size_t)units, s, error)))
			return status;
	forecast_open(&forecast, rules_variant(found, &map->map), judging);
	for (int32_t s = 0; s < sets; s++) {
		memcpy(taken, orders + (size_t)s * (size_t)units, (size_t)units * sizeof *taken);
		give_set(forecast_resolve(&forecast, &before, taken), s, follows, dislodged, results);
	}
	return api_accept(error);
}

/* ── a phase that is played ── */

static int32_t take_submissions(const struct ares_map *map, const uint8_t *powers,
                                const struct ares_order *orders, int32_t count,
                                struct submission submissions[], struct ares_error *error)
{
	for (int32_t i = 0; i < count; i++) {
		submissions[i] = (struct submission){powers[i], api_take_order(orders[i])};
		if (powers[i] >= map->map.power_count)
			return api_refuse(error, ARES_ERROR_ARGUMENT, "powers[%d] is %d, and the map has %d", i,
			                  powers[i], map->map.power_count);
		if (!api_is_order(map, submissions[i].order))
			return api_refuse(error, ARES_ERROR_ORDER, "orders[%d]: its bytes are not an order", i);
	}
	return ARES_OK;
}

int32_t ares_phase_play(const struct ares_map *map, int32_t rules, int32_t judge, uint64_t seed,
                        uint32_t block, const struct ares_board *board, const uint8_t *powers,
                        const struct ares_order *orders, int32_t count, uint8_t *verdicts,
                        struct ares_phase *phase, struct ares_error *error)
{
	struct submission submissions[GIVEN_MAX];
	uint8_t found_verdicts[GIVEN_MAX];
	struct phase_record record = {.orders.count = 0};
	const struct rules *found;
	const struct judge *judging;
	struct board next;
	int32_t status;

	API_NEED(map);
	API_NEED(phase);
	if (count < 0 || count > GIVEN_MAX)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "count is %d: it is from 0 to %d", count,
		                  GIVEN_MAX);
	if (count > 0) {
		API_NEED(powers);
		API_NEED(orders);
	}
	if ((status = api_find_rules(rules, &found, error)) ||
	    (status = api_find_judge(judge, false, &judging, error)) ||
	    (status = api_take_board(map, board, &record.board, error)) ||
	    (status = take_submissions(map, powers, orders, count, submissions, error)))
		return status;

	if (api_is_last(&record.board))
		return api_refuse(error, ARES_ERROR_PHASE, "there is no year after this one");

	const struct game game = {&map->map, found, seed, block};
	api_play(&game, judging, submissions, count, found_verdicts, &record, &next);
	if (verdicts && count > 0)
		memcpy(verdicts, found_verdicts, (size_t)count);
	api_give_phase(map, &record, &next, phase);
	return api_accept(error);
}

/* ── phases as values of the caller ── */

void api_give_phase(const struct ares_map *map, const struct phase_record *record,
                    const struct board *after, struct ares_phase *to)
{
	memset(to, 0, sizeof *to);
	api_give_board(map, &record->board, &to->before);
	api_give_board(map, after, &to->after);
	to->count = record->orders.count;
	to->dislodged = record->dislodged;
	for (int i = 0; i < record->orders.count; i++) {
		to->power[i] = record->orders.power[i];
		to->result[i] = (uint8_t)record->results[i];
		to->order[i] = api_give_order(record->orders.order[i]);
	}
}

/* Checks that a phase has the orders that its board needs, each for its unit. */
static int32_t check_orders(const struct ares_map *map, const struct phase_record *record,
                            struct ares_error *error)
{
	const struct board *board = &record->board;
	const bool moves = phase_is_movement(board->phase);
	const int due = moves ? board->unit_count : board->retreat_count;

	if (phase_is_winter(board->phase))
		return ARES_OK;
	if (record->orders.count != due)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "phase: it has %d orders for %d units",
		                  record->orders.count, due);
	for (int i = 0; i < due; i++) {
		const struct unit unit = moves ? board->unit[i] : board->retreat[i].unit;
		const struct order order = record->orders.order[i];
		if (moves ? !order_is_of(&map->map, order, unit.type, unit.loc)
		          : order.type != unit.type || order.from != unit.loc)
			return api_refuse(error, ARES_ERROR_ORDER, "phase: order %d is not for unit %d", i, i);
	}
	return ARES_OK;
}

int32_t api_take_phase(const struct ares_map *map, const struct ares_phase *from,
                       struct phase_record *record, struct ares_error *error)
{
	const int32_t status = from ? api_take_board(map, &from->before, &record->board, error)
	                            : api_refuse(error, ARES_ERROR_ARGUMENT, "phase is NULL");

	if (status)
		return status;
	if (from->count < 0 || from->count > ARES_ORDERS_MAX)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "phase: it has %d orders", from->count);
	record->orders.count = from->count;
	record->dislodged = from->dislodged & board_all_units(&record->board);
	record->stage = STAGE_NONE;
	for (int i = 0; i < from->count; i++) {
		record->orders.order[i] = api_take_order(from->order[i]);
		record->orders.power[i] = from->power[i];
		record->results[i] = (enum result)from->result[i];
		if (!api_is_order(map, record->orders.order[i]) || from->result[i] >= RESULTS ||
		    from->power[i] >= map->map.power_count)
			return api_refuse(error, ARES_ERROR_ORDER,
			                  "phase: order %d, its power or its result is none", i);
	}
	return check_orders(map, record, error);
}

/* ── reasons ── */

int32_t ares_phase_why(const struct ares_map *map, int32_t rules, const struct ares_phase *phase,
                       int32_t n, char *text, size_t size, size_t *length, struct ares_error *error)
{
	struct phase_record record;
	const struct rules *found;
	char reason[WHY_SIZE];
	struct why why;
	int32_t status;

	API_NEED(map);
	if ((status = api_find_rules(rules, &found, error)) ||
	    (status = api_take_phase(map, phase, &record, error)))
		return status;
	if (n < 0 || n >= record.orders.count)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "n is %d, and the phase has %d orders", n,
		                  record.orders.count);
	if (!why_open(&why, rules_variant(found, &map->map), &record))
		return api_refuse(error, ARES_ERROR_ARGUMENT,
		                  "phase: its orders cannot have these results");
	return api_copy_text(why_write(&why, n, reason), text, size, length, error);
}

int32_t ares_phase_words(const struct ares_map *map, int32_t rules, const struct ares_phase *phase,
                         uint64_t void_units, struct ares_unit *units, uint32_t *words)
{
	struct ares_error *error = NULL;
	struct saved_results results;
	struct phase_record record;
	const struct rules *found;
	int32_t status;

	API_NEED(map);
	API_NEED(units);
	API_NEED(words);
	if ((status = api_find_rules(rules, &found, error)) ||
	    (status = api_take_phase(map, phase, &record, error)))
		return status;
	const unit_set disregarded =
		phase_is_movement(record.board.phase) ? void_units & board_all_units(&record.board) : 0;
	if (!saved_results_find(rules_variant(found, &map->map), &record, disregarded, NULL, &results))
		return ARES_ERROR_ARGUMENT;

	for (int i = 0; i < results.count && i < ARES_ORDERS_MAX; i++) {
		units[i] =
			(struct ares_unit){results.unit[i].power, results.unit[i].type, results.unit[i].loc, 0};
		words[i] = 0;
		for (int w = 0; w < results.result[i].count; w++)
			words[i] |= UINT32_C(1) << results.result[i].word[w];
	}
	return MIN(results.count, ARES_ORDERS_MAX);
}

const char *ares_word_name(int32_t word)
{
	return word >= 0 && word < SAVED_WORDS ? saved_words[word] : NULL;
}

/* ── pictures ── */

static int32_t write_picture(const struct ares_map *map, const struct phase_record *record,
                             const char *title, char *text, size_t size, size_t *length,
                             struct ares_error *error)
{
	int32_t status;

	if (!api_may_write(text, size, error, &status))
		return status;
	const size_t bytes = picture_write(&map->picture, record, title ? title : "", text, size);
	return api_finish_text(bytes, text, size, length, error);
}

int32_t ares_phase_picture(const struct ares_map *map, const struct ares_phase *phase,
                           const char *title, char *text, size_t size, size_t *length,
                           struct ares_error *error)
{
	struct phase_record record;
	int32_t status;

	API_NEED(map);
	if ((status = api_take_phase(map, phase, &record, error)))
		return status;
	return write_picture(map, &record, title, text, size, length, error);
}

int32_t ares_board_picture(const struct ares_map *map, const struct ares_board *board,
                           const char *title, char *text, size_t size, size_t *length,
                           struct ares_error *error)
{
	struct phase_record record = {.orders.count = 0};
	int32_t status;

	API_NEED(map);
	if ((status = api_take_board(map, board, &record.board, error)))
		return status;
	return write_picture(map, &record, title, text, size, length, error);
}
