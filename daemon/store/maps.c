/* maps: see maps.h. */
#include "maps.h"

#include <string.h>

#include "start.h"
#include "statements.h"

/* Whether a game can begin on the map as it is. */
static bool check_start(const struct map *map, char error[START_ERROR_SIZE])
{
	struct board board;
	board_start(map, &board);
	return start_check(map, &rule_sets[0], &board, error);
}

/* A map of that name is there. Games are played on it, so it must be the same. */
static bool compare(struct db *db, const struct map_source *source, const struct map *map)
{
	static struct map stored;
	int32_t map_id;
	return stmt_find_map(db, source->name, &map_id) && stmt_load_map(db, map_id, &stored) &&
	       (memcmp(map, &stored, sizeof stored) == 0 ||
	        db_refuse(db, "the database has another map %s: a map that is changed needs a new name",
	                  source->name));
}

bool maps_put(struct db *db, const struct map_source *source, bool *made)
{
	static struct map map;
	char error[MAP_ERROR_SIZE], reason[START_ERROR_SIZE];
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
	return true;
}
