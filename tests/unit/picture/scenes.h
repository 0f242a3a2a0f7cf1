/* scenes: what the tests of pages share: the page of a board with orders, on the standard map's
 * drawing, and how far things stand from each other. Lengths are in tenths of the page's unit. */
#ifndef ARESFARM_SCENES_H
#define ARESFARM_SCENES_H

#include "picture/drawing.h"
#include "picture/line.h"
#include "picture/scene.h"
#include "game/resolve.h"
#include "suite.h"

static struct drawing drawing;
static struct phase_record record;
static struct scene scene;

static inline void read_drawing(void)
{
	char error[ERROR_SIZE] = "";
	if (drawing.outline_count == 0)
		CHECK(drawing_read(&drawing, suite_map(), drawing_sources[0].text, error), "%s", error);
}

/* The page of a board of a phase with these orders. */
static inline void stage_board(const struct board *board, const struct phase_orders *orders)
{
	const struct game game = {suite_map(), rules_find("standard"), 1, 1};
	struct board next;
	read_drawing();
	memset(&record, 0, sizeof record);
	CU_ASSERT_FATAL(resolve_replay(&game, judges[0], board, orders, &record, &next));
	scene_build(suite_map(), &drawing, &record, &scene);
}

static inline void stage_moves(const char *units, const char *list)
{
	const struct board board = suite_board(units);
	struct phase_orders orders = {.count = board.unit_count};
	suite_orders(&board, list, orders.order);
	for (int i = 0; i < orders.count; i++)
		orders.power[i] = board.unit[i].power;
	stage_board(&board, &orders);
}

/* The shape of a kind that belongs to the unit of a place. */
static inline const struct shape *shape_of(enum shape_kind kind, const char *code)
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

static inline struct drawing_point point_of(const struct shape *shape, int i)
{
	const bool there = shape->kind < SHAPE_KINDS && (i < 0 ? -i : i + 1) <= shape->count;
	CHECK(there, "a shape has no point %d", i);
	return there ? scene.point[shape->first + (i < 0 ? shape->count + i : i)]
	             : (struct drawing_point){-9999, -9999};
}

static inline struct drawing_point stand(const char *code)
{
	return drawing.place[suite_loc(code)].unit;
}

static inline int gap(struct drawing_point a, struct drawing_point b)
{
	return (int)line_length(a, b);
}

/* How far the point is from the straight line between two others. */
static inline int off_line(struct drawing_point a, struct drawing_point b,
                           struct drawing_point point)
{
	return gap(a, point) + gap(point, b) - gap(a, b);
}

static inline void expect_gap(const char *what, struct drawing_point a, struct drawing_point b,
                              int least, int most)
{
	CHECK(gap(a, b) >= least && gap(a, b) <= most, "%s: %d tenths, not %d to %d", what, gap(a, b),
	      least, most);
}

#endif
