/* paint_map: the map below the units. See paint.h. */
#include <string.h>

#include "layout.h"
#include "paint.h"

enum { CODE_SIZE = MAP_CODE_SIZE };

/* A province's name on the page: "Par", or "NTH" for water. */
static void print_code(const struct map_loc *loc, char code[CODE_SIZE])
{
	for (int i = 0; i < CODE_SIZE; i++) {
		const char c = loc->code[i];
		const bool capital = (i == 0 || loc->terrain == WATER) && c >= 'a' && c <= 'z';
		code[i] = capital ? (char)(c - 'a' + 'A') : c;
	}
	code[CODE_SIZE - 1] = '\0';
}

static int owner_of(const struct board *board, int province)
{
	return board->owner[province] < POWERS_MAX ? board->owner[province] : POWER_NONE;
}

/* Writes the class of land and, for a script, the number of its province. */
static void paint_land(struct ink *ink, const struct map *map, const struct board *board,
                       int province, bool live)
{
	ink_write(ink, " b-t%d\"", picture_colour(map, owner_of(board, province)));
	if (live)
		ink_write(ink, " data-land=\"%d\"", province);
}

static void paint_outline(struct ink *ink, const struct map *map,
                          const struct drawing_outline *outline, const struct board *board,
                          bool live)
{
	static const char *const classes[] = {
		[DRAWN_SEA] = "b-sea",   [DRAWN_LAKE] = "b-lake",     [DRAWN_OUTSIDE] = "b-out",
		[DRAWN_LAND] = "b-land", [DRAWN_BRIDGE] = "b-bridge",
	};
	ink_write(ink, "<path class=\"%s", classes[outline->kind]);
	if (outline->kind == DRAWN_LAND)
		paint_land(ink, map, board, outline->areas[0], live);
	else
		ink_write(ink, "\"");
	ink_write(ink, " d=\"");
	ink_bytes(ink, outline->path, outline->length);
	ink_write(ink, "\"/>\n");
}

static void paint_centres(struct ink *ink, const struct picture_map *picture,
                          const struct board *board, bool live)
{
	const struct map *map = picture->map;
	char of[PICTURE_SIGN_SIZE];
	for (int p = 0; p < map->province_count; p++) {
		if (!map->centre[p])
			continue;
		const int owner = owner_of(board, p);
		ink_write(ink, "<g transform=\"translate(%p)\"", picture->drawing.place[p].centre);
		if (live)
			ink_write(ink, " data-centre=\"%d\"", p);
		ink_write(ink, "><title>%e, centre of %e</title>", map->loc[p].name,
		          owner == POWER_NONE ? "nobody" : paint_power(map, owner));
		picture_sign(map, owner, of);
		ink_write(ink, "<circle class=\"b-centre\" r=\"%s\"/><g class=\"",
		          *of != '\0' ? "7.6" : "5.4");
		if (owner == POWER_NONE)
			ink_write(ink, "b-none\"><circle r=\"1.8\"/>");
		else
			ink_write(ink, "b-u%d\"><circle r=\"6.4\"/>", picture_colour(map, owner));
		ink_write(ink, "<text class=\"b-owner\" y=\"2.8\">%e</text></g></g>\n", of);
	}
}

/* Writes "nc" of "spa/nc", where its fleet would be. */
static void paint_coasts(struct ink *ink, const struct picture_map *picture)
{
	const struct map *map = picture->map;
	for (int l = map->province_count; l < map->loc_count; l++) {
		const struct drawing_point at = picture->drawing.place[l].unit;
		const char *slash = strchr(map->loc[l].code, '/');
		ink_write(ink, "<text class=\"b-coast\" x=\"%t\" y=\"%t\"><title>%e</title>%e</text>\n",
		          at.x, at.y + 35, map->loc[l].name, slash != NULL ? slash + 1 : map->loc[l].code);
	}
}

void paint_names(struct ink *ink, const struct picture_map *picture)
{
	const struct map *map = picture->map;
	char code[CODE_SIZE];
	paint_coasts(ink, picture);
	for (int p = 0; p < map->province_count; p++) {
		const struct drawing_point at = picture->drawing.place[p].label;
		print_code(&map->loc[p], code);
		ink_write(ink, "<text class=\"b-name%s\" x=\"%t\" y=\"%t\"><title>%e</title>%e</text>\n",
		          map->loc[p].terrain == WATER ? " b-wet" : "", at.x, at.y + 45, map->loc[p].name,
		          code);
	}
}

/* ── a map without outlines ── */

static void paint_ways(struct ink *ink, const struct picture_map *picture)
{
	const struct map *map = picture->map;
	for (int a = 0; a < map->province_count; a++)
		for (int b = a + 1; b < map->province_count; b++)
			for (int type = 0; type < UNIT_TYPES; type++)
				if (layout_joins(map, type, a, b))
					ink_write(ink, "<path class=\"%s\" d=\"M%p %p\"/>\n",
					          type == ARMY ? "b-path" : "b-lane", layout_box(&picture->drawing, a),
					          layout_box(&picture->drawing, b));
}

static void paint_boxes(struct ink *ink, const struct picture_map *picture,
                        const struct board *board, bool live)
{
	const struct map *map = picture->map;
	for (int p = 0; p < map->province_count; p++) {
		const struct drawing_point at = layout_box(&picture->drawing, p);
		const bool water = map->loc[p].terrain == WATER;
		ink_write(ink, "<rect class=\"%s", water ? "b-sea" : "b-land");
		if (water)
			ink_write(ink, "\"");
		else
			paint_land(ink, map, board, p, live);
		ink_write(ink, " x=\"%t\" y=\"%t\" width=\"%t\" height=\"%t\" rx=\"9\"/>\n",
		          at.x - LAYOUT_WIDTH / 2, at.y - LAYOUT_HEIGHT / 2, LAYOUT_WIDTH, LAYOUT_HEIGHT);
	}
}

void paint_ground(struct ink *ink, const struct picture_map *picture, const struct board *board,
                  bool live)
{
	const struct drawing *drawing = &picture->drawing;
	if (drawing->outline_count == 0) {
		paint_ways(ink, picture);
		paint_boxes(ink, picture, board, live);
	}
	for (int i = 0; i < drawing->outline_count; i++)
		paint_outline(ink, picture->map, &drawing->outline[i], board, live);
	paint_centres(ink, picture, board, live);
}
