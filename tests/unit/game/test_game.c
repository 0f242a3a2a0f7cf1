/* Rule set thesis between the phases: ownership, winter, and the end of a game. */
#include "game/game.h"
#include "suite.h"

enum { SEED_OF_TESTS = 7 };

static const struct rules *thesis(void)
{
	return rules_find("thesis");
}

/* Resolves and goes on to the next board. */
static struct board advance(const struct board *board, const struct order orders[], uint32_t number,
                            struct board *moved)
{
	const struct game game = {suite_map(), thesis(), SEED_OF_TESTS, number};
	struct judgement judgement;
	struct board next;
	judge_resolve(judges[0], suite_variant(thesis()), board, orders, &judgement);
	judge_move_units(&judgement, moved);
	game_after_moves(&game, &judgement, &next);
	return next;
}

TEST(test_ownership, "ownership")
{
	static const struct {
		const char *phase, *units, *orders, *where, *owner; /* owner: empty when no power owns it */
	} rows[] = {
		{"S1901M", "GER A mun", "A mun - bur", "bur", ""},
		{"F1901M", "GER A mun", "A mun - bur", "bur", "GER"},
		{"F1901M", "GER A mun", "A mun - bur", "mun", ""},
		{"F1901M", "FRA F bre", "F bre - eng", "eng", ""},
		{"F1901M", "FRA F mao", "F mao - spa/nc", "spa", "FRA"},
		{"F1901M", "FRA F mao", "F mao - spa/nc", "spa/nc", "FRA"},
		{"F1901M", "ITA A tun", "", "tun", "ITA"},
		{"F1901M", "ITA A tyr, AUS A boh", "A tyr - mun, A boh - mun", "mun", ""},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = suite_board(rows[i].units), moved;
		struct order orders[UNITS_MAX];
		CU_ASSERT(phase_parse(rows[i].phase, 6, &board.phase));
		suite_orders(&board, rows[i].orders, orders);
		struct board next = advance(&board, orders, 1, &moved);
		uint8_t owner = next.owner[suite_map()->loc[suite_loc(rows[i].where)].province];
		CHECK(owner == (rows[i].owner[0] == '\0' ? POWER_NONE : suite_power(rows[i].owner)),
		      "%s %s: owner %d of %s", rows[i].phase, rows[i].orders, owner, rows[i].where);
	}
}

/* A phase is passed over when no power can do anything in it. */
TEST(test_phases, "the sequence of phases")
{
	static const char *const phases[] = {"S1901M", "F1901M", "S1902M", "F1902M", "S1903M"};
	for (const struct rules *rules = rule_sets; rules->name != NULL; rules++) {
		const struct game game = {suite_map(), rules, SEED_OF_TESTS, 1};
		struct board board, next;
		struct order orders[UNITS_MAX];
		struct judgement judgement;
		char text[PHASE_TEXT_SIZE];
		board_start(suite_map(), &board);
		for (int i = 0; i < COUNT(phases); i++, board = next) {
			CU_ASSERT_STRING_EQUAL(phase_print(board.phase, text), phases[i]);
			suite_orders(&board, "", orders);
			judge_resolve(judges[0], suite_variant(rules), &board, orders, &judgement);
			game_after_moves(&game, &judgement, &next);
		}
	}
}

static bool stands_in(const struct board *board, struct unit unit)
{
	int i = board_find(suite_map(), board, suite_map()->loc[unit.loc].province);
	return i >= 0 && board->unit[i].power == unit.power && board->unit[i].type == unit.type &&
	       board->unit[i].loc == unit.loc;
}

static bool is_site(const struct board *board, uint8_t power, uint8_t province)
{
	const struct map *map = suite_map();
	return map->centre[province] && map->owner[province] == power &&
	       board->owner[province] == power;
}

/* One power's winter: what it has on `moved` and on `next`. */
static void check_winter(const struct board *moved, const struct board *next, uint8_t power)
{
	const struct map *map = suite_map();
	int before[POWERS_MAX], after[POWERS_MAX], centres[POWERS_MAX], sites = 0, built = 0;
	board_count_units(moved, before);
	board_count_units(next, after);
	board_count_centres(map, next, centres);
	for (int i = 0; i < next->unit_count; i++) {
		struct unit unit = next->unit[i];
		if (unit.power != power || stands_in(moved, unit))
			continue;
		uint8_t province = map->loc[unit.loc].province;
		built++;
		CHECK(is_site(next, power, province) && map->loc[unit.loc].exit_count[unit.type] > 0,
		      "%s builds %c in %s", map->power[power], "AF"[unit.type], map -> loc[unit.loc].code);
	}
	for (uint8_t p = 0; p < map->province_count; p++)
		sites += is_site(next, power, p) && board_find(map, next, p) < 0;
	if (before[power] >= centres[power])
		CHECK(built == 0 && after[power] == centres[power], "%s: %d units, %d centres, %d after",
		      map->power[power], before[power], centres[power], after[power]);
	else
		CHECK(after[power] == before[power] + built && after[power] <= centres[power] &&
		          (after[power] == centres[power] || sites == 0),
		      "%s: %d units, %d centres, %d after, %d sites left", map->power[power], before[power],
		      centres[power], after[power], sites);
}

TEST(test_winter, "winter")
{
	const struct map *map = suite_map();
	struct rng rng = suite_rng(1);
	for (int round = 0; round < 3000; round++) {
		struct board moved, board = suite_random_board(&rng, 1 + (int)rng_below(&rng, 40));
		struct order orders[UNITS_MAX];
		board.phase = FALL_MOVES;
		for (int p = 0; p < map->province_count; p++)
			if (map->loc[p].terrain != WATER)
				board.owner[p] = rng_below(&rng, 3) == 0 ? (uint8_t)rng_below(&rng, POWER_NONE + 1)
				                                         : map->owner[p];
		suite_random_orders(&rng, &board, orders);
		struct board next = advance(&board, orders, (uint32_t)round, &moved);
		struct board again = advance(&board, orders, (uint32_t)round, &moved);
		CU_ASSERT(board_equal(&next, &again));
		for (uint8_t power = 0; power < map->power_count; power++)
			check_winter(&moved, &next, power);
	}
}

/* Every place, type and coast is drawn, and games draw differently. */
TEST(test_builds_vary, "builds vary")
{
	struct board moved, board = suite_board("RUS A mos");
	struct order orders[UNITS_MAX];
	board.phase = FALL_MOVES;
	suite_own(&board, "mos stp war tri RUS");
	suite_orders(&board, "A mos - ukr", orders);
	static const char *const places[] = {"A mos", "A stp", "A war", "F stp/nc", "F stp/sc"};
	int built[COUNT(places)] = {0};
	for (uint32_t game = 1; game <= 300; game++) {
		struct board next = advance(&board, orders, game, &moved);
		CU_ASSERT_EQUAL(next.unit_count, 4);
		for (int i = 0; i < COUNT(places); i++) {
			uint8_t type = places[i][0] == 'F' ? FLEET : ARMY;
			built[i] +=
				stands_in(&next, (struct unit){suite_power("RUS"), type, suite_loc(places[i] + 2)});
		}
	}
	for (int i = 0; i < COUNT(places); i++)
		CHECK(built[i] > 40, "%s is built %d times in 300", places[i], built[i]);
}

/* Gives a power its first n centres. */
static void give_centres(struct board *board, uint8_t power, int n)
{
	for (int p = 0; p < suite_map()->province_count; p++)
		if (suite_map()->centre[p] && n-- > 0)
			board->owner[p] = power;
}

TEST(test_endings, "endings")
{
	static const struct {
		int centres;
		const char *phase, *units;
		enum game_ending ending;
		uint8_t survivors;
	} rows[] = {
		{17, "F1910M", "AUS A vie, TUR A con", GAME_RUNNING, 1 << 0 | 1 << 6},
		{18, "F1910M", "AUS A vie, TUR A con", GAME_SOLO, 1 << 0 | 1 << 6},
		{34, "S1902M", "AUS A vie", GAME_SOLO, 1 << 0},
		{17, "F1910M", "AUS A vie", GAME_RUNNING, 1 << 0},
		{17, "F1909M", "AUS A vie, ENG A lon", GAME_RUNNING, 1 << 0 | 1 << 1},
		{17, "S1911M", "AUS A vie, ENG A lon", GAME_DRAW, 1 << 0 | 1 << 1},
		{18, "S1911M", "AUS A vie, ENG A lon", GAME_SOLO, 1 << 0 | 1 << 1},
		{3, "S1905M", "", GAME_DRAW, 0},
	};
	for (int i = 0; i < COUNT(rows); i++) {
		struct board board = suite_board(rows[i].units);
		CU_ASSERT(phase_parse(rows[i].phase, 6, &board.phase));
		give_centres(&board, suite_power("AUS"), rows[i].centres);
		struct game_verdict verdict = game_judge(suite_map(), &board, 20);
		CHECK(verdict.ending == rows[i].ending && verdict.survivors == rows[i].survivors &&
		          verdict.winner == (rows[i].ending == GAME_SOLO ? suite_power("AUS") : POWER_NONE),
		      "row %d: ending %d, winner %d, survivors %x", i, verdict.ending, verdict.winner,
		      verdict.survivors);
	}
}

/* The years without a change of centres, board after board. Only centres count, a swap is a change,
 * and winter belongs to its year. */
TEST(test_tenure, "years without a change of centres")
{
	static const struct {
		const char *phase, *owner, *of; /* the owner of a province, from this board on */
		int years;
	} rows[] = {
		{"S1901M", "", "", 0},       {"F1901M", "", "", 0},        {"S1902M", "", "", 1},
		{"F1902M", "", "", 1},       {"W1902A", "FRA", "spa", -1}, {"S1903M", "", "", 0},
		{"F1903R", "", "", 0},       {"S1904M", "FRA", "gas", 1},  {"W1904A", "", "", 1},
		{"S1905M", "", "", 2},       {"S1906M", "", "", 3},        {"S1907M", "GER", "bel", 0},
		{"S1908M", "GER", "spa", 0}, {"S1909M", "FRA", "spa", 0},  {"S1911M", "", "", 2},
	};
	struct tenure tenure;
	struct board board = suite_board("FRA A par");
	tenure_open(&board, &tenure);
	for (int i = 0; i < COUNT(rows); i++) {
		CU_ASSERT(phase_parse(rows[i].phase, 6, &board.phase));
		if (rows[i].owner[0] != '\0')
			board.owner[suite_map()->loc[suite_loc(rows[i].of)].province] =
				suite_power(rows[i].owner);
		for (int twice = 0; twice < 2; twice++)
			tenure_observe(suite_map(), &board, &tenure);
		CHECK(tenure_years(&tenure, &board) == rows[i].years, "%s: %d years", rows[i].phase,
		      tenure_years(&tenure, &board));
	}
	CU_ASSERT(phase_parse("W1908A", 6, &board.phase));
	tenure_open(&board, &tenure);
	CU_ASSERT_EQUAL(tenure_years(&tenure, &board), 0);
}

/* Who takes the default must be told that it is not the game that people play. */
TEST(test_about, "what rule sets say of themselves")
{
	static const char no[] = "not standard Diplomacy: ", yes[] = "standard Diplomacy";
	for (const struct rules *rules = rule_sets; rules->name != NULL; rules++) {
		const bool standard = rules->retreats && rules->adjustments;
		CHECK(strncmp(rules->about, standard ? yes : no, strlen(standard ? yes : no)) == 0,
		      "%s: %s", rules->name, rules->about);
	}
}

SUITE("game")
