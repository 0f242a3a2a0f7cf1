/* map_pages: what a script needs of a map: its ground, places and text, and who borders whom. */
#include "board/board.h"
#include "base/heap.h"
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
	const size_t size = picture_write_ground(&picture, &record, name, NULL, 0);
	*made = (struct made){200, REPLY_PICTURE, heap_grow(NULL, size, 1), size};
	(void)!picture_write_ground(&picture, &record, name, made->text, size);
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

bool maps_make_map(struct db *db, const struct address *address, struct made *made)
{
	struct map map;
	struct picture_map picture;
	bool found;

	if (!find_map(db, address, &found, &map))
		return false;
	if (!found)
		return pages_refuse(made);
	picture_open(&picture, &map);
	struct ink count = {0};
	picture_ink_places(&picture, &count);

	struct ink ink = {.text = heap_grow(NULL, count.length, 1), .size = count.length};
	*made = (struct made){200, REPLY_DATA, ink.text, count.length};
	picture_ink_places(&picture, &ink);
	return true;
}

/* ── the text ── */

bool maps_make_text(struct db *db, const struct address *address, struct made *made)
{
	int32_t id;

	*made = (struct made){200, REPLY_TEXT, NULL, 0};
	if (!stmt_find_map(db, address->name, &id))
		return false;
	if (id == 0)
		return pages_refuse(made);
	return stmt_print_map(db, id, &made->text, &made->size);
}
