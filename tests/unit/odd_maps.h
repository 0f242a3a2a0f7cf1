/* odd_maps: the maps of tests/maps that can be played, but are as small or as large as a map can
 * be. For test_map and test_conform. */
#ifndef ARESFARM_ODD_MAPS_H
#define ARESFARM_ODD_MAPS_H

#include "formats/map/map_file.h"
#include "suite.h"

enum { ODD_MAPS = 2 };

/* Two powers with a province each; 120 provinces with 64 centres of seven powers. */
static const char *const odd_maps[ODD_MAPS] = {"duel", "wide"};

/* Reads a file of tests/maps. False, with why in error: it makes no map. */
static inline bool odd_map_read(const char *name, struct map *map, char error[ERROR_SIZE])
{
	static char text[MAP_FILE_SIZE];
	static struct map_row rows[LOCS_MAX];
	char path[100];
	size_t count;
	snprintf(path, sizeof path, "tests/maps/%s.csv", name);
	FILE *file = fopen(path, "r");
	SUITE_MUST(file != NULL, path);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	return map_file_read(text, rows, &count, error) && map_build(map, rows, count, error);
}

static inline const struct map *odd_map(int i)
{
	static struct map maps[ODD_MAPS];
	char error[ERROR_SIZE];
	if (maps[i].loc_count == 0)
		SUITE_MUST(odd_map_read(odd_maps[i], &maps[i], error), error);
	return &maps[i];
}

#endif
