/* Each forecast of a series is what the judge says of it without the series. */
#include "game/forecast.h"
#include "game/game.h"
#include "positions.h"
#include "suite.h"

enum { BOARDS = 400, STEPS = 12 };

/* Draws new orders for some units, as they are drawn for another position on the same board. */
static void change_orders(struct rng *rng, struct position *position)
{
	struct position other = *position;
	const struct board *board = &position->board;
	for (int u = 0; u < board->unit_count; u++)
		other.orders[u] =
			rng_below(rng, 2) == 0
				? positions_draw_move(suite_map(), rng, board, board->unit[u])
				: positions_draw_help(suite_map(), rng, position, u,
		                              rng_below(rng, 3) == 0 &&
		                                  suite_map()->loc[board->unit[u].loc].terrain == WATER);
	for (uint32_t changes = rng_below(rng, STEPS); changes > 0; changes--) {
		uint32_t u = rng_below(rng, board->unit_count);
		position->orders[u] = other.orders[u];
	}
}

static bool same_resolution(const struct resolution *a, const struct resolution *b)
{
	return a->follows == b->follows && a->dislodged == b->dislodged &&
	       a->undecided == b->undecided && a->stage == b->stage &&
	       memcmp(a->reached, b->reached, sizeof a->reached) == 0;
}

/* Whether two judgements have one resolution, and all that follows from it is the same. What
 * follows is read from what verify found, too. */
static bool same_judgement(const struct judgement *a, const struct judgement *b)
{
	const struct place_set contested = judge_find_contested(a), others = judge_find_contested(b);
	enum result results[2][UNITS_MAX];
	struct board next[2];

	if (!same_resolution(&a->resolution, &b->resolution))
		return false;
	judge_explain(a, results[0]);
	judge_explain(b, results[1]);
	for (int u = 0; u < a->board->unit_count; u++)
		if (results[0][u] != results[1][u] ||
		    judge_find_dislodger(a, u) != judge_find_dislodger(b, u))
			return false;
	judge_move_units(a, &next[0]);
	judge_move_units(b, &next[1]);
	return board_equal(&next[0], &next[1]) && memcmp(&contested, &others, sizeof contested) == 0;
}

TEST(test_one_by_one, "one by one")
{
	for (uint32_t n = 0; n < BOARDS; n++) {
		struct rng rng = suite_rng(n);
		struct position position;
		(n % 2 == 0 ? positions_draw : positions_draw_knot)(suite_map(), &rng, &position);
		if (position.board.unit_count == 0)
			continue;
		for (const struct rules *rules = rule_sets; rules->name != NULL; rules++)
			for (const struct judge *const *judge = judges; *judge != NULL; judge++) {
				struct forecast forecast;
				forecast_open(&forecast, suite_variant(rules), *judge);
				for (int step = 0; step < STEPS; step++, change_orders(&rng, &position)) {
					struct judgement alone;
					judge_resolve(*judge, suite_variant(rules), &position.board, position.orders,
					              &alone);
					const struct judgement *told =
						forecast_resolve(&forecast, &position.board, position.orders);
					CHECK(same_judgement(&alone, told), "%s, %s: step %d on board %u", rules->name,
					      (*judge)->name, step, n);
				}
			}
	}
}

/* Whether verify found the same. What is beyond the units and the provinces may differ. */
static bool same_verified(const struct verified *a, const struct verified *b)
{
	const size_t units = (size_t)a->count, provinces = (size_t)suite_map()->province_count;

	return a->count == b->count && a->moves == b->moves && a->supports == b->supports &&
	       a->convoys == b->convoys && a->support_moves == b->support_moves &&
	       a->adjacent == b->adjacent && a->valid == b->valid && a->against_own == b->against_own &&
	       memcmp(a->at, b->at, provinces) == 0 && memcmp(a->power, b->power, units) == 0 &&
	       memcmp(a->home, b->home, units) == 0 && memcmp(a->target, b->target, units) == 0 &&
	       memcmp(a->helps, b->helps, units) == 0 &&
	       memcmp(a->supporters, b->supporters, units * sizeof *a->supporters) == 0 &&
	       memcmp(a->convoyers, b->convoyers, units * sizeof *a->convoyers) == 0 &&
	       memcmp(a->into, b->into, provinces * sizeof *a->into) == 0;
}

/* The orders of a position change one after the other, by a rule set. */
static void change_one_by_one(uint32_t n, const struct rules *rules, const struct judge *judge,
                              struct rng *rng)
{
	struct position position, other;
	struct judgement alone;
	struct forecast forecast;

	(n % 2 == 0 ? positions_draw : positions_draw_knot)(suite_map(), rng, &position);
	if (position.board.unit_count == 0)
		return;
	forecast_open(&forecast, suite_variant(rules), judge);
	forecast_resolve(&forecast, &position.board, position.orders);
	for (int step = 0; step < STEPS; step++) {
		uint32_t u = rng_below(rng, position.board.unit_count);
		other = position;
		change_orders(rng, &other);
		position.orders[u] = other.orders[u];
		const struct judgement *told =
			forecast_resolve(&forecast, &position.board, position.orders);
		judge_resolve(judge, suite_variant(rules), &position.board, position.orders, &alone);
		CHECK(same_judgement(&alone, told) && same_verified(&alone.verified, &told->verified),
		      "%s, %s: step %d on board %u", rules->name, judge->name, step, n);
	}
}

TEST(test_one_changed, "one changed")
{
	for (uint32_t n = 0; n < BOARDS; n++) {
		struct rng rng = suite_rng(3 * BOARDS + n);
		change_one_by_one(n, &rule_sets[n % 3], judges[n % 4], &rng);
	}
}

/* By laws drawn at random: convoys are ordered and given up, and armies go another way. */
TEST(test_any_law, "any law")
{
	for (uint32_t n = 0; n < 4 * BOARDS; n++) {
		struct rng rng = suite_rng(4 * BOARDS + n);
		const struct rules rules = {.name = "any", .law = positions_draw_law(&rng)};
		change_one_by_one(n, &rules, judges[n % 4], &rng);
	}
}

/* An army goes by convoy only while another means to come the opposite way (4.A.3 b). */
TEST(test_swap, "swap")
{
	static const char *const orders[] = {"A hol - bel", "A hol - kie", "A hol - bel", "A hol H"};
	struct rules rules = {.name = "swap", .law = {.intent = INTENT_SWAP}};
	struct position position;
	struct forecast forecast;
	struct judgement alone;

	position.board = suite_board("ENG A bel, ENG F nth, GER A hol");
	suite_orders(&position.board, "A bel - hol, F nth C A bel - hol", position.orders);
	const int u = board_find(suite_map(), &position.board, suite_loc("hol"));
	forecast_open(&forecast, suite_variant(&rules), judges[0]);
	forecast_resolve(&forecast, &position.board, position.orders);
	for (int i = 0; i < COUNT(orders); i++) {
		position.orders[u] = suite_order(orders[i]);
		const struct judgement *told =
			forecast_resolve(&forecast, &position.board, position.orders);
		judge_resolve(judges[0], suite_variant(&rules), &position.board, position.orders, &alone);
		CHECK(same_judgement(&alone, told) && same_verified(&alone.verified, &told->verified), "%s",
		      orders[i]);
	}
}

/* Another board is not taken for the one before. Nor is the same memory with other units in it. */
TEST(test_other_boards, "other boards")
{
	struct rng rng = suite_rng(2 * BOARDS);
	struct forecast forecast;
	forecast_open(&forecast, suite_variant(&rule_sets[0]), judges[0]);
	struct position position;
	for (int n = 0; n < BOARDS; n++) {
		struct judgement alone;
		positions_draw(suite_map(), &rng, &position);
		forecast_forget(&forecast);
		judge_resolve(judges[0], suite_variant(&rule_sets[0]), &position.board, position.orders,
		              &alone);
		const struct judgement *told =
			forecast_resolve(&forecast, &position.board, position.orders);
		CHECK(same_judgement(&alone, told), "board %d", n);
	}
}

SUITE("forecast")
