/* judge_map_borders: reads the second section of a Judge's map (judge_map.h). */
#include "judge_map_parts.h"

#include <string.h>

enum { BORDER_SHOWN = 20 };

/* A parsed line of borders. */
struct border {
	struct judge_lines *lines;
	bool rows; /* the rows exist: add to them */
	int province;
	int coast;    /* of judge_coasts; -1: none */
	uint8_t type; /* ARMY or FLEET */
};

static bool refuse_border(const struct border *border, const char *what, const char *text,
                          const char *end)
{
	const int length = (int)MIN(end - text, BORDER_SHOWN);

	return text_refuse(border->lines->map->error, "'%.*s' %s", length, text, what);
}

static int coast_of_letter(char letter)
{
	for (int c = 0; c < JUDGE_COASTS; c++)
		if (judge_coasts[c].code[0] == token_lower(letter))
			return c;
	return -1;
}

/* "nwy-xc", up to the colon. */
static bool read_head(struct border *border, const char *at, const char *end)
{
	const struct judge_map *map = border->lines->map;
	const char *hyphen = memrchr(at, '-', (size_t)(end - at)), *kind = hyphen ? hyphen + 1 : end;

	if (!hyphen)
		return refuse_border(border, "has no hyphen before its colon, as in nwy-mv:", at, end);
	border->province = judge_map_find(map, at, (size_t)(hyphen - at));
	if (border->province < 0)
		return refuse_border(border, "is not a province of the map", at, judge_trim(at, hyphen));
	while (kind < end && token_blank(*kind))
		kind++;
	const char letter = kind < end ? token_lower(*kind) : '\0';
	border->coast = coast_of_letter(letter);
	border->type = letter == 'm' ? ARMY : FLEET;
	if (letter == 'c')
		return refuse_border(border, "belongs to a variant whose rules are not played here", kind,
		                     end);
	return letter == 'm' || letter == 'x' || border->coast >= 0 ||
	       refuse_border(border, "is not a kind of line: mv, xc, nc, sc, ec or wc", kind, end);
}

/* Records what the first pass learns about the line's own place. */
static bool note_line(struct border *border)
{
	struct judge_map *map = border->lines->map;
	struct judge_province *province = &map->province[border->province];
	const bool single = border->type == FLEET && border->coast < 0;

	province->bordered = true;
	if (border->type == ARMY)
		return province->type != 'w' ||
		       text_refuse(map->error, "no army crosses %s", province->name);
	if (province->fleets && single != (province->coasts == 0))
		return text_refuse(map->error, "%s has a line xc and one of a coast: only one kind may be",
		                   province->name);
	province->fleets = true;
	if (border->coast >= 0)
		province->coasts |= (uint8_t)(1 << border->coast);
	return true;
}

/* The target row of a fleet or an army, or LOC_NONE. coast: -1: not named. */
static uint8_t find_row(const struct border *border, int to, int coast)
{
	const struct judge_province *province = &border->lines->map->province[to];

	if (border->type == ARMY)
		return province->row;
	if (coast >= 0)
		return province->coasts >> coast & 1 ? province->coast_row[coast] : LOC_NONE;
	return province->coasts == 0 ? province->row : LOC_NONE;
}

static bool add_target(struct border *border, int to, int coast, const char *at, const char *end)
{
	struct judge_map *map = border->lines->map;
	struct judge_province *province = &map->province[border->province];

	province->open |= to != border->province;
	if (!border->rows || province->row == LOC_NONE)
		return true;
	if (to == border->province)
		return !province->open || refuse_border(border, "is the province itself", at, end);
	const uint8_t row = find_row(border, to, coast),
				  from = border->coast >= 0 ? province->coast_row[border->coast] : province->row;
	if (row == LOC_NONE)
		return refuse_border(border,
		                     map->province[to].row == LOC_NONE ? "is closed: it only borders itself"
		                     : coast < 0
		                         ? "has coasts of their own: one must be named, as in stp/nc"
		                         : "is a coast without a line of borders",
		                     at, end);
	place_set_add(&map->row[from].to[border->type], row);
	map->row[from].line[border->type] = border->lines->line;
	return true;
}

/* "stp", "stp/nc", "stp(nc)", "stp/north coast": up to a blank. */
static bool read_target(struct border *border, struct judge_text *line)
{
	const char *at = line->at, *end = at;
	int coast = -1;

	while (end < line->end && !token_blank(*end))
		end++;
	const char *mark = at;
	while (mark < end && *mark != '/' && *mark != '(')
		mark++;
	line->at = end;
	const int to = judge_map_find(border->lines->map, at, (size_t)(mark - at));
	if (to < 0)
		return refuse_border(border, "is not a province of the map", at, mark);
	if (mark < end) {
		coast = mark + 1 < end ? coast_of_letter(mark[1]) : -1;
		if (coast < 0 || border->type == ARMY)
			return refuse_border(border, "has an ending of variants, or one that armies have not",
			                     at, end);
		(void)judge_take_words(line, "coast");
		(void)judge_take_mark(line, ")");
	}
	return add_target(border, to, coast, at, end);
}

static bool read_border(struct judge_lines *lines, struct judge_text line, bool rows)
{
	struct border border = {.lines = lines, .rows = rows};
	const char *colon = memchr(line.at, ':', (size_t)(line.end - line.at));

	if (!colon)
		return refuse_border(&border, "has no colon, as in nwy-mv: fin swe stp", line.at, line.end);
	if (!read_head(&border, line.at, colon) || (!rows && !note_line(&border)))
		return false;
	for (line.at = colon + 1;;) {
		judge_skip(&line);
		if (line.at == line.end)
			return true;
		if (!read_target(&border, &line))
			return false;
	}
}

bool judge_map_read_borders(struct judge_lines *lines, bool rows)
{
	struct judge_text line;

	while (judge_lines_take(lines, &line)) {
		if (judge_line_ends(&line))
			return true;
		if (line.at < line.end && judge_is_word(*line.at) && !read_border(lines, line, rows))
			return false;
	}
	return text_refuse(lines->map->error,
	                   "the end, and no line that begins with - ended the borders");
}
