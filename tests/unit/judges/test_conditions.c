/* The judge by conditions: which circles it decides, what it leaves undecided, and what follows
 * from a resolution with undecided orders. test_agree and test_atlas show that it agrees with the
 * other judges elsewhere. */
#include "game/game.h"
#include "suite.h"

enum { CODES_SIZE = 4 * UNITS_MAX };

/* "eng nth": where the units of a set stand. */
static const char *print_set(const struct board *board, unit_set set, char text[CODES_SIZE])
{
	text[0] = '\0';
	for (unit_set rest = set; rest; unit_set_drop(&rest)) {
		if (text[0] != '\0')
			strcat(text, " ");
		strcat(text, suite_map()->loc[board->unit[unit_set_first(rest)].loc].code);
	}
	return text;
}

TEST(test_circles, "circles, and what only looks like one")
{
	static const struct {
		const char *what, *rules, *units, *orders, *follows, *undecided;
	} rows[] = {
		{"units move in a circle", "standard", "TUR F ank, TUR A con, TUR A smy",
	     "F ank - con, A con - smy, A smy - ank", "ank con smy", ""},
		{"a circle is broken", "standard", "TUR F ank, TUR A con, TUR A smy, RUS A bul",
	     "F ank - con, A con - smy, A smy - ank, A bul - con", "", ""},
		{"a circle goes by convoy", "standard",
	     "AUS A tri, TUR A ser, TUR F adr, TUR F ion, TUR A alb",
	     "A tri - ser, A ser - alb, A alb - tri, F adr C A alb - tri", "adr alb ion ser tri", ""},
		{"orders that only seem to be in a circle", "thesis",
	     "ITA F bel, GER F eng, AUS F lon, ENG F nth, ENG F nwy, ITA F yor",
	     "F bel - nth, F eng - bel, F lon S F yor - nth, F nth - eng, F nwy S F bel - nth, F yor - "
	     "nth",
	     "lon", "eng nth nwy"},
		{"an army cuts the support that sinks its boat", "standard",
	     "ENG F lon, ENG F wal, FRA A bre, FRA F eng",
	     "F lon S F wal - eng, F wal - eng, A bre - lon, F eng C A bre - lon", "", "eng lon wal"},
		{"rules 21 and 22 prevent that", "thesis", "ENG F lon, ENG F wal, FRA A bre, FRA F eng",
	     "F lon S F wal - eng, F wal - eng, A bre - lon, F eng C A bre - lon", "lon wal", ""},
		{"an army cuts the support that saves its boat", "standard",
	     "GER F den, FRA F hol, ENG F nth, GER A nwy",
	     "F den - nth, F hol S F nth, F nth C A nwy - hol, A nwy - hol", "nth", ""},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = suite_board(rows[i].units);
		struct order orders[UNITS_MAX];
		struct judgement judgement;
		char follows[CODES_SIZE], undecided[CODES_SIZE];
		suite_orders(&board, rows[i].orders, orders);
		judge_resolve(judge_find("conditions"), suite_variant(rules_find(rows[i].rules)), &board,
		              orders, &judgement);
		print_set(&board, judgement.resolution.follows, follows);
		print_set(&board, judgement.resolution.undecided, undecided);
		CHECK(strcmp(follows, rows[i].follows) == 0 && strcmp(undecided, rows[i].undecided) == 0,
		      "%s: follows '%s', undecided '%s'", rows[i].what, follows, undecided);
	}
}

/* The unit of bur may have left for mun before that of par came in, and the unit of gas for spa
 * before that of mar. */
TEST(test_consequences, "what follows from undecided orders")
{
	const struct map *map = suite_map();
	struct board board = suite_board(
					 "FRA A par, GER A bur, FRA A mar, GER A gas, ITA A ven, AUS A tyr"),
				 next;
	struct order orders[UNITS_MAX];
	struct judgement judgement;
	struct resolution *resolution = &judgement.resolution;
	enum result results[UNITS_MAX];
	suite_orders(&board,
	             "A par - bur, A bur - mun, A mar - spa, A gas - spa, A ven - pie, A tyr - pie",
	             orders);
	judge_resolve(judges[0], suite_variant(rules_find("standard")), &board, orders, &judgement);
	*resolution = (struct resolution){0};
	for (int u = 0; u < board.unit_count; u++) {
		const char *code = map->loc[board.unit[u].loc].code;
		resolution->follows |= unit_set_if(strcmp(code, "par") == 0, u);
		resolution->undecided |=
			unit_set_if(strcmp(code, "bur") == 0 || strcmp(code, "gas") == 0, u);
	}
	judge_explain(&judgement, results);
	for (int u = 0; u < board.unit_count; u++)
		CU_ASSERT_EQUAL(results[u] == RESULT_UNDECIDED, unit_set_has(resolution->undecided, u));
	judge_move_units(&judgement, &next);
	struct board expected = suite_board("FRA A bur, FRA A mar, GER A gas, ITA A ven, AUS A tyr");
	CU_ASSERT(next.unit_count == expected.unit_count &&
	          memcmp(next.unit, expected.unit, sizeof next.unit) == 0);
	const struct place_set contested = judge_find_contested(&judgement);
	CU_ASSERT(place_set_has(&contested, suite_loc("pie")) &&
	          !place_set_has(&contested, suite_loc("spa")));
}

SUITE("conditions")
