/* signs: paints a shape of the scene as SVG. See paint.h. */
#include "line.h"
#include "paint.h"

enum {
	HEAD_AHEAD = 110,
	HEAD_ASIDE = 60,
	BAR_ASIDE = 75,
	BAR_AHEAD = 30,
	SHIELD_ASIDE = 100, /* half the width of the arc round a supported unit */
	SHIELD_AHEAD = 40,  /* distance of its ends beyond the end of the line */
	SHIELD_BACK = 45,   /* distance of its bend before the end of the line */
	SHORT = 450,        /* the line of a shorter move is above names, which would hide it */
};

/* ── marks ── */

/* A path, and its case below it. */
static void paint_cased(struct ink *ink, const char *path)
{
	ink_write(ink, "<path class=\"b-case\" d=\"%s\"/><path class=\"b-sign\" d=\"%s\"/>", path,
	          path);
}

/* A bar across the end of a line. */
static void paint_bar(struct ink *ink, struct drawing_point before, struct drawing_point end)
{
	const struct drawing_point at = line_walk(end, before, -BAR_AHEAD);
	const struct drawing_point from = line_aside(at, before, BAR_ASIDE),
							   to = line_aside(at, before, -BAR_ASIDE);
	ink_write(ink, "<path class=\"b-case\" d=\"M%p %p\"/><path class=\"b-sign\" d=\"M%p %p\"/>",
	          from, to, from, to);
}

/* A sign at a point: void is a circle with a slash, failed a cross, cut two slashes. */
static void paint_sign(struct ink *ink, enum shape_fate fate, struct drawing_point at)
{
	ink_write(ink, "<g transform=\"translate(%p)\">", at);
	if (fate == FATE_CUT)
		paint_cased(ink, "M-5.5 6l5-12M.5 6l5-12");
	else if (fate == FATE_VOID)
		ink_write(ink, "<circle class=\"b-disc\" r=\"5.5\"/>"
		               "<path class=\"b-sign\" d=\"M-5 5l10-10\" stroke-width=\"1.6\"/>");
	else
		ink_write(ink, "<circle class=\"b-disc\" r=\"7\"/>"
		               "<path class=\"b-sign\" d=\"M-3 3l6-6M-3-3l6 6\"/>");
	ink_write(ink, "</g>");
}

/* ── lines ── */

static void paint_path(struct ink *ink, const char *classes, const struct drawing_point point[],
                       int count, struct drawing_point end)
{
	ink_write(ink, "<path class=\"%s\" d=\"M%p", classes, point[0]);
	for (int i = 1; i < count - 1; i++)
		ink_write(ink, " %p", point[i]);
	ink_write(ink, " %p\"/>", end);
}

/* An arc round the unit ahead marks a support of it, not a move there. */
static void paint_shield(struct ink *ink, struct drawing_point before, struct drawing_point end)
{
	static const char *const classes[] = {"b-halo", "b-line"};
	const struct drawing_point ahead = line_walk(end, before, -SHIELD_AHEAD);
	const struct drawing_point one = line_aside(ahead, before, SHIELD_ASIDE);
	const struct drawing_point other = line_aside(ahead, before, -SHIELD_ASIDE);
	for (int i = 0; i < 2; i++)
		ink_write(ink, "<path class=\"%s\" d=\"M%pQ%p %p\"/>", classes[i], one,
		          line_walk(end, before, SHIELD_BACK), other);
}

static void paint_head(struct ink *ink, struct drawing_point before, struct drawing_point end)
{
	const struct drawing_point base = line_walk(end, before, HEAD_AHEAD);
	ink_write(ink, "<path class=\"b-head\" d=\"M%p %p %pz\"/>", line_aside(base, end, HEAD_ASIDE),
	          end, line_aside(base, end, -HEAD_ASIDE));
}

/* The classes of a line of a kind and fate. */
static const char *find_look(enum shape_kind kind, enum shape_fate fate)
{
	if (kind == SHAPE_MOVE && fate == FATE_DONE)
		return "b-line";
	if (kind == SHAPE_MOVE)
		return fate == FATE_STOPPED ? "b-line b-dash" : "b-line b-dots";
	return kind == SHAPE_RETREAT ? "b-line b-away" : "b-line b-help";
}

static bool goes(enum shape_kind kind)
{
	return kind == SHAPE_MOVE || kind == SHAPE_RETREAT;
}

static bool has_head(enum shape_kind kind, enum shape_fate fate)
{
	return goes(kind) && (fate == FATE_DONE || fate == FATE_STOPPED);
}

static void paint_core(struct ink *ink, enum shape_kind kind, enum shape_fate fate,
                       const struct drawing_point point[], int count)
{
	const struct drawing_point end = point[count - 1], before = point[count - 2];
	paint_path(ink, find_look(kind, fate), point, count,
	           has_head(kind, fate) ? line_walk(end, before, HEAD_AHEAD - 20) : end);
}

void paint_line(struct ink *ink, enum shape_kind kind, enum shape_fate fate,
                const struct drawing_point point[], int count)
{
	paint_path(ink, "b-halo", point, count, point[count - 1]);
	paint_core(ink, kind, fate, point, count);
}

void paint_end(struct ink *ink, enum shape_kind kind, enum shape_fate fate,
               const struct drawing_point point[], int count, struct drawing_point mark)
{
	const struct drawing_point end = point[count - 1], before = point[count - 2];
	if (has_head(kind, fate))
		paint_head(ink, before, end);
	if (kind == SHAPE_ASSIST)
		ink_write(ink, "<circle class=\"b-head\" cx=\"%t\" cy=\"%t\" r=\"4\"/>", end.x, end.y);
	if (kind == SHAPE_SUPPORT)
		paint_shield(ink, before, end);
	if (fate == FATE_STOPPED && goes(kind))
		paint_bar(ink, before, end);
	else if (fate != FATE_DONE)
		paint_sign(ink, fate, mark);
}

/* ── units ── */

/* The figure shows the type of the unit, the letters its power. */
static void paint_figure(struct ink *ink, enum unit_type type, const char *of)
{
	if (type == FLEET)
		ink_write(ink,
		          "<path class=\"b-unit\" d=\"M-15-4h13v-11l10 8.500v2.500h7l-5 13h-20z\"/>"
		          "<text class=\"b-letter\" y=\"7\">%e</text>",
		          of);
	else
		ink_write(ink,
		          "<circle class=\"b-unit\" r=\"11.5\"/>"
		          "<text class=\"b-letter\" y=\"4.2\">%e</text>",
		          of);
}

void paint_figures(struct ink *ink)
{
	for (int type = 0; type < UNIT_TYPES; type++) {
		ink_write(ink, "<g data-figure=\"%s\">", type == FLEET ? "F" : "A");
		paint_figure(ink, type, "");
		ink_write(ink, "</g>");
	}
}

/* badge: from the middle of the unit. */
static void paint_build(struct ink *ink, enum shape_fate fate, enum unit_type type, const char *of,
                        struct drawing_point badge)
{
	ink_write(ink, "<g%s>", fate == FATE_DONE ? "" : " class=\"b-faint\"");
	paint_figure(ink, type, of);
	ink_write(ink, "<circle class=\"b-ring\" r=\"16\"/></g>");
	if (fate == FATE_DONE)
		ink_write(ink,
		          "<g transform=\"translate(%p)\"><circle class=\"b-disc\" r=\"7\"/>"
		          "<path class=\"b-sign\" d=\"M-3.500 0h7M0-3.500v7\"/></g>",
		          badge);
	else
		paint_sign(ink, FATE_FAILED, badge);
}

void paint_unit(struct ink *ink, enum shape_kind kind, enum shape_fate fate, enum unit_type type,
                const char *of, struct drawing_point at, struct drawing_point mark)
{
	ink_write(ink, "<g transform=\"translate(%p)\">", at);
	if (kind == SHAPE_DISLODGED)
		ink_write(ink, "<path class=\"b-star\" d=\""
		               "M0 -18.2 4.1 -12.7 10.7 -14.7 10.8 -7.9 17.3 -5.6 13.4 0 17.3 5.6 "
		               "10.8 7.9 10.7 14.7 4.1 12.7 0 18.2 -4.1 12.7 -10.7 14.7 -10.8 7.9 "
		               "-17.3 5.6 -13.4 0 -17.3 -5.6 -10.8 -7.9 -10.7 -14.7 -4.1 -12.7z"
		               "\"/>");
	if (kind == SHAPE_UNIT || kind == SHAPE_DISLODGED)
		paint_figure(ink, type, of);
	else if (kind == SHAPE_BUILD)
		paint_build(ink, fate, type, of, (struct drawing_point){mark.x - at.x, mark.y - at.y});
	else if (kind == SHAPE_CONVOY)
		ink_write(ink, "<circle class=\"b-ring\" r=\"16\"/>");
	else if (kind == SHAPE_CLOSED)
		ink_write(ink, "<circle class=\"b-disc\" r=\"9\"/>"
		               "<path class=\"b-sign\" d=\"M-4.500 0h9\" stroke-width=\"3\"/>");
	else if (fate == FATE_DONE) /* a cross that leaves the letter of the unit visible */
		paint_cased(ink, "M-16-16l9 9M7 7l9 9M16-16l-9 9M-7 7l-9 9");
	ink_write(ink, "</g>");
	/* a cut convoy is shown by the star of its fleet */
	if ((kind == SHAPE_REMOVAL && fate != FATE_DONE) || (kind == SHAPE_CONVOY && fate > FATE_CUT))
		paint_sign(ink, fate, mark);
}

/* ── the scene ── */

const char *paint_result(enum result result)
{
	return result < RESULTS ? result_names[result] : "?";
}

const char *paint_power(const struct map *map, int power)
{
	return power < map->power_count ? map->power[power] : "?";
}

/* Writes a shape's title: "FRA A par - bur: bounced", "FRA A par", "Paris, closed by a
 * standoff". */
static void paint_title(struct ink *ink, const struct map *map, const struct phase_record *record,
                        const struct shape *shape)
{
	char text[ORDER_TEXT_SIZE];
	if (shape->kind == SHAPE_CLOSED) {
		ink_write(ink, "<title>%e, closed by a standoff</title>", map->loc[shape->loc].name);
		return;
	}
	ink_write(ink, "<title>%e", paint_power(map, shape->power));
	if (shape->order >= 0)
		ink_write(ink, " %e: %s", order_print(map, record->orders.order[shape->order], text),
		          paint_result(record->results[shape->order]));
	else
		ink_write(ink, " %s %e", shape->type == FLEET ? "F" : "A", map->loc[shape->loc].code);
	ink_write(ink, "%s</title>", shape->kind == SHAPE_DISLODGED ? " (dislodged)" : "");
}

static void paint_shape(struct ink *ink, const struct map *map, const struct shape *shape,
                        const struct drawing_point point[], bool live)
{
	char of[PICTURE_SIGN_SIZE];
	picture_sign(map, shape->power, of);
	if (live && shape->count > 1)
		paint_core(ink, shape->kind, shape->fate, point, shape->count);
	else if (live && shape->kind == SHAPE_UNIT)
		ink_write(ink, "<g transform=\"translate(%p)\" data-unit=\"%s\" data-sign=\"%e\"/>",
		          point[0], shape->type == FLEET ? "F" : "A", of);
	else if (shape->count > 1)
		paint_line(ink, shape->kind, shape->fate, point, shape->count);
	else
		paint_unit(ink, shape->kind, shape->fate, shape->type, of, point[0], shape->mark);
}

static bool is_short(const struct shape *shape, const struct drawing_point point[])
{
	return shape->count == 2 && goes(shape->kind) && line_length(point[0], point[1]) < SHORT;
}

void paint_scene(struct ink *ink, const struct map *map, const struct phase_record *record,
                 const struct scene *scene, enum paint_layer layer, bool live)
{
	for (int i = 0; i < scene->count; i++) {
		const struct shape *shape = &scene->shape[i];
		const struct drawing_point *point = &scene->point[shape->first];
		const bool late = is_short(shape, point);
		if (shape->count == 0 || (shape->count == 1) != (layer == LAYER_UNITS) ||
		    (late && layer == LAYER_LINES))
			continue;
		ink_write(ink, "<g class=\"b-u%d\"", picture_colour(map, shape->power));
		if (live && shape->order >= 0)
			ink_write(ink, " data-o=\"%d\"", shape->order);
		ink_write(ink, ">");
		if ((layer != LAYER_ENDS || late) && (!live || shape->kind == SHAPE_CLOSED))
			paint_title(ink, map, record, shape);
		if (layer != LAYER_ENDS || late)
			paint_shape(ink, map, shape, point, live && !late);
		if (layer == LAYER_ENDS)
			paint_end(ink, shape->kind, shape->fate, point, shape->count, shape->mark);
		ink_write(ink, "</g>\n");
	}
}
