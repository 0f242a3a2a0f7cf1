/* map: building a map from rows, and finding places by their codes.
 *
 * Building takes several passes over the rows. Each relies on what the passes before it checked. */
#include "map.h"

#include <stdio.h>
#include <string.h>

enum { NO_PROVINCE = 255 };

struct builder {
	struct map *map;
	const struct map_row *rows;
	size_t count;
	const struct map_row *row_of[LOCS_MAX]; /* by location */
	char *error;
};

static bool is_letter(char c)
{
	return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* Index of a three-letter code in by_code, or -1. */
static int code_index(const char *code)
{
	int index = 0;

	for (int i = 0; i < 3; i++) {
		if (!is_letter(code[i]))
			return -1;
		index = index * 26 + ((code[i] | 32) - 'a');
	}
	return index;
}

uint8_t map_find(const struct map *map, const char *code, size_t length)
{
	int index = length >= 3 ? code_index(code) : -1;
	uint8_t province = index < 0 ? NO_PROVINCE : map->by_code[index];

	if (province == NO_PROVINCE || length == 3)
		return province == NO_PROVINCE ? LOC_NONE : province;
	if (length != 6 || code[3] != '/')
		return LOC_NONE;
	for (int i = 0; i < map->coast_count[province]; i++) {
		const char *coast = map->loc[map->coasts[province][i]].code;
		if ((code[4] | 32) == coast[4] && (code[5] | 32) == coast[5])
			return map->coasts[province][i];
	}
	return LOC_NONE;
}

uint8_t map_infer_loc(const struct map *map, enum unit_type type, uint8_t from, uint8_t place)
{
	if (type == ARMY)
		return map->loc[place].province;
	if (map_adjacent(map, FLEET, from, place))
		return place;

	uint8_t found = LOC_NONE;
	for (int i = 0; place < map->province_count && i < map->coast_count[place]; i++) {
		uint8_t coast = map->coasts[place][i];
		if (map_adjacent(map, FLEET, from, coast))
			found = found == LOC_NONE ? coast : place;
	}
	return found == place ? LOC_NONE : found;
}

uint8_t map_find_power(const struct map *map, const char *code, size_t length)
{
	if (length == 3)
		for (int p = 0; p < map->power_count; p++)
			if ((code[0] & ~32) == map->power[p][0] && (code[1] & ~32) == map->power[p][1] &&
			    (code[2] & ~32) == map->power[p][2])
				return p;
	return POWER_NONE;
}

const struct map_source *map_source_find(const char *name)
{
	for (const struct map_source *source = map_sources; source->name; source++)
		if (strcmp(source->name, name) == 0)
			return source;
	return NULL;
}

/* Provinces before coasts, each in the order of their codes. */
static bool row_before(const struct map_row *a, const struct map_row *b)
{
	bool coast_a = strchr(a->code, '/'), coast_b = strchr(b->code, '/');

	return coast_a != coast_b ? coast_b : strcmp(a->code, b->code) < 0;
}

/* Numbers the locations. */
static bool build_locations(struct builder *b)
{
	if (b->count == 0 || b->count > LOCS_MAX)
		return text_refuse(b->error, "a map has 1 to %d rows, not %zu", LOCS_MAX, b->count);
	for (size_t r = 0; r < b->count; r++) {
		const char *code = b->rows[r].code, *slash = strchr(code, '/');
		size_t length = strlen(code);
		if (strspn(code, "abcdefghijklmnopqrstuvwxyz/") != length || code_index(code) < 0 ||
		    (slash ? length != 6 || slash != code + 3 : length != 3))
			return text_refuse(
				b->error,
				"'%.20s' is not a code: three small letters, and two after a slash for a coast",
				code);
		size_t at = r;
		for (; at > 0 && row_before(&b->rows[r], b->row_of[at - 1]); at--)
			b->row_of[at] = b->row_of[at - 1];
		b->row_of[at] = &b->rows[r];
		b->map->province_count += !slash;
	}
	if (b->map->province_count > PROVINCES_MAX)
		return text_refuse(b->error, "a map has at most %d provinces, not %d", PROVINCES_MAX,
		                   b->map->province_count);
	b->map->loc_count = (int)b->count;
	for (int l = 1; l < b->map->loc_count; l++)
		if (strcmp(b->row_of[l - 1]->code, b->row_of[l]->code) == 0)
			return text_refuse(b->error, "%s is in two rows", b->row_of[l]->code);
	return true;
}

/* Indexes codes and aliases, and links coasts to their provinces. */
static bool build_codes(struct builder *b)
{
	struct map *map = b->map;

	memset(map->by_code, NO_PROVINCE, sizeof map->by_code);
	for (int l = 0; l < map->loc_count; l++) {
		const struct map_row *row = b->row_of[l];
		struct map_loc *loc = &map->loc[l];
		if (strlen(row->name) >= MAP_NAME_SIZE)
			return text_refuse(b->error, "%s: the name has over %d letters", row->code,
			                   MAP_NAME_SIZE - 1);
		strcpy(loc->code, row->code);
		strcpy(loc->name, row->name);
		loc->province = l;
		if (l < map->province_count) {
			map->by_code[code_index(row->code)] = l;
			continue;
		}
		loc->province = map->by_code[code_index(row->code)];
		if (loc->province == NO_PROVINCE)
			return text_refuse(b->error, "%s is a coast of no province", row->code);
		if (map->coast_count[loc->province] == COASTS_MAX)
			return text_refuse(b->error, "%.3s has over %d coasts", row->code, COASTS_MAX);
		map->coasts[loc->province][map->coast_count[loc->province]++] = l;
	}
	for (int l = 0; l < map->loc_count; l++)
		map->province[l] = map->loc[l].province;
	for (int l = 0; l < map->province_count; l++) {
		const char *alias = b->row_of[l]->alias;
		if (!*alias)
			continue;
		if (strlen(alias) != 3 || code_index(alias) < 0 ||
		    map->by_code[code_index(alias)] != NO_PROVINCE)
			return text_refuse(b->error, "%s: the alias '%.20s' is not a code of its own",
			                   b->row_of[l]->code, alias);
		strcpy(map->loc[l].alias, alias);
		map->by_code[code_index(alias)] = l;
	}
	return true;
}

/* Numbers the powers: every owner in a row. */
static bool build_powers(struct builder *b)
{
	struct map *map = b->map;

	for (int l = 0; l < map->loc_count; l++) {
		const char *owner = b->row_of[l]->owner;
		if (!*owner)
			continue;
		if (strlen(owner) != 3 || strspn(owner, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != 3)
			return text_refuse(b->error, "%s: '%.20s' is not a power: three capital letters",
			                   b->row_of[l]->code, owner);
		if (map_find_power(map, owner, strlen(owner)) != POWER_NONE)
			continue;
		if (map->power_count == POWERS_MAX)
			return text_refuse(b->error, "a map has at most %d powers", POWERS_MAX);
		int at = map->power_count++;
		for (; at > 0 && strcmp(owner, map->power[at - 1]) < 0; at--)
			memcpy(map->power[at], map->power[at - 1], sizeof *map->power);
		strcpy(map->power[at], owner);
	}
	if (map->power_count < 2)
		return text_refuse(b->error, "%s: a game needs two powers that own a place",
		                   map->power_count == 0 ? "no power owns anything"
		                                         : "only one power owns anything");
	for (int p = 1; p < map->power_count; p++)
		if (map->power[p][0] == map->power[p - 1][0])
			return text_refuse(b->error, "%s and %s share an initial, by which boards are stored",
			                   map->power[p - 1], map->power[p]);
	return true;
}

/* Reads a field of a row: its value is its place among the choices. */
static bool choose(struct builder *b, const char *code, const char *field, const char *word,
                   const char *const choices[], uint8_t *choice)
{
	for (*choice = 0; choices[*choice]; ++*choice)
		if (strcmp(word, choices[*choice]) == 0)
			return true;
	return text_refuse(b->error, "%s: '%.20s' is not a %s", code, word, field);
}

/* Checks that the row of a coast has the fields of a coast only, and its province's row the others.
 */
static bool check_coast(struct builder *b, int l)
{
	const struct map *map = b->map;
	const struct map_row *row = b->row_of[l];
	const int province = map->loc[l].province;

	if (l == province)
		return map->coast_count[l] != 1 ||
		       text_refuse(b->error, "%s has one coast: it must have two, or none", row->code);
	if (strcmp(row->type, "coast") != 0 || strcmp(row->centre, "no") != 0 || *row->owner ||
	    *row->army || strcmp(row->start, "A") == 0)
		return text_refuse(
			b->error,
			"%s is the coast of a province: it has type coast, centre no, no owner and "
			"no army",
			row->code);
	return true;
}

static bool build_fields(struct builder *b)
{
	static const char *const terrains[] = {"land", "coast", "water", NULL};
	static const char *const answers[] = {"no", "yes", NULL};
	static const char *const starts[] = {"A", "F", "", NULL};
	struct map *map = b->map;

	for (int l = 0; l < map->loc_count; l++) {
		const struct map_row *row = b->row_of[l];
		uint8_t centre;
		if (!choose(b, row->code, "type (land, coast, water)", row->type, terrains,
		            &map->loc[l].terrain) ||
		    !choose(b, row->code, "centre (yes, no)", row->centre, answers, &centre) ||
		    !choose(b, row->code, "start (A, F or empty)", row->start, starts, &map->loc[l].start))
			return false;
		if (l < map->province_count) {
			place_set_add(&map->of_terrain[map->loc[l].terrain], (unsigned)l);
			map->centre[l] = centre;
			map->centre_count += centre;
			map->owner[l] = map_find_power(map, row->owner, strlen(row->owner));
			if (centre)
				place_set_add(&map->centres, (unsigned)l);
			if (centre && map->owner[l] != POWER_NONE)
				place_set_add(&map->homes[map->owner[l]], (unsigned)l);
		}
		if (map->loc[l].start != UNIT_TYPES && map->owner[map->loc[l].province] == POWER_NONE)
			return text_refuse(b->error, "%s: a unit starts here, but no power owns the province",
			                   row->code);
		if (!check_coast(b, l))
			return false;
	}
	return true;
}

/* Reads one list of neighbours; exits are ascending, without regard to the order in the row. */
static bool build_exits(struct builder *b, int from, enum unit_type type, const char *list)
{
	struct map *map = b->map;
	struct map_loc *loc = &map->loc[from];

	for (const char *word = list + strspn(list, " "); *word;) {
		size_t length = strcspn(word, " ");
		uint8_t to = map_find(map, word, length);
		if (to == LOC_NONE || to == from)
			return text_refuse(b->error, "%s borders '%.*s', which is not another place", loc->code,
			                   (int)length, word);
		if (type == ARMY && (loc->terrain == WATER || map->loc[to].terrain == WATER))
			return text_refuse(b->error, "%s - %s: no army crosses water", loc->code,
			                   map->loc[to].code);
		if (type == ARMY && to != map->loc[to].province)
			return text_refuse(b->error,
			                   "%s - %s: an army goes to a province, not to a coast of it",
			                   loc->code, map->loc[to].code);
		if (type == FLEET && (loc->terrain == LAND || map->loc[to].terrain == LAND))
			return text_refuse(b->error, "%s - %s: no fleet goes inland", loc->code,
			                   map->loc[to].code);
		if (type == FLEET && ((to < map->province_count && map->coast_count[to] > 0) ||
		                      (from < map->province_count && map->coast_count[from] > 0)))
			return text_refuse(b->error, "%s - %s: a fleet goes to one of two coasts, and from one",
			                   loc->code, map->loc[to].code);
		place_set_add(&loc->exit_set[type], to);
		place_set_add(&loc->reach[type], map->loc[to].province);
		word += length;
		word += strspn(word, " ");
	}
	memset(loc->exits[type], LOC_NONE, sizeof loc->exits[type]);
	for (int to = 0; to < map->loc_count; to++) {
		if (!place_set_has(&loc->exit_set[type], to))
			continue;
		if (loc->exit_count[type] == EXITS_MAX)
			return text_refuse(b->error, "%s has over %d neighbours", loc->code, EXITS_MAX);
		loc->exits[type][loc->exit_count[type]++] = to;
	}
	return true;
}

static bool build_borders(struct builder *b)
{
	struct map *map = b->map;

	for (int l = 0; l < map->loc_count; l++)
		if (!build_exits(b, l, ARMY, b->row_of[l]->army) ||
		    !build_exits(b, l, FLEET, b->row_of[l]->fleet))
			return false;
	for (int type = 0; type < UNIT_TYPES; type++)
		for (int l = 0; l < map->loc_count; l++)
			for (int i = 0; i < map->loc[l].exit_count[type]; i++)
				if (!map_adjacent(map, type, map->loc[l].exits[type][i], l))
					return text_refuse(b->error, "%s borders %s, but not the other way",
					                   map->loc[l].code, map->loc[map->loc[l].exits[type][i]].code);
	return true;
}

/* Checks that a board has room for the starting units, and for one unit per centre. */
static bool check_units(struct builder *b)
{
	const struct map *map = b->map;
	struct place_set begun = {{0, 0}};
	int starts = 0;

	for (int l = 0; l < map->loc_count; l++) {
		if (map->loc[l].start == UNIT_TYPES)
			continue;
		if (place_set_has(&begun, map->loc[l].province))
			return text_refuse(b->error, "%s: two units start in the province", map->loc[l].code);
		place_set_add(&begun, map->loc[l].province);
		starts++;
	}
	if (starts > UNIT_SET_SIZE || map->centre_count > UNIT_SET_SIZE)
		return text_refuse(b->error,
		                   "%d units start, for %d centres: a board holds at most %d units", starts,
		                   map->centre_count, UNIT_SET_SIZE);
	return true;
}

/* The number of orders of a unit elsewhere that a unit at a location could support: holds where it
 * is and moves to where it can go. */
static int count_supports(const struct map *map, const struct map_loc *loc, int type, int other,
                          int its)
{
	const struct map_loc *elsewhere = &map->loc[other];

	return place_set_has(&loc->reach[type], elsewhere->province) +
	       place_set_count(place_set_intersection(elsewhere->exit_set[its], loc->near[type]));
}

static void build_near(struct map *map)
{
	for (int l = 0; l < map->loc_count; l++)
		for (int type = 0; type < UNIT_TYPES; type++)
			for (int other = 0; other < map->loc_count; other++)
				if (place_set_has(&map->loc[l].reach[type], map->loc[other].province))
					place_set_add(&map->loc[l].near[type], other);
}

static void build_help(struct map *map, struct map_loc *loc)
{
	for (int other = 0; other < map->loc_count; other++) {
		if (map->loc[other].province == loc->province)
			continue;
		for (int type = 0; type < UNIT_TYPES; type++)
			for (int its = 0; its < UNIT_TYPES; its++) {
				const int supports = count_supports(map, loc, type, other, its);
				loc->supports[type][its][other] = (uint8_t)supports;
				if (supports > 0) {
					place_set_add(&loc->help[type][its], other);
					place_set_add(&loc->help_in[type], map->loc[other].province);
				}
			}
	}
}

bool map_build(struct map *map, const struct map_row rows[], size_t count, char error[ERROR_SIZE])
{
	struct builder b = {.map = map, .rows = rows, .count = count, .error = error};

	memset(map, 0, sizeof *map);
	memset(map->owner, POWER_NONE, sizeof map->owner);
	if (!build_locations(&b) || !build_codes(&b) || !build_powers(&b) || !build_fields(&b) ||
	    !build_borders(&b) || !check_units(&b))
		return false;
	build_near(map);
	for (int l = 0; l < map->loc_count; l++)
		build_help(map, &map->loc[l]);
	return true;
}

struct place_set map_neighbours(const struct map *map, uint8_t province)
{
	struct place_set near =
		place_set_union(map->loc[province].reach[ARMY], map->loc[province].reach[FLEET]);

	for (int i = 0; i < map->coast_count[province]; i++)
		near = place_set_union(near, map->loc[map->coasts[province][i]].reach[FLEET]);
	return near;
}
