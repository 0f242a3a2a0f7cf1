/* analysis_think: the orders of the strongest player, and its expectations. See analysis.h. */
#include "analysis_parts.h"

#include "players/trinity/decision.h"
#include "players/trinity/evaluation/weights.h"

#include <stdlib.h>
#include <string.h>

enum { BUDGET_LEAST = 100, BUDGET_MOST = 1000000 };

/* ── moves ── */

static void write_plan(const struct analysis *analysis, const struct question *question,
                       const struct decision_plan *plan, struct ink *ink)
{
	const struct board *board = &question->board;
	char text[ORDER_TEXT_SIZE];
	const char *before = "";

	ink_write(ink, "{\"share\":%d,\"orders\":[",
	          (int)((int64_t)plan->share * THOUSAND / EVALUATION_SURE));
	for (int u = 0; u < board->unit_count; u++)
		if (board->unit[u].power == question->power) {
			ink_write(ink, "%s\"%s\"", before,
			          order_print(&analysis->map->map, plan->order[u], text));
			before = ",";
		}
	ink_write(ink, "]}");
}

/* Uses the player's default settings except the budget, with an empty memory. */
static void think_moves(const struct analysis *analysis, const struct question *question,
                        struct ink *ink)
{
	static const struct lessons none;
	const struct decision_settings settings = {
		.budget = question->budget,
		.search = true,
		.weights = &weights_reach.evaluation,
		.worths = &weights_reach.worths,
		.prior = &weights_reach.aims,
		.lessons = &none,
		.replies = true,
		.width = lanes_widest(),
	};
	const struct player_call call = {
		.map = &analysis->map->map,
		.rules = analysis->rules,
		.judge = api_judge(0),
		.board = &question->board,
		.power = question->power,
		.block = 1,
		.scratch = analysis->scratch,
	};
	struct decision_plan plans[ANALYSIS_PLANS];
	struct order orders[UNITS_MAX];
	struct player_effort effort;

	decision_make(&call, &settings, orders, &effort);
	const int count = decision_plans(&call, plans, ANALYSIS_PLANS);
	for (int i = 0; i < count; i++) {
		ink_write(ink, "%s", i > 0 ? "," : "");
		write_plan(analysis, question, &plans[i], ink);
	}
}

/* ── retreats, builds and removals ── */

static void think_once(const struct analysis *analysis, const struct question *question,
                       struct ink *ink)
{
	struct ares_player *player;
	struct ares_order orders[ARES_UNITS_MAX];
	struct ares_board board;
	char text[ORDER_TEXT_SIZE];
	int32_t count = 0;

	api_give_board(analysis->map, &question->board, &board);
	if (ares_player_open(analysis->map, analysis->rules_number, 0, "trinity", question->power,
	                     &player, NULL) != ARES_OK)
		return;
	if (ares_player_order(player, 0, 1, &board, orders, &count, NULL) != ARES_OK)
		count = 0;
	ares_player_close(player);

	ink_write(ink, "{\"share\":null,\"orders\":[");
	for (int32_t i = 0; i < count; i++)
		ink_write(ink, "%s\"%s\"", i > 0 ? "," : "",
		          order_print(&analysis->map->map, api_take_order(orders[i]), text));
	ink_write(ink, "]}");
}

void analysis_think(struct analysis *analysis, const struct question *question, struct ink *ink)
{
	const struct board *board = &question->board;

	if (question->power == POWER_NONE || question->budget < BUDGET_LEAST ||
	    question->budget > BUDGET_MOST) {
		analysis_write_error(ink, "a power, and a budget from 100 to 1000000");
		return;
	}
	if (!analysis->scratch)
		analysis->scratch = api_make_room(decision_size(0));

	ink_write(ink, "{\"plans\":[");
	if (!phase_is_movement(board->phase))
		think_once(analysis, question, ink);
	else if (board_units_of(board, (power_set)(1 << question->power)) && analysis->scratch)
		think_moves(analysis, question, ink);
	ink_write(ink, "]}");
}
