/* What scorer thinks of places and of its rivals. The numbers were worked out by hand from the
 * rules in lib/players/scorer/score.h and enmity.h and the source's points. */
#include "french.h"
#include "players/scorer/enmity.h"
#include "players/scorer/score.h"
#include "game/resolve.h"

/* ── scores ── */

/* Without chance: places have the same scores in every game. */
static const struct score_weights normal = {.defend = 25,
                                            .home = 30,
                                            .guarded = 25,
                                            .open = 40,
                                            .home_guarded = 20,
                                            .home_open = 60,
                                            .beside = 5,
                                            .inside = 10,
                                            .step = 3,
                                            .spring_share = 20,
                                            .fall_share = 33};

static void open_score(const struct board *board, power_set enemies, struct score *score)
{
	struct seat seat;
	const struct player_call call = french_call("scorer", board, &seat);
	struct rng rng = suite_rng(1);
	score_open(&call, &normal, enemies, &rng, score);
}

/* A province's own score. France is at war with Germany only, or with nobody. */
TEST(test_provinces, "provinces")
{
	static const struct {
		const char *units, *others;
		bool war;
		const char *province;
		int score;
	} rows[] = {
		/* the source's points: threatened or not, ours or not, at home or not */
		{"FRA A gas", "", true, "par", 0},
		{"FRA A gas", "", true, "bel", 0},
		{"FRA A gas, GER A bur", "", true, "par", 30 + 5},
		{"FRA A gas, GER A bur", "", true, "bel", 25 + 5},
		{"FRA A bur, GER A tyr", "GER bel", true, "bel", 40},
		{"FRA A bur, GER A ruh", "GER bel", true, "bel", 25 + 5},
		{"FRA A bur, GER A tyr", "GER kie", true, "kie", 60},
		{"FRA A bur, GER A tyr", "GER mun", true, "mun", 20 + 5},
		{"FRA A bur, GER A mun", "GER mun", true, "mun", 20 + 10},
		{"FRA A gas", "spa", true, "spa", 40},
		{"FRA A bur, GER A bud", "rum", true, "rum", 25 + 5},
		/* each rival beside a place, and one in it */
		{"FRA A par, GER A mun", "", true, "bur", 5},
		{"FRA A par, GER A mun, GER A ruh", "", true, "bur", 2 * 5},
		{"FRA A par, GER A mun, GER A bur", "", true, "bur", 10 + 5},
		{"FRA A par, FRA A mun", "", true, "bur", 0},
		/* friends: what they hold counts nothing, what they threaten does */
		{"FRA A bur, GER A mun", "GER mun", false, "mun", 0},
		{"FRA A bur, GER A mun", "GER kie", false, "kie", 0},
		{"FRA A bur, GER A tyr", "GER kie", false, "kie", 0},
		{"FRA A bur, GER A mun", "", false, "kie", 25 + 5},
		{"FRA A bur, GER A boh", "", false, "boh", 0},
		{"FRA A bur, GER A boh", "", false, "gal", 5},
		{"FRA A bur, GER A mun", "", false, "mun", 25 + 10},
		/* unless there are more of ours */
		{"FRA A bur, FRA A ruh, GER A mun", "GER mun", false, "mun", 20 + 10},
		{"FRA A bur, FRA A ruh, GER A mun, RUS A sil", "GER mun", false, "mun", 0},
		{"FRA A ruh, GER A tyr", "GER kie", false, "kie", 60},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = french_board(SPRING_MOVES, rows[i].units, rows[i].others);
		struct score score;
		power_set enemies = 0;
		if (rows[i].war)
			power_set_add(&enemies, suite_power("GER"));
		open_score(&board, enemies, &score);
		CHECK(score.province[suite_loc(rows[i].province)] == rows[i].score, "%s, %s: %s is %d",
		      rows[i].units, rows[i].others, rows[i].province,
		      score.province[suite_loc(rows[i].province)]);
	}
}

/* A place's score, in hundredths. */
TEST(test_places, "places")
{
	static const struct {
		int16_t phase;
		const char *units, *others;
		enum unit_type type;
		const char *place;
		int score;
	} rows[] = {
		/* Burgundy is 5 itself, Munich 30, the Ruhr 5: a fifth of them, a third in fall */
		{SPRING_MOVES, "FRA A bur, GER A mun", "GER mun,GER kie", ARMY, "bur", 500 + 20 * 35},
		{FALL_MOVES, "FRA A bur, GER A mun", "GER mun,GER kie", ARMY, "bur", 500 + 33 * 35},
		/* Berlin 30 since it is ours, Kiel 25, five places of 5 */
		{SPRING_MOVES, "FRA A bur, GER A mun", "GER mun,GER kie", ARMY, "mun", 3000 + 20 * 80},
		{WINTER_ADJUSTMENTS, "FRA A bur, GER A mun", "GER mun,GER kie", ARMY, "mun",
	     3000 + 20 * 80},
		/* Burgundy lies between Paris and the enemy */
		{SPRING_MOVES, "FRA A bur, GER A mun", "GER mun,GER kie", ARMY, "par", 20 * 5 - 300},
		{SPRING_MOVES, "FRA A bur, GER A mun", "GER mun,GER kie", ARMY, "por", -3 * 300},
		/* a sea has its part of the coasts round it: Denmark; the Channel is a sea further */
		{SPRING_MOVES, "FRA F nth", "GER den", FLEET, "nth", 20 * 40},
		{SPRING_MOVES, "FRA F nth", "GER den", FLEET, "ska", 20 * 40},
		{SPRING_MOVES, "FRA F nth", "GER den", FLEET, "eng", -300},
		{SPRING_MOVES, "FRA F nth", "GER den", ARMY, "eng", 0},
		{SPRING_MOVES, "FRA F nth", "GER den", FLEET, "mun", 0},
		/* each coast for itself: from the south coast it is two places to Norway's neighbour */
		{SPRING_MOVES, "FRA F bar", "GER nwy", FLEET, "stp/nc", 20 * 40},
		{SPRING_MOVES, "FRA F bar", "GER nwy", FLEET, "stp/sc", -2 * 300},
		{SPRING_MOVES, "FRA F bar", "GER nwy", ARMY, "stp", 20 * 40},
		{SPRING_MOVES, "FRA F bar", "GER nwy", FLEET, "stp", 0},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		const struct board board = french_board(rows[i].phase, rows[i].units, rows[i].others);
		struct score score;
		open_score(&board, (power_set)(1u << suite_power("GER")), &score);
		const int32_t found = score.place[rows[i].type][suite_loc(rows[i].place)];
		CHECK(found == rows[i].score, "%s, %s: %s is %d, not %d", rows[i].units, rows[i].others,
		      rows[i].place, found, rows[i].score);
	}
}

/* Chance adds up to 20 per cent, and never the same everywhere. */
TEST(test_chance, "chance")
{
	const struct board board = french_board(FALL_MOVES, "FRA A gas", "spa");
	struct score_weights weights = normal;
	int32_t least = INT32_MAX, most = 0;
	weights.chance = 20;
	struct seat seat;
	struct player_call call = french_call("scorer", &board, &seat);
	for (call.block = 1; call.block <= 1000; call.block++) {
		struct rng rng = player_chance(&call, RNG_ORDERS);
		struct score score;
		score_open(&call, &weights, 0, &rng, &score);
		const int32_t value = score.place[ARMY][suite_loc("spa")];
		least = value < least ? value : least;
		most = value > most ? value : most;
	}
	CHECK(least >= 4000 && least < 4010 && most > 4790 && most <= 4800, "%d to %d", least, most);
}

/* ── enmity ── */

static struct enmity meet(const struct board *board, const char *power, struct enmity enmity)
{
	enmity_meet(suite_map(), board, suite_power(power), 50, &enmity);
	return enmity;
}

static void check_enmity(const struct enmity *enmity, const char *power, int32_t points)
{
	const int32_t found = enmity->of[suite_power(power)];
	CHECK(found == points, "%s: %d, not %d", power, found, points);
}

/* Austria when the game begins: 10 less the distance, 30 for Russia, which is largest, and 20 split
 * among the six that are weakest, Austria itself among them. */
TEST(test_beginning, "beginning")
{
	static const struct {
		const char *power;
		int32_t points;
	} rows[] = {{"ITA", 900 + 333}, {"GER", 800 + 333}, {"RUS", 800 + 3000},
	            {"TUR", 700 + 333}, {"FRA", 700 + 333}, {"ENG", 400 + 333}};
	struct board board;
	board_start(suite_map(), &board);
	const struct enmity first = meet(&board, "AUS", (struct enmity){.begun = false});
	const struct enmity second = meet(&board, "AUS", first);
	for (int i = 0; i < COUNT(rows); i++) {
		check_enmity(&first, rows[i].power, rows[i].points);
		check_enmity(&second, rows[i].power, rows[i].points / 2 + rows[i].points);
	}
}

/* Powers without units count as 100 away; only movement phases begin a turn. */
TEST(test_turns, "turns")
{
	struct board board = suite_board("AUS A vie, ITA A ven");
	const struct enmity first = meet(&board, "AUS", (struct enmity){.begun = false});
	check_enmity(&first, "GER", -9000);
	/* of two that are largest and weakest, we are one */
	check_enmity(&first, "ITA", 800 + 3000 / 2 + 2000 / 2);
	for (board.phase = SPRING_RETREATS; board.phase <= WINTER_ADJUSTMENTS; board.phase++) {
		if (phase_is_movement(board.phase))
			continue;
		const struct enmity later = meet(&board, "AUS", first);
		CU_ASSERT(memcmp(&later, &first, sizeof later) == 0);
	}
}

/* Centres that change hands count 10 for who took them from us and for whom we took them from; who
 * is in our home counts 60. */
TEST(test_captures, "captures")
{
	struct board board;
	board_start(suite_map(), &board);
	board.owner[suite_loc("ser")] = suite_power("TUR");
	struct enmity enmity = meet(&board, "AUS", (struct enmity){.begun = false});
	board.phase = WINTER_ADJUSTMENTS;
	suite_own(&board, "tri ITA, ser AUS, rum RUS"); /* rum: nobody's before */
	enmity = meet(&board, "AUS", enmity);
	check_enmity(&enmity, "ITA", 1233 + 1000);
	check_enmity(&enmity, "TUR", 1033 + 1000);
	check_enmity(&enmity, "RUS", 3800);
	board.phase = WINTER_ADJUSTMENTS + 1;
	enmity = meet(&board, "AUS", enmity);
	check_enmity(&enmity, "ITA", 2233 / 2 + 1233 + 6000);
	check_enmity(&enmity, "TUR", 2033 / 2 + 1033);
}

/* A phase as it was played. */
static void play_phase(const struct board *board, const char *orders, struct phase_record *record)
{
	const struct game game = {.map = suite_map(), .rules = rules_find("standard"), .block = 1};
	struct phase_orders given = {.count = board->unit_count};
	struct board next;
	suite_orders(board, orders, given.order);
	for (int u = 0; u < board->unit_count; u++)
		given.power[u] = board->unit[u].power;
	SUITE_MUST(resolve_replay(&game, judges[0], board, &given, record, &next), orders);
}

/* 10 for each of our units that a power dislodged, whoever helped it. */
TEST(test_dislodged, "dislodged")
{
	const struct board board =
		suite_board("AUS A tri, AUS A vie, ITA A ven, TUR A tyr, RUS A gal, RUS A boh");
	struct phase_record record;
	struct enmity enmity = {.begun = false};
	play_phase(&board,
	           "A ven - tri, A tyr S A ven - tri, A gal - vie, A boh S A gal - vie, A vie - bud",
	           &record);
	enmity_learn(suite_map(), &record, suite_power("AUS"), &enmity);
	check_enmity(&enmity, "ITA", 1000);
	check_enmity(&enmity, "TUR", 0);
	check_enmity(&enmity, "RUS", 0); /* Vienna was left */
}

static power_set choose(const struct board *board, const char *power, struct enmity enmity)
{
	enmity_meet(suite_map(), board, suite_power(power), 50, &enmity);
	return enmity_choose(suite_map(), board, suite_power(power), 2, &enmity);
}

TEST(test_choice, "whom it attacks")
{
	static const struct {
		const char *units, *power, *enemies[3];
	} rows[] = {
		/* of six that are near, it takes the first, and a second since it has four units itself */
		{NULL, "RUS", {"AUS", "GER"}},
		{NULL, "AUS", {"RUS"}},
		/* Russia is three steps away: France too */
		{NULL, "ENG", {"RUS", "FRA"}},
		/* who outnumbers one attacks the next as well */
		{"AUS A vie, AUS A bud, ITA A ven, RUS A gal", "AUS", {"RUS", "ITA"}},
		{"AUS A vie, ITA A ven, RUS A gal", "AUS", {"RUS"}},
		{"AUS A vie", "AUS", {NULL}},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board;
		power_set enemies = 0;
		board_start(suite_map(), &board);
		if (rows[i].units != NULL)
			board = suite_board(rows[i].units);
		for (int n = 0; n < COUNT(rows[i].enemies) && rows[i].enemies[n] != NULL; n++)
			power_set_add(&enemies, suite_power(rows[i].enemies[n]));
		const power_set found = choose(&board, rows[i].power, (struct enmity){.begun = false});
		CHECK(found == enemies, "%d: %s attacks %x, not %x", i, rows[i].power, found, enemies);
	}
	struct board board;
	struct enmity enmity = {.begun = false};
	board_start(suite_map(), &board);
	enmity.of[suite_power("ITA")] = 6000;
	CU_ASSERT_EQUAL(choose(&board, "AUS", enmity), 1u << suite_power("ITA"));
}

SUITE("score")
