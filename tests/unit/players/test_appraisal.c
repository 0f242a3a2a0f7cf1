/* What places are worth to DumbBot. The numbers were worked out by hand from the rules in
 * lib/players/dumbbot/appraisal.h and the weights in appraisal.c. */
#include "pairs.h"
#include "players/dumbbot/appraisal.h"

static const struct appraisal_weights normal = {
	.attack = {700, 600, 700}, .defence = {300, 400, 300}, .strength = 1000, .competition = 1000};

TEST(test_sizes, "sizes")
{
	CU_ASSERT_EQUAL(appraisal_size(0), 16);
	CU_ASSERT_EQUAL(appraisal_size(3), 37);
	CU_ASSERT_EQUAL(appraisal_size(4), 48);
	CU_ASSERT_EQUAL(appraisal_size(18), 412);
}

TEST(test_seasons, "seasons")
{
	static const struct {
		int16_t phase;
		enum season season;
	} rows[] = {{SPRING_MOVES, SEASON_SPRING},
	            {SPRING_RETREATS, SEASON_SPRING},
	            {FALL_MOVES, SEASON_FALL},
	            {PHASES_A_YEAR + FALL_RETREATS, SEASON_FALL},
	            {WINTER_ADJUSTMENTS, SEASON_WINTER}};
	for (int i = 0; i < COUNT(rows); i++)
		CHECK(appraisal_season(rows[i].phase) == rows[i].season, "phase %d", rows[i].phase);
}

/* The first board. Russia has four centres, size 48; the others have three, size 37. */
TEST(test_provinces, "provinces")
{
	static const struct {
		const char *power, *province;
		int attack, defence, strength, competition;
	} rows[] = {
		{"RUS", "rum", 16, 0, 1, 1}, /* F sev; A bud */
		{"RUS", "con", 37, 0, 0, 2}, /* F ank, A smy, but not A con, which is there */
		{"RUS", "sev", 0, 0, 1, 0},  /* A mos */
		{"RUS", "ukr", 0, 0, 2, 0},  /* no centre; A mos, A war */
		{"RUS", "gal", 0, 0, 1, 2},  /* A war; A bud, A vie */
		{"AUS", "war", 48, 0, 0, 1}, /* A mos */
		{"AUS", "tri", 0, 37, 2, 1}, /* A ven */
		{"AUS", "vie", 0, 0, 1, 0},  /* A bud, but not F tri */
		{"AUS", "tyr", 0, 0, 1, 1},  /* A vie; A ven and A mun are of two powers */
		{"TUR", "bul", 16, 0, 1, 0}, {"ITA", "ven", 0, 37, 1, 1}, /* A rom; F tri */
	};
	struct board board;
	board_start(suite_map(), &board);
	for (int i = 0; i < COUNT(rows); i++) {
		const uint8_t p = suite_loc(rows[i].province);
		struct appraisal a;
		appraisal_open(suite_map(), &board, suite_power(rows[i].power), &normal, &a);
		const int competition = rows[i].competition;
		CHECK(a.attack[p] == rows[i].attack && a.defence[p] == rows[i].defence &&
		          a.strength[p] == rows[i].strength && a.competition[p] == competition,
		      "%s %s: attack %d, defence %d, strength %d, competition %d", rows[i].power,
		      rows[i].province, a.attack[p], a.defence[p], a.strength[p], a.competition[p]);
	}
}

/* Of those that can move in, the largest counts for the danger, and the one with the most units for
 * the competition. A fleet that reaches both coasts counts once. */
TEST(test_rivals, "rivals")
{
	struct board board = suite_board("AUS A vie, GER A boh, GER A tyr, ITA A tri, RUS A gal, "
	                                 "TUR F con, TUR F bla, AUS A ser");
	struct appraisal a;
	const uint8_t vie = suite_loc("vie"), bul = suite_loc("bul");
	suite_own(&board, "vie AUS, mun GER, nap rom ITA, war RUS");
	appraisal_open(suite_map(), &board, suite_power("AUS"), &normal, &a);
	CU_ASSERT_EQUAL(a.size[suite_power("GER")], 21);
	CU_ASSERT_EQUAL(a.size[suite_power("ITA")], 28);
	CU_ASSERT_EQUAL(a.size[POWER_NONE], 16);
	CU_ASSERT_EQUAL(a.defence[vie], 28);
	CU_ASSERT_EQUAL(a.competition[vie], 2);
	CU_ASSERT_EQUAL(a.attack[suite_loc("nap")], 28);
	CU_ASSERT_EQUAL(a.attack[bul], 16);
	CU_ASSERT_EQUAL(a.defence[bul], 0);
	CU_ASSERT_EQUAL(a.competition[bul], 2);
	CU_ASSERT_EQUAL(a.strength[bul], 1);
}

/* A power with an army at bbb; aaa and xxx are nobody's. Proximities of aaa, in spring 16 * 700:
 *     11200 2240 896 358 143 57 22 8 3 1; in fall 9600 1920 768 307 122 48 19 7 2 0.
 * bbb begins with 0 and then has the same. Times the weights that is, in spring and fall,
 *     1120000 + 2240000 + 26880 + 3580 + 858 + 285 + 88 + 24 + 6 + 1 = 3391722,
 *     9600000 +  192000 + 23040 + 3070 + 732 + 240 + 76 + 21 + 4 + 0 = 9819183,
 * and in winter, the weights of fall on the proximities of spring,
 *    11200000 +  224000 + 26880 + 3580 + 858 + 285 + 88 + 24 + 6 + 1 = 11455722.
 * The own army that can move to aaa adds 1000, but not in winter. */
TEST(test_values, "values")
{
	static const struct {
		const char *place;
		enum unit_type type;
		int64_t value[SEASONS];
	} rows[] = {
		{"aaa", ARMY, {3392722, 9820183, 11455722}},
		{"bbb", ARMY, {2271722, 219183, 255722}},
		{"xxx/nc", FLEET, {3391722, 9819183, 11455722}},
		{"yyy", FLEET, {2271722, 219183, 255722}},
		{"xxx/sc", FLEET, {3391722, 9819183, 11455722}},
		{"zzz", FLEET, {2271722, 219183, 255722}},
		{"xxx", FLEET, {0, 0, 0}},
		{"xxx", ARMY, {0, 0, 0}},
		{"yyy", ARMY, {0, 0, 0}},
		{"aaa", FLEET, {0, 0, 0}},
	};
	static const int16_t phases[SEASONS] = {SPRING_MOVES, FALL_MOVES, WINTER_ADJUSTMENTS};
	struct board board;
	board_start(pairs_map(), &board);
	for (int season = 0; season < SEASONS; season++) {
		struct appraisal a;
		board.phase = phases[season];
		appraisal_open(pairs_map(), &board, 0, &normal, &a);
		for (int i = 0; i < COUNT(rows); i++) {
			const int64_t value = a.value[rows[i].type][pairs_loc(rows[i].place)];
			CHECK(value == rows[i].value[season], "%c %s, season %d: %lld", "AF"[rows[i].type],
			      rows[i].place, season, (long long)value);
		}
	}
}

/* The power's army is at ccc and its rival's at aaa, which has no centre: size 16. bbb is in
 * danger, 16 * 300 = 4800 in spring: 4800 960 384 153 61 24 9 3 1 0, and aaa belongs to nobody as
 * before. Together they begin with 11200 + 4800, so each has 16000 / 5 from then on: 3200 1280 512
 * 204 81 32 12 4 1; times the weights of winter without the first 320000 + 38400 + 5120 + 1224 +
 * 405 + 128 + 36 + 8 + 1 = 365322. bbb is worth 4800 * 1000 more, and 16 * 1000 for its own danger.
 */
TEST(test_danger, "danger")
{
	struct board board;
	struct appraisal a;
	board_start(pairs_map(), &board);
	board_remove(&board, 0);
	CU_ASSERT_FATAL(board_add(pairs_map(), &board, (struct unit){1, ARMY, pairs_loc("aaa")}));
	board.owner[pairs_loc("ccc")] = POWER_NONE;
	board.phase = WINTER_ADJUSTMENTS;
	appraisal_open(pairs_map(), &board, 0, &normal, &a);
	CU_ASSERT_EQUAL(a.defence[pairs_loc("bbb")], 16);
	CU_ASSERT_EQUAL(a.value[ARMY][pairs_loc("bbb")], 4800000 + 365322 + 16000);
	CU_ASSERT_EQUAL(a.value[ARMY][pairs_loc("aaa")], 11200000 + 365322);
}

/* What the program of 2003 itself finds for Turkey on the first board, when it runs. */
TEST(test_original, "original")
{
	static const struct {
		const char *place;
		enum unit_type type;
		int64_t value;
		int competition;
	} rows[] = {
		{"bur", ARMY, 49691865, 2},     {"rum", ARMY, 121794675, 1},
		{"spa", ARMY, 80067706, 1},     {"con", FLEET, 32063875, 0},
		{"mao", FLEET, 70326236, 1},    {"nth", FLEET, 139554154, 2},
		{"spa/sc", FLEET, 82576952, 1}, {"bul/ec", FLEET, 75179758, 0},
	};
	struct appraisal_weights weights = normal;
	struct board board;
	struct appraisal a;
	board_start(suite_map(), &board);
	weights.original = true;
	appraisal_open(suite_map(), &board, suite_power("TUR"), &weights, &a);
	for (int i = 0; i < COUNT(rows); i++) {
		const uint8_t loc = suite_loc(rows[i].place);
		const int64_t value = a.value[rows[i].type][loc];
		const int competition = a.competition[suite_map()->loc[loc].province];
		CHECK(value == rows[i].value && competition == rows[i].competition, "%s: %lld, %d",
		      rows[i].place, (long long)value, competition);
	}
}

SUITE("appraisal")
