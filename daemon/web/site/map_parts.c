/* map_parts: see map_parts.h. */
#include "map_parts.h"

#include "base/heap.h"
#include "board/board.h"

char *map_parts_ground(const struct map *map, const char *name, size_t *size)
{
	struct picture_map picture;
	struct phase_record record = {0};
	board_start(map, &record.board);
	picture_open(&picture, map);
	*size = picture_write_ground(&picture, &record, name, NULL, 0);

	char *text = heap_grow(NULL, *size, 1);
	(void)!picture_write_ground(&picture, &record, name, text, *size);
	return text;
}

char *map_parts_places(const struct map *map, const char *name, size_t *size)
{
	(void)name;
	struct picture_map picture;
	struct ink count = {0};
	picture_open(&picture, map);
	picture_ink_places(&picture, &count);
	*size = count.length;

	struct ink ink = {.text = heap_grow(NULL, *size, 1), .size = *size};
	picture_ink_places(&picture, &ink);
	return ink.text;
}
