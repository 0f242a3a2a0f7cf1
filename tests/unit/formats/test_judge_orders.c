/* Tests of lib/formats/judge/judge_orders: orders as the e-mail Judge takes them. */
#include "formats/judge/judge_orders.h"
#include "judge_order_reader.h"
#include "rules/legal.h"
#include "suite.h"

/* Each order as it is mailed; the others of its list are the power's own, too. */
TEST(test_moves, "moves, supports and convoys")
{
	static const struct {
		const char *units, *orders, *mail;
	} rows[] = {
		{"ENG A yor, ENG F nth", "A yor - nwy via, F nth C A yor - nwy", "A yor - nth - nwy"},
		{"ENG A yor, ENG F nth", "F nth C A yor - nwy", "F nth convoy A yor - nwy"},
		/* Two seas; a fleet that is ordered to convoy is preferred to one that is not. */
		{"ENG A lon, ENG F nth, ENG F eng, ENG F nwg", "A lon - nwy via, F nth C A lon - nwy",
	     "A lon - nth - nwy"},
		{"ENG A lvp, ENG F iri, ENG F mao, ENG F nao",
	     "A lvp - gas via, F iri C A lvp - gas, F mao C A lvp - gas", "A lvp - iri - mao - gas"},
		/* The fleet that is ordered to convoy this army, not another one. */
		{"ENG A lon, ENG F nth, ENG F eng, ENG A wal",
	     "A lon - bel via, F nth C A wal - bel, F eng C A lon - bel", "A lon - eng - bel"},
		{"ENG A lon, ENG F nth, ENG F eng, ENG A wal",
	     "A lon - bel via, F nth C A lon - bel, F eng C A lon - hol", "A lon - nth - bel"},
		{"ENG A lvp, ENG F nao, ENG F mao, FRA F iri", "A lvp - gas via",
	     "A lvp - nao - mao - gas"},
		{"ENG A lvp, FRA F iri, FRA F mao", "A lvp - gas via", "A lvp - iri - mao - gas"},
		{"ENG A lon", "A lon H", "A lon hold"},
		{"ENG A lon", "A lon - wal", "A lon - wal"},
		{"RUS F stp/nc", "F stp/nc - bar", "F stp/nc - bar"},
		{"FRA F mao", "F mao - spa/nc", "F mao - spa/nc"},
		{"RUS F stp/nc, RUS A mos", "A mos S F stp/nc", "A mos support F stp/nc"},
		/* A support names the coast of the fleet's own order, or one that the fleet reaches. */
		{"FRA A gas, FRA F mao", "A gas S F mao - spa, F mao - spa/sc",
	     "A gas support F mao - spa/sc"},
		{"FRA A gas, ITA F wes", "A gas S F wes - spa", "A gas support F wes - spa/sc"},
		{"FRA A gas, ITA F mao", "A gas S F mao - spa", "A gas support F mao - spa/nc"},
		{"FRA A gas, FRA A mar", "A gas S A mar - spa", "A gas support A mar - spa"},
		{"ENG F nwg, ENG A yor", "F nwg S A yor - nwy", "F nwg support A yor - nwy"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = suite_board(rows[i].units);
		struct phase_orders orders = {0};
		struct tokens part;
		char text[JUDGE_ORDER_SIZE];
		for (const char *rest = rows[i].orders; suite_next(&rest, &part);) {
			char one[ORDER_TEXT_SIZE];
			snprintf(one, sizeof one, "%.*s", (int)(part.end - part.at), part.at);
			orders.power[orders.count] = board.unit[0].power;
			orders.order[orders.count++] = suite_order(one);
		}
		orders.power[0] = suite_power("ENG");
		judge_order_print(suite_map(), &board, &orders, 0, text);
		CHECK(strcmp(text, rows[i].mail) == 0, "'%s', should be '%s'", text, rows[i].mail);
	}
}

TEST(test_other_phases, "retreats and adjustments")
{
	static const struct {
		const char *order, *mail;
		int16_t phase;
	} rows[] = {
		{"F nth R bel", "F nth - bel", 1}, {"F mao R spa/sc", "F mao - spa/sc", 1},
		{"A par D", "A par disband", 3},   {"A par D", "r A par", 4},
		{"F bul/ec D", "r F bul/ec", 4},   {"build F stp/nc", "b F stp/nc", 4},
		{"build A war", "b A war", 4},     {"waive", "waive", 4},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = suite_board("");
		struct phase_orders orders = {.count = 1, .order = {suite_order(rows[i].order)}};
		char text[JUDGE_ORDER_SIZE];
		board.phase = rows[i].phase;
		judge_order_print(suite_map(), &board, &orders, 0, text);
		CHECK(strcmp(text, rows[i].mail) == 0, "'%s', should be '%s'", text, rows[i].mail);
	}
}

/* The forms in which players write to the Judge. */
TEST(test_reading, "orders as players write them")
{
	static const struct {
		const char *units, *text, *order; /* order NULL: it is refused */
		int16_t phase;
	} rows[] = {
		{"ENG A yor, ENG F nth", "A Yor - Nth - Nwy", "A yor - nwy via", 0},
		{"ENG A yor, ENG F nth", "F Nth C A Yor - Nwy", "F nth C A yor - nwy", 0},
		{"ENG A yor, ENG F nwg", "F Nwg S A Yor - Nwy", "F nwg S A yor - nwy", 0},
		{"ENG A yor", "yorkshire h", "A yor H", 0},
		{"ENG A yor", "army york stands", "A yor H", 0},
		{"ENG A yor", "A Yor move to lon", "A yor - lon", 0},
		{"ENG A yor", "a yor m LON", "A yor - lon", 0},
		{"RUS F stp/nc", "F St. Petersburg (nc) -> barents sea", "F stp/nc - bar", 0},
		{"RUS F stp/nc", "F stp/north coast - bar", "F stp/nc - bar", 0},
		{"RUS F stp/nc", "stp holds", "F stp/nc H", 0},
		{"FRA F mao", "mid - spa/sc", "F mao - spa/sc", 0},
		{"FRA F mao, ENG A lvp", "mid-atlantic ocean t lvp - gas", "F mao C A lvp - gas", 0},
		{"FRA F por", "F por - spa(sc)", "F por - spa/sc", 0},
		{"FRA F gas", "F gas - spa", "F gas - spa/nc", 0},
		{"ENG A yor", "A yor - atl", NULL, 0},
		{"ENG A yor", "A lon - wal", NULL, 0},
		{"ENG A yor", "A yor jumps", NULL, 0},
		{"ENG A yor", "English A yor h", NULL, 0},
		{"", "b F stp/nc", "build F stp/nc", 4},
		{"", "build army warsaw", "build A war", 4},
		{"", "w", "waive", 4},
		{"", "b stp", NULL, 4},
		{"TUR A bul", "r A bul", "A bul D", 4},
		{"TUR F bul/ec", "remove f bul", "F bul/ec D", 4},
		{"TUR A bul", "A bul d", NULL, 4},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = suite_board(rows[i].units);
		char error[JUDGE_ORDER_ERROR_SIZE] = "";
		struct order order;
		board.phase = rows[i].phase;
		const bool read = judge_order_read(suite_map(), &board, rows[i].text, strlen(rows[i].text),
		                                   &order, error);
		CHECK(read == (rows[i].order != NULL), "'%s': %s", rows[i].text, error);
		CHECK(!read || order_equal(order, suite_order(rows[i].order)), "'%s' is another order",
		      rows[i].text);
		CHECK(read || error[0] != '\0', "'%s': nothing is said", rows[i].text);
	}
}

/* Any order that may be given comes back from its mail: what is written is what the Judge reads. */
TEST(test_round_trip, "every legal order comes back from its mail")
{
	struct rng rng = suite_rng(1);
	for (int n = 0; n < 200; n++) {
		const struct board board = suite_random_board(&rng, 1 + (int)rng_below(&rng, 30));
		static struct order menu[LEGAL_MAX];
		struct legal legal;
		legal_open(suite_map(), &board, &legal);
		const int u = (int)rng_below(&rng, board.unit_count);
		const int count = legal_orders(&legal, u, menu);
		for (int i = 0; i < count; i++) {
			struct phase_orders orders = {.count = 1, .order = {menu[i]}};
			char text[JUDGE_ORDER_SIZE], error[JUDGE_ORDER_ERROR_SIZE], ours[ORDER_TEXT_SIZE];
			struct order order;
			orders.power[0] = board.unit[u].power;
			judge_order_print(suite_map(), &board, &orders, 0, text);
			CHECK(judge_order_read(suite_map(), &board, text, strlen(text), &order, error),
			      "'%s': %s", text, error);
			CHECK(order_equal(order, menu[i]), "'%s' is mailed as '%s'",
			      order_print(suite_map(), menu[i], ours), text);
		}
	}
}

SUITE("judge_orders")
