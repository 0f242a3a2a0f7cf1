/* DumbBot: its orders, retreats, builds and removals, as they follow by hand from what places are
 * worth (test_appraisal). */
#include "french.h"
#include "pairs.h"

extern const struct player player_dumbbot;

/* What it does when it never takes the next best place: units come in any order, so two outcomes
 * may be right. Both must come, and nothing else. */
struct moves {
	const char *units, *others, *one, *other;
};

static void check_moves(const char *spec, const struct moves *row)
{
	const struct board board = french_board(FALL_MOVES, row->units, row->others);
	bool seen[2] = {false, row->other == NULL};
	struct seat seat;
	struct player_call call = french_call(spec, &board, &seat);
	for (call.block = 1; call.block <= 64; call.block++) {
		char text[400];
		french_print_moves(&player_dumbbot, &call, text);
		const bool other = row->other != NULL && strcmp(text, row->other) == 0;
		CHECK(other || strcmp(text, row->one) == 0, "%s: %s", row->units, text);
		seen[other] = true;
	}
	CHECK(seen[0] && seen[1], "%s: always the same", row->units);
}

TEST(test_moves, "moves")
{
	static const struct moves rows[] = {
		/* into the only centre that is not ours */
		{"FRA A gas", "spa", "A gas - spa", NULL},
		/* by the coast with the more neighbours */
		{"FRA F mao", "spa", "F mao - spa/sc", NULL},
		/* holds where it is best */
		{"FRA A mun, GER A boh, GER A tyr", "", "A mun H", NULL},
		/* a support where others may contest the place */
		{"FRA A bur, FRA A tyr, GER A kie", "GER mun", "A bur - mun, A tyr S A bur - mun",
	     "A bur S A tyr - mun, A tyr - mun"},
		/* a support of a unit that stays, against two others of one power */
		{"FRA A mun, FRA A ruh, GER A boh, GER A tyr", "", "A mun H, A ruh S A mun", NULL},
		/* whoever holds supports a neighbour's contested move: Munich is worth more, 21 * 400
	     * against 16 * 400 for Berlin, and has one rival only */
		{"FRA A kie, FRA A mun, GER A pru, RUS A boh", "RUS smy",
	     "A kie - ber, A mun S A kie - ber", NULL},
		/* a unit in the way is ordered first, and moves off: Portugal is worth 21 * 600 */
		{"FRA A gas, FRA A spa", "GER por,spa", "A gas - spa, A spa - por", NULL},
		/* without rivals nobody is supported. Ruhr is beside Munich and Kiel, which is, too: it has
	     * 1536 after two steps, Burgundy 1152 */
		{"FRA A bur, FRA A mun", "mun", "A bur - ruh, A mun H", NULL},
	};
	for (int i = 0; i < COUNT(rows); i++)
		check_moves("dumbbot(alternative=0)", &rows[i]);
}

/* How often the next best place is taken. An army at bbb of the map of pairs can go to aaa, worth
 * 3392722 in spring, or hold, worth 2271722. With a gap of 100 it stays with the better one in
 * 1121000 * 100 / 3392722 = 33 per cent of the looks. */
TEST(test_chance, "chance")
{
	static const struct {
		const char *spec;
		double share; /* of holds */
	} rows[] = {
		{"dumbbot(alternative=100,gap=100)", 0.67},
		{"dumbbot(gap=100)", 0.335},
		{"dumbbot(alternative=0,gap=0)", 0},
		{"dumbbot(alternative=100,gap=0)", 1},
		{"dumbbot(gap=303)", 0},
		{"dumbbot", 0},
	};
	enum { DRAWS = 4000 };
	struct board board;
	board_start(pairs_map(), &board);
	for (int i = 0; i < COUNT(rows); i++) {
		struct seat seat;
		struct player_call call = french_call(rows[i].spec, &board, &seat);
		int holds = 0;
		call.map = pairs_map();
		call.power = 0;
		for (call.block = 1; call.block <= DRAWS; call.block++) {
			struct order orders[UNITS_MAX];
			struct player_effort effort;
			player_dumbbot.order(&call, orders, &effort);
			holds += orders[0].kind == ORDER_HOLD;
		}
		const double share = (double)holds / DRAWS;
		const bool certain = rows[i].share == 0 || rows[i].share == 1;
		CHECK(certain ? share == rows[i].share
		              : share > rows[i].share - 0.04 && share < rows[i].share + 0.04,
		      "%s: holds in %.3f of all draws, not %.3f", rows[i].spec, share, rows[i].share);
	}
}

/* What each setting is for. On the map of pairs the army at bbb, its home centre, has a rival at
 * aaa with one centre, size 21; aaa is nobody's, size 16. All but the first steps of their worth
 * are equal: 16 * attack against 21 * defence, times 100 in spring and 1000 in fall. The army at
 * bbb is for aaa, and the rival against bbb. */
TEST(test_settings, "settings")
{
	static const struct {
		int16_t phase;
		const char *settings;
		enum order_kind kind;
	} rows[] = {
		{SPRING_MOVES, "", ORDER_MOVE}, /* 11200, 6300 */
		{SPRING_MOVES, ",attack=300", ORDER_HOLD},
		{SPRING_MOVES, ",defence=600", ORDER_HOLD},
		{SPRING_MOVES, ",falldefence=2000,fallattack=0", ORDER_MOVE},
		{SPRING_MOVES, ",attack=300,strength=200000", ORDER_MOVE}, /* 480000 + 200000, 630000 */
		{SPRING_MOVES, ",attack=300,competition=200000", ORDER_MOVE},
		{FALL_MOVES, "", ORDER_MOVE}, /* 9600, 8400 */
		{FALL_MOVES, ",fallattack=500", ORDER_HOLD},
		{FALL_MOVES, ",falldefence=500", ORDER_HOLD},
		{FALL_MOVES, ",defence=2000,attack=0", ORDER_MOVE},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board;
		struct seat seat;
		struct order orders[UNITS_MAX];
		struct player_effort effort;
		char spec[PLAYER_SPEC_SIZE];
		board_start(pairs_map(), &board);
		board.phase = rows[i].phase;
		CU_ASSERT_FATAL(board_add(pairs_map(), &board, (struct unit){1, ARMY, pairs_loc("aaa")}));
		snprintf(spec, sizeof spec, "dumbbot(alternative=0%s)", rows[i].settings);
		struct player_call call = french_call(spec, &board, &seat);
		call.map = pairs_map();
		call.power = 0;
		player_dumbbot.order(&call, orders, &effort);
		const int u = board_find(pairs_map(), &board, pairs_loc("bbb"));
		CHECK(orders[u].kind == rows[i].kind, "%s in phase %d", spec, rows[i].phase);
	}
}

/* ── orders that fit together ── */

TEST(test_orders_fit, "orders fit together")
{
	static const char *const specs[] = {"dumbbot", "dumbbot(alternative=100,gap=0)",
	                                    "dumbbot(alternative=80,gap=50)", "dumbbot(original=1)"};
	struct rng rng = suite_rng(1);
	int kinds[ORDER_KINDS] = {0};
	for (int round = 0; round < 600; round++) {
		struct board board = french_crowd(&rng, round);
		struct order orders[UNITS_MAX];
		struct player_effort effort;
		struct seat seat;
		struct player_call call = french_call(specs[round % COUNT(specs)], &board, &seat);
		for (call.power = 0; call.power < 3; call.power++)
			player_dumbbot.order(&call, orders, &effort);
		french_count(&board, orders, round, kinds);
	}
	french_check_kinds(kinds);
}

/* ── retreats ── */

/* Two of ours that want Paris: only one goes there, and the one that is ordered first differs. The
 * army in Portugal has nowhere to go. */
TEST(test_retreats, "retreats")
{
	struct board board = french_board(FALL_RETREATS, "GER A lon", "par");
	static const char *const specs[] = {"dumbbot(alternative=0)",
	                                    "dumbbot(alternative=0,original=1)"};
	struct seat seat;
	suite_dislodge(&board, "FRA A bur mun, FRA A gas mar, FRA A por spa");
	for (int i = 0; i < COUNT(specs); i++) {
		struct player_call call = french_call(specs[i], &board, &seat);
		int first = 0;
		for (call.block = 1; call.block <= 64; call.block++) {
			struct order orders[RETREATS_MAX];
			const uint8_t par = suite_loc("par");
			player_dumbbot.retreat(&call, orders);
			CU_ASSERT(order_equal(orders[2], suite_order("A por D")));
			CU_ASSERT(orders[0].kind == ORDER_RETREAT && orders[1].kind == ORDER_RETREAT);
			CU_ASSERT((orders[0].to == par) + (orders[1].to == par) == 1);
			first += orders[0].to == par;
		}
		CHECK(first > 0 && first < 64, "%s: Burgundy goes to Paris %d times", specs[i], first);
	}
}

/* ── winter ── */

TEST(test_builds, "builds")
{
	static const struct {
		const char *power, *units, *others, *adjustments;
	} rows[] = {
		/* Spain, 11200, comes to mar by land and by sea: 2240 after one step, 1344 after two. After
	     * three the sea is ahead, 1523 to 1164. Brest has 1344 after two by sea, 448 by land; Paris
	     * 448. */
		{"FRA", "", "spa", "build F mar, build F bre, build A par"},
		/* Munich comes to mar after two steps, by land only */
		{"FRA", "FRA A par, FRA F bre", "mun", "build A mar"},
		/* worth nothing: an army, not a fleet */
		{"FRA", "FRA A par, FRA F bre", "", "build A mar"},
		/* Norway is beside both, and by the north coast after three steps 1254 to 1164 */
		{"RUS", "RUS A mos, RUS A war, RUS F sev", "nwy", "build F stp/nc"},
		/* Denmark comes after three: 358 to the south coast, 268 to the north, 179 by land */
		{"RUS", "RUS A mos, RUS A war, RUS F sev", "den", "build F stp/sc"},
	};
	static const char *const specs[] = {"dumbbot", "dumbbot(alternative=0,original=1)"};
	for (int n = 0; n < 2 * COUNT(rows); n++) {
		const int i = n / 2;
		struct board board = french_board(WINTER_ADJUSTMENTS, rows[i].units, rows[i].others);
		const uint8_t power = suite_power(rows[i].power);
		struct seat seat;
		char text[400];
		for (int p = 0; p < suite_map()->province_count; p++)
			if (board.owner[p] == suite_power("FRA"))
				board.owner[p] = power;
		struct player_call call = french_call(specs[n % 2], &board, &seat);
		call.power = power;
		french_print_adjustments(&player_dumbbot, &call, text);
		CHECK(strcmp(text, rows[i].adjustments) == 0, "%s, without %s: %s", rows[i].power,
		      rows[i].others, text);
	}
}

/* Only our centre in Marseilles counts here, which an army in Piedmont threatens. Burgundy is
 * beside it, Picardy two steps away, Silesia three. */
TEST(test_removals, "removals")
{
	static const struct {
		const char *own, *removals;
	} rows[] = {{"mar par FRA", "A sil D"}, {"mar FRA", "A sil D, A pic D"}};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = suite_board("FRA A bur, FRA A pic, FRA A sil, ITA A pie");
		struct seat seat;
		char text[400];
		board.phase = WINTER_ADJUSTMENTS;
		suite_own(&board, rows[i].own);
		struct player_call call = french_call("dumbbot(attack=0,falldefence=0)", &board, &seat);
		french_print_adjustments(&player_dumbbot, &call, text);
		CHECK(strcmp(text, rows[i].removals) == 0, "%s: %s", rows[i].own, text);
	}
}

/* ── the original ── */

/* A unit that stands in a place contests it. */
TEST(test_original_moves, "original moves")
{
	static const struct moves row = {"FRA A bur, FRA A tyr, GER A mun", "GER mun",
	                                 "A bur - mun, A tyr S A bur - mun",
	                                 "A bur S A tyr - mun, A tyr - mun"};
	check_moves("dumbbot(alternative=0,original=1)", &row);
}

/* Half of the looks continue from the least place to a better one. */
TEST(test_original_removals, "original removals")
{
	enum { DRAWS = 2000 };
	struct board board = suite_board("FRA A bur, FRA A pic, FRA A sil, ITA A pie");
	struct submission adjustments[ADJUSTMENTS_MAX];
	struct seat seat;
	int least = 0;
	board.phase = WINTER_ADJUSTMENTS;
	suite_own(&board, "mar par FRA");
	struct player_call call =
		french_call("dumbbot(attack=0,falldefence=0,original=1)", &board, &seat);
	for (call.block = 1; call.block <= DRAWS; call.block++) {
		CU_ASSERT_FATAL(player_dumbbot.adjust(&call, adjustments) == 1);
		least += adjustments[0].order.from == suite_loc("sil");
	}
	CHECK(least > DRAWS * 0.45 && least < DRAWS * 0.55, "Silesia in %d of %d", least, DRAWS);
}

SUITE("dumbbot")
