/* fuzz_map_file: reads the bytes as a file of a map, and as what somebody wrote over a file of the
 * standard map. What is taken for a map has no border that leads nowhere, and a game can be set up
 * on it. */
#include "formats/map/map_file.h"
#include "fuzz.h"
#include "game/start.h"

#include <string.h>

static void try_map(const struct map *map)
{
	struct board board;
	char error[ERROR_SIZE] = "";

	for (int l = 0; l < map->loc_count; l++)
		for (int type = 0; type < UNIT_TYPES; type++)
			for (int i = 0; i < map->loc[l].exit_count[type]; i++) {
				const uint8_t to = map->loc[l].exits[type][i];
				MUST(to < map->loc_count &&
				     map_adjacent(map, (enum unit_type)type, to, (uint8_t)l));
			}
	board_start(map, &board);
	for (const struct rules *rules = rule_sets; rules->name != NULL; rules++)
		MUST(start_check(map, rules, &board, error) || error[0] != '\0');
}

static void try_text(char *text)
{
	static struct map_row rows[LOCS_MAX];
	static struct map map;
	char error[ERROR_SIZE];
	size_t count;

	memset(error, 0, sizeof error);
	if (map_file_read(text, rows, &count, error) && map_build(&map, rows, count, error))
		try_map(&map);
	else
		MUST(error[0] != '\0' && memchr(error, '\0', sizeof error) != NULL);
}

/* The standard map as a file; returns its length. */
static size_t print_standard(char text[MAP_FILE_SIZE])
{
	const struct map_source *source = map_source_find("standard");
	size_t length = (size_t)sprintf(text, "%s\n", map_file_head);

	for (size_t r = 0; r < source->count; r++) {
		const struct map_row *row = &source->rows[r];
		length += (size_t)sprintf(text + length, "%s,%s,%s,%s,%s,%s,%s,%s,%s\n", row->code,
		                          row->name, row->type, row->centre, row->owner, row->start,
		                          row->army, row->fleet, row->alias);
	}
	return length;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static char text[MAP_FILE_SIZE];
	size_t length = size < sizeof text ? size : sizeof text - 1;

	memcpy(text, bytes, length);
	text[length] = '\0';
	try_text(text);

	length = print_standard(text);
	if (size > 2) {
		const size_t at = (size_t)(bytes[0] << 8 | bytes[1]) % length, some = 1 + bytes[2] % 16u;
		for (size_t i = 0; i < some && 3 + i < size && at + i < length; i++)
			text[at + i] = (char)bytes[3 + i];
	}
	try_text(text);
	return 0;
}
