/* Which orders a unit may be given: exactly the listed ones are legal. */
#include "rules/legal.h"
#include "game/game.h"
#include "suite.h"

enum { BOARDS = 60, SPOILT = 40 };

static bool is_listed(const struct order orders[], int count, struct order order)
{
	for (int i = 0; i < count; i++)
		if (order_equal(orders[i], order))
			return true;
	return false;
}

/* Any bytes that a stored order may have. */
static struct order draw_order(struct rng *rng, struct unit unit)
{
	return order_unpack((int32_t)(rng_next(rng) & 0xfffff), unit.type, unit.loc);
}

static int legal_among_drawn;

static void check_unit(struct rng *rng, const struct legal *legal, int u)
{
	static struct order orders[LEGAL_MAX];
	const struct unit unit = legal->board->unit[u];
	int count = legal_orders(legal, u, orders);
	for (int i = 0; i < count; i++)
		CHECK(legal_has(legal, u, orders[i]), "order %d of unit %d is listed, not legal", i, u);
	for (int i = 0; i < SPOILT; i++) {
		struct order order = orders[rng_below(rng, (uint32_t)count)];
		const struct order drawn = draw_order(rng, unit);
		const size_t field = rng_below(rng, sizeof order);
		((uint8_t *)&order)[field] =
			rng_below(rng, 2) ? ((const uint8_t *)&drawn)[field] : (uint8_t)rng_below(rng, 256);
		bool listed = is_listed(orders, count, order);
		legal_among_drawn += listed;
		CHECK(legal_has(legal, u, order) == listed, "order of unit %d, field %zu is %d: %s", u,
		      field, ((const uint8_t *)&order)[field],
		      listed ? "listed, not legal" : "legal, not listed");
		CHECK(legal_has(legal, u, drawn) == is_listed(orders, count, drawn),
		      "an order drawn for unit %d", u);
	}
}

static void test_listed_is_legal(void)
{
	struct rng rng = suite_rng(1);
	for (int n = 0; n < BOARDS; n++) {
		const struct board board = suite_random_board(&rng, 1 + (int)rng_below(&rng, 40));
		struct legal legal;
		legal_open(suite_map(), &board, &legal);
		for (int u = 0; u < board.unit_count; u++)
			check_unit(&rng, &legal, u);
	}
	CU_ASSERT(legal_among_drawn > BOARDS);
}

/* An adjustment that is allowed succeeds when it is the only one. One that is not allowed does not.
 */
static void test_allowed_adjustments(void)
{
	struct rng rng = suite_rng(2);
	int allowed = 0;
	for (int n = 0; n < 20 * BOARDS; n++) {
		struct board board = suite_random_board(&rng, 1 + (int)rng_below(&rng, 30)), next;
		for (int p = 0; p < suite_map()->province_count; p++)
			board.owner[p] = rng_below(&rng, 2) ? suite_map()->owner[p]
			                                    : (uint8_t)rng_below(&rng, POWERS_MAX + 1);
		board.phase = WINTER_ADJUSTMENTS;
		const struct variant variant = suite_variant(&rule_sets[rng_below(&rng, 3)]);
		for (int i = 0; i < SPOILT; i++) {
			struct submission submission = {(uint8_t)rng_below(&rng, POWERS_MAX), order_waive()};
			uint8_t type = (uint8_t)rng_below(&rng, UNIT_TYPES),
					loc = (uint8_t)rng_below(&rng, suite_map()->loc_count);
			if (i % 4 != 0)
				submission.order = i % 2 ? order_build(type, loc) : order_disband(type, loc);
			enum result result;
			build_resolve(variant, &board, &submission, 1, &result, &next);
			struct submission completed = build_complete(variant, &board, submission);
			bool succeeds =
				result == RESULT_SUCCEEDS && order_equal(completed.order, submission.order);
			CHECK(build_allows(variant, &board, submission) == succeeds,
			      "adjustment of kind %d by %d at %d", submission.order.kind, submission.power,
			      loc);
			allowed += succeeds;
		}
	}
	CU_ASSERT(allowed > BOARDS);
}

static void test_allowed_retreats(void)
{
	struct board board = suite_board("FRA A par, GER A bur, FRA F eng");
	const struct unit dislodged = {suite_power("FRA"), ARMY, suite_loc("bur")};
	board.phase = SPRING_RETREATS;
	CU_ASSERT_FATAL(
		board_add_retreat(suite_map(), &board, (struct retreat){dislodged, suite_loc("mun")}));
	place_set_add(&board.contested, suite_loc("gas"));
	static const struct {
		const char *order;
		bool allowed;
	} rows[] = {{"A bur D", true},      {"A bur R pic", true},  {"A bur R mar", true},
	            {"A bur R par", false}, {"A bur R mun", false}, {"A bur R gas", false},
	            {"A bur R bre", false}, {"A bur - pic", false}, {"F bur D", false},
	            {"A par D", false}};
	for (int i = 0; i < COUNT(rows); i++)
		CHECK(retreat_allows(suite_map(), &board, 0, suite_order(rows[i].order)) == rows[i].allowed,
		      "%s", rows[i].order);
	struct order order = suite_order("A bur R pic");
	order.aux = suite_loc("par");
	CU_ASSERT(!retreat_allows(suite_map(), &board, 0, order));
}

SUITE("legal", {"what is listed is legal", test_listed_is_legal},
      {"adjustments that are allowed", test_allowed_adjustments},
      {"retreats that are allowed", test_allowed_retreats})
