/* scene: see scene.h. */
#include "scene.h"
#include "arrows.h"
#include "line.h"

#include <string.h>

enum { GAP_STOPPED = 180 };

enum shape_fate scene_fate(enum result result)
{
	static const uint8_t fates[RESULTS] = {
		[RESULT_SUCCEEDS] = FATE_DONE,    [RESULT_BOUNCED] = FATE_STOPPED,
		[RESULT_DISLODGED] = FATE_CUT,    [RESULT_CUT] = FATE_CUT,
		[RESULT_VOID] = FATE_VOID,        [RESULT_UNATTAINABLE] = FATE_FAILED,
		[RESULT_NO_CONVOY] = FATE_FAILED, [RESULT_DISRUPTED] = FATE_FAILED,
		[RESULT_SELF] = FATE_FAILED,      [RESULT_ILLEGAL] = FATE_FAILED,
		[RESULT_OCCUPIED] = FATE_FAILED,  [RESULT_NOT_OWNED] = FATE_FAILED,
		[RESULT_TOO_MANY] = FATE_FAILED,  [RESULT_UNDECIDED] = FATE_VOID,
	};
	return result < RESULTS ? (enum shape_fate)fates[result] : FATE_FAILED;
}

/* ── staging ── */

struct shape *staging_add(struct staging *s, enum shape_kind kind, int order, struct unit unit)
{
	struct scene *scene = s->scene;
	if (scene->count == SCENE_SHAPES_MAX)
		return NULL;
	struct shape *shape = &scene->shape[scene->count++];
	*shape = (struct shape){
		.kind = (uint8_t)kind,
		.fate = order < 0 ? FATE_DONE : (uint8_t)scene_fate(s->record->results[order]),
		.power = unit.power,
		.type = unit.type,
		.loc = unit.loc,
		.order = (int16_t)order,
		.first = (int16_t)scene->point_count,
	};
	return shape;
}

void staging_point(struct staging *s, struct drawing_point point)
{
	struct scene *scene = s->scene;
	if (scene->point_count == SCENE_POINTS_MAX)
		return;
	scene->point[scene->point_count++] = point;
	scene->shape[scene->count - 1].count++;
}

struct drawing_point staging_stand(const struct staging *s, int unit)
{
	return s->drawing->place[s->record->board.unit[unit].loc].unit;
}

const struct order *staging_order(const struct staging *s, int unit)
{
	return s->order_of[unit] < 0 ? NULL : &s->record->orders.order[s->order_of[unit]];
}

static void add_mark(struct staging *s, enum shape_kind kind, int order, struct unit unit,
                     struct drawing_point point)
{
	struct shape *shape = staging_add(s, kind, order, unit);
	if (shape == NULL)
		return;
	shape->mark = point;
	staging_point(s, point);
}

/* ── the kinds of phases ── */

static void add_units(struct staging *s)
{
	const struct board *board = &s->record->board;
	for (int i = 0; i < board->unit_count; i++)
		add_mark(s,
		         unit_set_has(s->record->dislodged, i) && phase_is_movement(board->phase)
		             ? SHAPE_DISLODGED
		             : SHAPE_UNIT,
		         s->order_of[i], board->unit[i], staging_stand(s, i));
}

static void add_moves(struct staging *s)
{
	const struct phase_orders *orders = &s->record->orders;
	const struct board *board = &s->record->board;
	for (int i = 0; i < orders->count; i++) {
		const uint8_t from = orders->order[i].from;
		const int unit =
			from < s->map->loc_count ? board_find(s->map, board, s->map->loc[from].province) : -1;
		if (unit >= 0)
			s->order_of[unit] = (int16_t)i;
	}
	for (int i = 0; i < board->unit_count; i++)
		arrows_move(s, i);
	for (int i = 0; i < board->unit_count; i++)
		arrows_convoy(s, i);
	for (int i = 0; i < board->unit_count; i++)
		arrows_support(s, i);
}

/* The order of a dislodged unit, or -1. */
static int find_retreat_order(const struct staging *s, struct unit unit)
{
	const struct phase_orders *orders = &s->record->orders;
	for (int i = 0; i < orders->count; i++)
		if (orders->order[i].from == unit.loc)
			return i;
	return -1;
}

static void add_retreat_line(struct staging *s, int order, struct unit unit)
{
	const uint8_t to = s->record->orders.order[order].to;
	struct drawing_point a = s->drawing->place[unit.loc].dislodged;
	if (to >= s->map->loc_count)
		return;
	struct shape *shape = staging_add(s, SHAPE_RETREAT, order, unit);
	if (shape == NULL)
		return;
	struct drawing_point b = s->drawing->place[to].unit;
	line_trim(&a, &b, GAP_START, shape->fate == FATE_DONE ? GAP_VACANT : GAP_STOPPED);
	arrows_lead(s, a, b);
	shape->mark = b;
}

static void add_closed(struct staging *s)
{
	for (int p = 0; p < s->map->province_count; p++)
		if (place_set_has(&s->record->board.contested, (uint8_t)p))
			add_mark(s, SHAPE_CLOSED, -1, (struct unit){POWER_NONE, 0, (uint8_t)p},
			         s->drawing->place[p].unit);
}

/* A unit whose retreat fails disbands: it gets a line and the mark of a removal. */
static void add_retreats(struct staging *s)
{
	const struct board *board = &s->record->board;
	for (int i = 0; i < board->retreat_count; i++) {
		const struct unit unit = board->retreat[i].unit;
		const int order = find_retreat_order(s, unit);
		if (order >= 0 && s->record->orders.order[order].kind == ORDER_RETREAT)
			add_retreat_line(s, order, unit);
	}
	for (int i = 0; i < board->retreat_count; i++) {
		const struct unit unit = board->retreat[i].unit;
		const struct drawing_point at = s->drawing->place[unit.loc].dislodged;
		const int order = find_retreat_order(s, unit);
		add_mark(s, SHAPE_DISLODGED, order, unit, at);
		if (order >= 0 && (s->record->orders.order[order].kind == ORDER_DISBAND ||
		                   s->record->results[order] != RESULT_SUCCEEDS))
			add_mark(s, SHAPE_REMOVAL, -1, unit, at);
	}
	add_closed(s);
	add_units(s);
}

/* The corner of a new unit where its mark covers neither the name of the place nor its centre. */
static struct drawing_point find_corner(const struct staging *s, uint8_t loc)
{
	static const int8_t corners[][2] = {{1, -1}, {-1, -1}, {1, 1}, {-1, 1}};
	const struct drawing_place *place = &s->drawing->place[s->map->loc[loc].province];
	const struct drawing_point unit = s->drawing->place[loc].unit;
	struct drawing_point best = unit;
	double most = -1;
	for (int i = 0; i < 4; i++) {
		const struct drawing_point at = {unit.x + corners[i][0] * CORNER,
		                                 unit.y + corners[i][1] * CORNER};
		const double name = line_length(at, place->label), centre = line_length(at, place->centre);
		const double room = MIN(name, centre);
		if (room > most) {
			most = room;
			best = at;
		}
	}
	return best;
}

static void add_adjustment(struct staging *s, int order, struct unit unit)
{
	const bool builds = s->record->orders.order[order].kind == ORDER_BUILD;
	const int count = s->scene->count;
	add_mark(s, builds ? SHAPE_BUILD : SHAPE_REMOVAL, order, unit,
	         s->drawing->place[unit.loc].unit);
	if (s->scene->count > count)
		s->scene->shape[count].mark = find_corner(s, unit.loc);
}

static void add_adjustments(struct staging *s)
{
	const struct phase_orders *orders = &s->record->orders;
	add_units(s);
	for (int i = 0; i < orders->count; i++) {
		const struct order order = orders->order[i];
		const uint8_t power = orders->power[i];
		if (order.kind == ORDER_WAIVE && power < POWERS_MAX)
			s->scene->waives[power]++;
		else if (order.from < s->map->loc_count)
			add_adjustment(s, i, (struct unit){power, order.type, order.from});
	}
}

void scene_build(const struct map *map, const struct drawing *drawing,
                 const struct phase_record *record, struct scene *scene)
{
	struct staging s = {.map = map, .drawing = drawing, .record = record, .scene = scene};
	scene->count = scene->point_count = 0;
	memset(scene->waives, 0, sizeof scene->waives);
	memset(s.order_of, -1, sizeof s.order_of);
	memset(s.move_of, -1, sizeof s.move_of);
	if (phase_is_movement(record->board.phase)) {
		add_moves(&s);
		add_units(&s);
	} else if (phase_is_winter(record->board.phase)) {
		add_adjustments(&s);
	} else {
		add_retreats(&s);
	}
}
