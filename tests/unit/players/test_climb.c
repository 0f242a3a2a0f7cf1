/* How trinity searches: what climbs and regret matching find, and that lanes of every width give
 * the same values and the same orders. */
#include "arenas.h"
#include "rules/legal.h"
#include "players/trinity/climb.h"
#include "players/trinity/regret.h"
#include "players/trinity/evaluation/weights.h"
#include "players/trinity/replies.h"

enum { SETS = 12 };

static struct arena arena;
static struct climb climb;
static struct changes changes;

/* Climbs with changes in a drawn order. */
static int64_t run_climb(struct rng *rng, uint16_t places[UNITS_MAX])
{
	static uint16_t order[CHANGES_MAX];
	climb_shuffle(&changes, rng, order);
	return climb_run(&climb, &changes, order, places);
}

/* The power's orders as places of the arena. */
static void find_places(const struct order orders[], uint16_t places[UNITS_MAX])
{
	arena_add_power(&arena, arena.power, orders, places);
}

static void close_arena(const struct evaluation_weights *weights, const struct lanes_width *width)
{
	arena_close(&arena, width);
	for (int p = 0; p < suite_map()->power_count; p++)
		arena_look(&arena, &goals[p], weights);
}

/* An arena of France's, with its changes. The others hold; or they draw their orders. */
static void open_arena(const struct board *board, struct rng *rng)
{
	struct order orders[UNITS_MAX];
	struct sampler sampler;
	open_all(board);
	arena_open(&arena, suite_variant(rules_find("standard")), &ground, suite_power("FRA"));
	changes_open(&ground, arena.power, &changes);
	arena_add_changes(&arena, &changes);
	suite_orders(board, "", orders);
	for (int p = 0; p < suite_map()->power_count; p++)
		sampler_add_evenly(&ground, (uint8_t)p, &sampler);
	for (int s = 0; s < SETS; s++) {
		for (int p = 0; rng && p < suite_map()->power_count; p++)
			if (p != arena.power)
				sampler_draw(&ground, &sampler, (uint8_t)p, rng, orders);
		arena_add_set(&arena, orders);
	}
}

/* Munich falls to two units, not to one; Ruhr or Burgundy may go. The sum of values never falls,
 * and no more is spent than may be. */
TEST(test_climb, "climbing")
{
	const struct board board =
		french_board(FALL_MOVES, "FRA A bur, FRA A ruh, GER A mun", "GER mun");
	struct order orders[UNITS_MAX];
	uint16_t places[UNITS_MAX];
	for (int64_t left = SETS; left < 3000; left = left * 3 / 2) {
		struct rng rng = suite_rng((uint32_t)left);
		struct judgement judgement;
		open_arena(&board, NULL);
		suite_orders(&board, "", orders);
		find_places(orders, places);
		close_arena(&evaluation_plain, lanes_widest());
		climb_open(&climb, &arena, left);
		const int64_t before = climb_begin(&climb, places);
		const int64_t after = run_climb(&rng, places);
		CHECK(after >= before, "%lld after %lld", (long long)after, (long long)before);
		CHECK(climb.left >= 0 && climb.left < left, "of %lld %lld are left", (long long)left,
		      (long long)climb.left);
		if (left < 1000)
			continue;
		arena_read(&arena, places, orders);
		judge_resolve(judges[0], suite_variant(rules_find("standard")), &board, orders, &judgement);
		CHECK(unit_set_has(judgement.resolution.dislodged, ground.at[suite_loc("mun")]),
		      "with %lld Munich does not fall", (long long)left);
	}
}

/* A board with a unit of France's, of spring or fall. */
static struct board draw_board(struct rng *rng, int round)
{
	struct board board = suite_random_board(rng, 4 + round % 30);
	board.unit[0].power = suite_power("FRA");
	board.phase = round % 2 ? FALL_MOVES : SPRING_MOVES;
	return board;
}

/* On drawn boards: a climb never falls, what it says of the orders that it writes is so, and once
 * it ends by itself no change gains. */
TEST(test_climbs_upwards, "climbing never falls")
{
	struct rng rng = suite_rng(4);
	int risen = 0, ended = 0;
	for (int round = 0; round < 30; round++) {
		const struct board board = draw_board(&rng, round);
		for (int64_t left = 4 * SETS; left < 40000; left *= 3) {
			struct rng same = suite_rng(5), steps = suite_rng(6);
			struct order orders[UNITS_MAX];
			uint16_t places[UNITS_MAX];
			open_arena(&board, &same);
			suite_orders(&board, "", orders);
			find_places(orders, places);
			close_arena(&evaluation_learned, lanes_widest());
			climb_open(&climb, &arena, left);
			const int64_t before = climb_begin(&climb, places);
			const int64_t after = run_climb(&steps, places);
			const bool end = climb.left > 10000;
			CHECK(after >= before, "board %d: %lld after %lld", round, (long long)after,
			      (long long)before);
			CU_ASSERT_EQUAL(climb_begin(&climb, places), after);
			risen += after > before;
			ended += end;
			climb_open(&climb, &arena, 100000);
			climb_begin(&climb, places);
			CHECK(!end || run_climb(&steps, places) == after, "board %d: there is more to gain",
			      round);
		}
	}
	CHECK(risen > 60 && ended > 20, "values rose %d times, %d climbs ended", risen, ended);
}

/* Of two joint orders one takes Spain, the other does not; and so for Italy and Trieste. */
TEST(test_regret, "regret matching")
{
	const struct board board =
		french_board(FALL_MOVES, "FRA A gas, ITA A tyr", "spa, tri, ITA ven");
	struct order orders[UNITS_MAX];
	uint16_t better[UNITS_MAX], worse[UNITS_MAX];
	open_arena(&board, NULL);
	for (int p = 0; p < suite_map()->power_count; p++) {
		suite_orders(&board, "A gas - spa, A tyr - tri", orders);
		arena_add_power(&arena, (uint8_t)p, orders, better);
		suite_orders(&board, "A gas H, A tyr H", orders);
		arena_add_power(&arena, (uint8_t)p, orders, worse);
	}
	close_arena(&evaluation_plain, lanes_widest());
	for (int at = 0; at < 2; at++)
		for (int wary = 0; wary <= 100; wary += 50) {
			struct rng rng = suite_rng(3);
			struct regret regret = {.arena = &arena,
			                        .goals = goals,
			                        .weights = &evaluation_plain,
			                        .wary = wary,
			                        .left = 400};
			for (int p = 0; p < suite_map()->power_count; p++)
				if (ground.units[p]) {
					regret.count[p] = 2;
					regret.set[p][at] = better;
					regret.set[p][1 - at] = worse;
				}
			CU_ASSERT_EQUAL(regret_run(&regret, &rng), at);
			CHECK(regret.left >= 0 && regret.left < 400, "%lld are left", (long long)regret.left);
		}
}

/* ── lanes ── */

/* Orders of all kinds for all units, and places of them: joint orders that have nothing to do with
 * each other. */
static void draw_places(const struct board *board, struct rng *rng)
{
	static struct order legal_ones[LEGAL_MAX];
	struct legal legal;
	legal_open(suite_map(), board, &legal);
	for (int u = 0; u < board->unit_count; u++) {
		const int count = legal_orders(&legal, u, legal_ones);
		for (int i = 0; i < 12; i++)
			arena_add(&arena, u, legal_ones[rng_below(rng, (uint32_t)count)]);
		for (int trial = 0; trial < ARENA_TRIALS; trial++)
			arena.places[u][trial] = (uint16_t)rng_below(rng, arena.counts[u]);
	}
}

/* Whatever is ordered, each power sees positions in lanes of every width as it sees them one by
 * one. */
TEST(test_values, "values in lanes")
{
	static int32_t singly[ARENA_TRIALS], values[ARENA_TRIALS];
	const struct evaluation_weights *const weights[] = {
		&evaluation_plain, &evaluation_set, &evaluation_learned, &weights_reach.evaluation};
	struct rng rng = suite_rng(7);
	for (int round = 0; round < 60; round++) {
		const struct board board = draw_board(&rng, round);
		open_arena(&board, &rng);
		draw_places(&board, &rng);
		for (int p = 0; p < suite_map()->power_count; p++) {
			close_arena(weights[round % 4], NULL);
			arena_value(&arena, (uint8_t)p, ARENA_TRIALS, singly);
			for (int w = 0; lanes_widths[w]; w++) {
				if (!lanes_has(lanes_widths[w]))
					continue;
				const int count = 1 + (int)rng_below(&rng, ARENA_TRIALS);
				close_arena(weights[round % 4], lanes_widths[w]);
				CU_ASSERT_PTR_EQUAL(arena.lanes ? arena.lanes->width : NULL, lanes_widths[w]);
				arena_value(&arena, (uint8_t)p, count, values);
				CHECK(memcmp(values, singly, (size_t)count * sizeof *values) == 0,
				      "board %d, power %d, lanes of %s", round, p, lanes_widths[w]->name);
			}
		}
	}
}

/* The mean of what the first sets are worth to a power, where France holds. */
static double value_sets(uint8_t power, int sets)
{
	int32_t values[ARENA_SETS_MAX];
	double sum = 0;
	for (int u = 0; u < ground.board->unit_count; u++)
		for (int s = 0; s < sets; s++)
			arena.places[u][s] = ground.board->unit[u].power == arena.power ? 0 : arena.set[s][u];
	arena_value(&arena, power, sets, values);
	for (int s = 0; s < sets; s++)
		sum += values[s];
	return sum / sets;
}

/* Those of Germany's draws are kept that let it have more; all are its own.
 * What may be spent is not exceeded: if it is too little, the first are kept. */
TEST(test_replies, "replies")
{
	static const uint16_t ours[REPLIES_OURS][UNITS_MAX];
	const uint8_t german = suite_power("GER");
	const int all = SETS * REPLIES_OURS;
	struct board board = suite_board("FRA A bur, GER A ruh, GER A mun, GER A kie, GER F hol"),
				 start;
	board_start(suite_map(), &start);
	memcpy(board.owner, start.owner, sizeof board.owner);
	board.phase = FALL_MOVES;
	for (int left = 0; left <= all; left += all) {
		struct rng rng = suite_rng(6);
		struct lessons lessons = {0};
		open_arena(&board, &rng);
		close_arena(&weights_tuned.evaluation, lanes_widest());
		const double before = value_sets(german, SETS / 3);
		const int spent = replies_choose(&arena, goals, &weights_tuned.evaluation, &lessons, ours,
		                                 SETS / 3, left, &rng);
		const double after = value_sets(german, SETS / 3);
		CU_ASSERT_EQUAL(spent, left);
		CU_ASSERT_EQUAL(arena.sets, SETS / 3);
		CHECK(left == 0 ? after == before : after > before, "%.0f after %.0f", after, before);
	}
}

/* ── decisions ── */

/* A decision on a board, by some settings; by threads, where it has helpers. */
static void decide(const struct board *board, const struct decision_settings *settings, int threads,
                   struct order orders[UNITS_MAX], struct player_effort *effort)
{
	struct seat seat;
	struct player_call call = french_call("trinity(budget=30000)", board, &seat);
	furnish(&seat, &call);
	memset(orders, 0, UNITS_MAX * sizeof *orders);
#pragma omp parallel num_threads(threads)
#pragma omp single
	decision_make(&call, settings, orders, effort);
}

static struct decision_settings draw_settings(int round)
{
	static const struct lessons lessons;
	return (struct decision_settings){.budget = round % 8 < 7 ? 100 << round % 8 : 24000,
	                                  .search = true,
	                                  .wary = round % 3 * 30,
	                                  .weights = &evaluation_learned,
	                                  .worths = &goal_worths_set,
	                                  .prior = &aim_weights_learned,
	                                  .lessons = round % 2 ? &lessons : NULL,
	                                  .replies = round % 2,
	                                  .searched = round % 4 == 3};
}

/* A decision is the same with lanes of every width, and without. */
TEST(test_widths, "lanes of every width")
{
	struct rng rng = suite_rng(8);
	for (int round = 0; round < 40; round++) {
		const struct board board = draw_board(&rng, round);
		struct decision_settings settings = draw_settings(round);
		struct order singly[UNITS_MAX], orders[UNITS_MAX];
		struct player_effort effort, other;
		decide(&board, &settings, 1, singly, &effort);
		for (int w = 0; lanes_widths[w]; w++) {
			if (!lanes_has(lanes_widths[w]))
				continue;
			settings.width = lanes_widths[w];
			decide(&board, &settings, 1, orders, &other);
			CHECK(memcmp(orders, singly, sizeof orders) == 0, "board %d, lanes of %s", round,
			      lanes_widths[w]->name);
			CHECK(memcmp(&effort, &other, sizeof effort) == 0, "board %d: effort of %s", round,
			      lanes_widths[w]->name);
		}
	}
}

/* And by any number of threads, with and without helpers. */
TEST(test_threads, "any number of threads")
{
	struct rng rng = suite_rng(9);
	for (int round = 0; round < 120; round++) {
		const struct board board = draw_board(&rng, round);
		struct decision_settings settings = draw_settings(round);
		struct order alone[UNITS_MAX], orders[UNITS_MAX];
		struct player_effort effort, other;
		settings.width = lanes_widest();
		decide(&board, &settings, 1, alone, &effort);
		settings.helpers = 1 + round % 7;
		for (int threads = 1; threads <= 8; threads += threads == 3 ? 5 : 1) {
			decide(&board, &settings, threads, orders, &other);
			CHECK(memcmp(orders, alone, sizeof orders) == 0, "board %d, %d threads", round,
			      threads);
			CHECK(memcmp(&effort, &other, sizeof effort) == 0, "board %d: effort of %d threads",
			      round, threads);
		}
	}
}

SUITE("climb")
