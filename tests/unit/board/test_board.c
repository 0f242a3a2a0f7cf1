/* A board stays sorted and padded with zeros, whatever is added and removed. So equal positions are
 * equal bytes. */
#include "suite.h"

static void check_invariant(const struct board *board)
{
	const struct map *map = suite_map();
	for (int i = 1; i < board->unit_count; i++)
		CU_ASSERT(map->loc[board->unit[i - 1].loc].province <
		          map->loc[board->unit[i].loc].province);
	static const struct unit zero[UNITS_MAX];
	CU_ASSERT_EQUAL(memcmp(&board->unit[board->unit_count], zero,
	                       sizeof zero - board->unit_count * sizeof zero[0]),
	                0);
}

/* A board is compared with a plain table of who stands where. */
TEST(test_adds_and_removes, "adds and removes keep the order")
{
	const struct map *map = suite_map();
	struct rng rng = suite_rng(1);
	struct board board;
	int at[PROVINCES_MAX], count = 0; /* the location that is taken in each province, or -1 */
	memset(at, -1, sizeof at);
	board_clear(&board);
	for (int step = 0; step < 20000; step++) {
		uint8_t loc = (uint8_t)rng_below(&rng, (uint32_t)map->loc_count),
				province = map->loc[loc].province;
		int found = board_find(map, &board, province);
		CU_ASSERT_EQUAL(found < 0 ? -1 : board.unit[found].loc, at[province]);
		if (rng_below(&rng, 100) < (step / 2000 % 2 ? 30 : 70)) {
			bool fits = at[province] < 0 && count < UNITS_MAX;
			CU_ASSERT_EQUAL(
				board_add(map, &board,
			              (struct unit){(uint8_t)rng_below(&rng, POWERS_MAX), ARMY, loc}),
				fits);
			if (fits) {
				at[province] = loc;
				count++;
			}
		} else if (found >= 0) {
			board_remove(&board, found);
			at[province] = -1;
			count--;
		}
		CU_ASSERT_EQUAL(board.unit_count, count);
		check_invariant(&board);
	}
}

TEST(test_start, "the position a game begins with")
{
	const struct map *map = suite_map();
	struct board board;
	int centres[POWERS_MAX], units[POWERS_MAX];
	memset(&board, 0xff, sizeof board);
	board_start(map, &board);
	check_invariant(&board);
	board_count_centres(map, &board, centres);
	board_count_units(&board, units);
	for (int p = 0; p < map->power_count; p++) {
		int expected = p == suite_power("RUS") ? 4 : 3;
		CHECK(centres[p] == expected && units[p] == expected, "%s: %d centres, %d units",
		      map->power[p], centres[p], units[p]);
	}
	struct board expected = suite_board(
		"AUS A bud, AUS A vie, AUS F tri, ENG A lvp, ENG F edi, ENG F lon, FRA A mar, FRA A par,"
		"FRA F bre, GER A ber, GER A mun, GER F kie, ITA A rom, ITA A ven, ITA F nap,"
		"RUS A mos, RUS A war, RUS F sev, RUS F stp/sc, TUR A con, TUR A smy, TUR F ank");
	memcpy(expected.owner, board.owner, sizeof expected.owner);
	CU_ASSERT(board_equal(&board, &expected));
	CU_ASSERT_EQUAL(board.owner[suite_loc("bel")], POWER_NONE);
	CU_ASSERT_EQUAL(board.owner[suite_loc("bur")], suite_power("FRA"));
	CU_ASSERT_EQUAL(board.owner[PROVINCES_MAX - 1], POWER_NONE);
}

TEST(test_equality, "equality and hash")
{
	struct board a = suite_board("FRA A par, GER A mun, RUS F stp/nc"),
				 b = suite_board("RUS F stp/nc, GER A mun, FRA A par");
	CU_ASSERT(board_equal(&a, &b));
	CU_ASSERT_EQUAL(board_hash(&a), board_hash(&b));
	b.phase++;
	CU_ASSERT(!board_equal(&a, &b));
	b.phase--;
	b.owner[suite_loc("par")] = suite_power("FRA");
	CU_ASSERT(!board_equal(&a, &b));
	CU_ASSERT_EQUAL(board_hash(&a), board_hash(&b));
	static const char *const others[] = {
		"FRA A par, GER A mun, RUS F stp/sc", "FRA A par, GER A mun, RUS A stp",
		"FRA A par, ITA A mun, RUS F stp/nc", "FRA A par, GER A mun",
		"FRA A par, GER A ber, RUS F stp/nc", ""};
	for (int i = 0; i < COUNT(others); i++) {
		b = suite_board(others[i]);
		CHECK(!board_equal(&a, &b) && board_hash(&a) != board_hash(&b), "%s", others[i]);
	}
}

/* Dislodged units and contested provinces make a position different, but not its hash. */
TEST(test_retreats, "dislodged units")
{
	const struct map *map = suite_map();
	static const char *const places[] = {"stp/sc", "bur", "par", "mun"};
	struct board a = suite_board("FRA A par, GER A mun"), b = a;
	for (int i = 0; i < COUNT(places); i++) {
		struct retreat first = {{suite_power("RUS"), ARMY, suite_loc(places[i])}, LOC_NONE};
		struct retreat last = {{suite_power("RUS"), ARMY, suite_loc(places[COUNT(places) - 1 - i])},
		                       LOC_NONE};
		CU_ASSERT(board_add_retreat(map, &a, first) && board_add_retreat(map, &b, last));
		CU_ASSERT(!board_add_retreat(map, &a, first));
		CU_ASSERT_EQUAL(board_equal(&a, &b), i == COUNT(places) - 1);
		CU_ASSERT_EQUAL(board_hash(&a), board_hash(&b));
	}
	for (int i = 1; i < a.retreat_count; i++)
		CU_ASSERT(map->loc[a.retreat[i - 1].unit.loc].province <
		          map->loc[a.retreat[i].unit.loc].province);
	CU_ASSERT_EQUAL(a.retreat[board_find_retreat(map, &a, suite_loc("stp"))].unit.loc,
	                suite_loc("stp/sc"));
	CU_ASSERT_EQUAL(board_find_retreat(map, &a, suite_loc("gas")), -1);
	b.retreat[0].barred = suite_loc("gas");
	CU_ASSERT(!board_equal(&a, &b));
	b = a;
	place_set_add(&b.contested, suite_loc("yor"));
	CU_ASSERT(!board_equal(&a, &b));
	board_clear_retreats(&a);
	board_clear_retreats(&b);
	struct board bare = suite_board("FRA A par, GER A mun");
	CU_ASSERT(board_equal(&a, &b) && board_equal(&a, &bare));
}

/* Standing and dislodged units together are at most as many as a set of units holds. */
TEST(test_room, "room for both")
{
	const struct map *map = suite_map();
	struct board board;
	int added = 0;
	board_clear(&board);
	for (int p = 0; p < map->province_count; p++)
		added += board_add_retreat(map, &board, (struct retreat){{0, ARMY, (uint8_t)p}, LOC_NONE});
	CU_ASSERT_EQUAL(added, RETREATS_MAX);
	for (int p = 0; p < map->province_count; p++)
		added += board_add(map, &board, (struct unit){0, ARMY, (uint8_t)p});
	CU_ASSERT_EQUAL(added, UNITS_MAX);
	CU_ASSERT_EQUAL(board.unit_count, UNITS_MAX - RETREATS_MAX);
}

static int compare_hashes(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* A player meets boards that differ in one unit. Their hashes differ, and each bit is set in half
 * of them. */
TEST(test_hash_spreads, "the hash spreads")
{
	enum { BOARDS = 200000 };
	static uint64_t hashes[BOARDS];
	int set[64] = {0}, same = 0;
	struct rng rng = suite_rng(2);
	struct board board = suite_random_board(&rng, 40);
	for (int i = 0; i < BOARDS; i++) {
		int u = (int)rng_below(&rng, board.unit_count);
		struct unit left = board.unit[u], unit = left;
		board_remove(&board, u);
		do
			unit.loc = (uint8_t)rng_below(&rng, (uint32_t)suite_map()->loc_count);
		while (unit.loc == left.loc || !board_add(suite_map(), &board, unit));
		hashes[i] = board_hash(&board);
		for (int bit = 0; bit < 64; bit++)
			set[bit] += hashes[i] >> bit & 1;
	}
	qsort(hashes, BOARDS, sizeof hashes[0], compare_hashes);
	for (int i = 1; i < BOARDS; i++)
		same += hashes[i] == hashes[i - 1];
	CHECK(same <= BOARDS / 1000, "%d hashes met twice", same);
	for (int bit = 0; bit < 64; bit++)
		CHECK(abs(set[bit] - BOARDS / 2) < BOARDS / 50, "bit %d is set in %d of %d", bit, set[bit],
		      BOARDS);
}

TEST(test_phases, "phases")
{
	static const struct {
		const char *text;
		int phase, round;
	} phases[] = {
		{"S1901M", 0, 0}, {"S1901R", 1, 0}, {"F1901M", 2, 1},     {"F1901R", 3, 1},
		{"W1901A", 4, 1}, {"S1902M", 5, 2}, {"W1999A", 494, 197}, {"F2010M", 547, 219},
	};
	static const char *const malformed[] = {"",       "S1901",  "S1901MM", "S1900M",
	                                        "S1901A", "W1901M", "X1901M",  "S19 1M",
	                                        "S-901M", "S9999M", "F8454R",  "1901SM"};
	char text[PHASE_TEXT_SIZE];
	int16_t phase;
	for (int i = 0; i < COUNT(phases); i++) {
		CHECK(phase_parse(phases[i].text, 6, &phase) && phase == phases[i].phase, "%s",
		      phases[i].text);
		CU_ASSERT_STRING_EQUAL(phase_print((int16_t)phases[i].phase, text), phases[i].text);
		CU_ASSERT_EQUAL(phase_round((int16_t)phases[i].phase), phases[i].round);
	}
	for (int i = 0; i < COUNT(malformed); i++)
		CHECK(!phase_parse(malformed[i], strlen(malformed[i]), &phase), "'%s' is taken",
		      malformed[i]);
	CU_ASSERT(phase_parse("f1903r", 6, &phase));
	CU_ASSERT_STRING_EQUAL(phase_print(-1, text), "?");
	CU_ASSERT_STRING_EQUAL(phase_print(INT16_MIN, text), "?");
	for (int p = 0; p <= INT16_MAX; p++)
		CHECK(phase_parse(phase_print((int16_t)p, text), 6, &phase) && phase == p, "%s", text);
}

/* SQL unpacks the code, too. So its bits must stay. */
TEST(test_packed_units, "packed units")
{
	CU_ASSERT_EQUAL(unit_pack((struct unit){6, FLEET, 80}), 80 | 1 << 7 | 6 << 8);
	for (int code = 0; code < 1 << 11; code++) {
		struct unit unit = unit_unpack((int16_t)code);
		CU_ASSERT_EQUAL(unit_pack(unit), code);
	}
}

SUITE("board")
