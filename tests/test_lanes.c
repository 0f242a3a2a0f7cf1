/* Every lane says what Atlas says of its order set, by every width that this processor has.
 *
 * BOARDS=N is the number of random boards (1,000); each is resolved by a law of its own, with as
 * many order sets as there are lanes. SEED and FIRST, the number of the first board, replay them.
 */
#include "game.h"
#include "lanes_compare.h"
#include "menus.h"
#include "suite.h"

static long number_from(const char *name, long normal)
{
	const char *text = getenv(name);
	return text == NULL ? normal : strtol(text, NULL, 0);
}

/* ── showing ── */

static void print_lane(const struct lanes *lanes, int lane)
{
	const struct menu *menu = lanes->menu;
	const struct map *map = menu->variant.map;
	struct order orders[UNITS_MAX];
	struct judgement j;
	struct lane told;
	char text[ORDER_TEXT_SIZE], law[LAW_TEXT_SIZE];
	lanes_read_orders(lanes, lane, orders);
	lanes_read(lanes, lane, &told);
	judge_resolve(judge_find("atlas"), menu->variant, menu->board, orders, &j);
	printf("\n# %s\n", law_print(menu->variant.law, law));
	for (int u = 0; u < menu->board->unit_count; u++)
		printf("%s %-24s # atlas: %d %d, lanes: %d %d\n", map->power[menu->board->unit[u].power],
		       order_print(map, orders[u], text), unit_set_has(j.resolution.follows, u),
		       unit_set_has(j.resolution.dislodged, u), unit_set_has(told.follows, u),
		       unit_set_has(told.dislodged, u));
}

/* ── random boards ── */

/* How much of a run was worth it. */
struct yield {
	long lanes, singly, dislodged, refused;
};

/* Resolves random sets twice, since nothing may be left of the first. Returns the faults. */
static long try_menu(struct rng *rng, const struct menu *menu, const struct lanes_width *width,
                     struct yield *yield)
{
	struct lanes *lanes = lanes_make(menu, width);
	long faults = 0;
	for (int round = 0; round < 2; round++) {
		lanes_draw(rng, lanes, false);
		lanes_resolve(lanes, round == 0 ? width->count : 1 + (int)rng_below(rng, width->count));
		for (int lane = 0; lane < lanes->count; lane++) {
			const char *fault = lanes_find_difference(lanes, lane);
			if (fault != NULL && faults++ == 0) {
				printf("\n    lane %d of %s: %s", lane, width->name, fault);
				print_lane(lanes, lane);
			}
		}
		yield->lanes += lanes->count;
		for (int part = 0; part < lanes->parts; part++)
			yield->singly += __builtin_popcountll(lanes->singly[part]);
		for (int i = 0; i < menu->board->unit_count * lanes->parts; i++)
			yield->dislodged += __builtin_popcountll(lanes->dislodged[i]);
	}
	free(lanes);
	return faults;
}

static long try_board(uint32_t number, struct variant variant, struct rng *rng, struct yield *yield)
{
	static struct menu_card card;
	static struct menu menu;
	long faults = 0;
	menus_draw(variant.map, rng, number % 2 == 1, &card);
	if (card.board.unit_count == 0)
		return 0;
	if (!menus_open(&menu, variant, &card)) {
		yield->refused++;
		return 0;
	}
	for (int w = 0; lanes_widths[w] != NULL; w++)
		if (lanes_has(lanes_widths[w]))
			faults += try_menu(rng, &menu, lanes_widths[w], yield);
	return faults;
}

static void print_yield(const char *name, struct yield yield)
{
	printf("\n    %s: %ld lanes, %.2f %% singly, %.2f dislodged a lane, %ld menus too large ", name,
	       yield.lanes, 100.0 * yield.singly / yield.lanes, 1.0 * yield.dislodged / yield.lanes,
	       yield.refused);
}

static void test_rule_sets(void)
{
	const long first = number_from("FIRST", 0), count = number_from("BOARDS", 1000);
	for (const struct rules *rules = rule_sets; rules->name != NULL; rules++) {
		struct yield yield = {0};
		long faults = 0;
		for (long number = first; number < first + count; number++) {
			struct rng rng = suite_rng((uint32_t)number);
			const long found = try_board((uint32_t)number, suite_variant(rules), &rng, &yield);
			if (found > 0)
				printf("    by rule set %s on board %ld", rules->name, number);
			faults += found;
		}
		print_yield(rules->name, yield);
		CHECK(faults == 0, "rule set %s: %ld of %ld lanes", rules->name, faults, yield.lanes);
	}
}

static void test_random_laws(void)
{
	const long first = number_from("FIRST", 0), count = number_from("BOARDS", 1000);
	struct yield yield = {0};
	long faults = 0;
	for (long number = first; number < first + count; number++) {
		struct rng rng = suite_rng((uint32_t)number);
		const struct law law = positions_draw_law(&rng);
		const long found =
			try_board((uint32_t)number, (struct variant){suite_map(), &law}, &rng, &yield);
		if (found > 0)
			printf("    on board %ld", number);
		faults += found;
	}
	print_yield("any law", yield);
	CHECK(faults == 0, "%ld of %ld lanes", faults, yield.lanes);
}

int main(void)
{
	CU_TestInfo tests[] = {{"lanes say what atlas says by all rule sets", test_rule_sets},
	                       {"by any law", test_random_laws},
	                       CU_TEST_INFO_NULL};
	return suite_run("lanes", tests);
}
