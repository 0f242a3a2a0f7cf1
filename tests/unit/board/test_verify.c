/* Which submissions count, and which orders match which. */
#include "suite.h"
#include "game/game.h"

enum { SUBMITTED_MAX = 6 };

/* The thesis's rules for matching. The cases and test_law test the DATC's. */
static struct variant exact(void)
{
	return suite_variant(rules_find("thesis"));
}

TEST(test_submitted, "which submissions count")
{
	static const struct {
		const char *submissions;
		enum verdict verdicts[SUBMITTED_MAX];
		const char *orders; /* the orders of the units that do not hold */
	} rows[] = {
		{"FRA A par - bur", {VERDICT_LEGAL}, "A par - bur"},
		{"FRA A par - tun", {VERDICT_LEGAL}, "A par - tun"},
		{"GER A par - bur", {VERDICT_NOT_OWN}, ""},
		{"FRA F par - bur", {VERDICT_NO_UNIT}, ""},
		{"FRA A gas - bur", {VERDICT_NO_UNIT}, ""},
		{"RUS F stp/sc - bot", {VERDICT_NO_UNIT}, ""},
		{"RUS F stp - bar", {VERDICT_NO_UNIT}, ""},
		{"RUS F stp/nc - bar", {VERDICT_LEGAL}, "F stp/nc - bar"},
		{"FRA A par R bur", {VERDICT_BAD_KIND}, ""},
		{"FRA A par D", {VERDICT_BAD_KIND}, ""},
		{"FRA build A par", {VERDICT_BAD_KIND}, ""},
		{"FRA waive", {VERDICT_BAD_KIND}, ""},
		{"FRA A par - bur, FRA A par H", {VERDICT_DOUBLE, VERDICT_DOUBLE}, ""},
		{"FRA A par - bur, GER A par - gas", {VERDICT_LEGAL, VERDICT_NOT_OWN}, "A par - bur"},
		{"FRA A par H, FRA A par - bur, GER A mun - bur, FRA A par - gas",
	     {VERDICT_DOUBLE, VERDICT_DOUBLE, VERDICT_LEGAL, VERDICT_DOUBLE},
	     "A mun - bur"},
		{"FRA A par R bur, FRA A par - bur", {VERDICT_BAD_KIND, VERDICT_LEGAL}, "A par - bur"},
	};
	struct board board = suite_board("FRA A par, GER A mun, RUS F stp/nc");
	for (int i = 0; i < COUNT(rows); i++) {
		struct submission submissions[SUBMITTED_MAX];
		struct order orders[UNITS_MAX], expected[UNITS_MAX];
		enum verdict verdicts[SUBMITTED_MAX];
		int count = suite_submissions(rows[i].submissions, SUBMITTED_MAX, submissions);
		submission_verify(exact(), &board, submissions, count, orders, verdicts);
		suite_orders(&board, rows[i].orders, expected);
		CHECK(memcmp(verdicts, rows[i].verdicts, (size_t)count * sizeof verdicts[0]) == 0,
		      "verdicts of %s", rows[i].submissions);
		CHECK(memcmp(orders, expected, board.unit_count * sizeof orders[0]) == 0, "orders after %s",
		      rows[i].submissions);
	}
}

/* Several orders of one unit. Of those that count, the first is legal and the others are doubles.
 */
TEST(test_repeated, "verdicts of repeated orders")
{
	static const struct {
		const char *submissions;
		const char *verdicts[REPEATED_STRICT + 1]; /* by value of repeated: l: legal, d: double */
	} rows[] = {
		{"FRA A par - bur, FRA A par - pic", {"dd", "ld", "dl", "dd"}},
		{"FRA A par - bur, FRA A par - bur", {"ll", "ld", "dl", "dd"}},
		{"FRA A par - bur, FRA A par - pic, FRA A par - bur", {"ddd", "ldd", "ddl", "ddd"}},
		{"FRA A par - bur, GER A mun H, FRA A par - bur", {"lll", "lld", "dll", "dld"}},
	};
	struct board board = suite_board("FRA A par, GER A mun");
	for (int i = 0; i < COUNT(rows); i++)
		for (int value = 0; value <= REPEATED_STRICT; value++) {
			struct rules rules = *rules_find("standard");
			struct submission submissions[SUBMITTED_MAX];
			struct order orders[UNITS_MAX];
			enum verdict verdicts[SUBMITTED_MAX];
			char told[SUBMITTED_MAX + 1] = "";
			rules.law.repeated = (uint8_t)value;
			const int count = suite_submissions(rows[i].submissions, SUBMITTED_MAX, submissions);
			submission_verify(suite_variant(&rules), &board, submissions, count, orders, verdicts);
			for (int n = 0; n < count; n++)
				told[n] = verdicts[n] == VERDICT_LEGAL    ? 'l'
				          : verdicts[n] == VERDICT_DOUBLE ? 'd'
				                                          : '?';
			CHECK(strcmp(told, rows[i].verdicts[value]) == 0, "%s by %d: %s", rows[i].submissions,
			      value, told);
		}
}

/* Two orders, and whether the first, a support or convoy, matches the second. */
TEST(test_matches, "which orders match")
{
	static const struct {
		const char *units, *helper, *helped;
		bool matches;
	} rows[] = {
		{"FRA A par, FRA A bur", "A par S A bur", "A bur H", true},
		{"FRA A par, GER A bur", "A par S A bur", "A bur H", true},
		{"FRA A par, FRA A bur", "A par S A bur", "A bur - mun", false},
		{"FRA A par, FRA A bur", "A par S F bur", "A bur H", false},
		{"FRA A par, FRA A mun", "A par S A mun", "A mun H", false},
		{"FRA A par, FRA A bur", "A par S A par", "A bur H", false},
		{"FRA A par, FRA A mar", "A par S A mar - bur", "A mar - bur", true},
		{"FRA A par, FRA A mar", "A par S A mar - gas", "A mar - bur", false},
		{"FRA A par, FRA A mar", "A par S A mar - bur", "A mar H", false},
		{"FRA A par, FRA A mar", "A par S A mar - spa", "A mar - spa", false},
		{"FRA A par, FRA A gas", "A par S A gas", "A gas S A par", true},
		/* coasts: the supporter must reach the province, not the coast; the order it names must be
	       the one given */
		{"FRA F gas, FRA F mao", "F gas S F mao - spa/sc", "F mao - spa/sc", true},
		{"FRA F mar, FRA F mao", "F mar S F mao - spa/nc", "F mao - spa/nc", true},
		{"FRA F gas, FRA F mao", "F gas S F mao - spa", "F mao - spa/sc", false},
		{"FRA F gas, FRA F mao", "F gas S F mao - spa/nc", "F mao - spa/sc", false},
		{"FRA F spa/nc, FRA F mar", "F spa/nc S F mar - lyo", "F mar - lyo", false},
		{"FRA F spa/sc, FRA F mar", "F spa/sc S F mar - lyo", "F mar - lyo", true},
		{"FRA F gas, FRA F spa/nc", "F gas S F spa/nc", "F spa/nc H", true},
		{"FRA F gas, FRA F spa/nc", "F gas S F spa/sc", "F spa/nc H", false},
		{"RUS F nwy, RUS F bot", "F nwy S F bot - stp/sc", "F bot - stp/sc", true},
		/* terrain */
		{"ITA F rom, ITA A apu", "F rom S A apu - ven", "A apu - ven", false},
		{"GER A ber, GER F kie", "A ber S F kie - bal", "F kie - bal", false},
		/* convoys */
		{"ENG F nth, ENG A lon", "F nth C A lon - nwy", "A lon - nwy", true},
		{"ENG F nth, FRA A lon", "F nth C A lon - nwy", "A lon - nwy", true},
		{"ENG F nth, ENG A lon", "F nth C A lon - bel", "A lon - nwy", false},
		{"ENG F nth, ENG A lon", "F nth C A lon - nwy", "A lon H", false},
		{"ENG F nth, ENG F lon", "F nth C F lon - nwy", "F lon - nwy", false},
		{"ENG F nth, ENG A lon", "F nth C A lon - lon", "A lon - lon", false},
		{"TUR F con, TUR A ank", "F con C A ank - smy", "A ank - smy", false},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = suite_board(rows[i].units);
		struct order orders[UNITS_MAX], helper = suite_order(rows[i].helper),
										helped = suite_order(rows[i].helped);
		int a = board_find(suite_map(), &board, suite_map()->loc[helper.from].province);
		int b = board_find(suite_map(), &board, suite_map()->loc[helped.from].province);
		struct verified verified;
		orders[a] = helper;
		orders[b] = helped;
		verify_orders(exact(), &board, orders, &verified);
		bool convoy = helper.kind == ORDER_CONVOY;
		CHECK(unit_set_has(verified.valid, a) == rows[i].matches, "%s, %s", rows[i].helper,
		      rows[i].helped);
		CU_ASSERT_EQUAL(verified.helps[a], rows[i].matches ? b : -1);
		CU_ASSERT_EQUAL(verified.supporters[b], unit_set_if(rows[i].matches && !convoy, a));
		CU_ASSERT_EQUAL(verified.convoyers[b], unit_set_if(rows[i].matches && convoy, a));
	}
}

/* Compares the sets that verify builds with the orders one by one. */
TEST(test_sets, "sets of orders")
{
	const struct map *map = suite_map();
	struct rng rng = suite_rng(1);
	for (int round = 0; round < 2000; round++) {
		struct board board = suite_random_board(&rng, 40);
		struct order orders[UNITS_MAX];
		struct verified v;
		suite_random_orders(&rng, &board, orders);
		verify_orders(exact(), &board, orders, &v);
		CU_ASSERT_EQUAL(v.count, board.unit_count);
		for (int u = 0; u < board.unit_count; u++) {
			const struct order order = orders[u];
			uint8_t home = map->loc[board.unit[u].loc].province;
			bool moves = order.kind == ORDER_MOVE, convoys = order.kind == ORDER_CONVOY;
			bool supports = order.kind == ORDER_SUPPORT_HOLD || order.kind == ORDER_SUPPORT_MOVE;
			CU_ASSERT_EQUAL(v.at[home], u);
			CU_ASSERT_EQUAL(v.home[u], home);
			CU_ASSERT_EQUAL(v.target[u], moves ? map->loc[order.to].province : home);
			CU_ASSERT_EQUAL(unit_set_has(v.moves, u), moves);
			CU_ASSERT_EQUAL(unit_set_has(v.supports, u), supports);
			CU_ASSERT_EQUAL(unit_set_has(v.support_moves, u), order.kind == ORDER_SUPPORT_MOVE);
			CU_ASSERT_EQUAL(unit_set_has(v.convoys, u), convoys);
			CU_ASSERT_EQUAL(unit_set_has(v.adjacent, u),
			                moves && map_adjacent(map, board.unit[u].type, order.from, order.to));
			CU_ASSERT_EQUAL(unit_set_has(v.into[v.target[u]], u), moves);
			CU_ASSERT_EQUAL(unit_set_has(v.valid, u), v.helps[u] >= 0);
		}
	}
}

SUITE("verify")
