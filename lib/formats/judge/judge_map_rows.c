/* judge_map_rows: makes rows for map_build from a Judge's map (judge_map.h). */
#include "judge_map_parts.h"

#include <stdio.h>
#include <string.h>

/* ── codes ── */

static bool has_word(const struct judge_province *province, const char *word)
{
	for (int w = 0; w < province->word_count; w++)
		if (strcmp(province->word[w], word) == 0)
			return true;
	return false;
}

/* The row of the standard map with a province's name, if the province has its code as an
 * abbreviation; or NULL. */
static const struct map_row *find_standard(const struct judge_map *map,
                                           const struct judge_province *province)
{
	const struct map_source *standard = map_source_find("standard");

	for (size_t r = 0; standard && r < standard->count; r++) {
		const struct map_row *row = &standard->rows[r];
		if (has_word(province, row->code) &&
		    judge_map_find(map, row->name, strlen(row->name)) == (int)(province - map->province))
			return row;
	}
	return NULL;
}

static void choose_codes(const struct judge_map *map, const struct judge_province *province,
                         struct judge_row *row)
{
	const struct map_row *standard = find_standard(map, province);
	int found = 0;

	if (standard) {
		snprintf(row->code, sizeof row->code, "%s", standard->code);
		if (has_word(province, standard->alias))
			snprintf(row->alias, sizeof row->alias, "%s", standard->alias);
		return;
	}
	for (int w = 0; w < province->word_count; w++)
		if (judge_map_is_code(province->word[w]) && found++ < 2)
			memcpy(found == 1 ? row->code : row->alias, province->word[w], 4);
}

/* ── rows ── */

static bool is_centre(const struct judge_province *province)
{
	return province->type != 'l' && province->type != 'w';
}

/* Inserts a row, sorted by code; NULL: there is no room. */
static struct judge_row *insert(struct judge_map *map, const struct judge_row *row)
{
	const bool coast = strchr(row->code, '/');
	int at = map->row_count;

	if (map->row_count == LOCS_MAX)
		return NULL;
	for (; at > 0; at--) {
		const struct judge_row *before = &map->row[at - 1];
		const bool before_coast = strchr(before->code, '/');
		if (before_coast != coast ? coast : strcmp(before->code, row->code) < 0)
			break;
		map->row[at] = map->row[at - 1];
	}
	map->row_count++;
	map->row[at] = *row;
	return &map->row[at];
}

static bool add_row(struct judge_map *map, int p, const char *coast_code, const char *coast_name,
                    const struct judge_row *made)
{
	const struct judge_province *province = &map->province[p];
	struct judge_row row = *made;

	row.province = p;
	row.start = "";
	if (coast_code) {
		snprintf(row.code + 3, 4, "/%s", coast_code);
		row.alias[0] = row.owner[0] = '\0';
		row.type = "coast";
		row.centre = "no";
	}
	snprintf(row.name, sizeof row.name, coast_code ? "%s %s" : "%s%s", province->name, coast_name);
	if (strlen(row.name) >= MAP_NAME_SIZE)
		return text_refuse(map->error, "'%s' has over %d letters", row.name, MAP_NAME_SIZE - 1);
	return insert(map, &row) ||
	       text_refuse(map->error, "provinces and coasts are over %d", LOCS_MAX);
}

static bool make_rows(struct judge_map *map, int p)
{
	const struct judge_province *province = &map->province[p];
	struct judge_row row = {.centre = is_centre(province) ? "yes" : "no"};

	map->line = province->line;
	if (!province->bordered)
		return text_refuse(map->error, "%s has no line of borders", province->name);
	if (!province->open && !is_centre(province)) {
		map->closed++;
		return true;
	}
	choose_codes(map, province, &row);
	row.type = province->type == 'w' ? "water" : province->fleets ? "coast" : "land";
	if (is_centre(province) && province->type != 'x')
		snprintf(row.owner, sizeof row.owner, "%s", judge_map_find_power(map, province->type));
	if (!add_row(map, p, NULL, "", &row))
		return false;
	for (int c = 0; c < JUDGE_COASTS; c++)
		if ((province->coasts >> c & 1) &&
		    !add_row(map, p, judge_coasts[c].code, judge_coasts[c].name, &row))
			return false;
	return true;
}

/* Sets the row numbers of each province. */
static void number_rows(struct judge_map *map)
{
	for (int r = 0; r < map->row_count; r++) {
		struct judge_province *province = &map->province[map->row[r].province];
		if (map->row[r].code[3] == '\0')
			province->row = (uint8_t)r;
		for (int c = 0; c < JUDGE_COASTS; c++)
			if (map->row[r].code[3] && strcmp(map->row[r].code + 4, judge_coasts[c].code) == 0)
				province->coast_row[c] = (uint8_t)r;
	}
}

bool judge_map_make_rows(struct judge_map *map)
{
	for (int p = 0; p < map->province_count; p++)
		if (!make_rows(map, p))
			return false;
	number_rows(map);
	return true;
}

/* ── the finished rows ── */

static bool check_borders(struct judge_map *map, int r, int type)
{
	for (struct place_set rest = map->row[r].to[type]; !place_set_is_empty(rest);) {
		const uint8_t to = place_set_pop(&rest);
		if (!place_set_has(&map->row[to].to[type], (unsigned)r)) {
			map->line = map->row[r].line[type];
			return text_refuse(map->error, "%s lists %s for %s, but %s does not list %s",
			                   map->row[r].code, map->row[to].code,
			                   type == ARMY ? "armies" : "fleets", map->row[to].code,
			                   map->row[r].code);
		}
	}
	return true;
}

static void print_list(const struct judge_map *map, struct place_set to, char *list)
{
	struct text out = {list, JUDGE_LIST_SIZE, 0};
	char codes[LOCS_MAX][MAP_CODE_SIZE];
	int count = 0;

	while (!place_set_is_empty(to)) {
		const char *code = map->row[place_set_pop(&to)].code;
		int at = count++;
		for (; at > 0 && strcmp(code, codes[at - 1]) < 0; at--)
			memcpy(codes[at], codes[at - 1], sizeof *codes);
		snprintf(codes[at], sizeof codes[at], "%s", code);
	}
	list[0] = '\0';
	for (int i = 0; i < count; i++)
		text_add(&out, i > 0 ? " %s" : "%s", codes[i]);
}

/* The line of the province that begins an error of map_build; else the last line read. */
static long find_line(const struct judge_map *map, const char *error)
{
	for (int r = 0; r < map->row_count; r++)
		if (strncmp(error, map->row[r].code, 3) == 0)
			return map->province[map->row[r].province].line;
	return map->province[map->province_count - 1].line;
}

bool judge_map_finish(struct judge_map *map, struct map *built)
{
	for (int r = 0; r < map->row_count; r++)
		for (int type = 0; type < UNIT_TYPES; type++) {
			if (!check_borders(map, r, type))
				return false;
			print_list(map, map->row[r].to[type], map->row[r].list[type]);
		}
	for (int r = 0; r < map->row_count; r++) {
		const struct judge_row *row = &map->row[r];
		map->rows[r] =
			(struct map_row){row->code,  row->name,       row->type,        row->centre, row->owner,
		                     row->start, row->list[ARMY], row->list[FLEET], row->alias};
	}
	if (map_build(built, map->rows, (size_t)map->row_count, map->error))
		return true;
	map->line = find_line(map, map->error);
	return false;
}
