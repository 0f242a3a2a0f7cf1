/* map_pages: what a script needs of a map: its ground, places and text, and who borders whom. */
#include "map_parts.h"
#include "pages.h"
#include "db/statements/statements.h"

static bool find_map(struct db *db, const struct address *address, bool *found, struct map *map)
{
	int32_t id;
	if (!stmt_find_map(db, address->name, &id))
		return false;
	*found = id != 0;
	return !*found || stmt_load_map(db, id, map);
}

/* ── the ground and the places ── */

bool maps_make_ground(struct db *db, const struct address *address, struct made *made)
{
	struct map map;
	bool found;
	if (!find_map(db, address, &found, &map))
		return false;
	if (!found)
		return pages_refuse(made);
	*made = (struct made){200, REPLY_PICTURE, NULL, 0};
	made->text = map_parts_ground(&map, address->name, &made->size);
	return true;
}

bool maps_make_map(struct db *db, const struct address *address, struct made *made)
{
	struct map map;
	bool found;
	if (!find_map(db, address, &found, &map))
		return false;
	if (!found)
		return pages_refuse(made);
	*made = (struct made){200, REPLY_DATA, NULL, 0};
	made->text = map_parts_places(&map, &made->size);
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
