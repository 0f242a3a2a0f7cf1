/* judge_map: see judge_map.h. This file reads the sections and the provinces; judge_map_borders.c
 * reads the borders, judge_map_rows.c makes the rows. */
#include "judge_map_parts.h"

#include <stdio.h>
#include <string.h>

bool judge_lines_take(struct judge_lines *lines, struct judge_text *line)
{
	lines->map->line = ++lines->line;
	struct tokens whole;
	if (!tokens_take_line(&lines->at, lines->end, &whole))
		return false;
	*line = (struct judge_text){.at = whole.at, .end = judge_trim(whole.at, whole.end)};
	return true;
}

/* ── powers ── */

const char *judge_map_find_power(const struct judge_map *map, char letter)
{
	for (int i = 0; i < map->power_count; i++)
		if (map->power[i].letter == letter)
			return map->power[i].code;
	return NULL;
}

static bool is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Sets the code of a letter, replacing an earlier one. */
static bool set_power(struct judge_map *map, char letter, const char *code)
{
	int at = 0;

	while (at < map->power_count && map->power[at].letter != letter)
		at++;
	if (at == JUDGE_LETTERS_MAX)
		return false;
	map->power_count += at == map->power_count;
	map->power[at].letter = letter;
	snprintf(map->power[at].code, sizeof map->power[at].code, "%.3s", code);
	return true;
}

bool judge_map_set_powers(struct judge_map *map, const char *list)
{
	static const char *const standard[] = {"AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"};

	map->line = 0;
	map->power_count = 0;
	for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
		(void)set_power(map, standard[i][0], standard[i]);
	while (list && *list) {
		if (!(is_capital(list[0]) || (list[0] >= '0' && list[0] <= '9')) || list[1] != '=' ||
		    !is_capital(list[2]) || !is_capital(list[3]) || !is_capital(list[4]) ||
		    (list[5] && list[5] != ','))
			return text_refuse(map->error,
			                   "'%.20s' should begin with a power's letter and its code, as "
			                   "in A=AUS",
			                   list);
		(void)set_power(map, list[0], list + 2);
		list += 5 + (list[5] == ',');
	}
	return true;
}

/* ── names ── */

/* Whether two texts have the same letters and digits. */
static bool same_letters(const char *a, const char *a_end, const char *b)
{
	for (;; a++, b++) {
		while (a < a_end && !judge_is_word(*a))
			a++;
		while (*b && !judge_is_word(*b))
			b++;
		const char letter = a < a_end ? *a : '\0';
		if (token_lower(letter) != token_lower(*b))
			return false;
		if (letter == '\0')
			return true;
	}
}

int judge_map_find(const struct judge_map *map, const char *name, size_t length)
{
	for (int p = 0; p < map->province_count; p++) {
		const struct judge_province *province = &map->province[p];
		if (same_letters(name, name + length, province->name))
			return p;
		for (int w = 0; w < province->word_count; w++)
			if (same_letters(name, name + length, province->word[w]))
				return p;
	}
	return -1;
}

/* ── a province's line ── */

static bool read_name(struct judge_lines *lines, struct judge_text *line,
                      struct judge_province *province)
{
	const char *comma = memchr(line->at, ',', (size_t)(line->end - line->at));

	if (!comma)
		return text_refuse(lines->map->error, "a comma should end the name");
	const char *const end = judge_trim(line->at, comma);
	if (end - line->at >= MAP_NAME_SIZE)
		return text_refuse(lines->map->error, "the name has over %d letters", MAP_NAME_SIZE - 1);
	for (const char *c = line->at; c < end; c++)
		if ((unsigned char)*c < ' ' || (unsigned char)*c >= 127 || *c == '"')
			return text_refuse(lines->map->error, "a byte of the name is not a letter");
	snprintf(province->name, sizeof province->name, "%.*s", (int)(end - line->at), line->at);
	line->at = comma + 1;
	return true;
}

static bool read_kind(struct judge_lines *lines, struct judge_text *line,
                      struct judge_province *province)
{
	size_t length = 0;

	judge_skip(line);
	while (line->at + length < line->end && !token_blank(line->at[length]))
		length++;
	const char type = length > 0 ? *line->at : '\0';
	if (type && strchr("vhgrOM", type))
		return text_refuse(lines->map->error,
		                   "the type '%c' belongs to variants whose rules are not played here",
		                   type);
	if (!type || (!strchr("xlw", type) && !is_capital(type) && !(type >= '0' && type <= '9')) ||
	    length > 2 || (length == 2 && !strchr("wcl", line->at[1])))
		return text_refuse(lines->map->error, "'%.*s' is not a type: a power's letter, x, l or w",
		                   (int)MIN(length, 20), line->at);
	if (!strchr("xlw", type) && !judge_map_find_power(lines->map, type))
		return text_refuse(lines->map->error,
		                   "the power '%c' has no code: --powers %c=XYZ gives it one", type, type);
	province->type = type;
	line->at += length;
	return true;
}

/* Adds an abbreviation. No other province may have it. */
static bool add_word(struct judge_lines *lines, const char *word, size_t length,
                     struct judge_province *province)
{
	struct judge_map *map = lines->map;
	const int other = judge_map_find(map, word, length);

	if (length >= JUDGE_WORD_SIZE || province->word_count == JUDGE_WORDS_MAX)
		return text_refuse(map->error,
		                   "an abbreviation has at most %d letters, a province %d of them",
		                   JUDGE_WORD_SIZE - 1, JUDGE_WORDS_MAX);
	for (size_t i = 0; i < length; i++)
		if (!judge_is_word(word[i]))
			return text_refuse(map->error, "'%.*s' is not an abbreviation: letters and digits",
			                   (int)length, word);
	if (other >= 0)
		return text_refuse(map->error, "'%.*s' stands for %s already", (int)length, word,
		                   map->province[other].name);
	for (size_t i = 0; i < length; i++)
		province->word[province->word_count][i] = token_lower(word[i]);
	province->word_count++;
	return true;
}

bool judge_map_is_code(const char *word)
{
	return strlen(word) == 3 && strspn(word, "abcdefghijklmnopqrstuvwxyz") == 3;
}

static bool has_code(const struct judge_province *province)
{
	for (int w = 0; w < province->word_count; w++)
		if (judge_map_is_code(province->word[w]))
			return true;
	return false;
}

static bool read_province(struct judge_lines *lines, struct judge_text line)
{
	struct judge_map *map = lines->map;

	if (map->province_count == JUDGE_PROVINCES_MAX)
		return text_refuse(map->error, "a map has at most %d provinces", JUDGE_PROVINCES_MAX);
	struct judge_province *province = &map->province[map->province_count];
	*province = (struct judge_province){.line = lines->line, .row = LOC_NONE};
	if (!read_name(lines, &line, province))
		return false;
	const int other = judge_map_find(map, province->name, strlen(province->name));
	if (other >= 0)
		return text_refuse(map->error, "there is a province %s already, in line %ld",
		                   province->name, map->province[other].line);
	if (!read_kind(lines, &line, province))
		return false;
	for (judge_skip(&line); line.at < line.end; judge_skip(&line)) {
		size_t length = 0;
		while (line.at + length < line.end && !token_blank(line.at[length]))
			length++;
		if (!add_word(lines, line.at, length, province))
			return false;
		line.at += length;
	}
	if (!has_code(province))
		return text_refuse(map->error,
		                   "%s has no abbreviation of three letters, which our codes have",
		                   province->name);
	map->province_count++;
	return true;
}

bool judge_map_read_provinces(struct judge_lines *lines)
{
	struct judge_text line;

	while (judge_lines_take(lines, &line)) {
		if (judge_line_ends(&line))
			return lines->map->province_count > 0 ||
			       text_refuse(lines->map->error, "no province stands before it");
		if (line.at < line.end && (judge_is_word(*line.at) || (*line.at & 0x80)) &&
		    !read_province(lines, line))
			return false;
	}
	return text_refuse(lines->map->error,
	                   "the end, and no line that begins with - ended the provinces");
}

/* ── the rest ── */

/* Skips the third section. The options that order centres and provinces do not affect the map. */
static bool pass_options(struct judge_lines *lines)
{
	struct judge_text line;

	while (judge_lines_take(lines, &line)) {
		if (judge_line_ends(&line))
			return true;
		if (line.at < line.end && judge_is_word(*line.at) && !strchr("CcOo", *line.at) &&
		    lines->map->passed_line == 0)
			lines->map->passed_line = lines->line;
	}
	return text_refuse(lines->map->error,
	                   "the end, and no line that begins with - ended the third section");
}

bool judge_map_read(struct judge_map *map, const char *text, size_t length, struct map *built)
{
	struct judge_lines lines = {map, text, text + length, 0};

	lines.at += tokens_mark(lines.at, lines.end);
	if (!judge_map_read_provinces(&lines))
		return false;
	struct judge_lines again = lines;
	return judge_map_read_borders(&lines, false) && pass_options(&lines) &&
	       judge_map_make_rows(map) && judge_map_read_borders(&again, true) &&
	       judge_map_finish(map, built);
}
