/* Winter: what each power may build and remove, which units civil disorder removes, and the
 * thesis's random winter as it has been from the first release on. */
#include "game/disorder.h"
#include "suite.h"
#include "game/game.h"

static struct variant variant(void)
{
	return suite_variant(rules_find("standard"));
}

/* Carries out the adjustments and civil disorder after them. Returns how many units civil disorder
 * removes. */
static int resolve(const struct board *board, const struct submission adjustments[], int count,
                   enum result results[], struct submission disorder[ADJUSTMENTS_MAX],
                   struct board *next)
{
	const struct board before = *board;
	build_resolve(variant(), board, adjustments, count, results, next);
	return disorder_remove(variant(), &before, disorder, next);
}

#define GERMANY "ber kie mun GER"
#define RUSSIA  "mos sev stp war RUS"

TEST(test_resolves, "outcomes of adjustments")
{
	static const struct {
		const char *owners, *units, *orders, *results, *after;
	} rows[] = {
		/* builds */
		{GERMANY, "GER F den", "GER build A ber, GER build F kie", "succeeds, succeeds",
	     "GER F den, GER A ber, GER F kie"},
		{GERMANY, "GER F den, GER A ruh", "GER build A war, GER build A kie, GER build A mun",
	     "not owned, succeeds, too many", "GER F den, GER A ruh, GER A kie"},
		{GERMANY, "", "GER build A ber, GER build F ber, GER build A mun",
	     "succeeds, occupied, succeeds", "GER A ber, GER A mun"},
		{GERMANY ", par FRA", "GER A ber, FRA A kie", "GER build A ber, GER build F kie",
	     "occupied, occupied", "GER A ber, FRA A kie"},
		{"ber GER, kie FRA", "",
	     "GER build A kie, FRA build A kie, GER build A mun, GER build A hol",
	     "not owned, not owned, not owned, not owned", ""},
		{"boh bud vie AUS", "", "AUS build A boh", "not owned", ""},
		{"ber par GER", "", "GER build A par", "not owned", ""},
		{GERMANY, "", "GER build F mun, GER build A bal, GER build F bal, GER A ber - kie",
	     "illegal, illegal, illegal, illegal", ""},
		{RUSSIA, "", "RUS build F stp, RUS build F mos", "illegal, illegal", ""},
		{RUSSIA, "", "RUS build F stp/sc, RUS build A stp", "succeeds, occupied", "RUS F stp/sc"},
		{RUSSIA, "", "RUS build A stp/sc, RUS build F stp/nc", "succeeds, occupied", "RUS A stp"},
		{GERMANY, "GER A ruh", "GER waive, GER build A ber, GER waive, GER build A mun",
	     "succeeds, succeeds, too many, too many", "GER A ruh, GER A ber"},
		{GERMANY, "GER A ruh, GER A ber, GER A mun", "GER waive, GER build A kie",
	     "too many, too many", "GER A ruh, GER A ber, GER A mun"},
		{"kie GER, hol GER", "GER A ruh", "GER remove A ruh, GER build A kie, GER waive",
	     "too many, succeeds, too many", "GER A ruh, GER A kie"},
		/* one site is left for two builds: a waive takes it */
		{GERMANY ", par FRA", "GER A ber, FRA A mun", "GER waive, GER build A kie",
	     "succeeds, too many", "GER A ber, FRA A mun"},
		/* removals */
		{"par FRA", "FRA A par, FRA A pic", "FRA remove F lyo, FRA remove A pic, FRA remove A par",
	     "illegal, succeeds, too many", "FRA A par"},
		{"par FRA", "FRA F lyo, FRA A par, FRA A pic", "FRA remove A par, FRA remove A par",
	     "succeeds, illegal", "FRA A pic"},
		{"par FRA", "FRA A par, GER A bur, FRA A pic",
	     "FRA remove A bur, GER remove A bur, FRA build A par, FRA waive",
	     "illegal, succeeds, occupied, too many", "FRA A par"},
		{"par FRA", "FRA F spa/sc, FRA A par", "FRA remove F spa, FRA remove A spa",
	     "succeeds, illegal", "FRA A par"},
		/* disorder: distance, type, name; seas carry armies, lost home centres count */
		{"mos RUS", "RUS A lvn, RUS A swe", "", "", "RUS A lvn"},
		{"mos RUS", "RUS A lvn, RUS A ukr", "", "", "RUS A ukr"},
		{"mos RUS", "RUS F ber, RUS F ska", "", "", "RUS F ska"},
		{"mos war RUS", "RUS A boh, RUS F nth, RUS F ska", "", "", "RUS A boh, RUS F ska"},
		{"rom ITA", "ITA A gre, ITA A sil", "", "", "ITA A gre"},
		{"ser AUS", "AUS A vie, AUS A ser", "", "", "AUS A vie"},
		{"hol GER", "GER F nwy, GER F nwg", "", "", "GER F nwg"},
		{"", "ENG A par, ENG F lon, FRA A edi, TUR F arm", "", "", ""},
		{GERMANY, "GER A ber, GER A kie, GER A mun, GER A pie, GER A ven, GER F bal",
	     "GER remove A ber", "succeeds", "GER A kie, GER A mun, GER F bal"},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = suite_board(rows[i].units), expected = suite_board(rows[i].after),
					 next;
		struct submission adjustments[8], disorder[ADJUSTMENTS_MAX];
		enum result results[8];
		char text[120] = "";
		suite_own(&board, rows[i].owners);
		suite_own(&expected, rows[i].owners);
		int count = suite_submissions(rows[i].orders, COUNT(adjustments), adjustments), removed = 0;
		int gone = resolve(&board, adjustments, count, results, disorder, &next);
		for (int n = 0; n < count; n++) {
			sprintf(text + strlen(text), n == 0 ? "%s" : ", %s", result_names[results[n]]);
			if (results[n] == RESULT_SUCCEEDS && adjustments[n].order.kind != ORDER_WAIVE)
				removed += adjustments[n].order.kind == ORDER_DISBAND ? 1 : -1;
		}
		CHECK(strcmp(text, rows[i].results) == 0, "row %d: %s, should be %s", i, text,
		      rows[i].results);
		CHECK(board_equal(&next, &expected), "row %d: other units stand", i);
		CHECK(board.unit_count - removed - gone == next.unit_count, "row %d: disorder removed %d",
		      i, gone);
		resolve(&board, adjustments, count, results, disorder, &board);
		CHECK(board_equal(&next, &board), "row %d: differs in place", i);
	}
}

TEST(test_disorder_is_told, "civil disorder in parts")
{
	struct board board = suite_board("GER A ber, GER A pie, FRA F lon, GER F bal, GER A mun"), next;
	struct submission disorder[ADJUSTMENTS_MAX];
	static const char *const orders[] = {"F lon D", "A pie D", "F bal D", "A ber D"};
	suite_own(&board, "hol GER");
	int gone = resolve(&board, NULL, 0, NULL, disorder, &next);
	CU_ASSERT_EQUAL_FATAL(gone, COUNT(orders));
	for (int i = 0; i < gone; i++) {
		char text[ORDER_TEXT_SIZE];
		CHECK(strcmp(order_print(suite_map(), disorder[i].order, text), orders[i]) == 0, "%d: %s",
		      i, text);
		CU_ASSERT_EQUAL(disorder[i].power, suite_power(i == 0 ? "FRA" : "GER"));
	}
}

TEST(test_allowance, "what each power may do")
{
	static const struct {
		const char *owners, *units;
		int allowance, sites;
	} rows[] = {
		{GERMANY, "", 3, 3},
		{GERMANY, "GER A ber", 2, 2},
		{GERMANY, "FRA A ber", 2, 2},
		{GERMANY, "GER A ruh, GER A ber, GER A mun", 0, 1},
		{GERMANY, "GER A ruh, GER A ber, GER A mun, GER A kie, GER F hol", -2, 0},
		{"hol den GER", "", 0, 0},
		{"hol ber GER", "", 1, 1},
		{"ber kie mun FRA", "", 0, 0},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = suite_board(rows[i].units);
		uint8_t sites[PROVINCES_MAX];
		suite_own(&board, rows[i].owners);
		int allowance = build_allowance(suite_map(), &board, suite_power("GER"));
		int count = build_sites(suite_map(), &board, suite_power("GER"), sites);
		CHECK(allowance == rows[i].allowance && count == rows[i].sites,
		      "row %d: allowance %d, %d sites", i, allowance, count);
	}
}

/* A board full of units, none with a centre. All are removed, ordered or not. */
TEST(test_all_are_removed, "all units are removed")
{
	const struct map *map = suite_map();
	const uint8_t power = suite_power("GER");
	struct board board, next;
	struct submission adjustments[ADJUSTMENTS_MAX], disorder[ADJUSTMENTS_MAX];
	enum result results[ADJUSTMENTS_MAX];
	struct rng rng = suite_rng(43);
	board_clear(&board);
	board.phase = WINTER_ADJUSTMENTS;
	for (int p = 0; p < UNITS_MAX; p++) {
		const uint8_t type = map->loc[p].terrain == WATER ? FLEET : ARMY;
		const struct unit unit = {.power = power, .type = type, .loc = (uint8_t)p};
		SUITE_MUST(board_add(map, &board, unit), map->loc[p].code);
	}
	CU_ASSERT_EQUAL(resolve(&board, NULL, 0, NULL, disorder, &next), UNITS_MAX);
	CU_ASSERT_EQUAL(next.unit_count, 0);
	int count = build_orders_randomly(map, &board, power, &rng, adjustments);
	CU_ASSERT_EQUAL(count, UNITS_MAX);
	CU_ASSERT_EQUAL(resolve(&board, adjustments, count, results, disorder, &next), 0);
	CU_ASSERT_EQUAL(next.unit_count, 0);
	build_randomly(map, &board, 1, 1);
	CU_ASSERT_EQUAL(board.unit_count, 0);
}

/* A board as it may be after a fall. Units stand anywhere and own the centres they stand in. Most
 * vacant centres belong to their home power. */
static struct board random_winter(struct rng *rng)
{
	const struct map *map = suite_map();
	uint32_t density = 1 + rng_below(rng, 4);
	struct board board;
	board_clear(&board);
	board.phase = (int16_t)(WINTER_ADJUSTMENTS + PHASES_A_YEAR * rng_below(rng, 50));
	for (int loc = 0; loc < map->loc_count; loc++) {
		struct unit unit = {.loc = (uint8_t)loc};
		uint8_t province = map->loc[loc].province;
		unit.power = (uint8_t)rng_below(rng, (uint32_t)map->power_count);
		unit.type = (uint8_t)rng_below(rng, UNIT_TYPES);
		bool added = map->loc[loc].exit_count[unit.type] > 0 && rng_below(rng, 7) < density &&
		             board_add(map, &board, unit);
		if (map->centre[province] && (added || loc == province))
			board.owner[province] = added                   ? unit.power
			                        : rng_below(rng, 3) > 0 ? map->owner[province]
			                                                : POWER_NONE;
	}
	return board;
}

/* Random adjustments are all allowed, and they are all that is due. */
TEST(test_random_orders, "random adjustments")
{
	const struct map *map = suite_map();
	struct rng rng = suite_rng(41);
	int builds = 0, removals = 0;
	for (int n = 0; n < 2000; n++) {
		struct board board = random_winter(&rng), next;
		struct submission adjustments[2 * ADJUSTMENTS_MAX], disorder[ADJUSTMENTS_MAX];
		enum result results[2 * ADJUSTMENTS_MAX];
		int count = 0;
		for (int p = 0; p < map->power_count; p++)
			count += build_orders_randomly(map, &board, (uint8_t)p, &rng, adjustments + count);
		CU_ASSERT_EQUAL(resolve(&board, adjustments, count, results, disorder, &next), 0);
		for (int i = 0; i < count; i++) {
			CHECK(results[i] == RESULT_SUCCEEDS, "%s", result_names[results[i]]);
			*(adjustments[i].order.kind == ORDER_BUILD ? &builds : &removals) += 1;
		}
		for (int p = 0; p < map->power_count; p++)
			CHECK(build_allowance(map, &next, (uint8_t)p) == 0, "%d is due",
			      build_allowance(map, &next, (uint8_t)p));
	}
	CHECK(builds > 1000 && removals > 1000, "%d builds and %d removals are too few to tell", builds,
	      removals);
}

/* Civil disorder removes what is due and nothing else. It is the same when it is told of a power's
 * removals one by one. */
TEST(test_random_disorder, "random civil disorder")
{
	const struct map *map = suite_map();
	struct rng rng = suite_rng(42);
	for (int n = 0; n < 500; n++) {
		struct board board = random_winter(&rng), next, again;
		struct submission disorder[ADJUSTMENTS_MAX], more[ADJUSTMENTS_MAX];
		enum result results[ADJUSTMENTS_MAX];
		int due = 0;
		for (int p = 0; p < map->power_count; p++)
			due += build_allowance(map, &board, (uint8_t)p) < 0
			           ? -build_allowance(map, &board, (uint8_t)p)
			           : 0;
		int gone = resolve(&board, NULL, 0, NULL, disorder, &next);
		CU_ASSERT_EQUAL(gone, due);
		CU_ASSERT_EQUAL(next.unit_count, board.unit_count - due);
		int told = gone > 0 ? (int)rng_below(&rng, (uint32_t)gone) : 0;
		CU_ASSERT_EQUAL(resolve(&board, disorder, told, results, more, &again), gone - told);
		CU_ASSERT(board_equal(&next, &again));
	}
}

/* Stored games of rule set thesis draw their winters again when they are replayed. So this sum may
 * never change. */
TEST(test_thesis_winters, "the thesis's winters")
{
	struct rng rng = rng_open(2005, 0, 0, 0, RNG_TEST);
	uint64_t sum = 0;
	for (uint32_t game = 1; game <= 2000; game++) {
		struct board board = random_winter(&rng);
		build_randomly(suite_map(), &board, 7 * game, game);
		for (int u = 0; u < board.unit_count; u++)
			sum = (sum ^ (uint64_t)unit_pack(board.unit[u])) * UINT64_C(0x9e3779b97f4a7c15);
	}
	CHECK(sum == UINT64_C(0x11a682f0fe077439), "the sum is %#llx", (unsigned long long)sum);
}

/* A site is free as soon as a unit without a centre has left it. The sequence of the powers does
 * not matter. */
TEST(test_thesis_sequence, "the thesis's sequence")
{
	static const char *const pairs[][2] = {{"AUS", "vie"}, {"TUR", "con"}};
	for (int i = 0; i < COUNT(pairs); i++) {
		struct board board = suite_board("GER A vie, GER A con");
		uint8_t power = suite_power(pairs[i][0]), site = suite_loc(pairs[i][1]);
		board.owner[site] = power;
		build_randomly(suite_map(), &board, 1, 1);
		int u = board_find(suite_map(), &board, site);
		CHECK(board.unit_count == 1 && u >= 0 && board.unit[u].power == power, "%s does not build",
		      pairs[i][0]);
	}
}

SUITE("build")
