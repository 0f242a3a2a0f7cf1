/* judge_seed: see judge_seed.h. */
#include "judge_seed.h"

#include "judge_map_parts.h"
#include "judge_retreats.h"

#include <stdio.h>
#include <string.h>

/* A position that is being read. */
struct seed {
	struct judge_lines lines;
	const struct map *built;
	struct board *board;
	char *error; /* ERROR_SIZE bytes */
	struct listed_retreat retreats[RETREATS_MAX];
	int retreat_count;
};

static bool take(struct seed *s, struct judge_text *line)
{
	return judge_lines_take(&s->lines, line) ||
	       text_refuse(s->error, "the end, and a line that begins with - is missing");
}

/* ── the phase ── */

static bool read_phase(struct seed *s)
{
	static const struct {
		char text[3];
		int8_t kind;
	} rows[] = {
		{"SM", SPRING_MOVES}, {"SR", SPRING_RETREATS}, {"UR", SPRING_RETREATS},
		{"FM", FALL_MOVES},   {"FR", FALL_RETREATS},   {"FB", WINTER_ADJUSTMENTS},
	};
	struct judge_text line;
	int year = 0;

	if (!take(s, &line))
		return false;
	if (line.end - line.at == 6) {
		struct judge_text digits = {.at = line.at + 1, .end = line.at + 5};
		if (!judge_take_number(&digits, &year) || digits.at != digits.end)
			year = 0;
	}
	for (size_t i = 0; year >= PHASE_FIRST_YEAR && i < sizeof rows / sizeof *rows; i++)
		if (line.at[0] == rows[i].text[0] && line.at[5] == rows[i].text[1]) {
			s->board->phase = (int16_t)((year - PHASE_FIRST_YEAR) * PHASES_A_YEAR + rows[i].kind);
			return true;
		}
	return text_refuse(
		s->error, "it should be a phase from 1901 on, such as S1901M, U1901R, F1901R or F1901B");
}

/* ── units ── */

/* The place up to a comma or the end; with its coast. */
static bool read_loc(struct seed *s, struct judge_text *line, uint8_t *loc)
{
	const struct judge_map *map = s->lines.map;
	const char *end = memchr(line->at, ',', (size_t)(line->end - line->at)), *slash;

	judge_skip(line);
	const char *at = line->at;
	end = end ? end : line->end;
	line->at = end < line->end ? end + 1 : end;
	slash = memchr(at, '/', (size_t)(end - at));
	const int p = judge_map_find(map, at, (size_t)((slash ? slash : end) - at));
	*loc = LOC_NONE;
	if (p < 0 || map->province[p].row == LOC_NONE)
		return text_refuse(s->error, "'%.*s' is not a province that units can enter",
		                   (int)MIN(end - at, 40), at);
	*loc = map_find(s->built, map->row[map->province[p].row].code, 3);
	if (!slash)
		return true;
	for (int c = 0; c < s->built->coast_count[*loc]; c++)
		if (slash + 1 < end &&
		    s->built->loc[s->built->coasts[*loc][c]].code[4] == token_lower(slash[1])) {
			*loc = s->built->coasts[*loc][c];
			return true;
		}
	return text_refuse(s->error, "'%.*s': it has no such coast", (int)MIN(end - at, 40), at);
}

/* "A Serbia", "F St Petersburg/nc" */
static bool read_unit(struct seed *s, struct judge_text *line, struct unit *unit)
{
	if (judge_take_words(line, "a"))
		unit->type = ARMY;
	else if (judge_take_words(line, "f"))
		unit->type = FLEET;
	else
		return text_refuse(s->error, "A or F should follow the power");
	if (!read_loc(s, line, &unit->loc))
		return false;
	return map_can_stand(s->built, unit->type, unit->loc) ||
	       text_refuse(
			   s->error, "no unit of its type can stand in %s%s", s->built->loc[unit->loc].name,
			   s->built->loc[unit->loc].terrain == COAST ? ": a fleet needs its coast" : "");
}

static bool read_retreat(struct seed *s, struct judge_text *line, struct unit unit)
{
	if (s->retreat_count == RETREATS_MAX)
		return text_refuse(s->error, "over %d units are dislodged", RETREATS_MAX);
	struct listed_retreat *retreat = &s->retreats[s->retreat_count++];
	*retreat = (struct listed_retreat){.unit = unit};
	while (line->at < line->end) {
		uint8_t loc;
		if (!read_loc(s, line, &loc))
			return false;
		const uint8_t inferred = map_infer_loc(s->built, unit.type, unit.loc, loc);
		place_set_add(&retreat->options, inferred == LOC_NONE ? loc : inferred);
	}
	return true;
}

static bool read_unit_line(struct seed *s, struct judge_text line)
{
	struct unit unit;

	if (line.end - line.at < 2 || (line.at[1] != ':' && line.at[1] != 'r'))
		return text_refuse(s->error,
		                   "a unit should stand here, as in 'A: A Serbia', or a line that begins "
		                   "with -");
	const bool dislodged = line.at[1] == 'r';
	const char *code = judge_map_find_power(s->lines.map, *line.at);
	unit.power = code ? map_find_power(s->built, code, 3) : POWER_NONE;
	if (unit.power == POWER_NONE)
		return text_refuse(s->error, "'%c' is not a power of the map", *line.at);
	line.at += 2;
	if (!read_unit(s, &line, &unit))
		return false;
	if (dislodged)
		return read_retreat(s, &line, unit);
	if (line.at < line.end)
		return text_refuse(s->error, "only a dislodged unit names other places");
	return board_add(s->built, s->board, unit) ||
	       text_refuse(s->error, "another unit stands there, or %d units stand", UNITS_MAX);
}

static bool read_units(struct seed *s)
{
	char error[ERROR_SIZE];
	struct judge_text line;

	for (;;) {
		if (!take(s, &line))
			return false;
		if (judge_line_ends(&line))
			break;
		if (line.at < line.end && !read_unit_line(s, line))
			return false;
	}
	const bool retreats =
		!phase_is_movement(s->board->phase) && phase_kind(s->board->phase) < WINTER_ADJUSTMENTS;
	if (s->retreat_count > 0 && !retreats)
		return text_refuse(s->error, "units are dislodged only in a phase of retreats");
	return s->retreat_count == 0 ||
	       judge_retreats_infer(s->built, s->retreats, s->retreat_count, s->board, error) ||
	       text_refuse(s->error, "%s", error);
}

/* ── owners ── */

static bool set_owner(struct seed *s, int p, char letter)
{
	const struct judge_province *province = &s->lines.map->province[p];
	const char *code = letter == '.' ? "" : judge_map_find_power(s->lines.map, letter);
	const uint8_t power = code && *code ? map_find_power(s->built, code, 3) : POWER_NONE;

	if (letter != '.' && power == POWER_NONE)
		return text_refuse(s->error, "'%c' is not a power of the map", letter);
	if (province->row == LOC_NONE || province->type == 'w')
		return true;
	s->board->owner[map_find(s->built, s->lines.map->row[province->row].code, 3)] = power;
	return true;
}

static bool read_owners(struct seed *s)
{
	struct judge_text line;
	int p = 0;

	memcpy(s->board->owner, s->built->owner, sizeof s->board->owner);
	for (;;) {
		if (!take(s, &line))
			return false;
		if (judge_line_ends(&line))
			break;
		if (line.end - line.at >= 2 && line.at[1] == ':') {
			if (line.at[0] != 'O')
				continue; /* letters of the names */
			line.at += 2;
		}
		for (; line.at < line.end; line.at++) {
			if (token_blank(*line.at))
				continue;
			if (p == s->lines.map->province_count)
				return text_refuse(s->error, "the map has only %d provinces to be owned", p);
			if (!set_owner(s, p++, *line.at))
				return false;
		}
	}
	return p == 0 || p == s->lines.map->province_count ||
	       text_refuse(s->error, "%d provinces have an owner or a dot, but the map has %d", p,
	                   s->lines.map->province_count);
}

bool judge_seed_read(struct judge_map *map, const struct map *built, const char *text,
                     size_t length, struct board *board)
{
	struct seed s = {.lines = {map, text, text + length, 0},
	                 .built = built,
	                 .board = board,
	                 .error = map->error};

	board_clear(board);
	return read_phase(&s) && read_units(&s) && read_owners(&s);
}

/* ── setting the start of the map ── */

static struct judge_row *find_province(struct judge_map *map, const char *code)
{
	for (int r = 0; r < map->row_count; r++)
		if (strcmp(map->row[r].code, code) == 0)
			return &map->row[r];
	return NULL;
}

bool judge_seed_start(struct judge_map *map, const struct map *built, const struct board *board)
{
	bool whole = true;

	map->line = 0;
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		struct judge_row *row = find_province(map, built->loc[unit.loc].code);
		if (built->owner[built->loc[unit.loc].province] == unit.power && row)
			row->start = unit.type == ARMY ? "A" : "F";
		else
			whole = whole &&
			        text_refuse(map->error, "%s owns no home centre in %s, where its unit starts",
			                    built->power[unit.power], built->loc[unit.loc].name);
	}
	for (int r = 0; r < map->row_count; r++)
		map->rows[r].start = map->row[r].start;
	if (whole && phase_kind(board->phase) != SPRING_MOVES)
		whole = text_refuse(map->error, "it does not begin with the moves of a spring");
	if (whole && memcmp(board->owner, built->owner, sizeof board->owner) != 0)
		whole = text_refuse(map->error, "it has other owners than the map");
	return whole;
}
