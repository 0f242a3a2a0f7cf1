/* picture: see picture.h. */
#include "picture.h"
#include "layout.h"
#include "paint.h"

#include <string.h>

enum {
	WIDE = 1200, /* width of the head and the key, before they are scaled to the page's width */
	HEAD_HEIGHT = 112, /* height of the head */
	TITLE_FITS = 42,   /* letters of a title that always fit beside the phase */
};

/* ── the map ── */

/* Whether two maps have the same places with the same borders. */
static bool is_same_ground(const struct map *a, const struct map *b)
{
	if (a->loc_count != b->loc_count || a->province_count != b->province_count)
		return false;
	for (int l = 0; l < a->loc_count; l++)
		if (strcmp(a->loc[l].code, b->loc[l].code) != 0 ||
		    memcmp(a->loc[l].exit_set, b->loc[l].exit_set, sizeof a->loc[l].exit_set) != 0)
			return false;
	return true;
}

static bool fits(const struct map *map, const char *name)
{
	const struct map_source *source = map_source_find(name);
	struct map drawn;
	char error[ERROR_SIZE];
	return source != NULL && map_build(&drawn, source->rows, source->count, error) &&
	       is_same_ground(map, &drawn);
}

void picture_open(struct picture_map *picture, const struct map *map)
{
	char error[ERROR_SIZE];
	picture->map = map;
	for (const struct drawing_source *source = drawing_sources; source->name != NULL; source++)
		if (fits(map, source->name) && drawing_read(&picture->drawing, map, source->text, error))
			return;
	layout_draw(map, &picture->drawing);
}

/* ── words ── */

char *picture_name_phase(int16_t phase, char text[PICTURE_PHASE_SIZE])
{
	static const char *const kinds[PHASES_A_YEAR][2] = {
		[SPRING_MOVES] = {"Spring", "moves"},
		[SPRING_RETREATS] = {"Spring", "retreats"},
		[FALL_MOVES] = {"Fall", "moves"},
		[FALL_RETREATS] = {"Fall", "retreats"},
		[WINTER_ADJUSTMENTS] = {"Winter", "adjustments"},
	};
	const char *const *words = kinds[phase < 0 ? 0 : phase_kind(phase)];
	struct ink ink = {.text = text, .size = PICTURE_PHASE_SIZE};

	ink_write(&ink, "%s %d, %s", words[0], phase_year(phase), words[1]);
	ink_bytes(&ink, "", 1);
	return text;
}

/* "Spring 1901, moves (S1901M)"; "... (?)" for a number that is not a phase. */
static void write_phase(struct ink *ink, int16_t phase)
{
	char words[PICTURE_PHASE_SIZE], name[PHASE_TEXT_SIZE];
	ink_write(ink, "%s (%s)", picture_name_phase(phase, words), phase_print(phase, name));
}

static void write_orders(struct ink *ink, const struct map *map, const struct phase_record *record)
{
	char text[ORDER_TEXT_SIZE];
	for (int i = 0; i < record->orders.count; i++) {
		const struct order order = record->orders.order[i];
		ink_write(ink, "%s%e %e: %s", i == 0 ? " Orders: " : "; ",
		          paint_power(map, record->orders.power[i]), order_print(map, order, text),
		          paint_result(record->results[i]));
		if (order.from < map->loc_count && record->dislodged != 0) {
			const int unit = board_find(map, &record->board, map->loc[order.from].province);
			if (unit >= 0 && unit_set_has(record->dislodged, unit) &&
			    record->results[i] != RESULT_DISLODGED)
				ink_write(ink, ", dislodged");
		}
	}
	if (record->orders.count > 0)
		ink_write(ink, ".");
}

static void write_units(struct ink *ink, const struct map *map, const struct board *board)
{
	for (int i = 0; i < board->unit_count + board->retreat_count; i++) {
		const bool stands = i < board->unit_count;
		const struct unit unit =
			stands ? board->unit[i] : board->retreat[i - board->unit_count].unit;
		ink_write(ink, "%s%e %s %e%s", i == 0 ? " Units: " : "; ", paint_power(map, unit.power),
		          unit.type == FLEET ? "F" : "A", map->loc[unit.loc].code,
		          stands ? "" : " (dislodged)");
	}
	if (board->unit_count + board->retreat_count > 0)
		ink_write(ink, ".");
}

static void write_closed(struct ink *ink, const struct map *map, const struct board *board)
{
	bool some = false;
	for (int p = 0; p < map->province_count; p++)
		if (place_set_has(&board->contested, (uint8_t)p)) {
			ink_write(ink, "%s%e", some ? ", " : " Closed by a standoff: ", map->loc[p].code);
			some = true;
		}
	if (some)
		ink_write(ink, ".");
}

/* Writes the description for screen readers. */
static void write_description(struct ink *ink, const struct map *map,
                              const struct phase_record *record)
{
	int centres[POWERS_MAX];
	board_count_centres(map, &record->board, centres);
	ink_write(ink, "<desc>Centres:");
	for (int p = 0; p < map->power_count; p++)
		ink_write(ink, "%s %e %d", p == 0 ? "" : ",", map->power[p], centres[p]);
	ink_write(ink, ".");
	if (!phase_is_movement(record->board.phase) || record->orders.count == 0)
		write_units(ink, map, &record->board);
	write_orders(ink, map, record);
	write_closed(ink, map, &record->board);
	ink_write(ink, "</desc>\n");
}

/* ── the head ── */

static void write_power(struct ink *ink, const struct map *map, int power, int centres, int units,
                        int waives)
{
	const int cell = WIDE / map->power_count, x = power * cell + 16;
	const int colour = picture_colour(map, power);
	char of[PICTURE_SIGN_SIZE];
	picture_sign(map, power, of);
	ink_write(ink,
	          "<rect class=\"b-t%d b-land\" x=\"%d\" y=\"56\" width=\"40\" height=\"40\" rx=\"6\"/>"
	          "<circle class=\"b-u%d\" cx=\"%d\" cy=\"76\" r=\"11.5\"/>",
	          colour, x, colour, x + 20);
	ink_write(ink, "<g class=\"b-u%d\"><text class=\"b-letter\" x=\"%d\" y=\"80\">%e</text></g>",
	          colour, x + 20, of);
	ink_write(ink,
	          "<text class=\"b-ink\" font-size=\"24\" font-weight=\"bold\" x=\"%d\" "
	          "y=\"76\">%e %d</text>",
	          x + 48, map->power[power], centres);
	ink_write(ink, "<text class=\"b-soft\" font-size=\"14\" x=\"%d\" y=\"96\">", x + 48);
	if (waives > 0)
		ink_write(ink, "waives %d", waives);
	else
		ink_write(ink, "%d unit%s", units, PLURAL(units));
	ink_write(ink, "</text>\n");
}

static void write_head(struct ink *ink, const struct map *map, const struct phase_record *record,
                       const char *title, const struct scene *scene)
{
	const bool fits_in = strlen(title) <= TITLE_FITS;
	int centres[POWERS_MAX], units[POWERS_MAX];
	board_count_centres(map, &record->board, centres);
	board_count_units(&record->board, units);
	ink_write(ink,
	          "<text class=\"b-ink\" font-size=\"28\" font-weight=\"bold\" x=\"16\" y=\"38\">");
	write_phase(ink, record->board.phase);
	ink_write(ink,
	          "</text><svg x=\"640\" y=\"0\" width=\"544\" height=\"50\"><text class=\"b-soft\" "
	          "font-size=\"20\" x=\"%d\" y=\"36\" text-anchor=\"%s\">%e</text></svg>\n",
	          fits_in ? 544 : 0, fits_in ? "end" : "start", title);
	for (int p = 0; p < map->power_count; p++)
		write_power(ink, map, p, centres[p], units[p], scene->waives[p]);
}

/* ── the whole picture ── */

static void write_title(struct ink *ink, const struct phase_record *record, const char *title)
{
	ink_write(ink, "<title>");
	write_phase(ink, record->board.phase);
	ink_write(ink, "%s%e</title>\n", *title == '\0' ? "" : ": ", title);
}

static void write_body(struct ink *ink, const struct picture_map *picture,
                       const struct phase_record *record, const char *title,
                       const struct scene *scene)
{
	const struct drawing_point page = picture->drawing.page;
	const int scale = page.x / 120; /* hundredths */
	write_description(ink, picture->map, record);
	ink_write(ink, "<style>");
	ink_bytes(ink, picture_style, strlen(picture_style));
	ink_write(ink,
	          "</style>\n<rect class=\"b-paper\" x=\"0\" y=\"-%d\" width=\"%t\" height=\"%t\"/>\n",
	          HEAD_HEIGHT * scale / 100, page.x, page.y + 40000);
	ink_write(ink, "<g transform=\"translate(0 -%d) scale(%d.%d%d)\">\n", HEAD_HEIGHT * scale / 100,
	          scale / 100, scale / 10 % 10, scale % 10);
	write_head(ink, picture->map, record, title, scene);
	ink_write(ink, "</g>\n<svg x=\"0\" y=\"0\" width=\"%t\" height=\"%t\">\n", page.x, page.y);
	paint_ground(ink, picture, &record->board, false);
	paint_scene(ink, picture->map, record, scene, LAYER_LINES, false);
	paint_names(ink, picture);
	paint_scene(ink, picture->map, record, scene, LAYER_UNITS, false);
	paint_scene(ink, picture->map, record, scene, LAYER_ENDS, false);
	ink_write(ink, "</svg>\n<g transform=\"translate(0 %t) scale(%d.%d%d)\">\n", page.y,
	          scale / 100, scale / 10 % 10, scale % 10);
	paint_key(ink, scene);
	ink_write(ink, "</g>\n</svg>\n");
}

size_t picture_write(const struct picture_map *picture, const struct phase_record *record,
                     const char *title, char *text, size_t size)
{
	struct ink ink = {.text = text, .size = size}, none = {0};
	struct scene scene;
	const struct drawing_point page = picture->drawing.page;
	const int scale = page.x / 120, head = HEAD_HEIGHT * scale / 100;
	scene_build(picture->map, &picture->drawing, record, &scene);
	const int key = paint_key(&none, &scene) * scale / 100;
	ink_write(&ink,
	          "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"b-pic\" role=\"img\" "
	          "viewBox=\"0 -%d %t %t\">\n",
	          head, page.x, page.y + (head + key) * 10);
	write_title(&ink, record, title);
	write_body(&ink, picture, record, title, &scene);
	return ink.length;
}

/* ── a picture with changing phases ── */

static void write_layer(struct ink *ink, const struct picture_map *picture,
                        const struct phase_record *record, const struct scene *scene,
                        enum paint_layer layer, bool live)
{
	static const char *const classes[] = {
		[LAYER_LINES] = "b-lines", [LAYER_UNITS] = "b-units", [LAYER_ENDS] = "b-ends"};
	ink_write(ink, "<g class=\"%s\">", classes[layer]);
	paint_scene(ink, picture->map, record, scene, layer, live);
	ink_write(ink, "</g>\n");
}

size_t picture_write_ground(const struct picture_map *picture, const struct phase_record *record,
                            const char *title, char *text, size_t size)
{
	struct ink ink = {.text = text, .size = size};
	struct scene scene;
	const struct drawing_point page = picture->drawing.page;
	scene_build(picture->map, &picture->drawing, record, &scene);
	ink_write(&ink,
	          "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"b-pic\" role=\"img\" "
	          "viewBox=\"0 0 %t %t\">\n",
	          page.x, page.y);
	write_title(&ink, record, title);
	write_description(&ink, picture->map, record);
	ink_write(&ink, "<defs>");
	paint_figures(&ink);
	ink_write(&ink, "</defs>\n");
	paint_ground(&ink, picture, &record->board, true);
	write_layer(&ink, picture, record, &scene, LAYER_LINES, false);
	paint_names(&ink, picture);
	write_layer(&ink, picture, record, &scene, LAYER_UNITS, false);
	write_layer(&ink, picture, record, &scene, LAYER_ENDS, false);
	ink_write(&ink, "</svg>\n");
	return ink.length;
}

size_t picture_write_shapes(const struct picture_map *picture, const struct phase_record *record,
                            char *text, size_t size)
{
	struct ink ink = {.text = text, .size = size};
	struct scene scene;
	scene_build(picture->map, &picture->drawing, record, &scene);
	ink_write(&ink, "<svg xmlns=\"http://www.w3.org/2000/svg\">");
	for (int layer = LAYER_LINES; layer <= LAYER_ENDS; layer++)
		write_layer(&ink, picture, record, &scene, (enum paint_layer)layer, true);
	ink_write(&ink, "</svg>\n");
	return ink.length;
}

void picture_collect_signs(const struct picture_map *picture, const struct phase_record *record,
                           struct scene *signs)
{
	struct scene scene;
	scene_build(picture->map, &picture->drawing, record, &scene);
	for (int i = 0; i < scene.count; i++) {
		bool known = false;
		for (int k = 0; k < signs->count; k++)
			known |= signs->shape[k].kind == scene.shape[i].kind &&
			         signs->shape[k].fate == scene.shape[i].fate;
		if (!known)
			signs->shape[signs->count++] = scene.shape[i];
	}
}

size_t picture_write_key(const struct scene *signs, char *text, size_t size)
{
	struct ink ink = {.text = text, .size = size}, none = {0};
	ink_write(&ink,
	          "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"b-pic\" role=\"img\" "
	          "viewBox=\"0 0 %d %d\"><title>What the signs mean</title>\n",
	          WIDE, paint_key(&none, signs));
	paint_key(&ink, signs);
	ink_write(&ink, "</svg>\n");
	return ink.length;
}
