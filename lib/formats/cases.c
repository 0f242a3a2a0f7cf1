/* cases: see cases.h. The line kinds are a table: a new one is a reader and a row. */
#include "cases.h"

#include "token.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A token and what it stands for; NULL ends a list. */
struct name {
	const char *token;
	uint8_t value;
};

static const struct name profile_names[] = {
	{"thesis", PROFILE_THESIS},
	{"datc", PROFILE_DATC},
	{"any", PROFILE_ANY},
	{"datc3", PROFILE_DATC3},
	{NULL, 0},
};

static const struct name expectation_names[] = {
	{"succeeds", EXPECT_SUCCEEDS},
	{"fails", EXPECT_FAILS},
	{"any", EXPECT_ANY},
	{NULL, 0},
};

/* A paradox is where a convoy was disrupted. */
static const struct name reason_names[] = {
	{"bounced", RESULT_BOUNCED},
	{"dislodged", RESULT_DISLODGED},
	{"cut", RESULT_CUT},
	{"disrupted", RESULT_DISRUPTED},
	{"paradox", RESULT_DISRUPTED},
	{"noconvoy", RESULT_NO_CONVOY},
	{"unattainable", RESULT_UNATTAINABLE},
	{"void", RESULT_VOID},
	{"self", RESULT_SELF},
	{"illegal", RESULT_ILLEGAL},
	{"occupied", RESULT_OCCUPIED},
	{"notowned", RESULT_NOT_OWNED},
	{"toomany", RESULT_TOO_MANY},
	{NULL, RESULTS},
};

/* The row a token names, or the end of the list. */
static const struct name *find_name(const struct name names[], struct token token)
{
	while (names->token != NULL && !token_is(token, names->token))
		names++;
	return names;
}

/* What a line is read with, and into. */
struct line {
	const struct map *map;
	struct tokens tokens;
	struct test_case *c;
	struct case_phase *phase; /* the last one of the case; valid in lines of a phase */
	char *error;              /* TOKEN_ERROR_SIZE bytes */
};

__attribute__((format(printf, 2, 3), cold)) static bool refuse(struct line *line,
                                                               const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(line->error, TOKEN_ERROR_SIZE, format, args);
	va_end(args);
	return false;
}

static bool read_name(struct line *line, const struct name names[], const char *noun,
                      uint8_t *value)
{
	struct token token = tokens_next(&line->tokens);
	const struct name *name = find_name(names, token);
	*value = name->value;
	return name->token != NULL || token_refuse(token, noun, line->error);
}

/* Reads "FRA A par". */
static bool read_unit(struct line *line, struct unit *unit)
{
	return tokens_read_power(&line->tokens, line->map, line->error, &unit->power) &&
	       tokens_read_type(&line->tokens, line->error, &unit->type) &&
	       tokens_read_loc(&line->tokens, line->map, line->error, &unit->loc);
}

static bool read_province(struct line *line, uint8_t *province)
{
	uint8_t loc;
	if (!tokens_read_loc(&line->tokens, line->map, line->error, &loc))
		return false;
	*province = line->map->loc[loc].province;
	return true;
}

static bool read_end_of_line(struct line *line)
{
	return tokens_read_end(&line->tokens, line->error);
}

static bool read_case(struct line *line)
{
	struct token id = tokens_rest(&line->tokens);
	if (id.length == 0)
		return token_refuse(id, "case's id", line->error);
	if (id.length >= CASE_ID_SIZE)
		return refuse(line, "its id has %zu letters: at most %d fit", id.length, CASE_ID_SIZE - 1);
	memcpy(line->c->id, id.text, id.length);
	line->c->id[id.length] = '\0';
	line->c->profile = PROFILE_ANY;
	line->c->stage = line->c->literal_stage = STAGE_NONE;
	line->c->doubt = false;
	line->c->phase_count = 0;
	return true;
}

/* Whether every order of the phase before has its expect line. */
static bool close_phase(struct line *line)
{
	if (line->c->phase_count == 0 || line->phase->expect_count == line->phase->order_count)
		return true;
	return refuse(line, "the phase before it has %d orders but %d expect lines",
	              line->phase->order_count, line->phase->expect_count);
}

static bool read_end(struct line *line)
{
	return close_phase(line) && read_end_of_line(line);
}

static bool read_profile(struct line *line)
{
	return read_name(line, profile_names, "profile (thesis, datc, datc3 or any)",
	                 &line->c->profile) &&
	       read_end_of_line(line);
}

static bool read_status(struct line *line)
{
	struct token token = tokens_next(&line->tokens);
	line->c->doubt = token_is(token, "doubt");
	return line->c->doubt ? read_end_of_line(line)
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
		return refuse(line, "a case has at most %d of them", CASE_PHASES_MAX);
	struct case_phase *phase = &line->c->phases[line->c->phase_count++];
	board_clear(&phase->before);
	board_clear(&phase->after);
	phase->order_count = phase->expect_count = phase->dislodged_count = 0;
	phase->options_count = phase->disbanded_count = 0;
	phase->contested = phase->convoyed = (struct place_set){{0, 0}};
	struct token token = tokens_next(&line->tokens);
	if (!phase_parse(token.text, token.length, &phase->before.phase))
		return token_refuse(token, "phase (such as S1901M)", line->error);
	return read_end_of_line(line);
}

static bool read_owner(struct line *line)
{
	uint8_t province, power;
	if (!read_province(line, &province) ||
	    !tokens_read_power(&line->tokens, line->map, line->error, &power))
		return false;
	line->phase->before.owner[province] = power;
	return read_end_of_line(line);
}

static bool refuse_crowd(struct line *line)
{
	return refuse(line, "a board holds at most %d units", UNITS_MAX);
}

static bool put_unit(struct line *line, struct board *board)
{
	struct unit unit;
	if (!read_unit(line, &unit))
		return false;
	if (board_add(line->map, board, unit))
		return read_end_of_line(line);
	if (board->unit_count + board->retreat_count == UNITS_MAX)
		return refuse_crowd(line);
	return refuse(line, "there is a unit in %s already",
	              line->map->loc[line->map->loc[unit.loc].province].code);
}

static bool read_before(struct line *line)
{
	return put_unit(line, &line->phase->before);
}

static bool read_after(struct line *line)
{
	return put_unit(line, &line->phase->after);
}

static bool read_order(struct line *line)
{
	struct case_phase *phase = line->phase;
	if (phase->order_count == CASE_ORDERS_MAX)
		return refuse(line, "a phase has at most %d of them", CASE_ORDERS_MAX);
	struct submission *submission = &phase->orders[phase->order_count];
	if (!tokens_read_power(&line->tokens, line->map, line->error, &submission->power))
		return false;
	const char *text = line->tokens.at;
	if (!order_parse(line->map, text, (size_t)(line->tokens.end - text), &submission->order,
	                 line->error))
		return false;
	phase->order_count++;
	return true;
}

/* Reads the unit of an order, or "FRA waive". */
static bool read_ordered(struct line *line, const struct order *order, struct unit *unit)
{
	if (order->kind != ORDER_WAIVE)
		return read_unit(line, unit);
	*unit = (struct unit){.type = order->type, .loc = order->from};
	if (!tokens_read_power(&line->tokens, line->map, line->error, &unit->power))
		return false;
	struct token waive = tokens_next(&line->tokens);
	return token_is(waive, "waive") || token_refuse(waive, "'waive'", line->error);
}

static bool read_expect(struct line *line)
{
	struct case_phase *phase = line->phase;
	int i = phase->expect_count;
	if (i == phase->order_count)
		return refuse(line, "there are but %d orders before it", i);
	const struct submission *submission = &phase->orders[i];
	struct unit unit;
	if (!read_ordered(line, &submission->order, &unit))
		return false;
	if (unit.power != submission->power || unit.type != submission->order.type ||
	    unit.loc != submission->order.from)
		return refuse(line, "order %d is another unit's: they should come in one sequence", i + 1);
	if (!read_name(line, expectation_names, "result (succeeds, fails or any)", &phase->expected[i]))
		return false;
	phase->reason[i] = find_name(reason_names, tokens_next(&line->tokens))->value;
	phase->expect_count++;
	return read_end_of_line(line);
}

/* Reads "bur", or "?" where it is not known. */
static bool read_origin(struct line *line, uint8_t *province)
{
	struct tokens before = line->tokens;
	*province = LOC_NONE;
	if (token_is(tokens_next(&line->tokens), "?"))
		return true;
	line->tokens = before;
	return read_province(line, province);
}

/* Reads "FRA A par from bur [convoyed]". */
static bool read_dislodging(struct line *line, struct case_dislodging *dislodging)
{
	if (!read_unit(line, &dislodging->unit))
		return false;
	struct token from = tokens_next(&line->tokens);
	if (!token_is(from, "from"))
		return token_refuse(from, "'from'", line->error);
	if (!read_origin(line, &dislodging->from))
		return false;
	struct token convoyed = tokens_next(&line->tokens);
	dislodging->convoyed = convoyed.length > 0;
	if (dislodging->convoyed && !token_is(convoyed, "convoyed"))
		return token_refuse(convoyed, "'convoyed'", line->error);
	return read_end_of_line(line);
}

static bool read_dislodged(struct line *line)
{
	struct case_phase *phase = line->phase;
	if (phase->dislodged_count == UNITS_MAX)
		return refuse_crowd(line);
	if (!read_dislodging(line, &phase->dislodged[phase->dislodged_count]))
		return false;
	phase->dislodged_count++;
	return true;
}

static bool put_province(struct line *line, struct place_set *set)
{
	uint8_t province;
	if (!read_province(line, &province))
		return false;
	place_set_add(set, province);
	return read_end_of_line(line);
}

static bool read_contested(struct line *line)
{
	return put_province(line, &line->phase->contested);
}

static bool read_closed(struct line *line)
{
	return put_province(line, &line->phase->before.contested);
}

static bool read_retreating(struct line *line)
{
	struct case_phase *phase = line->phase;
	struct case_dislodging dislodging;
	if (!read_dislodging(line, &dislodging))
		return false;
	uint8_t province = line->map->loc[dislodging.unit.loc].province;
	if (dislodging.convoyed)
		place_set_add(&phase->convoyed, province);
	if (board_add_retreat(line->map, &phase->before,
	                      (struct retreat){dislodging.unit, dislodging.from}))
		return true;
	if (board_find_retreat(line->map, &phase->before, province) < 0)
		return refuse_crowd(line);
	return refuse(line, "a unit retreats from %s already", line->map->loc[province].code);
}

static bool read_disbanded(struct line *line)
{
	struct case_phase *phase = line->phase;
	if (phase->disbanded_count == UNITS_MAX)
		return refuse_crowd(line);
	return read_unit(line, &phase->disbanded[phase->disbanded_count++]) && read_end_of_line(line);
}

/* Reads "FRA A par none" or "FRA A par bur gas". */
static bool read_options(struct line *line)
{
	struct case_phase *phase = line->phase;
	if (phase->options_count == RETREATS_MAX)
		return refuse(line, "a phase has at most %d of them", RETREATS_MAX);
	struct case_options *options = &phase->options[phase->options_count++];
	*options = (struct case_options){.open = {{0, 0}}};
	if (!read_unit(line, &options->unit))
		return false;
	struct tokens list = line->tokens;
	if (token_is(tokens_next(&list), "none")) {
		line->tokens = list;
		return read_end_of_line(line);
	}
	do {
		uint8_t loc;
		if (!tokens_read_loc(&line->tokens, line->map, line->error, &loc))
			return false;
		place_set_add(&options->open, loc);
		list = line->tokens;
	} while (tokens_next(&list).length > 0);
	return true;
}

/* Where a kind of line may stand. */
enum place { BETWEEN_CASES, IN_CASE, IN_PHASE };

/* Every kind of line that means something to a program, the frequent ones first. title, author,
 * alt-of, doubt, v3, note are for people and pass like all other tokens a reader does not know. */
static const struct line_kind {
	const char *token;
	enum place place;
	bool (*read)(struct line *line);
} line_kinds[] = {
	{"unit", IN_PHASE, read_before},
	{"order", IN_PHASE, read_order},
	{"expect", IN_PHASE, read_expect},
	{"after", IN_PHASE, read_after},
	{"end", IN_CASE, read_end},
	{"case", BETWEEN_CASES, read_case},
	{"phase", IN_CASE, read_phase},
	{"profile", IN_CASE, read_profile},
	{"stage", IN_CASE, read_stage},
	{"litstage", IN_CASE, read_literal_stage},
	{"status", IN_CASE, read_status},
	{"dislodged", IN_PHASE, read_dislodged},
	{"contested", IN_PHASE, read_contested},
	{"owner", IN_PHASE, read_owner},
	{"options", IN_PHASE, read_options},
	{"retreating", IN_PHASE, read_retreating},
	{"closed", IN_PHASE, read_closed},
	{"disbanded", IN_PHASE, read_disbanded},
};
enum { LINE_KINDS = sizeof line_kinds / sizeof line_kinds[0] };

static const struct line_kind *find_line_kind(struct token token)
{
	for (const struct line_kind *kind = line_kinds; kind < line_kinds + LINE_KINDS; kind++)
		if (token_is(token, kind->token))
			return kind;
	return NULL;
}

static bool check_place(struct line *line, const struct line_kind *kind, bool open)
{
	if (kind->place == BETWEEN_CASES)
		return !open || refuse(line, "case %s before it has no end line", line->c->id);
	if (!open)
		return refuse(line, "it should stand between a case line and an end line");
	return kind->place == IN_CASE || line->c->phase_count > 0 ||
	       refuse(line, "it should stand after a phase line");
}

/* The next line of the text, without its end. */
static struct tokens take_line(const char **text, const char *end)
{
	const char *start = *text, *newline = memchr(start, '\n', (size_t)(end - start));
	*text = newline == NULL ? end : newline + 1;
	return (struct tokens){start, newline == NULL ? end : newline};
}

enum case_event cases_read(struct case_reader *reader, const char **text, const char *end,
                           struct test_case *c)
{
	while (*text < end) {
		char error[TOKEN_ERROR_SIZE];
		struct line line = {
			.map = reader->map, .tokens = take_line(text, end), .c = c, .error = error};
		reader->line++;
		struct token first = tokens_next(&line.tokens);
		const struct line_kind *kind =
			first.length == 0 || first.text[0] == '#' ? NULL : find_line_kind(first);
		if (kind == NULL)
			continue;
		if (reader->open && c->phase_count > 0)
			line.phase = &c->phases[c->phase_count - 1];
		if (!check_place(&line, kind, reader->open) || !kind->read(&line)) {
			snprintf(reader->error, sizeof reader->error, "%s: %s", kind->token, error);
			return CASE_MALFORMED;
		}
		if (kind->read == read_end) {
			reader->open = false;
			return CASE_READ;
		}
		reader->open = true;
	}
	return CASE_MORE;
}
