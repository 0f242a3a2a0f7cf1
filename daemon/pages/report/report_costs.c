/* report_costs: what bots say that their decisions cost. */
#include "report_parts.h"

static const struct report_column columns[] = {
	{"player", REPORT_AT(costs, player), COLUMN_TEXT},
	{"model", REPORT_AT(costs, model), COLUMN_TEXT},
	{"games", REPORT_AT(costs, games), COLUMN_COUNT},
	{"decisions", REPORT_AT(costs, decisions), COLUMN_COUNT},
	{"tokens in", REPORT_AT(costs, tokens_in), COLUMN_COUNT},
	{"tokens out", REPORT_AT(costs, tokens_out), COLUMN_COUNT},
	{"dollars", REPORT_AT(costs, dollars), COLUMN_DIGITS_4},
	{"dollars a game", REPORT_AT(costs, a_game), COLUMN_DIGITS_4},
	{0},
};

void report_write_costs(struct page *page, const struct report *report)
{
	for (int side = 0; side < report->sides; side++) {
		const struct stmt_rows *const costs = &report->side[side].answers.costs.all;
		if (costs->count == 0)
			continue;
		report_name_side(page, report, side);
		report_put_table(page, "What players cost, as their bots say", columns, costs);
	}
}
