/* arrows: see arrows.h. */
#include "arrows.h"
#include "line.h"

enum {
	GAP_EMPTY = 75,   /* before the middle of a place that no unit gets */
	GAP_UNIT = 150,   /* before the middle of a unit */
	GAP_STAR = 215,   /* before the middle of a dislodged unit */
	BAR = 50,         /* added for a bar */
	GAP_HEAD_ON = 60, /* before the middle of the way, if two units stop each other */
	GAP_SUPPORTED = 155,
	ASIDE = 45,        /* distance of two opposite lines from their axis */
	NEAR = 150,        /* a line this near to another unit would seem to belong to that unit */
	STAR = 65,         /* added for a dislodged unit */
	BEND = 65,         /* added to the distance at which the line passes it */
	BENDS = 2,         /* depth of bends: the halves of a bent line may bend, too */
	HEAD_LENGTH = 170, /* length for the head of a move and the end of a support */
};

static uint8_t province_of(const struct staging *s, uint8_t loc)
{
	return s->map->loc[loc].province;
}

static int unit_in(const struct staging *s, uint8_t loc)
{
	return board_find(s->map, &s->record->board, province_of(s, loc));
}

static bool on_map(const struct staging *s, uint8_t loc)
{
	return loc < s->map->loc_count;
}

/* Where supports meet a move: the midpoint of its last segment, or behind its head if that is
 * short. */
static struct drawing_point find_meeting(const struct staging *s, const struct shape *shape)
{
	const struct drawing_point *last = &s->scene->point[shape->first + shape->count - 1];
	const double length = line_length(last[-1], last[0]);
	double back = MIN(length, HEAD_LENGTH);
	if (length / 2 > back)
		back = length / 2;
	return line_walk(last[0], last[-1], back);
}

/* ── straight lines ── */

/* The point at which a line passes the unit that is most in its way. False: no unit is. */
static bool find_bend(const struct staging *s, struct drawing_point from, struct drawing_point to,
                      struct drawing_point *bend)
{
	const double length = line_length(from, to);
	double least = 0;
	for (int u = 0; u < s->record->board.unit_count; u++) {
		const struct drawing_point unit = staging_stand(s, u);
		const double along = ((double)(unit.x - from.x) * (to.x - from.x) +
		                      (double)(unit.y - from.y) * (to.y - from.y)) /
		                     length;
		const struct drawing_point foot = line_walk(from, to, along);
		const double near = NEAR + (unit_set_has(s->record->dislodged, u) ? STAR : 0);
		const double off = line_length(unit, foot) - near;
		if (along < near || along > length - near || off >= least)
			continue;
		const struct drawing_point right = line_aside(unit, to, near + BEND);
		const struct drawing_point left = line_aside(unit, to, -near - BEND);
		least = off;
		*bend = line_length(right, foot) < line_length(left, foot) ? right : left;
	}
	return least < 0;
}

/* Continues the last shape: straight, or past units in its way. */
static void lead_on(struct staging *s, struct drawing_point from, struct drawing_point to,
                    int bends)
{
	struct drawing_point bend;
	if (bends > 0 && line_length(from, to) > 0 && find_bend(s, from, to, &bend)) {
		lead_on(s, from, bend, bends - 1);
		lead_on(s, bend, to, bends - 1);
	} else {
		staging_point(s, to);
	}
}

void arrows_lead(struct staging *s, struct drawing_point from, struct drawing_point to)
{
	staging_point(s, from);
	lead_on(s, from, to, BENDS);
}

/* ── moves ── */

/* The target of a move on the page: the unit that stops it, else the place that it is ordered
 * to. */
static struct drawing_point aim(const struct staging *s, const struct order *move,
                                enum shape_fate fate)
{
	const int there = unit_in(s, move->to);
	return fate != FATE_DONE && there >= 0 ? staging_stand(s, there)
	                                       : s->drawing->place[move->to].unit;
}

static double find_gap(const struct staging *s, const struct order *move, enum shape_fate fate)
{
	const int there = unit_in(s, move->to);
	const bool star = there >= 0 && unit_set_has(s->record->dislodged, there);
	if (fate != FATE_DONE)
		return BAR + (star ? GAP_STAR : there >= 0 ? GAP_UNIT : GAP_EMPTY);
	return star ? GAP_STAR : there >= 0 ? GAP_UNIT : GAP_VACANT;
}

/* A move straight to its target. */
static void go_straight(struct staging *s, int unit, const struct order *move, enum shape_fate fate)
{
	struct drawing_point from = staging_stand(s, unit), to = aim(s, move, fate);
	const int opposite = route_find_opposite(s, move);
	const bool head_on = opposite >= 0 && fate == FATE_STOPPED &&
	                     scene_fate(s->record->results[s->order_of[opposite]]) == FATE_STOPPED;
	double gap = find_gap(s, move, fate);
	if (head_on)
		gap = line_length(from, to) / 2 + GAP_HEAD_ON;
	else if (fate == FATE_FAILED || fate == FATE_VOID)
		gap = line_length(from, to) * 0.45;
	if (opposite >= 0 && !head_on) {
		const struct drawing_point start = line_aside(from, to, ASIDE);
		to = line_aside(to, from, -ASIDE);
		from = start;
	}
	line_trim(&from, &to, GAP_START, gap);
	arrows_lead(s, from, to);
}

/* A move over the fleets of a path. If a dislodged fleet stopped it, it ends before the first such
 * fleet. */
static void go_over(struct staging *s, int unit, const struct order *move, enum shape_fate fate,
                    const uint8_t path[], int count)
{
	struct drawing_point from = staging_stand(s, unit), at = staging_stand(s, path[0]);
	line_trim(&from, &at, GAP_START, 0);
	staging_point(s, from);
	for (int i = 0; i < count; i++) {
		struct drawing_point to = staging_stand(s, path[i]);
		place_set_add(&s->carriers, province_of(s, s->record->board.unit[path[i]].loc));
		if (fate == FATE_FAILED && unit_set_has(s->record->dislodged, path[i])) {
			line_trim(&from, &to, 0, GAP_STAR);
			staging_point(s, to);
			return;
		}
		lead_on(s, from, to, BENDS);
		from = to;
	}
	at = aim(s, move, fate);
	struct drawing_point start = from; /* the last fleet's ring covers the line up to here */
	line_trim(&start, &at, GAP_UNIT,
	          fate == FATE_FAILED ? line_length(from, at) * 0.5 : find_gap(s, move, fate));
	lead_on(s, from, at, BENDS);
}

void arrows_move(struct staging *s, int unit)
{
	const struct order *move = staging_order(s, unit);
	uint8_t path[LOCS_MAX];
	if (move == NULL || move->kind != ORDER_MOVE || !on_map(s, move->to))
		return;
	struct shape *shape =
		staging_add(s, SHAPE_MOVE, s->order_of[unit], s->record->board.unit[unit]);
	if (shape == NULL)
		return;
	const int count = route_find(s, unit, path);
	s->move_of[unit] = (int16_t)(shape - s->scene->shape);
	if (count > 0)
		go_over(s, unit, move, (enum shape_fate)shape->fate, path, count);
	else
		go_straight(s, unit, move, (enum shape_fate)shape->fate);
	shape->mark = s->scene->point[shape->first + shape->count - 1];
}

/* ── helpers ── */

/* The middle of the move that a support or convoy names: of its arrow, or of where it would be. */
static struct drawing_point find_joint(const struct staging *s, const struct order *order)
{
	const int helped = unit_in(s, order->aux);
	const struct order *move = helped >= 0 ? staging_order(s, helped) : NULL;
	if (move != NULL && s->move_of[helped] >= 0 &&
	    province_of(s, move->to) == province_of(s, order->to))
		return find_meeting(s, &s->scene->shape[s->move_of[helped]]);
	const struct drawing_point from =
		helped >= 0 ? staging_stand(s, helped) : s->drawing->place[order->aux].unit;
	return line_part(from, s->drawing->place[order->to].unit, 0.5);
}

/* The midpoint of the segment of the army's path that is nearest to a fleet beside it. */
static struct drawing_point find_path(const struct staging *s, const struct order *order,
                                      struct drawing_point fleet)
{
	struct drawing_point best = find_joint(s, order);
	const int army = unit_in(s, order->aux);
	if (army < 0 || s->move_of[army] < 0 ||
	    province_of(s, staging_order(s, army)->to) != province_of(s, order->to))
		return best;
	const struct shape *path = &s->scene->shape[s->move_of[army]];
	for (int i = 1; i < path->count; i++) {
		const struct drawing_point *part = &s->scene->point[path->first + i];
		const struct drawing_point joint = line_part(part[-1], part[0], 0.5);
		if (line_length(fleet, joint) < line_length(fleet, best))
			best = joint;
	}
	return best;
}

static void draw_line(struct staging *s, struct shape *shape, struct drawing_point from,
                      struct drawing_point to, double gap)
{
	line_trim(&from, &to, GAP_START, gap);
	arrows_lead(s, from, to);
	/* the midpoint of its middle segment */
	const struct drawing_point *part = &s->scene->point[shape->first + shape->count / 2];
	shape->mark = line_part(part[-1], part[0], 0.5);
}

void arrows_convoy(struct staging *s, int unit)
{
	const struct order *order = staging_order(s, unit);
	const struct unit fleet = s->record->board.unit[unit];
	if (order == NULL || order->kind != ORDER_CONVOY || !on_map(s, order->aux) ||
	    !on_map(s, order->to))
		return;
	const bool carries = place_set_has(&s->carriers, province_of(s, fleet.loc));
	struct shape *shape =
		staging_add(s, carries ? SHAPE_CONVOY : SHAPE_BESIDE, s->order_of[unit], fleet);
	if (shape == NULL)
		return;
	const struct drawing_point at = staging_stand(s, unit);
	if (carries) {
		staging_point(s, at);
		shape->mark = (struct drawing_point){at.x + SCENE_UNIT_RADIUS, at.y - SCENE_UNIT_RADIUS};
	} else {
		draw_line(s, shape, at, find_path(s, order, at), 0);
	}
}

/* Whether two units support each other in place: their lines are then drawn side by side. */
static bool is_mutual(const struct staging *s, int unit, int helped)
{
	const struct order *order = helped >= 0 ? staging_order(s, helped) : NULL;
	return order != NULL && order->kind == ORDER_SUPPORT_HOLD && on_map(s, order->aux) &&
	       unit_in(s, order->aux) == unit;
}

void arrows_support(struct staging *s, int unit)
{
	const struct order *order = staging_order(s, unit);
	const struct unit supporter = s->record->board.unit[unit];
	if (order == NULL || !on_map(s, order->aux) ||
	    (order->kind != ORDER_SUPPORT_HOLD && order->kind != ORDER_SUPPORT_MOVE))
		return;
	const bool assists = order->kind == ORDER_SUPPORT_MOVE;
	if (assists && !on_map(s, order->to))
		return;
	struct shape *shape =
		staging_add(s, assists ? SHAPE_ASSIST : SHAPE_SUPPORT, s->order_of[unit], supporter);
	if (shape == NULL)
		return;
	struct drawing_point from = staging_stand(s, unit);
	const int helped = unit_in(s, order->aux);
	struct drawing_point to =
		helped >= 0 ? staging_stand(s, helped) : s->drawing->place[order->aux].unit;
	if (assists) {
		draw_line(s, shape, from, find_joint(s, order), 0);
		return;
	}
	if (is_mutual(s, unit, helped)) {
		const struct drawing_point start = line_aside(from, to, ASIDE);
		to = line_aside(to, from, -ASIDE);
		from = start;
	}
	draw_line(s, shape, from, to, GAP_SUPPORTED);
}
