/* Where the lines of moves, supports and convoys lie: arrows stop at what stopped them, supports
 * lead to the order that they support, convoyed armies go through their fleets. All facts hold on
 * the standard map's drawing. */
#include "scenes.h"

/* ── moves ── */

TEST(test_moves, "moves")
{
	stage_moves("FRA A par, GER A mun, AUS A tyr", "A par - bur, A mun - ruh");
	expect_gap("to a vacant place", point_of(shape_of(SHAPE_MOVE, "par"), -1), stand("bur"), 0, 40);
	expect_gap("from its unit", point_of(shape_of(SHAPE_MOVE, "par"), 0), stand("par"), 60, 140);
	CU_ASSERT_EQUAL(shape_of(SHAPE_MOVE, "par")->fate, FATE_DONE);
	CU_ASSERT_EQUAL(scene.count, 2 + 3);
}

TEST(test_bounces, "bounces")
{
	stage_moves("RUS A mos, AUS A rum, TUR A arm, RUS A sev", "A mos - sev, A rum - sev");
	expect_gap("before the unit that holds", point_of(shape_of(SHAPE_MOVE, "mos"), -1),
	           stand("sev"), SCENE_UNIT_RADIUS + 40, 300);
	CU_ASSERT_EQUAL(shape_of(SHAPE_MOVE, "mos")->fate, FATE_STOPPED);
	stage_moves("RUS A mos, AUS A gal", "A mos - ukr, A gal - ukr");
	expect_gap("before a place that nobody gets", point_of(shape_of(SHAPE_MOVE, "mos"), -1),
	           stand("ukr"), 100, 300);
}

/* Two units that stop each other: both end before the middle of their way. */
TEST(test_head_on, "head-on")
{
	stage_moves("TUR F bla, RUS F sev", "F bla - sev, F sev - bla");
	const struct drawing_point middle = line_part(stand("bla"), stand("sev"), 0.5);
	const struct drawing_point one = point_of(shape_of(SHAPE_MOVE, "bla"), -1);
	const struct drawing_point other = point_of(shape_of(SHAPE_MOVE, "sev"), -1);
	CHECK(gap(stand("bla"), one) < gap(stand("bla"), middle), "bla goes beyond the middle");
	CHECK(gap(stand("sev"), other) < gap(stand("sev"), middle), "sev goes beyond the middle");
	expect_gap("between the two", one, other, 80, 200);
}

/* Where one dislodges the other that attacks it, the lines go past each other. */
TEST(test_past_each_other, "past each other")
{
	stage_moves("AUS A vie, AUS A bud, RUS A gal", "A vie - gal, A bud S A vie - gal, A gal - vie");
	const struct shape *one = shape_of(SHAPE_MOVE, "vie"), *other = shape_of(SHAPE_MOVE, "gal");
	expect_gap("start and end", point_of(one, 0), point_of(other, -1), 60, 300);
	CHECK(off_line(point_of(one, 0), point_of(one, -1),
	               line_part(point_of(other, 0), point_of(other, -1), 0.5)) > 3,
	      "the lines lie upon each other");
	CU_ASSERT_EQUAL(shape_of(SHAPE_DISLODGED, "gal")->power, suite_power("RUS"));
	expect_gap("the dislodged unit", point_of(shape_of(SHAPE_DISLODGED, "gal"), 0), stand("gal"), 0,
	           0);
	expect_gap("before the dislodged unit", point_of(one, -1), stand("gal"), 190, 260);
}

TEST(test_impossible_moves, "impossible moves")
{
	stage_moves("FRA A par, ENG A lon", "A lon - bel");
	const struct shape *shape = shape_of(SHAPE_MOVE, "lon");
	CU_ASSERT_EQUAL(shape->fate, FATE_FAILED);
	CHECK(gap(stand("lon"), point_of(shape, -1)) < gap(stand("lon"), stand("bel")) * 2 / 3,
	      "it gets too far");
}

/* A line that would go below another unit goes past it: it is not that unit's. */
TEST(test_bends, "bends")
{
	stage_moves("ENG F eng, ENG A yor", "F eng - nth");
	const struct shape *shape = shape_of(SHAPE_MOVE, "eng");
	CU_ASSERT_EQUAL(shape->count, 3);
	expect_gap("past Yorkshire", point_of(shape, 1), stand("yor"), 200, 230);
	stage_moves("ENG F eng", "F eng - nth");
	CU_ASSERT_EQUAL(shape_of(SHAPE_MOVE, "eng")->count, 2);
}

/* It goes past all units that are in its way, and past a dislodged one with its star. */
TEST(test_several_bends, "several bends")
{
	static const char *const others[] = {"pic", "hel"};
	stage_moves("FRA A par, ENG A den, FRA A pic, ENG F hel", "A par S A den");
	const struct shape *shape = shape_of(SHAPE_SUPPORT, "par");
	for (int p = 1; p < shape->count; p++)
		for (int i = 0; i < COUNT(others); i++)
			CHECK(off_line(point_of(shape, p - 1), point_of(shape, p), stand(others[i])) > 60,
			      "the line goes below the unit of %s", others[i]);
	stage_moves("TUR A ser, RUS A gal, RUS A rum, AUS A bud",
	            "A gal - bud, A ser S A gal - bud, A rum S A gal - bud");
	CU_ASSERT_EQUAL(shape_of(SHAPE_ASSIST, "ser")->count, 3);
}

/* However near two neighbours stand, the arrow between them has room for its head, and so has one
 * that is stopped. */
TEST(test_short_moves, "short moves")
{
	const struct map *map = suite_map();
	char units[64], order[64];
	for (int type = 0; type < UNIT_TYPES; type++)
		for (uint8_t a = 0; a < map->loc_count; a++)
			for (uint8_t b = 0; b < map->loc_count; b++) {
				const char *from = map->loc[a].code, *to = map->loc[b].code;
				const char letter = "AF"[type];
				if (!map_adjacent(map, (enum unit_type)type, a, b))
					continue;
				snprintf(units, sizeof units, "FRA %c %s, GER %c %s", letter, from, letter, to);
				snprintf(order, sizeof order, "%c %s - %s", letter, from, to);
				stage_moves(units, order);
				const struct shape *shape = shape_of(SHAPE_MOVE, from);
				const int length = gap(point_of(shape, 0), point_of(shape, -1));
				CHECK(length >= LINE_LEAST - 2, "%s: %d tenths", order, length);
			}
}

/* ── supports ── */

TEST(test_supports, "supports")
{
	stage_moves("GER A mun, GER A ruh, FRA A bur, FRA A par",
	            "A mun - bur, A ruh S A mun - bur, A par S A bur");
	const struct shape *move = shape_of(SHAPE_MOVE, "mun"), *assist = shape_of(SHAPE_ASSIST, "ruh");
	CHECK(off_line(point_of(move, 0), point_of(move, -1), point_of(assist, -1)) <= 2,
	      "the support does not lead to the arrow");
	CU_ASSERT(abs(gap(point_of(move, 0), point_of(assist, -1)) -
	              gap(point_of(move, -1), point_of(assist, -1))) <= 3);
	const struct shape *support = shape_of(SHAPE_SUPPORT, "par");
	expect_gap("before the supported unit", point_of(support, -1), stand("bur"), 80, 200);
	expect_gap("from the supporter", point_of(support, 0), stand("par"), 80, 140);
	CU_ASSERT_EQUAL(support->fate, FATE_DONE);
}

TEST(test_failed_supports, "failed supports")
{
	stage_moves("GER A mun, GER A ruh, FRA A bur, FRA A bel, GER A kie, GER A ber",
	            "A mun H, A ruh S A mun - bur, A bel - ruh, A kie S A ber, A ber - pru");
	const struct shape *shape = shape_of(SHAPE_ASSIST, "ruh");
	CU_ASSERT_EQUAL(shape->fate, FATE_VOID);
	expect_gap("to where the move would be", point_of(shape, -1),
	           line_part(stand("mun"), stand("bur"), 0.5), 0, 2);
	CU_ASSERT_EQUAL(shape_of(SHAPE_SUPPORT, "kie")->fate, FATE_VOID);
	CHECK(off_line(point_of(shape, 0), point_of(shape, -1), shape->mark) <= 2,
	      "the mark stands beside its line");
	stage_moves("GER A mun, GER A ruh, FRA A bur, FRA A bel",
	            "A mun - bur, A ruh S A mun - bur, A bel - ruh");
	CU_ASSERT_EQUAL(shape_of(SHAPE_ASSIST, "ruh")->fate, FATE_CUT);
}

/* The end of a support does not cover the head of a short move. */
TEST(test_support_of_short_moves, "supports of short moves")
{
	stage_moves("GER F ska, GER F swe, ENG F den", "F ska - den, F swe S F ska - den");
	const struct shape *move = shape_of(SHAPE_MOVE, "ska");
	const struct drawing_point joint = point_of(shape_of(SHAPE_ASSIST, "swe"), -1);
	CHECK(gap(point_of(move, 0), point_of(move, -1)) < 300, "the move is not short");
	expect_gap("after the head", joint, point_of(move, -1), 165, 175);
	CU_ASSERT(off_line(point_of(move, 0), point_of(move, -1), joint) <= 2);
}

TEST(test_mutual_supports, "mutual supports")
{
	stage_moves("RUS A war, RUS A sil", "A war S A sil, A sil S A war");
	const struct shape *one = shape_of(SHAPE_SUPPORT, "war"),
					   *other = shape_of(SHAPE_SUPPORT, "sil");
	expect_gap("start and end", point_of(one, 0), point_of(other, -1), 60, 200);
}

/* ── convoys ── */

TEST(test_convoys, "convoys")
{
	stage_moves("ENG A lon, ENG F eng, ENG F mao, ENG F nth, FRA A spa",
	            "A lon - por via, F eng C A lon - por, F mao C A lon - por, F nth C A lon - por");
	const struct shape *move = shape_of(SHAPE_MOVE, "lon");
	CU_ASSERT_EQUAL(move->count, 4);
	expect_gap("by the Channel", point_of(move, 1), stand("eng"), 0, 0);
	expect_gap("by the Atlantic", point_of(move, 2), stand("mao"), 0, 0);
	expect_gap("to Portugal", point_of(move, -1), stand("por"), 0, 40);
	CU_ASSERT_EQUAL(shape_of(SHAPE_CONVOY, "eng")->count, 1);
	CU_ASSERT_EQUAL(shape_of(SHAPE_BESIDE, "nth")->count, 2);
}

/* An army that could go by land goes by sea where a fleet of its power carries it, and where it
 * changes places with another. */
TEST(test_convoys_to_neighbours, "convoys to neighbours")
{
	stage_moves("TUR A con, TUR F bul/sc, TUR F aeg",
	            "A con - bul, F bul/sc - con, F aeg C A con - bul");
	expect_gap("by the Aegean", point_of(shape_of(SHAPE_MOVE, "con"), 1), stand("aeg"), 0, 0);
	CU_ASSERT_EQUAL(shape_of(SHAPE_CONVOY, "aeg")->fate, FATE_DONE);
	stage_moves("TUR A con, ITA F aeg", "A con - bul, F aeg C A con - bul");
	CU_ASSERT_EQUAL(shape_of(SHAPE_MOVE, "con")->count, 2);
}

/* An army whose convoy is broken stops before the fleet that was dislodged. */
TEST(test_broken_convoys, "broken convoys")
{
	stage_moves("ENG A lon, ENG F eng, ENG F mao, FRA F bre, FRA F iri",
	            "A lon - por via, F eng C A lon - por, F mao C A lon - por, F bre - mao, "
	            "F iri S F bre - mao");
	const struct shape *move = shape_of(SHAPE_MOVE, "lon");
	CU_ASSERT_EQUAL(move->fate, FATE_FAILED);
	CU_ASSERT_EQUAL(move->count, 3);
	expect_gap("by the Channel", point_of(move, 1), stand("eng"), 0, 0);
	expect_gap("before the Atlantic", point_of(move, -1), stand("mao"), 180, 260);
}

/* Of two ways, the army goes by the one that is not broken. */
TEST(test_two_ways, "two ways")
{
	stage_moves("ENG A lon, ENG F nth, ENG F eng, FRA F bre, FRA F mao",
	            "A lon - bel via, F eng C A lon - bel, F nth C A lon - bel, F bre - eng, "
	            "F mao S F bre - eng");
	CU_ASSERT_EQUAL(shape_of(SHAPE_MOVE, "lon")->fate, FATE_DONE);
	expect_gap("by the North Sea", point_of(shape_of(SHAPE_MOVE, "lon"), 1), stand("nth"), 0, 0);
	CU_ASSERT_EQUAL(shape_of(SHAPE_BESIDE, "eng")->fate, FATE_CUT);
}

SUITE("arrows")
