/* case_reasons: see case_reasons.h. */
#include "case_reasons.h"

#include <stdio.h>

#include "game/why.h"
#include "match/match.h"

_Static_assert((int)CASE_ORDERS_MAX <= (int)GIVEN_MAX, "all orders of a case can be given");

/* The orders of a power that count, then its others. A unit without an order holds, or disbands. */
static void print_power(const struct map *map, const struct why *why,
                        const struct phase_record *record, const struct given *given, int power)
{
	char order[ORDER_TEXT_SIZE], reason[WHY_SIZE] = "";

	for (int n = 0; n < record->orders.count; n++) {
		if (record->orders.power[n] != power)
			continue;
		if (why != NULL)
			why_write(why, n, reason);
		printf("  %s %s: %s%s%s\n", map->power[power],
		       order_print(map, record->orders.order[n], order), result_names[record->results[n]],
		       reason[0] != '\0' ? ": " : "", reason);
	}
	for (int i = 0; i < given->count; i++)
		if (given->submission[i].power == power && given->problem[i] != NULL)
			printf("  %s %s: disregarded: %s\n", map->power[power],
			       order_print(map, given->submission[i].order, order), given->problem[i]);
}

static void print_phase(const struct judge *judge, const struct rules *rules, const struct map *map,
                        const struct case_phase *phase)
{
	const struct variant variant = rules_variant(rules, map);
	struct given given = {.count = phase->order_count};
	struct match match = {
		.map = map,
		.rules = rules,
		.judge = judge,
		.block = 1,
		.threads = 1,
		.given = &given,
	};
	struct phase_record record;
	struct phase_cost cost;
	struct why why;

	trial_board(variant, phase, &match.board);
	for (int i = 0; i < phase->order_count; i++) {
		given.submission[i] = phase->orders[i];
		given.problem[i] = "nothing is due";
	}
	match_play(&match, &record, &cost);

	const bool reasons = why_open(&why, variant, &record);
	for (int p = 0; p < map->power_count; p++)
		print_power(map, reasons ? &why : NULL, &record, &given, p);
}

bool case_reasons_print(const struct judge *judge, const struct rules *rules,
                        const struct test_case *c)
{
	rules = trial_rules(rules, c);
	if (rules == NULL)
		return false;

	for (const struct case_phase *phase = c->phases; phase < c->phases + c->phase_count; phase++) {
		char text[PHASE_TEXT_SIZE];
		printf("%s %s, rules %s\n", c->id, phase_print(phase->before.phase, text), rules->name);
		print_phase(judge, rules, c->map, phase);
	}
	return true;
}
