/* cases: see cases.h. It reads the lines of a case; case_phase.c reads the lines within its phases.
 * A new kind needs a reader and a row. */
#include "case_line.h"

#include <stdio.h>
#include <string.h>

static const struct name profile_names[] = {
	{"thesis", PROFILE_THESIS},
	{"datc", PROFILE_DATC},
	{"any", PROFILE_ANY},
	{"datc3", PROFILE_DATC3},
	{NULL, 0},
};

static bool read_case(struct line *line)
{
	struct token id = tokens_rest(&line->tokens);
	if (id.length == 0)
		return token_refuse(id, "case's id", line->error);
	if (id.length >= CASE_ID_SIZE)
		return text_refuse(line->error, "its id has %zu letters: at most %d fit", id.length,
		                   CASE_ID_SIZE - 1);
	memcpy(line->c->id, id.text, id.length);
	line->c->id[id.length] = '\0';
	line->c->map = line->reader->map;
	line->c->profile = PROFILE_ANY;
	line->c->stage = line->c->literal_stage = STAGE_NONE;
	line->c->doubt = false;
	line->c->phase_count = 0;
	return true;
}

/* Reads the map of the case, whose places and powers the following lines use. */
static bool read_map(struct line *line)
{
	const struct token token = tokens_rest(&line->tokens);
	char name[CASE_WORD_SIZE];
	const int length = token.length < CASE_WORD_SIZE ? (int)token.length : 0;
	snprintf(name, sizeof name, "%.*s", length, token.text);
	const struct case_reader *reader = line->reader;
	const struct map *map = NULL;
	if (reader->map_name && strcmp(name, reader->map_name) == 0)
		map = reader->map;
	else if (reader->find_map)
		map = reader->find_map(name);
	if (line->c->phase_count > 0)
		return text_refuse(line->error, "it should stand before the first phase line");
	if (!map)
		return token_refuse(token, "map", line->error);
	line->c->map = map;
	return true;
}

/* Whether every order of the last phase has its expect line. */
static bool close_phase(struct line *line)
{
	if (line->c->phase_count == 0 || line->phase->expect_count == line->phase->order_count)
		return true;
	if (line->reader->bare && line->phase->expect_count == 0)
		return true;
	return text_refuse(line->error, "the phase before it has %d orders but %d expect lines",
	                   line->phase->order_count, line->phase->expect_count);
}

static bool read_end(struct line *line)
{
	return close_phase(line) && line_read_end(line);
}

static bool read_profile(struct line *line)
{
	return line_read_name(line, profile_names, "profile (thesis, datc, datc3 or any)",
	                      &line->c->profile) &&
	       line_read_end(line);
}

static bool read_status(struct line *line)
{
	struct token token = tokens_next(&line->tokens);
	line->c->doubt = token_is(token, "doubt");
	return line->c->doubt ? line_read_end(line)
	                      : token_refuse(token, "status (doubt)", line->error);
}

/* Reads "'decision conditioning'". */
static bool read_stage_name(struct line *line, uint8_t *stage)
{
	struct token token = tokens_rest(&line->tokens);
	if (token.length >= 2 && token.text[0] == '\'' && token.text[token.length - 1] == '\'') {
		struct token name = {token.text + 1, token.length - 2};
		for (*stage = STAGE_CONDITIONING; *stage < STAGES; ++*stage)
			if (token_is(name, stage_names[*stage]))
				return true;
	}
	return token_refuse(token, "stage in single quotes", line->error);
}

static bool read_stage(struct line *line)
{
	return read_stage_name(line, &line->c->stage);
}

static bool read_literal_stage(struct line *line)
{
	return read_stage_name(line, &line->c->literal_stage);
}

static bool read_phase(struct line *line)
{
	if (!close_phase(line))
		return false;
	if (line->c->phase_count == CASE_PHASES_MAX)
		return text_refuse(line->error, "a case has at most %d of them", CASE_PHASES_MAX);
	struct case_phase *phase = &line->c->phases[line->c->phase_count++];
	board_clear(&phase->before);
	board_clear(&phase->after);
	phase->order_count = phase->expect_count = phase->dislodged_count = 0;
	phase->options_count = phase->disbanded_count = 0;
	phase->contested = phase->convoyed = (struct place_set){{0, 0}};
	struct token token = tokens_next(&line->tokens);
	if (!phase_parse(token.text, token.length, &phase->before.phase))
		return token_refuse(token, "phase (the first one is S1901M)", line->error);
	return line_read_end(line);
}

/* The kinds of line of a case. Lines of any other kind are skipped. title, author, alt-of, doubt,
 * v3 and note are such lines, for people. */
static const struct line_kind case_lines[] = {
	{"end", IN_CASE, read_end},
	{"case", BETWEEN_CASES, read_case},
	{"phase", IN_CASE, read_phase},
	{"profile", IN_CASE, read_profile},
	{"stage", IN_CASE, read_stage},
	{"litstage", IN_CASE, read_literal_stage},
	{"status", IN_CASE, read_status},
	{"map", IN_CASE, read_map},
	{.token = NULL},
};

static const struct line_kind *find_line_kind(struct token token)
{
	const struct line_kind *const tables[] = {case_phase_lines, case_lines};
	for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
		for (const struct line_kind *kind = tables[t]; kind->token != NULL; kind++)
			if (token_is(token, kind->token))
				return kind;
	return NULL;
}

static bool is_remark(struct token token)
{
	static const char *const remarks[] = {
		"title",    "author", "alt" /* alt-of: a word ends at the hyphen */, "doubt", "note", "v3",
		"strength", NULL};
	for (int i = 0; remarks[i] != NULL; i++)
		if (token_is(token, remarks[i]))
			return true;
	return false;
}

/* Counts an unknown line, unless its first word marks it as a comment. */
static void pass_over(struct case_reader *reader, struct token first)
{
	if (first.length == 0 || first.text[0] == '#' || is_remark(first))
		return;
	if (reader->strays++ > 0)
		return;
	reader->stray_line = reader->line;
	snprintf(reader->stray, sizeof reader->stray, "%.*s",
	         first.length < CASE_WORD_SIZE ? (int)first.length : CASE_WORD_SIZE - 1, first.text);
}

static bool check_place(struct line *line, const struct line_kind *kind, bool open)
{
	if (kind->place == BETWEEN_CASES)
		return !open || text_refuse(line->error, "case %s before it has no end line", line->c->id);
	if (!open)
		return text_refuse(line->error, "it should stand between a case line and an end line");
	return kind->place == IN_CASE || line->c->phase_count > 0 ||
	       text_refuse(line->error, "it should stand after a phase line");
}

enum case_event cases_read(struct case_reader *reader, const char **text, const char *end,
                           struct test_case *c)
{
	char error[ERROR_SIZE];
	struct line line = {.reader = reader, .c = c, .error = error};

	while (tokens_take_line(text, end, &line.tokens)) {
		line.map = reader->open ? c->map : reader->map;
		if (reader->line++ == 0)
			line.tokens.at += tokens_mark(line.tokens.at, line.tokens.end);
		struct token first = tokens_next(&line.tokens);
		const struct line_kind *kind =
			first.length == 0 || first.text[0] == '#' ? NULL : find_line_kind(first);
		if (kind == NULL) {
			pass_over(reader, first);
			continue;
		}
		if (reader->open && c->phase_count > 0)
			line.phase = &c->phases[c->phase_count - 1];
		if (!check_place(&line, kind, reader->open) || !kind->read(&line)) {
			text_refuse(reader->error, "%s: %s", kind->token, error);
			return CASE_MALFORMED;
		}
		if (kind->read == read_end) {
			reader->open = false;
			reader->cases++;
			return CASE_READ;
		}
		reader->open = true;
	}
	return CASE_MORE;
}
