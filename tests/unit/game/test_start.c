/* What a game can begin with, and what it cannot, with the reason. */
#include "game/start.h"
#include "suite.h"

static const char good[] = "FRA A par, GER A mun, ENG F nth, RUS F stp/nc";

static struct board make(const char *phase, const char *units, const char *owners)
{
	struct board board = suite_board(units);
	CU_ASSERT(phase_parse(phase, strlen(phase), &board.phase));
	for (const char *at = owners; *at != '\0'; at += 8) /* "FRA par " */
		board.owner[suite_loc((char[]){at[4], at[5], at[6], '\0'})] =
			suite_power((char[]){at[0], at[1], at[2], '\0'});
	return board;
}

TEST(test_positions, "positions")
{
	static const struct {
		const char *rules, *phase, *units, *owners, *why; /* why: empty when a game can begin */
	} rows[] = {
		{"thesis", "S1908M", good, "FRA par ", ""},
		{"standard", "F1908M", good, "FRA par ", ""},
		{"standard", "S2900M", good, "FRA par ", ""},
		{"standard", "S1908M", "FRA A par", "FRA par ", ""},
		{"standard", "W1908A", good, "FRA par FRA mar ", ""},
		{"standard", "S1908M", "FRA A ruh, FRA F lyo, FRA F mar", "FRA par FRA gas ", ""},
		{"standard", "S2901M", good, "FRA par ", "S2901M is not in the years 1901 to 2900"},
		{"standard", "S1908R", good, "FRA par ", "a game cannot begin with retreats, as in S1908R"},
		{"standard", "F1908R", good, "FRA par ", "a game cannot begin with retreats, as in F1908R"},
		{"thesis", "W1908A", good, "FRA par FRA mar ",
	     "rule set thesis has no adjustments, as in W1908A"},
		{"standard", "W1908A", "FRA A par", "FRA par ",
	     "nobody has anything to build or to remove in W1908A"},
		{"standard", "S1908M", "FRA A nth", "FRA par ", "no army can stand in nth, as FRA's does"},
		{"standard", "S1908M", "FRA F mun", "FRA par ", "no fleet can stand in mun, as FRA's does"},
		{"standard", "S1908M", "FRA A spa/nc", "FRA par ",
	     "no army can stand in spa/nc, as FRA's does"},
		{"standard", "S1908M", "RUS F stp", "FRA par ",
	     "no fleet can stand in stp, as RUS's does: name its coast"},
		{"standard", "S1908M", good, "FRA par FRA nth ", "nth is water, and nobody can own it"},
		{"standard", "S1908M", good, "", "nobody owns a centre"},
		{"standard", "S1908M", good, "FRA gas ", "nobody owns a centre"},
		{"standard", "S1908M", "", "FRA par ", "no power has a unit"},
		{"standard", "S1908M", good,
	     "FRA par FRA mar FRA bre FRA spa FRA por FRA bel FRA hol FRA lon FRA lvp FRA edi FRA mun "
	     "FRA kie FRA ber FRA den FRA tun FRA rom FRA nap FRA ven ",
	     "the game is over there: FRA has won"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = make(rows[i].phase, rows[i].units, rows[i].owners);
		char why[START_ERROR_SIZE] = "";
		const bool can = start_check(suite_map(), rules_find(rows[i].rules), &board, why);
		CHECK(can == (rows[i].why[0] == '\0') && strcmp(why, rows[i].why) == 0,
		      "row %d: %d: '%s', not '%s'", i, can, why, rows[i].why);
	}
}

/* A board of a phase of moves with units that retreat. */
TEST(test_retreats, "units that retreat")
{
	struct board board = make("S1908M", good, "FRA par ");
	char why[START_ERROR_SIZE];
	const struct unit unit = {suite_power("ITA"), ARMY, suite_loc("par")};
	CU_ASSERT(board_add_retreat(suite_map(), &board, (struct retreat){unit, LOC_NONE}));
	CU_ASSERT(!start_check(suite_map(), rules_find("standard"), &board, why));
	CU_ASSERT_STRING_EQUAL(why, "units retreat in S1908M, which is not a phase of retreats");
}

/* Every map begins with a position that each rule set takes. */
TEST(test_maps, "the map's own")
{
	for (const struct rules *rules = rule_sets; rules->name != NULL; rules++) {
		struct board board;
		char why[START_ERROR_SIZE] = "";
		board_start(suite_map(), &board);
		CHECK(start_check(suite_map(), rules, &board, why), "%s: %s", rules->name, why);
	}
}

SUITE("start")
