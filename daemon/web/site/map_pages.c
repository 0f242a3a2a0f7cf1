/* map_pages: what a script needs of a map: its ground, places and text, and who borders whom. */
#include "map_parts.h"
#include "pages.h"
#include "db/statements/statements.h"

/* A map, of which `print` makes the reply. */
static bool make_from_map(struct db *db, const struct address *address, enum reply_kind kind,
                          char *print(const struct map *map, const char *name, size_t *size),
                          struct reply **reply)
{
	struct map map;
	int32_t id;
	size_t size;
	if (!stmt_find_map(db, address->name, &id))
		return false;
	if (id == 0)
		return pages_refuse(404, reply);
	if (!stmt_load_map(db, id, &map))
		return false;
	char *text = print(&map, address->name, &size);
	*reply = reply_make(200, kind, text, size);
	return true;
}

/* ── the ground and the places ── */

bool maps_make_ground(struct db *db, const struct address *address, struct reply **reply)
{
	return make_from_map(db, address, REPLY_PICTURE, map_parts_ground, reply);
}

bool maps_make_map(struct db *db, const struct address *address, struct reply **reply)
{
	return make_from_map(db, address, REPLY_DATA, map_parts_places, reply);
}

/* ── the text ── */

bool maps_make_text(struct db *db, const struct address *address, struct reply **reply)
{
	int32_t id;
	size_t size;
	char *text;

	if (!stmt_find_map(db, address->name, &id))
		return false;
	if (id == 0)
		return pages_refuse(404, reply);
	if (!stmt_print_map(db, id, &text, &size))
		return false;
	*reply = reply_make(200, REPLY_TEXT, text, size);
	return true;
}
