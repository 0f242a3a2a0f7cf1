/* map_store: see map_store.h. */
#include "map_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "picture/picture.h"
#include "game/start.h"
#include "db/statements/keep/stmt_schema.h"

/* Whether a game can begin on the map as it is. */
static bool check_start(const struct map *map, char error[ERROR_SIZE])
{
	struct board board;
	board_start(map, &board);
	return start_check(map, &rule_sets[0], &board, error);
}

/* A map of that name exists. Games are played on it, so it must be identical. */
static bool compare(struct db *db, const struct map_source *source, const struct map *map)
{
	static struct map stored;
	int32_t map_id;
	return stmt_find_map(db, source->name, &map_id) && stmt_load_map(db, map_id, &stored) &&
	       (memcmp(map, &stored, sizeof stored) == 0 ||
	        db_refuse(db,
	                  "the database has another map %s: a map that is changed needs a new name, "
	                  "or aresctl map drop first",
	                  source->name));
}

/* ── drawings ── */

/* The concatenated outlines of an area. The caller frees them. */
static char *gather_path(const struct drawing *drawing, uint8_t area)
{
	size_t length = 0;

	for (int i = 0; i < drawing->outline_count; i++)
		length += drawing->outline[i].length;
	char *path = heap_get(length + 1, 1), *end = path;
	for (int i = 0; i < drawing->outline_count; i++) {
		const struct drawing_outline *outline = &drawing->outline[i];
		if (outline->areas[0] == area && outline->kind != DRAWN_BRIDGE)
			end = mempcpy(end, outline->path, outline->length);
	}

	return path;
}

/* Stores the drawing that fits a map, if any. */
static bool draw(struct db *db, int32_t map_id, const struct map *map)
{
	static struct picture_map picture;
	const struct drawing *drawing = &picture.drawing;

	picture_open(&picture, map);
	if (drawing->outline_count == 0)
		return true;
	bool done = stmt_draw_map(db, map_id, &drawing->page);
	for (int loc = 0; done && loc < map->loc_count; loc++) {
		char *path = gather_path(drawing, (uint8_t)loc);
		done = stmt_draw_area(db, map_id, (int16_t)loc, &drawing->place[loc], path);
		free(path);
	}

	return done;
}

bool maps_draw(struct db *db)
{
	static struct map map;
	char warning[DB_MESSAGE_SIZE + 40];
	int32_t map_id = 0;

	while (stmt_next_map(db, map_id, &map_id)) {
		if (map_id == 0)
			return true;
		if (!stmt_load_map(db, map_id, &map)) {
			if (!db_fault(db)->unreadable)
				return false;
			snprintf(warning, sizeof warning, "%s: this map gets no drawing",
			         db_fault(db)->message);
			db_warn(warning);
		} else if (!draw(db, map_id, &map))
			return false;
	}

	return false;
}

/* ── maps ── */

bool maps_put(struct db *db, const struct map_source *source, bool *made)
{
	static struct map map;
	char error[ERROR_SIZE], reason[ERROR_SIZE];
	int32_t map_id;

	if (!map_build(&map, source->rows, source->count, error))
		return db_refuse(db, "map %s: %s", source->name, error);
	if (!check_start(&map, reason))
		return db_refuse(db, "map %s: %s", source->name, reason);
	if (!stmt_put_map(db, source->name, &map, &map_id))
		return false;
	*made = map_id != 0;
	if (!*made)
		return compare(db, source, &map);

	for (size_t i = 0; i < source->count; i++)
		if (!stmt_put_area(db, map_id, &map, &source->rows[i]))
			return false;
	return draw(db, map_id, &map);
}

bool maps_take(struct db *db, int32_t map_id)
{
	static struct map map;
	char reason[ERROR_SIZE];
	if (!stmt_load_map(db, map_id, &map))
		return false;
	if (!check_start(&map, reason))
		return db_refuse(db, "the map: %s", reason);
	return draw(db, map_id, &map);
}
