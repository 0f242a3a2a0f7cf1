/* What a game can begin with, and what it cannot, with the reason. */
#include "game/start.h"
#include "suite.h"

static const char good[] = "FRA A par, GER A mun, ENG F nth, RUS F stp/nc";

static struct board make(const char *phase, const char *units, const char *owners)
{
	struct board board = suite_board(units);
	CU_ASSERT(phase_parse(phase, strlen(phase), &board.phase));
	suite_own(&board, owners);
	return board;
}

TEST(test_positions, "positions")
{
	static const struct {
		const char *rules, *phase, *units, *owners, *why; /* why: empty when a game can begin */
	} rows[] = {
		{"thesis", "S1908M", good, "par FRA", ""},
		{"standard", "F1908M", good, "par FRA", ""},
		{"standard", "S2900M", good, "par FRA", ""},
		{"standard", "S1908M", "FRA A par", "par FRA", ""},
		{"standard", "W1908A", good, "par mar FRA", ""},
		{"standard", "S1908M", "FRA A ruh, FRA F lyo, FRA F mar", "par gas FRA", ""},
		{"standard", "S2901M", good, "par FRA", "S2901M is not in the years 1901 to 2900"},
		{"standard", "S1908R", good, "par FRA", "a game cannot begin with retreats, as in S1908R"},
		{"standard", "F1908R", good, "par FRA", "a game cannot begin with retreats, as in F1908R"},
		{"thesis", "W1908A", good, "par mar FRA",
	     "rule set thesis has no adjustments, as in W1908A"},
		{"standard", "W1908A", "FRA A par", "par FRA",
	     "nobody has anything to build or to remove in W1908A"},
		{"standard", "S1908M", "FRA A nth", "par FRA", "no army can stand in nth, as FRA's does"},
		{"standard", "S1908M", "FRA F mun", "par FRA", "no fleet can stand in mun, as FRA's does"},
		{"standard", "S1908M", "FRA A spa/nc", "par FRA",
	     "no army can stand in spa/nc, as FRA's does"},
		{"standard", "S1908M", "RUS F stp", "par FRA",
	     "no fleet can stand in stp, as RUS's does: name its coast"},
		{"standard", "S1908M", good, "par nth FRA", "nth is water, and nobody can own it"},
		{"standard", "S1908M", good, "", "nobody owns a centre"},
		{"standard", "S1908M", good, "gas FRA", "nobody owns a centre"},
		{"standard", "S1908M", "", "par FRA", "no power has a unit"},
		{"standard", "S1908M", good,
	     "par mar bre spa por bel hol lon lvp edi mun kie ber den tun rom nap ven FRA",
	     "the game is over there: FRA has won"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = make(rows[i].phase, rows[i].units, rows[i].owners);
		char why[ERROR_SIZE] = "";
		const bool can = start_check(suite_map(), rules_find(rows[i].rules), &board, why);
		CHECK(can == (rows[i].why[0] == '\0') && strcmp(why, rows[i].why) == 0,
		      "row %d: %d: '%s', not '%s'", i, can, why, rows[i].why);
	}
}

/* A board of a phase of moves with units that retreat. */
TEST(test_retreats, "units that retreat")
{
	struct board board = make("S1908M", good, "par FRA");
	char why[ERROR_SIZE];
	suite_dislodge(&board, "ITA A par");
	CU_ASSERT(!start_check(suite_map(), rules_find("standard"), &board, why));
	CU_ASSERT_STRING_EQUAL(why, "units retreat in S1908M, which is not a phase of retreats");
}

/* Every map begins with a position that each rule set takes. */
TEST(test_maps, "the map's own")
{
	for (const struct rules *rules = rule_sets; rules->name != NULL; rules++) {
		struct board board;
		char why[ERROR_SIZE] = "";
		board_start(suite_map(), &board);
		CHECK(start_check(suite_map(), rules, &board, why), "%s: %s", rules->name, why);
	}
}

SUITE("start")
