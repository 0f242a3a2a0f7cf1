/* analysis_phase: legal orders of a position, and results of orders. See analysis.h. */
#include "analysis_parts.h"

#include "formats/cases/case_write.h"
#include "game/turn.h"
#include "game/why.h"
#include "players/trinity/evaluation/weights.h"

#include <string.h>

enum { POSITION_SIZE = 16 * 1024, LEGAL_MOST = 1 << 14 };

/* ── parts of answers ── */

void analysis_write_error(struct ink *ink, const char *text)
{
	ink_write(ink, "{\"error\":%j}", text);
}

void analysis_write_position(const struct analysis *analysis, const struct board *board,
                             struct ink *ink)
{
	char text[POSITION_SIZE];
	struct text out = {text, sizeof text, 0};

	case_write_board(&out, &analysis->map->map, board);
	ink_write(ink, "%j", out.used < sizeof text ? text : "");
}

static const char *name_power(const struct map *map, uint8_t power)
{
	return power < map->power_count ? map->power[power] : "";
}

static void write_unit(const struct map *map, struct unit unit, bool first, struct ink *ink)
{
	ink_write(ink, "%s\"%s %s %s\"", first ? "" : ",", name_power(map, unit.power),
	          unit.type == FLEET ? "F" : "A", map->loc[unit.loc].code);
}

static void write_board(const struct analysis *analysis, const struct board *board, struct ink *ink)
{
	const struct map *map = &analysis->map->map;
	char phase[PHASE_TEXT_SIZE], name[PICTURE_PHASE_SIZE];

	ink_write(ink,
	          "{\"phase\":\"%s\",\"name\":\"%s\",\"position\":", phase_print(board->phase, phase),
	          picture_name_phase(board->phase, name));
	analysis_write_position(analysis, board, ink);

	ink_write(ink, ",\"owners\":\"");
	for (int p = 0; p < map->province_count; p++)
		ink_write(ink, "%d", board->owner[p] < POWERS_MAX ? board->owner[p] : POWER_NONE);
	ink_write(ink, "\",\"units\":[");
	for (int u = 0; u < board->unit_count; u++)
		write_unit(map, board->unit[u], u == 0, ink);
	ink_write(ink, "],\"dislodged\":[");
	for (int i = 0; i < board->retreat_count; i++)
		write_unit(map, board->retreat[i].unit, i == 0, ink);
	ink_write(ink, "]");
}

static void write_ending(const struct analysis *analysis, const struct board *board,
                         struct ink *ink)
{
	static const char *const names[] = {
		[GAME_RUNNING] = "running", [GAME_SOLO] = "solo", [GAME_DRAW] = "draw"};
	const struct game_verdict verdict = game_judge(&analysis->map->map, board, INT16_MAX);

	ink_write(ink, ",\"ending\":\"%s\",\"winner\":\"%s\"", names[verdict.ending],
	          name_power(&analysis->map->map, verdict.winner));
}

/* ── legal orders ── */

static void write_turn(const struct analysis *analysis, const struct board *board, uint8_t power,
                       struct ink *ink)
{
	static const int most = LEGAL_MOST;
	struct order orders[LEGAL_MOST];
	char text[ORDER_TEXT_SIZE];
	const struct map *map = &analysis->map->map;
	int count = turn_orders(rules_variant(analysis->rules, map), board, power, orders, most);

	count = MIN(count, most);
	ink_write(ink, "{\"power\":%j,\"due\":%d,\"legal\":[", map->power[power],
	          turn_count_due(map, board, power));
	for (int i = 0; i < count; i++)
		ink_write(ink, "%s\"%s\"", i > 0 ? "," : "", order_print(map, orders[i], text));
	ink_write(ink, "],\"codes\":[");
	for (int i = 0; i < count; i++)
		ink_write(ink, "%s%d", i > 0 ? "," : "", (int)order_pack_unit(orders[i]));
	ink_write(ink, "]}");
}

void analysis_legal(struct analysis *analysis, const struct question *question, struct ink *ink)
{
	const struct board *board = &question->board;
	const struct map *map = &analysis->map->map;
	const char *before = "";

	write_board(analysis, board, ink);
	write_ending(analysis, board, ink);
	ink_write(ink, ",\"turns\":[");
	for (uint8_t power = 0; power < map->power_count; power++)
		if (turn_count_due(map, board, power) > 0) {
			ink_write(ink, "%s", before);
			write_turn(analysis, board, power, ink);
			before = ",";
		}
	ink_write(ink, "]}");
}

/* ── results of orders ── */

static void write_order(const struct analysis *analysis, const struct phase_record *record,
                        const struct why *why, int n, struct ink *ink)
{
	static const char *const fates[FATES] = {
		[FATE_DONE] = "",     [FATE_STOPPED] = "stopped", [FATE_CUT] = "cut",
		[FATE_VOID] = "void", [FATE_FAILED] = "failed",
	};
	const struct map *map = &analysis->map->map;
	const enum result result = record->results[n];
	char text[ORDER_TEXT_SIZE], reason[WHY_SIZE] = "";

	if (why)
		why_write(why, n, reason);
	ink_write(ink, "%s{\"power\":\"%s\",\"text\":\"%s\",\"result\":\"%s\",\"fate\":\"%s\",",
	          n > 0 ? "," : "", name_power(map, record->orders.power[n]),
	          order_print(map, record->orders.order[n], text), result_names[result],
	          fates[scene_fate(result)]);
	ink_write(ink, "\"why\":%j}", reason);
}

static void write_orders(const struct analysis *analysis, const struct phase_record *record,
                         struct ink *ink)
{
	struct why why;
	const bool reasons =
		why_open(&why, rules_variant(analysis->rules, &analysis->map->map), record);

	ink_write(ink, ",\"orders\":[");
	for (int n = 0; n < record->orders.count; n++)
		write_order(analysis, record, reasons ? &why : NULL, n, ink);
	ink_write(ink, "]");
}

/* Orders that do not count, and why. */
static void write_problems(const struct analysis *analysis, const struct question *question,
                           const uint8_t verdicts[], struct ink *ink)
{
	char text[ORDER_TEXT_SIZE];
	const char *before = "";

	ink_write(ink, ",\"problems\":[");
	for (int i = 0; i < question->order_count; i++) {
		const struct submission *order = &question->orders[i];
		if (verdicts[i] == ARES_LEGAL)
			continue;
		ink_write(ink, "%s{\"power\":\"%s\",\"text\":\"%s\",\"problem\":\"%s\"}", before,
		          name_power(&analysis->map->map, order->power),
		          order_print(&analysis->map->map, order->order, text),
		          ares_verdict_name(verdicts[i]));
		before = ",";
	}
	ink_write(ink, "]");
}

/* The shapes of a phase are markup, written as a JSON string. */
static void write_shapes(const struct analysis *analysis, const struct phase_record *record,
                         struct ink *ink)
{
	char text[PICTURE_SIZE];
	const size_t size =
		picture_write_shapes(&analysis->map->picture, record, text, sizeof text - 1);

	text[size < sizeof text ? size : 0] = '\0';
	ink_write(ink, ",\"shapes\":%j", text);
}

/* The value of the position to each power after the moves of a phase. */
static void write_shares(const struct analysis *analysis, const struct phase_record *record,
                         struct ink *ink)
{
	const struct map *map = &analysis->map->map;
	const struct variant variant = rules_variant(analysis->rules, map);
	struct judgement judgement;
	struct ground ground;

	judge_resolve(api_judge(0), variant, &record->board, record->orders.order, &judgement);
	ground_open(map, &record->board, &ground);
	for (uint8_t power = 0; power < map->power_count; power++) {
		struct evaluation evaluation;
		struct goals goals;
		goals_open(&ground, power, &weights_reach.worths, &goals);
		evaluation_open(&ground, &goals, &judgement, &evaluation);
		const int64_t share = evaluation_value(&evaluation, &weights_reach.evaluation);
		ink_write(ink, "%s%d", power > 0 ? "," : "", (int)(share * THOUSAND / EVALUATION_SURE));
	}
}

void analysis_judge(struct analysis *analysis, const struct question *question, struct ink *ink)
{
	const struct game game = analysis_game(analysis);
	struct phase_record record = {.board = question->board};
	uint8_t verdicts[GIVEN_MAX];
	struct board next;

	if (api_is_last(&record.board)) {
		analysis_write_error(ink, "there is no year after this one");
		return;
	}
	api_play(&game, api_judge(0), question->orders, question->order_count, verdicts, &record,
	         &next);

	write_board(analysis, &record.board, ink);
	write_problems(analysis, question, verdicts, ink);
	write_orders(analysis, &record, ink);
	write_shapes(analysis, &record, ink);
	ink_write(ink, ",\"ways\":");
	picture_ink_ways(&analysis->map->picture, &record, &next, ink);
	ink_write(ink, ",\"next\":");
	analysis_write_position(analysis, &next, ink);
	ink_write(ink, ",\"shares\":");
	if (phase_is_movement(record.board.phase)) {
		ink_write(ink, "[");
		write_shares(analysis, &record, ink);
		ink_write(ink, "]}");
	} else {
		ink_write(ink, "null}");
	}
}

/* ── reading an order ── */

void analysis_read(struct analysis *analysis, const struct question *question, struct ink *ink)
{
	const struct map *map = &analysis->map->map;
	char text[ORDER_TEXT_SIZE];
	struct ares_board board;
	struct ares_order order;

	if (question->order_count != 1) {
		analysis_write_error(ink, "one order is read at once");
		return;
	}
	const struct submission *given = &question->orders[0];
	api_give_board(analysis->map, &question->board, &board);
	order = api_give_order(given->order);
	const int32_t completed = ares_order_complete(analysis->map, analysis->rules_number, &board,
	                                              given->power, &order, NULL);
	const bool legal = completed == ARES_OK && ares_legal_has(analysis->map, analysis->rules_number,
	                                                          &board, given->power, &order) == 1;
	const struct order whole = api_take_order(order);

	ink_write(ink, "{\"order\":\"%s\",\"code\":", order_print(map, whole, text));
	if (whole.type < UNIT_TYPES)
		ink_write(ink, "%d", (int)order_pack_unit(whole));
	else
		ink_write(ink, "null");
	ink_write(ink, ",\"legal\":%s}", legal ? "true" : "false");
}
