/* Where things stand on the page of a phase: arrows stop at what stopped them, supports lead to the
 * order that they support, convoyed armies go through their fleets. All facts hold on the standard
 * map's drawing. Lengths are in tenths of the page's unit. */
#include "picture/line.h"
#include "picture/scene.h"
#include "resolve.h"
#include "suite.h"

static struct drawing drawing;
static struct phase_record record;
static struct scene scene;

static void read_drawing(void)
{
	char error[DRAWING_ERROR_SIZE] = "";
	if (drawing.outline_count == 0)
		CHECK(drawing_read(&drawing, suite_map(), drawing_source_find("standard")->text, error),
		      "%s", error);
}

/* The page of a board of a phase with these orders. */
static void stage_board(const struct board *board, const struct phase_orders *orders)
{
	const struct game game = {suite_map(), rules_find("standard"), 1, 1};
	struct board next;
	read_drawing();
	memset(&record, 0, sizeof record);
	CU_ASSERT_FATAL(resolve_replay(&game, judges[0], board, orders, &record, &next));
	scene_build(suite_map(), &drawing, &record, &scene);
}

static void stage_moves(const char *units, const char *list)
{
	const struct board board = suite_board(units);
	struct phase_orders orders = {.count = board.unit_count};
	suite_orders(&board, list, orders.order);
	for (int i = 0; i < orders.count; i++)
		orders.power[i] = board.unit[i].power;
	stage_board(&board, &orders);
}

/* The shape of a kind that belongs to the unit of a place. */
static const struct shape *shape_of(enum shape_kind kind, const char *code)
{
	static const struct shape none = {.kind = SHAPE_KINDS};
	for (int i = 0; i < scene.count; i++) {
		const struct shape *shape = &scene.shape[i];
		if (shape->kind == kind && shape->order >= 0 &&
		    record.orders.order[shape->order].from == suite_loc(code))
			return shape;
	}
	CHECK(false, "no shape %d of %s", kind, code);
	return &none;
}

static struct drawing_point point_of(const struct shape *shape, int i)
{
	const bool there = shape->kind < SHAPE_KINDS && (i < 0 ? -i : i + 1) <= shape->count;
	CHECK(there, "a shape has no point %d", i);
	return there ? scene.point[shape->first + (i < 0 ? shape->count + i : i)]
	             : (struct drawing_point){-9999, -9999};
}

static struct drawing_point stand(const char *code)
{
	return drawing.place[suite_loc(code)].unit;
}

static int gap(struct drawing_point a, struct drawing_point b)
{
	return (int)line_length(a, b);
}

/* How far the point is from the straight line between two others. */
static int off_line(struct drawing_point a, struct drawing_point b, struct drawing_point point)
{
	return gap(a, point) + gap(point, b) - gap(a, b);
}

static void expect_gap(const char *what, struct drawing_point a, struct drawing_point b, int least,
                       int most)
{
	CHECK(gap(a, b) >= least && gap(a, b) <= most, "%s: %d tenths, not %d to %d", what, gap(a, b),
	      least, most);
}

/* ── moves ── */

static void test_moves(void)
{
	stage_moves("FRA A par, GER A mun, AUS A tyr", "A par - bur, A mun - ruh");
	expect_gap("to a vacant place", point_of(shape_of(SHAPE_MOVE, "par"), -1), stand("bur"), 0, 40);
	expect_gap("from its unit", point_of(shape_of(SHAPE_MOVE, "par"), 0), stand("par"), 60, 140);
	CU_ASSERT_EQUAL(shape_of(SHAPE_MOVE, "par")->fate, FATE_DONE);
	CU_ASSERT_EQUAL(scene.count, 2 + 3);
}

static void test_bounces(void)
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
static void test_head_on(void)
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
static void test_past_each_other(void)
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

static void test_impossible_moves(void)
{
	stage_moves("FRA A par, ENG A lon", "A lon - bel");
	const struct shape *shape = shape_of(SHAPE_MOVE, "lon");
	CU_ASSERT_EQUAL(shape->fate, FATE_FAILED);
	CHECK(gap(stand("lon"), point_of(shape, -1)) < gap(stand("lon"), stand("bel")) * 2 / 3,
	      "it gets too far");
}

/* A line that would go below another unit goes past it: it is not that unit's. */
static void test_bends(void)
{
	stage_moves("ENG F eng, ENG A yor", "F eng - nth");
	const struct shape *shape = shape_of(SHAPE_MOVE, "eng");
	CU_ASSERT_EQUAL(shape->count, 3);
	expect_gap("past Yorkshire", point_of(shape, 1), stand("yor"), 200, 230);
	stage_moves("ENG F eng", "F eng - nth");
	CU_ASSERT_EQUAL(shape_of(SHAPE_MOVE, "eng")->count, 2);
}

/* ── supports ── */

static void test_supports(void)
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

static void test_failed_supports(void)
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

static void test_mutual_supports(void)
{
	stage_moves("RUS A war, RUS A sil", "A war S A sil, A sil S A war");
	const struct shape *one = shape_of(SHAPE_SUPPORT, "war"),
					   *other = shape_of(SHAPE_SUPPORT, "sil");
	expect_gap("start and end", point_of(one, 0), point_of(other, -1), 60, 200);
}

/* ── convoys ── */

static void test_convoys(void)
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

/* An army whose convoy is broken stops before the fleet that was dislodged. */
static void test_broken_convoys(void)
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
static void test_two_ways(void)
{
	stage_moves("ENG A lon, ENG F nth, ENG F eng, FRA F bre, FRA F mao",
	            "A lon - bel via, F eng C A lon - bel, F nth C A lon - bel, F bre - eng, "
	            "F mao S F bre - eng");
	CU_ASSERT_EQUAL(shape_of(SHAPE_MOVE, "lon")->fate, FATE_DONE);
	expect_gap("by the North Sea", point_of(shape_of(SHAPE_MOVE, "lon"), 1), stand("nth"), 0, 0);
	CU_ASSERT_EQUAL(shape_of(SHAPE_BESIDE, "eng")->fate, FATE_CUT);
}

/* ── other phases ── */

static void test_retreats(void)
{
	struct board board = suite_board("AUS A gal, RUS A mos, AUS A vie");
	struct phase_orders orders = {.count = 2, .power = {5, 5}};
	board.phase = SPRING_RETREATS;
	const struct unit first = {suite_power("RUS"), ARMY, suite_loc("gal")};
	const struct unit second = {suite_power("RUS"), ARMY, suite_loc("vie")};
	CU_ASSERT(board_add_retreat(suite_map(), &board, (struct retreat){first, suite_loc("vie")}));
	CU_ASSERT(board_add_retreat(suite_map(), &board, (struct retreat){second, LOC_NONE}));
	orders.order[0] = suite_order("A gal R ukr");
	orders.order[1] = suite_order("A vie D");
	stage_board(&board, &orders);
	const struct drawing_point gal = drawing.place[suite_loc("gal")].dislodged;
	expect_gap("the dislodged unit", point_of(shape_of(SHAPE_DISLODGED, "gal"), 0), gal, 0, 0);
	expect_gap("from it", point_of(shape_of(SHAPE_RETREAT, "gal"), 0), gal, 60, 140);
	expect_gap("to Ukraine", point_of(shape_of(SHAPE_RETREAT, "gal"), -1), stand("ukr"), 0, 40);
	int removals = 0, units = 0;
	for (int i = 0; i < scene.count; i++) {
		removals += scene.shape[i].kind == SHAPE_REMOVAL;
		units += scene.shape[i].kind == SHAPE_UNIT;
	}
	CU_ASSERT_EQUAL(removals, 1);
	CU_ASSERT_EQUAL(units, 3);
}

static void test_adjustments(void)
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

/* What was stored can have any bits. */
static void test_nonsense(void)
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

int main(void)
{
	CU_TestInfo tests[] = {
		{"moves", test_moves},
		{"bounces", test_bounces},
		{"head-on", test_head_on},
		{"past each other", test_past_each_other},
		{"impossible moves", test_impossible_moves},
		{"bends", test_bends},
		{"supports", test_supports},
		{"failed supports", test_failed_supports},
		{"mutual supports", test_mutual_supports},
		{"convoys", test_convoys},
		{"broken convoys", test_broken_convoys},
		{"two ways", test_two_ways},
		{"retreats", test_retreats},
		{"adjustments", test_adjustments},
		{"nonsense", test_nonsense},
		CU_TEST_INFO_NULL,
	};
	return suite_run("scene", tests);
}
