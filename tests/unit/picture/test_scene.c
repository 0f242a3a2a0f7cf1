/* What stands on the page of a phase of retreats or adjustments, and of any bits that could be
 * stored. All facts hold on the standard map's drawing. */
#include "scenes.h"

TEST(test_retreats, "retreats")
{
	struct board board = suite_board("AUS A gal, RUS A mos, AUS A vie");
	struct phase_orders orders = {.count = 2, .power = {5, 5}};
	board.phase = SPRING_RETREATS;
	suite_dislodge(&board, "RUS A gal vie, RUS A vie");
	place_set_add(&board.contested, suite_loc("sil"));
	orders.order[0] = suite_order("A gal R ukr");
	orders.order[1] = suite_order("A vie D");
	stage_board(&board, &orders);
	const struct drawing_point gal = drawing.place[suite_loc("gal")].dislodged;
	expect_gap("the dislodged unit", point_of(shape_of(SHAPE_DISLODGED, "gal"), 0), gal, 0, 0);
	expect_gap("from it", point_of(shape_of(SHAPE_RETREAT, "gal"), 0), gal, 60, 140);
	expect_gap("to Ukraine", point_of(shape_of(SHAPE_RETREAT, "gal"), -1), stand("ukr"), 0, 40);
	int removals = 0, units = 0, closed = 0;
	for (int i = 0; i < scene.count; i++) {
		removals += scene.shape[i].kind == SHAPE_REMOVAL;
		units += scene.shape[i].kind == SHAPE_UNIT;
		if (scene.shape[i].kind == SHAPE_CLOSED) {
			closed++;
			expect_gap("closed", point_of(&scene.shape[i], 0), stand("sil"), 0, 0);
			CU_ASSERT_EQUAL(scene.shape[i].loc, suite_loc("sil"));
		}
	}
	CU_ASSERT_EQUAL(removals, 1);
	CU_ASSERT_EQUAL(closed, 1);
	CU_ASSERT_EQUAL(units, 3);
}

TEST(test_adjustments, "adjustments")
{
	struct board board = suite_board("FRA A spa, RUS A mos, RUS A ukr");
	struct phase_orders orders = {.count = 4, .power = {2, 2, 2, 5}};
	board.phase = WINTER_ADJUSTMENTS;
	memset(board.owner, POWER_NONE, sizeof board.owner);
	for (const char *const *code = (const char *[]){"par", "bre", "mar", "por", "spa", NULL}; *code;
	     code++)
		board.owner[suite_loc(*code)] = suite_power("FRA");
	board.owner[suite_loc("mos")] = suite_power("RUS");
	orders.order[0] = suite_order("build F bre");
	orders.order[1] = suite_order("build A spa");
	orders.order[2] = suite_order("waive");
	orders.order[3] = suite_order("A ukr D");
	stage_board(&board, &orders);
	expect_gap("built", point_of(shape_of(SHAPE_BUILD, "bre"), 0), stand("bre"), 0, 0);
	CU_ASSERT_EQUAL(shape_of(SHAPE_BUILD, "bre")->fate, FATE_DONE);
	CU_ASSERT_EQUAL(shape_of(SHAPE_BUILD, "spa")->fate, FATE_FAILED);
	expect_gap("removed", point_of(shape_of(SHAPE_REMOVAL, "ukr"), 0), stand("ukr"), 0, 0);
	CU_ASSERT_EQUAL(scene.waives[suite_power("FRA")], 1);
}

/* The mark of a new unit covers neither the name of its place nor the centre. */
TEST(test_marks_of_builds, "marks of builds")
{
	const struct map *map = suite_map();
	for (int p = 0; p < map->province_count; p++) {
		if (!map->centre[p] || map->owner[p] == POWER_NONE)
			continue;
		struct board board = {.phase = WINTER_ADJUSTMENTS};
		struct phase_orders orders = {.count = 1, .power = {map->owner[p]}};
		memcpy(board.owner, map->owner, sizeof board.owner);
		orders.order[0] = (struct order){.kind = ORDER_BUILD, .type = ARMY, .from = (uint8_t)p};
		stage_board(&board, &orders);
		const struct shape *shape = shape_of(SHAPE_BUILD, map->loc[p].code);
		const struct drawing_place *place = &drawing.place[p];
		CHECK(abs(shape->mark.x - place->label.x) >= 160 ||
		          abs(shape->mark.y - place->label.y) >= 110,
		      "the mark covers the name of %s", map->loc[p].code);
		CHECK(gap(shape->mark, place->centre) >= 120, "the mark covers the centre of %s",
		      map->loc[p].code);
	}
}

/* What was stored can have any bits. */
TEST(test_nonsense, "nonsense")
{
	struct rng rng = suite_rng(1);
	read_drawing();
	for (int n = 0; n < 2000; n++) {
		struct board board = suite_random_board(&rng, 34);
		memset(&record, 0, sizeof record);
		board.phase = (int16_t)(n % PHASES_A_YEAR);
		record.board = board;
		record.orders.count = 40;
		record.dislodged = rng_below(&rng, UINT32_MAX);
		for (int i = 0; i < record.orders.count; i++) {
			const uint8_t from = i < board.unit_count ? board.unit[i].loc : LOC_NONE;
			record.orders.order[i] = order_unpack((int32_t)rng_below(&rng, INT32_MAX), i % 2, from);
			record.results[i] = (enum result)rng_below(&rng, 16);
		}
		scene_build(suite_map(), &drawing, &record, &scene);
		int units = 0;
		for (int i = 0; i < scene.count; i++)
			units += scene.shape[i].kind == SHAPE_UNIT || scene.shape[i].kind == SHAPE_DISLODGED;
		CHECK(units == board.unit_count, "%d units of %d", units, board.unit_count);
	}
}

SUITE("scene")
