/* What trinity makes of the others: what centres are worth, where units may aim, and what is
 * learned within a game from what a power did. Numbers were worked out by hand. */
#include "french.h"
#include "players/trinity/evaluation/weights.h"
#include "players/trinity/replies.h"
#include "players/trinity/evaluation/odds.h"

static struct ground ground;
static struct goals goals[POWERS_MAX];

static void open_all(const struct board *board)
{
	ground_open(suite_map(), board, &ground);
	for (int p = 0; p < suite_map()->power_count; p++)
		goals_open(&ground, (uint8_t)p, &goal_worths_set, &goals[p]);
}

/* ── odds ── */

TEST(test_odds, "powers, logarithms and shares")
{
	CU_ASSERT_EQUAL(odds_power(0), ODDS_ONE);
	CU_ASSERT_EQUAL(odds_power(ODDS_ONE), ODDS_ONE / 2);
	CU_ASSERT_EQUAL(odds_power(3 * ODDS_ONE), ODDS_ONE / 8);
	CU_ASSERT_EQUAL(odds_power(40 * (int64_t)ODDS_ONE), 0);
	CU_ASSERT_EQUAL(odds_logarithm(ODDS_ONE), 0);
	CU_ASSERT_EQUAL(odds_logarithm(4 * ODDS_ONE), 2 * ODDS_ONE);
	CU_ASSERT_EQUAL(odds_logarithm(ODDS_ONE / 16), -4 * ODDS_ONE);
	CU_ASSERT_EQUAL(odds_share(0, 1000), 500);
	CU_ASSERT_EQUAL(odds_share(2 * ODDS_ONE, 1000), 800);
	CU_ASSERT_EQUAL(odds_share(-2 * ODDS_ONE, 1000), 200);
	for (int64_t x = 1; x < 20 * ODDS_ONE; x += 97) {
		CHECK(odds_power(x) <= odds_power(x - 1), "the power rises at %lld", (long long)x);
		CHECK(odds_share(x, 1 << 20) >= odds_share(x - 97, 1 << 20), "the share falls at %lld",
		      (long long)x);
	}
}

/* ── goals ── */

/* France owns all centres but Spain, which is free, and London: England's only one, of 4 that are
 * its fair part. An Italian army beside Marseilles threatens it; Gascony's army can help there. */
TEST(test_worth, "what centres are worth")
{
	const struct board board =
		french_board(FALL_MOVES, "FRA A gas, ITA A pie, ITA A tus", "spa, ENG lon");
	static const struct {
		const char *centre;
		int worth;
	} rows[] = {{"spa", 120}, {"lon", 136}, {"mar", 60}, {"rom", 90}, {"bre", 0}, {"gas", 0}};
	open_all(&board);
	for (int i = 0; i < COUNT(rows); i++)
		CHECK(goals[suite_power("FRA")].worth[suite_loc(rows[i].centre)] == rows[i].worth,
		      "%s is worth %d", rows[i].centre,
		      goals[suite_power("FRA")].worth[suite_loc(rows[i].centre)]);
}

/* Spain alone is worth something: 120 hundredths. It pulls with 128 from itself, with half of that
 * for each move that a unit is away. Fleets go round. Another draw counts for its type only. */
TEST(test_pull, "how they pull")
{
	const struct board board = french_board(FALL_MOVES, "FRA A gas", "spa");
	static const struct {
		enum unit_type type;
		const char *place;
		int pull;
	} rows[] = {{ARMY, "spa", 153}, {ARMY, "gas", 76},  {ARMY, "bur", 38},
	            {ARMY, "mun", 19},  {ARMY, "lon", 0},   {FLEET, "spa/sc", 153},
	            {FLEET, "lyo", 76}, {FLEET, "tys", 38}, {FLEET, "eng", 38}};
	open_all(&board);
	for (int i = 0; i < COUNT(rows); i++) {
		const int pull = goals[suite_power("FRA")].pull[rows[i].type][suite_loc(rows[i].place)];
		CHECK(pull == rows[i].pull, "%s pulls with %d", rows[i].place, pull);
	}
	struct goal_worths worths = goal_worths_set;
	worths.draw[FLEET][2] = 64;
	goals_open(&ground, suite_power("FRA"), &worths, &goals[0]);
	CU_ASSERT_EQUAL(goals[0].pull[FLEET][suite_loc("tys")], 76);
	CU_ASSERT_EQUAL(goals[0].pull[ARMY][suite_loc("bur")], 38);
	goals_open(&ground, suite_power("FRA"), NULL, &goals[0]);
	CU_ASSERT_EQUAL(goals[0].pull[ARMY][suite_loc("gas")], 0);
}

/* ── aims ── */

static int find_aim(const struct aims *aims, const char *place)
{
	for (int i = 0; i < aims->count; i++)
		if (aims->loc[i] == suite_loc(place))
			return i;
	return -1;
}

TEST(test_reading, "what orders show")
{
	const struct board board = french_board(FALL_MOVES, "FRA A gas, FRA A mar, GER A bur", "spa");
	static const struct {
		const char *order, *aim; /* NULL: none */
	} rows[] = {{"A gas H", "gas"},         {"A gas - spa", "spa"}, {"A gas S A mar - spa", "spa"},
	            {"A gas S A mar H", "mar"}, {"A gas - lon", NULL},  {"A gas S A bur - par", "par"}};
	struct aims aims;
	open_all(&board);
	aims_open(&ground, &goals[suite_power("FRA")], ground.at[suite_loc("gas")], &aims);
	CU_ASSERT_EQUAL(aims.count, 6);
	for (int i = 0; i < COUNT(rows); i++)
		CHECK(aims_read(suite_map(), &aims, suite_order(rows[i].order)) ==
		          (rows[i].aim ? find_aim(&aims, rows[i].aim) : -1),
		      "%s", rows[i].order);
}

/* Each step towards what was seen makes it likelier, and the sum of chances stays. */
TEST(test_learning, "what was seen becomes likelier")
{
	const struct board board = french_board(FALL_MOVES, "FRA A gas, GER A bur", "spa");
	struct aim_weights weights = aim_weights_set;
	uint32_t chance[AIMS_MAX], before = 0, sum;
	struct aims aims;
	open_all(&board);
	aims_open(&ground, &goals[suite_power("FRA")], ground.at[suite_loc("gas")], &aims);
	const int seen = find_aim(&aims, "bre");
	for (int step = 0; step < 40; step++) {
		aims_find_chances(&aims, &weights, chance);
		sum = 0;
		for (int i = 0; i < aims.count; i++)
			sum += chance[i];
		CU_ASSERT_EQUAL(sum, AIM_CERTAIN);
		CHECK(chance[seen] >= before, "step %d: %u after %u", step, chance[seen], before);
		before = chance[seen];
		aims_learn(&aims, chance, seen, AIM_WEIGHT / 8, &weights);
	}
	CHECK(before > AIM_CERTAIN / 2, "at last %u of %d", before, AIM_CERTAIN);
}

/* ── samplers ── */

TEST(test_samplers_fit, "drawn joint orders fit each other")
{
	struct rng rng = suite_rng(1);
	int kinds[ORDER_KINDS] = {0};
	for (int round = 0; round < 3000; round++) {
		struct board board = suite_random_board(&rng, 2 + round % 40);
		struct order orders[UNITS_MAX];
		struct sampler sampler;
		for (int u = 0; u < board.unit_count; u++) /* few powers, many units each */
			board.unit[u].power %= 3;
		board.phase = round % 2 ? FALL_MOVES : SPRING_MOVES;
		open_all(&board);
		for (uint8_t p = 0; p < 3; p++) {
			if (round % 3 == 0)
				sampler_add_evenly(&ground, p, &sampler);
			else
				sampler_add(&ground, &goals[p], &aim_weights_learned, &sampler);
			sampler_draw(&ground, &sampler, p, &rng, orders);
		}
		french_count(&board, orders, round, kinds);
	}
	french_check_kinds(kinds);
}

/* ── lessons ── */

/* The first phases of a game, in which Germany stays, Russia draws its moves, and Turkey goes where
 * units do not go by the weights before the game. */
static void teach(struct lessons *lessons, struct rng *rng, int phases)
{
	struct board board;
	struct order orders[UNITS_MAX];
	struct sampler evenly, contrary;
	struct aim_weights weights = aim_weights_set;
	board_start(suite_map(), &board);
	open_all(&board);
	for (int k = 0; k < AIM_FEATURES; k++)
		weights.of[k] = -weights.of[k];
	memset(lessons, 0, sizeof *lessons);
	for (int p = 0; p < suite_map()->power_count; p++) {
		sampler_add(&ground, &goals[p], &aim_weights_set, &evenly);
		sampler_add(&ground, &goals[p], &aim_weights_set, &contrary);
	}
	sampler_add_evenly(&ground, suite_power("RUS"), &evenly);
	sampler_add(&ground, &goals[suite_power("TUR")], &weights, &contrary);
	for (int phase = 0; phase < phases; phase++) {
		for (int u = 0; u < board.unit_count; u++)
			orders[u] = order_hold(board.unit[u].type, board.unit[u].loc);
		sampler_draw(&ground, &evenly, suite_power("RUS"), rng, orders);
		sampler_draw(&ground, &contrary, suite_power("TUR"), rng, orders);
		for (int p = 0; p < suite_map()->power_count; p++)
			if (p != suite_power("GER") && p != suite_power("RUS") && p != suite_power("TUR"))
				sampler_draw(&ground, &evenly, (uint8_t)p, rng, orders);
		belief_learn(&ground, goals, &aim_weights_set, suite_power("FRA"), orders, lessons);
	}
}

TEST(test_models, "which model a power plays by")
{
	struct rng rng = suite_rng(2);
	struct lessons lessons;
	struct belief belief;
	teach(&lessons, &rng, 12);
	belief_open(&ground, goals, suite_power("FRA"), &aim_weights_set, &lessons, &belief);
	const uint32_t *german = belief.chance[suite_power("GER")],
				   *english = belief.chance[suite_power("ENG")];
	CHECK(german[MODEL_STAYS] > german[MODEL_AIMS] && german[MODEL_STAYS] > german[MODEL_DRAWS],
	      "Germany: %u, %u, %u", german[0], german[1], german[2]);
	CHECK(english[MODEL_AIMS] > english[MODEL_STAYS], "England: %u, %u, %u", english[0], english[1],
	      english[2]);
	CU_ASSERT_EQUAL(belief.chance[suite_power("FRA")][MODEL_AIMS], AIM_CERTAIN);
}

/* How likely the places are together that a power goes to, by a belief, where it draws as Turkey
 * did above. */
static double surprise(const struct lessons *lessons, struct rng *rng)
{
	const uint8_t turkey = suite_power("TUR");
	struct aim_weights weights = aim_weights_set;
	struct order orders[UNITS_MAX];
	struct belief belief;
	struct sampler contrary;
	double bits = 0;
	for (int k = 0; k < AIM_FEATURES; k++)
		weights.of[k] = -weights.of[k];
	belief_open(&ground, goals, suite_power("FRA"), &aim_weights_set, lessons, &belief);
	sampler_add(&ground, &goals[turkey], &weights, &contrary);
	for (int n = 0; n < 50; n++) {
		sampler_draw(&ground, &contrary, turkey, rng, orders);
		for (unit_set rest = ground.units[turkey]; rest; unit_set_drop(&rest)) {
			const int u = unit_set_first(rest);
			struct aims aims;
			aims_open(&ground, &goals[turkey], u, &aims);
			const int seen = aims_read(suite_map(), &aims, orders[u]);
			bits -= odds_logarithm(belief.aiming.chance[u][seen] + 1) / (double)ODDS_ONE;
		}
	}
	return bits;
}

/* What the Turks do surprises less, the longer they were watched. */
TEST(test_drift, "how a power aims is learned")
{
	struct rng rng = suite_rng(3), again = suite_rng(4);
	struct lessons lessons;
	teach(&lessons, &rng, 0);
	const double first = surprise(&lessons, &again);
	again = suite_rng(4);
	teach(&lessons, &rng, 30);
	const double last = surprise(&lessons, &again);
	CHECK(last < 0.7 * first, "%.1f bits after 30 phases, %.1f before", last, first);
	for (int k = 0; k < AIM_FEATURES; k++)
		CU_ASSERT_EQUAL(lessons.drift[suite_power("FRA")].of[k], 0);
}

/* ── habits ── */

/* In spring Gascony stays, Marseilles helps it, Burgundy fails to get into Marseilles, and Piedmont
 * comes to Tuscany. In the fall after it all that is remembered; half of Germany's units attacked
 * France, a quarter of which counts. */
TEST(test_habits, "what units did before")
{
	const uint8_t german = suite_power("GER"), french = suite_power("FRA");
	struct phase_record record = {
		.board = french_board(SPRING_MOVES, "FRA A gas, FRA A mar, GER A bur, GER A ber, ITA A pie",
	                          "")};
	static const struct {
		const char *unit, *place;
		enum aim_feature feature;
		int is;
	} rows[] = {{"gas", "gas", AIM_AGAIN_STAY, AIM_ONE},  {"gas", "spa", AIM_AGAIN_STAY, 0},
	            {"mar", "gas", AIM_AGAIN_HELP, AIM_ONE},  {"mar", "gas", AIM_ALLIED, AIM_ONE},
	            {"bur", "mar", AIM_AGAIN_MOVE, AIM_ONE},  {"bur", "mar", AIM_GRUDGE, AIM_ONE / 4},
	            {"gas", "bur", AIM_REVENGE, AIM_ONE / 4}, {"bur", "gas", AIM_SITTING, AIM_ONE},
	            {"tus", "tus", AIM_REST, AIM_ONE},        {"bur", "mar", AIM_YEAR, 0}};
	struct habits habits = {0};
	struct aims aims;
	suite_orders(&record.board, "A gas H, A mar S A gas H, A bur - mar, A ber H, A pie - tus",
	             record.orders.order);
	for (int u = 0; u < record.board.unit_count; u++)
		if (record.board.unit[u].power == german)
			record.results[u] = RESULT_BOUNCED;
	habits_observe(suite_map(), &record, &habits);
	CU_ASSERT_EQUAL(habits.attacks[german][french], HABITS_ALWAYS / 2 / 4);

	struct board board =
		french_board(FALL_MOVES, "FRA A gas, FRA A mar, GER A bur, GER A ber, ITA A tus", "");
	open_all(&board);
	ground.habits = &habits;
	for (int i = 0; i < COUNT(rows); i++) {
		const int u = ground.at[suite_map()->loc[suite_loc(rows[i].unit)].province];
		aims_open(&ground, &goals[board.unit[u].power], u, &aims);
		const int is = aims.feature[find_aim(&aims, rows[i].place)][rows[i].feature];
		CHECK(is == rows[i].is, "%s of %s is %d", aim_names[rows[i].feature], rows[i].unit, is);
	}
}

/* ── replies ── */

/* What a power's orders are worth to it beside those of the others. */
static int32_t find_worth(uint8_t power, const struct order orders[])
{
	struct judgement judgement;
	struct evaluation evaluation;
	judge_resolve(judges[0], suite_variant(rules_find("standard")), ground.board, orders,
	              &judgement);
	evaluation_open(&ground, &goals[power], &judgement, &evaluation);
	return evaluation_value(&evaluation, &weights_tuned.evaluation);
}

/* Of 20 drawn joint orders Germany gives those that are worth least to it, or most: then its zeal
 * is higher, and higher than that of others, who give any. */
TEST(test_zeal, "choices show zeal")
{
	const uint8_t german = suite_power("GER"), english = suite_power("ENG");
	int32_t zeal[2];
	for (int sign = -1; sign <= 1; sign += 2) {
		struct rng rng = suite_rng(5);
		struct lessons lessons;
		struct belief belief;
		memset(&lessons, 0, sizeof lessons);
		for (int phase = 0; phase < 10; phase++) {
			struct board board;
			struct order orders[UNITS_MAX], drawn[UNITS_MAX];
			int32_t most = INT32_MIN;
			board_start(suite_map(), &board);
			open_all(&board);
			belief_open(&ground, goals, suite_power("FRA"), &weights_tuned.aims, &lessons, &belief);
			belief_draw(&belief, german, &rng, drawn);
			for (int n = 0; n < 20; n++) {
				belief_draw_one(&belief, german, &rng, drawn);
				if (sign * find_worth(german, drawn) <= most)
					continue;
				most = sign * find_worth(german, drawn);
				memcpy(orders, drawn, sizeof orders);
			}
			replies_learn(&belief, suite_variant(rules_find("standard")), goals,
			              &weights_tuned.evaluation, suite_power("FRA"), orders, &rng, &lessons);
		}
		zeal[sign > 0] = lessons.zeal[german];
		CHECK(sign < 0 || zeal[1] > lessons.zeal[english], "the English zeal is %d",
		      lessons.zeal[english]);
		CU_ASSERT_EQUAL(lessons.zeal[suite_power("FRA")], 0);
	}
	CHECK(zeal[0] < zeal[1], "the German zeal is %d, and %d of the best", zeal[0], zeal[1]);
}

SUITE("belief")
