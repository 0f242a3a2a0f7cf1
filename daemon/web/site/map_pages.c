/* map_pages: what a script needs of a map: its ground, its places and who borders whom. */
#include <stdlib.h>

#include "board/board.h"
#include "pages.h"
#include "picture/picture.h"
#include "db/statements/statements.h"

static bool find_map(struct db *db, const struct address *address, bool *found, struct map *map)
{
	int32_t id;
	if (!stmt_find_map(db, address->name, &id))
		return false;
	*found = id != 0;
	return !*found || stmt_load_map(db, id, map);
}

/* ── the ground ── */

static void draw_ground(const struct map *map, const char *name, struct made *made)
{
	struct picture_map picture;
	struct phase_record record = {0};
	board_start(map, &record.board);
	picture_open(&picture, map);
	made->size = picture_write_ground(&picture, &record, name, NULL, 0);
	made->text = malloc(made->size);
	made->kind = REPLY_PICTURE;
	made->status = made->text != NULL ? 200 : 500;
	if (made->text != NULL)
		(void)!picture_write_ground(&picture, &record, name, made->text, made->size);
}

bool maps_make_ground(struct db *db, const struct address *address, struct made *made)
{
	struct map map;
	bool found;
	if (!find_map(db, address, &found, &map))
		return false;
	if (!found)
		return pages_refuse(made);
	draw_ground(&map, address->name, made);
	return true;
}

/* ── the places ── */

/* In tenths, as a drawing has them. */
static void write_point(struct page *page, const char *x, const char *y, struct drawing_point point)
{
	fprintf(page->out, ",\"%s\":%d.%d,\"%s\":%d.%d", x, point.x / 10, point.x % 10, y, point.y / 10,
	        point.y % 10);
}

static void write_place(struct page *page, const struct picture_map *picture, int loc)
{
	const struct drawing_place *place = &picture->drawing.place[loc];
	fputs("{\"code\":", page->out);
	page_json(page, picture->map->loc[loc].code);
	fputs(",\"name\":", page->out);
	page_json(page, picture->map->loc[loc].name);
	write_point(page, "x", "y", place->unit);
	write_point(page, "dx", "dy", place->dislodged);
	putc('}', page->out);
}

/* The provinces that any unit reaches from a province or its coasts. */
static void write_neighbours(struct page *page, const struct map *map, int province)
{
	struct place_set near = map->loc[province].reach[ARMY];
	const char *before = "";
	near = place_set_union(near, map->loc[province].reach[FLEET]);
	for (int i = 0; i < map->coast_count[province]; i++)
		near = place_set_union(near, map->loc[map->coasts[province][i]].reach[FLEET]);
	for (int p = 0; p < map->province_count; p++)
		if (place_set_has(&near, (uint8_t)p)) {
			fprintf(page->out, "%s%d", before, p);
			before = ",";
		}
}

static void write_province(struct page *page, const struct picture_map *picture, int province)
{
	static const char *const kinds[] = {[LAND] = "land", [COAST] = "coast", [WATER] = "sea"};
	const struct map *map = picture->map;

	fprintf(page->out, "%s\n{\"code\":", province > 0 ? "," : "");
	page_json(page, map->loc[province].code);
	fputs(",\"name\":", page->out);
	page_json(page, map->loc[province].name);
	fprintf(page->out,
	        ",\"kind\":\"%s\",\"centre\":%s,\"home\":", kinds[map->loc[province].terrain],
	        map->centre[province] ? "true" : "false");
	if (map->centre[province] && map->owner[province] < map->power_count)
		fprintf(page->out, "%d", map->owner[province]);
	else
		fputs("null", page->out);

	write_point(page, "x", "y", picture->drawing.place[province].unit);
	fputs(",\"places\":[", page->out);
	write_place(page, picture, province);
	for (int i = 0; i < map->coast_count[province]; i++) {
		putc(',', page->out);
		write_place(page, picture, map->coasts[province][i]);
	}

	fputs("],\"near\":[", page->out);
	write_neighbours(page, map, province);
	fputs("]}", page->out);
}

static void write_map(struct page *page, const struct picture_map *picture)
{
	const struct map *map = picture->map;
	fputs("{", page->out);
	page_json_powers(page, map);
	fputs(",\"provinces\":[", page->out);
	for (int p = 0; p < map->province_count; p++)
		write_province(page, picture, p);
	fputs("]}\n", page->out);
}

bool maps_make_map(struct db *db, const struct address *address, struct made *made)
{
	struct map map;
	struct picture_map picture;
	struct page page = {0};
	bool found;

	if (!find_map(db, address, &found, &map))
		return false;
	if (!found)
		return pages_refuse(made);
	picture_open(&picture, &map);
	page.out = open_memstream(&page.text, &page.size);
	if (page.out != NULL)
		write_map(&page, &picture);

	const bool written = page.out != NULL && fclose(page.out) == 0;
	*made = (struct made){written ? 200 : 500, REPLY_DATA, page.text, page.size};
	return true;
}
