/* cases: see cases.h. The line kinds are a table: a new one is a reader and a row. */
#include "cases.h"

#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Reading ---- */

/* A word and what it stands for; NULL ends a list. */
struct name {
	const char *word;
	uint8_t value;
};

static const struct name profile_names[] = {
	{"thesis", PROFILE_THESIS}, {"datc", PROFILE_DATC}, {"any", PROFILE_ANY}, {"datc3", PROFILE_DATC3}, {NULL, 0},
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

/* The row a word names, or the end of the list. */
static const struct name *find_name(const struct name names[], struct word word)
{
	while (names->word != NULL && !word_is(word, names->word))
		names++;
	return names;
}

/* What a line is read with, and into. */
struct line {
	const struct map *map;
	struct words words;
	struct test_case *c;
	struct case_phase *phase; /* the last one of the case; valid in lines of a phase */
	char *error;              /* WORDS_ERROR_SIZE bytes */
};

__attribute__((format(printf, 2, 3), cold)) static bool refuse(struct line *line, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(line->error, WORDS_ERROR_SIZE, format, args);
	va_end(args);
	return false;
}

static bool read_name(struct line *line, const struct name names[], const char *noun, uint8_t *value)
{
	struct word word = words_next(&line->words);
	const struct name *name = find_name(names, word);
	*value = name->value;
	return name->word != NULL || word_refuse(word, noun, line->error);
}

/* Reads "FRA A par". */
static bool read_unit(struct line *line, struct unit *unit)
{
	return words_read_power(&line->words, line->map, line->error, &unit->power) &&
	       words_read_type(&line->words, line->error, &unit->type) &&
	       words_read_loc(&line->words, line->map, line->error, &unit->loc);
}

static bool read_province(struct line *line, uint8_t *province)
{
	uint8_t loc;
	if (!words_read_loc(&line->words, line->map, line->error, &loc))
		return false;
	*province = line->map->loc[loc].province;
	return true;
}

static bool read_end_of_line(struct line *line)
{
	return words_read_end(&line->words, line->error);
}

static bool read_case(struct line *line)
{
	struct word id = words_rest(&line->words);
	if (id.length == 0)
		return word_refuse(id, "case's id", line->error);
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
	return refuse(line, "the phase before it has %d orders but %d expect lines", line->phase->order_count,
	              line->phase->expect_count);
}

static bool read_end(struct line *line)
{
	return close_phase(line) && read_end_of_line(line);
}

static bool read_profile(struct line *line)
{
	return read_name(line, profile_names, "profile (thesis, datc, datc3 or any)", &line->c->profile) &&
	       read_end_of_line(line);
}

static bool read_status(struct line *line)
{
	struct word word = words_next(&line->words);
	line->c->doubt = word_is(word, "doubt");
	return line->c->doubt ? read_end_of_line(line) : word_refuse(word, "status (doubt)", line->error);
}

/* Reads "'decision conditioning'". */
static bool read_stage_name(struct line *line, uint8_t *stage)
{
	struct word word = words_rest(&line->words);
	if (word.length >= 2 && word.text[0] == '\'' && word.text[word.length - 1] == '\'') {
		struct word name = {word.text + 1, word.length - 2};
		for (*stage = STAGE_CONDITIONING; *stage < STAGES; ++*stage)
			if (word_is(name, stage_names[*stage]))
				return true;
	}
	return word_refuse(word, "stage in single quotes", line->error);
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
	memset(phase->contested, 0, sizeof phase->contested);
	memset(phase->convoyed, 0, sizeof phase->convoyed);
	struct word word = words_next(&line->words);
	if (!phase_parse(word.text, word.length, &phase->before.phase))
		return word_refuse(word, "phase (such as S1901M)", line->error);
	return read_end_of_line(line);
}

static bool read_owner(struct line *line)
{
	uint8_t province, power;
	if (!read_province(line, &province) || !words_read_power(&line->words, line->map, line->error, &power))
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
	return refuse(line, "there is a unit in %s already", line->map->loc[line->map->loc[unit.loc].province].code);
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
	struct issue *issue = &phase->orders[phase->order_count];
	if (!words_read_power(&line->words, line->map, line->error, &issue->power))
		return false;
	const char *text = line->words.at;
	if (!order_parse(line->map, text, (size_t)(line->words.end - text), &issue->order, line->error))
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
	if (!words_read_power(&line->words, line->map, line->error, &unit->power))
		return false;
	struct word waive = words_next(&line->words);
	return word_is(waive, "waive") || word_refuse(waive, "'waive'", line->error);
}

static bool read_expect(struct line *line)
{
	struct case_phase *phase = line->phase;
	int i = phase->expect_count;
	if (i == phase->order_count)
		return refuse(line, "there are but %d orders before it", i);
	const struct issue *issue = &phase->orders[i];
	struct unit unit;
	if (!read_ordered(line, &issue->order, &unit))
		return false;
	if (unit.power != issue->power || unit.type != issue->order.type || unit.loc != issue->order.from)
		return refuse(line, "order %d is another unit's: they should come in one sequence", i + 1);
	if (!read_name(line, expectation_names, "result (succeeds, fails or any)", &phase->expected[i]))
		return false;
	phase->reason[i] = find_name(reason_names, words_next(&line->words))->value;
	phase->expect_count++;
	return read_end_of_line(line);
}

/* Reads "bur", or "?" where it is not known. */
static bool read_origin(struct line *line, uint8_t *province)
{
	struct words before = line->words;
	*province = LOC_NONE;
	if (word_is(words_next(&line->words), "?"))
		return true;
	line->words = before;
	return read_province(line, province);
}

/* Reads "FRA A par from bur [convoyed]". */
static bool read_dislodging(struct line *line, struct case_dislodging *dislodging)
{
	if (!read_unit(line, &dislodging->unit))
		return false;
	struct word from = words_next(&line->words);
	if (!word_is(from, "from"))
		return word_refuse(from, "'from'", line->error);
	if (!read_origin(line, &dislodging->from))
		return false;
	struct word convoyed = words_next(&line->words);
	dislodging->convoyed = convoyed.length > 0;
	if (dislodging->convoyed && !word_is(convoyed, "convoyed"))
		return word_refuse(convoyed, "'convoyed'", line->error);
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

static bool put_province(struct line *line, uint64_t set[2])
{
	uint8_t province;
	if (!read_province(line, &province))
		return false;
	set_add(set, province);
	return read_end_of_line(line);
}

static bool read_contested(struct line *line)
{
	return put_province(line, line->phase->contested);
}

static bool read_closed(struct line *line)
{
	return put_province(line, line->phase->before.contested);
}

static bool read_retreating(struct line *line)
{
	struct case_phase *phase = line->phase;
	struct case_dislodging dislodging;
	if (!read_dislodging(line, &dislodging))
		return false;
	uint8_t province = line->map->loc[dislodging.unit.loc].province;
	if (dislodging.convoyed)
		set_add(phase->convoyed, province);
	if (board_add_retreat(line->map, &phase->before, (struct retreat){dislodging.unit, dislodging.from}))
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
	*options = (struct case_options){.open = {0, 0}};
	if (!read_unit(line, &options->unit))
		return false;
	struct words list = line->words;
	if (word_is(words_next(&list), "none")) {
		line->words = list;
		return read_end_of_line(line);
	}
	do {
		uint8_t loc;
		if (!words_read_loc(&line->words, line->map, line->error, &loc))
			return false;
		set_add(options->open, loc);
		list = line->words;
	} while (words_next(&list).length > 0);
	return true;
}

/* Where a kind of line may stand. */
enum place { BETWEEN_CASES, IN_CASE, IN_PHASE };

/* Every kind of line that means something to a program, the frequent ones first. title, author, alt-of, doubt, v3, note
 * are for people and pass like all other words a reader does not know. */
static const struct line_kind {
	const char *word;
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

static const struct line_kind *find_line_kind(struct word word)
{
	for (const struct line_kind *kind = line_kinds; kind < line_kinds + LINE_KINDS; kind++)
		if (word_is(word, kind->word))
			return kind;
	return NULL;
}

static bool check_place(struct line *line, const struct line_kind *kind, bool open)
{
	if (kind->place == BETWEEN_CASES)
		return !open || refuse(line, "case %s before it has no end line", line->c->id);
	if (!open)
		return refuse(line, "it should stand between a case line and an end line");
	return kind->place == IN_CASE || line->c->phase_count > 0 || refuse(line, "it should stand after a phase line");
}

/* The next line of the text, without its end. */
static struct words take_line(const char **text, const char *end)
{
	const char *start = *text, *newline = memchr(start, '\n', (size_t)(end - start));
	*text = newline == NULL ? end : newline + 1;
	return (struct words){start, newline == NULL ? end : newline};
}

enum case_event cases_read(struct case_reader *reader, const char **text, const char *end, struct test_case *c)
{
	while (*text < end) {
		char error[WORDS_ERROR_SIZE];
		struct line line = {.map = reader->map, .words = take_line(text, end), .c = c, .error = error};
		reader->line++;
		struct word first = words_next(&line.words);
		const struct line_kind *kind = first.length == 0 || first.text[0] == '#' ? NULL : find_line_kind(first);
		if (kind == NULL)
			continue;
		if (reader->open && c->phase_count > 0)
			line.phase = &c->phases[c->phase_count - 1];
		if (!check_place(&line, kind, reader->open) || !kind->read(&line)) {
			snprintf(reader->error, sizeof reader->error, "%s: %s", kind->word, error);
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

/* ---- Checking ---- */

const char *const case_outcome_names[CASE_OUTCOMES] = {
	[CASE_PASSED] = "passed",
	[CASE_FAILED] = "failed",
	[CASE_SKIPPED] = "skipped",
};

/* The rule set a profile is played by. */
static const char *const profile_rules[PROFILES] = {
	[PROFILE_ANY] = "standard",
	[PROFILE_THESIS] = "thesis",
	[PROFILE_DATC] = "standard",
	[PROFILE_DATC3] = "datc3",
};

/* Adds to a text, after a semicolon when something stands there; what does not fit is lost. */
__attribute__((format(printf, 2, 3), cold)) static void say(char text[CASE_TEXT_SIZE], const char *format, ...)
{
	size_t length = strlen(text);
	if (length > 0)
		length += (size_t)snprintf(text + length, CASE_TEXT_SIZE - length, "; ");
	if (length >= CASE_TEXT_SIZE)
		return;
	va_list args;
	va_start(args, format);
	vsnprintf(text + length, CASE_TEXT_SIZE - length, format, args);
	va_end(args);
}

/* A phase as it was played. */
struct played {
	const struct map *map;
	const struct law *law;
	const struct case_phase *phase;
	struct order orders[UNITS_MAX];       /* one a unit, or, in a retreat phase, a dislodged unit */
	enum result results[CASE_ORDERS_MAX]; /* of the case's orders; UNEXPLAINED: see explain_result */
	struct resolution resolution;         /* of a movement phase; else empty */
	struct board after;
	struct board awaiting; /* retreats: after moves, or before retreats. Valid where the case gives options */
	int disbanded_count;
	struct unit disbanded[UNITS_MAX];
};
enum { UNEXPLAINED = RESULTS }; /* it failed: to find out why takes time that is spent when somebody asks */

/* The unit an order of a movement phase is for. */
static int find_ordered(const struct played *played, int i)
{
	return board_find(played->map, &played->phase->before,
	                  played->map->loc[played->phase->orders[i].order.from].province);
}

static void play_moves(const struct judge *judge, struct played *played)
{
	const struct map *map = played->map;
	const struct case_phase *phase = played->phase;
	struct resolution *resolution = &played->resolution;
	enum verdict verdicts[CASE_ORDERS_MAX];
	issue_verify(map, played->law, &phase->before, phase->orders, phase->order_count, played->orders, verdicts);
	judge_resolve(judge, map, played->law, &phase->before, played->orders, resolution);
	for (int i = 0; i < phase->order_count; i++) {
		const int u = verdicts[i] == VERDICT_LEGAL ? find_ordered(played, i) : -1;
		if (u < 0)
			played->results[i] = RESULT_ILLEGAL;
		else if (resolution->undecided >> u & 1)
			played->results[i] = RESULT_UNDECIDED;
		else
			played->results[i] = resolution->follows >> u & 1 ? RESULT_SUCCEEDS : (enum result)UNEXPLAINED;
	}
	judge_move_units(map, &phase->before, played->orders, resolution, &played->after);
	if (phase->options_count == 0)
		return;
	played->awaiting = played->after;
	retreat_begin(map, played->law, &phase->before, played->orders, resolution, &played->awaiting);
}

static void play_retreats(struct played *played)
{
	const struct map *map = played->map;
	const struct case_phase *phase = played->phase;
	struct board *board = &played->awaiting;
	enum verdict verdicts[CASE_ORDERS_MAX];
	enum result results[RETREATS_MAX];
	*board = phase->before;
	for (int i = 0; i < board->retreat_count; i++)
		if (played->law->origin == ORIGIN_OPEN &&
		    set_has(phase->convoyed, map->loc[board->retreat[i].unit.loc].province))
			board->retreat[i].barred = LOC_NONE;
	retreat_issued(map, played->law, board, phase->orders, phase->order_count, played->orders, verdicts);
	retreat_resolve(map, board, played->orders, results, &played->after);
	for (int i = 0; i < phase->order_count; i++) {
		if (verdicts[i] != VERDICT_LEGAL) {
			played->results[i] = RESULT_ILLEGAL;
			continue;
		}
		played->results[i] = results[board_find_retreat(map, board, map->loc[phase->orders[i].order.from].province)];
	}
	for (int i = 0; i < board->retreat_count; i++)
		if (results[i] != RESULT_SUCCEEDS || played->orders[i].kind == ORDER_DISBAND)
			played->disbanded[played->disbanded_count++] = board->retreat[i].unit;
}

static void play_adjustments(struct played *played)
{
	const struct map *map = played->map;
	const struct case_phase *phase = played->phase;
	struct issue adjustments[CASE_ORDERS_MAX], disorder[ADJUSTMENTS_MAX];
	for (int i = 0; i < phase->order_count; i++)
		adjustments[i] = (struct issue){phase->orders[i].power, phase->orders[i].order};
	build_resolve(map, played->law, &phase->before, adjustments, phase->order_count, played->results, disorder,
	              &played->after);
	for (int u = 0; u < phase->before.unit_count; u++)
		if (board_find(map, &played->after, map->loc[phase->before.unit[u].loc].province) < 0)
			played->disbanded[played->disbanded_count++] = phase->before.unit[u];
}

static void play(const struct map *map, const struct judge *judge, const struct law *law,
                 const struct case_phase *phase, struct played *played)
{
	played->map = map;
	played->law = law;
	played->phase = phase;
	played->resolution = (struct resolution){.stage = STAGE_NONE};
	played->disbanded_count = 0;
	switch (phase_kind(phase->before.phase)) {
	case SPRING_MOVES:
	case FALL_MOVES:
		play_moves(judge, played);
		break;
	case SPRING_RETREATS:
	case FALL_RETREATS:
		play_retreats(played);
		break;
	default:
		play_adjustments(played);
	}
}

static const char *code_of(const struct played *played, uint8_t loc)
{
	return played->map->loc[loc].code;
}

/* What became of order i: "succeeds", "bounced", … */
static const char *describe_result(const struct played *played, int i)
{
	if (played->results[i] != (enum result)UNEXPLAINED)
		return result_names[played->results[i]];
	enum result results[UNITS_MAX];
	judge_explain(played->map, played->law, &played->phase->before, played->orders, &played->resolution, results);
	return result_names[results[find_ordered(played, i)]];
}

static void compare_orders(const struct played *played, char text[CASE_TEXT_SIZE])
{
	const struct case_phase *phase = played->phase;
	for (int i = 0; i < phase->order_count; i++) {
		bool succeeds = played->results[i] == RESULT_SUCCEEDS;
		if (phase->expected[i] == EXPECT_ANY || succeeds == (phase->expected[i] == EXPECT_SUCCEEDS) ||
		    played->results[i] == RESULT_UNDECIDED)
			continue;
		char order[ORDER_TEXT_SIZE];
		say(text, "%s %s is '%s', should %s", played->map->power[phase->orders[i].power],
		    order_print(played->map, phase->orders[i].order, order), describe_result(played, i),
		    phase->expected[i] == EXPECT_SUCCEEDS ? "succeed" : "fail");
	}
}

static bool unit_equal(struct unit a, struct unit b)
{
	return a.power == b.power && a.type == b.type && a.loc == b.loc;
}

static void say_of_unit(const struct played *played, struct unit unit, const char *matter, char text[CASE_TEXT_SIZE])
{
	say(text, "%s %c %s %s", played->map->power[unit.power], "AF"[unit.type], code_of(played, unit.loc), matter);
}

/* Says of each unit of one list that the other lacks what is the matter with it. */
static void compare_units(const struct played *played, const struct unit units[], int count, const struct unit others[],
                          int other_count, const char *matter, char text[CASE_TEXT_SIZE])
{
	for (int i = 0; i < count; i++) {
		int j = 0;
		while (j < other_count && !unit_equal(units[i], others[j]))
			j++;
		if (j == other_count)
			say_of_unit(played, units[i], matter, text);
	}
}

static void compare_after(const struct played *played, char text[CASE_TEXT_SIZE])
{
	const struct board *after = &played->after, *expected = &played->phase->after;
	if (after->unit_count == expected->unit_count && memcmp(after->unit, expected->unit, sizeof after->unit) == 0)
		return;
	compare_units(played, after->unit, after->unit_count, expected->unit, expected->unit_count,
	              "stands after the phase, should not", text);
	compare_units(played, expected->unit, expected->unit_count, after->unit, after->unit_count,
	              "should stand after the phase", text);
}

static void compare_disbanded(const struct played *played, char text[CASE_TEXT_SIZE])
{
	const struct case_phase *phase = played->phase;
	compare_units(played, played->disbanded, played->disbanded_count, phase->disbanded, phase->disbanded_count,
	              "is disbanded, should not be", text);
	compare_units(played, phase->disbanded, phase->disbanded_count, played->disbanded, played->disbanded_count,
	              "should be disbanded", text);
}

/* The dislodging a case has of a unit, or NULL. */
static const struct case_dislodging *find_dislodging(const struct case_phase *phase, struct unit unit)
{
	for (int i = 0; i < phase->dislodged_count; i++)
		if (unit_equal(phase->dislodged[i].unit, unit))
			return &phase->dislodged[i];
	return NULL;
}

static void compare_dislodged(const struct played *played, char text[CASE_TEXT_SIZE])
{
	const struct board *board = &played->phase->before;
	int met = 0;
	for (unit_set rest = played->resolution.dislodged; rest != 0; rest &= rest - 1) {
		int u = __builtin_ctzll(rest);
		const struct case_dislodging *expected = find_dislodging(played->phase, board->unit[u]);
		int attacker = judge_dislodger(played->map, played->law, board, played->orders, &played->resolution, u);
		uint8_t from = attacker < 0 ? LOC_NONE : played->map->loc[board->unit[attacker].loc].province;
		const char *where = attacker < 0 ? "nowhere" : code_of(played, from);
		if (expected == NULL)
			say(text, "the unit in %s is dislodged from %s, should not be", code_of(played, board->unit[u].loc), where);
		else if (expected->from != LOC_NONE && expected->from != from)
			say(text, "the unit in %s is dislodged from %s, should be from %s", code_of(played, board->unit[u].loc),
			    where, code_of(played, expected->from));
		met += expected != NULL;
	}
	if (met < played->phase->dislodged_count)
		say(text, "%d units should be dislodged that are not", played->phase->dislodged_count - met);
}

static void compare_contested(const struct played *played, char text[CASE_TEXT_SIZE])
{
	const uint64_t *expected = played->phase->contested;
	uint64_t contested[2];
	judge_contested(played->map, played->law, &played->phase->before, played->orders, &played->resolution, contested);
	for (int half = 0; half < 2; half++)
		for (uint64_t rest = contested[half] ^ expected[half]; rest != 0; rest &= rest - 1) {
			uint8_t province = (uint8_t)(half * 64 + __builtin_ctzll(rest));
			say(text, "%s %s", code_of(played, province),
			    set_has(expected, province) ? "should be contested" : "is contested, should not be");
		}
}

static void compare_options(const struct played *played, char text[CASE_TEXT_SIZE])
{
	const struct board *board = &played->awaiting;
	for (int n = 0; n < played->phase->options_count; n++) {
		const struct case_options *expected = &played->phase->options[n];
		int i = board_find_retreat(played->map, board, played->map->loc[expected->unit.loc].province);
		if (i < 0 || !unit_equal(board->retreat[i].unit, expected->unit)) {
			say_of_unit(played, expected->unit, "should have to retreat", text);
			continue;
		}
		uint8_t options[EXITS_MAX];
		uint64_t open[2] = {0, 0};
		for (int left = retreat_options(played->map, board, i, options); left > 0; left--)
			set_add(open, options[left - 1]);
		for (int loc = 0; loc < played->map->loc_count; loc++)
			if (set_has(open, (unsigned)loc) != set_has(expected->open, (unsigned)loc))
				say(text, "%s %s open to the unit dislodged in %s", code_of(played, (uint8_t)loc),
				    set_has(open, (unsigned)loc) ? "should not be" : "should be", code_of(played, expected->unit.loc));
	}
}

static bool is_movement(const struct case_phase *phase)
{
	enum phase_kind kind = phase_kind(phase->before.phase);
	return kind == SPRING_MOVES || kind == FALL_MOVES;
}

static void compare(const struct played *played, char text[CASE_TEXT_SIZE])
{
	compare_orders(played, text);
	if (played->resolution.undecided != 0)
		return; /* what follows from the orders is as undecided */
	compare_after(played, text);
	if (is_movement(played->phase)) {
		compare_dislodged(played, text);
		compare_contested(played, text);
	} else {
		compare_disbanded(played, text);
	}
	if (phase_kind(played->phase->before.phase) != WINTER_ADJUSTMENTS)
		compare_options(played, text);
}

/* The rules given, or, when they are NULL, those of the case's profile; NULL when these are not known here. */
static const struct rules *find_rules(const struct rules *rules, const struct test_case *c)
{
	return rules != NULL ? rules : rules_find(profile_rules[c->profile]);
}

static void skip(struct case_report *report, const char *why)
{
	report->outcome = CASE_SKIPPED;
	say(report->text, "%s", why);
}

void cases_check(const struct map *map, const struct judge *judge, const struct rules *rules, const struct test_case *c,
                 struct case_report *report)
{
	*report = (struct case_report){.outcome = CASE_PASSED};
	if (c->doubt) {
		skip(report, "marked doubt");
		return;
	}
	rules = find_rules(rules, c);
	if (rules == NULL) {
		skip(report, "its rule set is not known here");
		return;
	}
	bool undecided = false;
	for (const struct case_phase *phase = c->phases; phase < c->phases + c->phase_count; phase++) {
		struct played played;
		play(map, judge, &rules->law, phase, &played);
		compare(&played, report->text);
		undecided |= played.resolution.undecided != 0;
		if (played.resolution.stage > report->stage)
			report->stage = played.resolution.stage;
	}
	if (report->text[0] != '\0')
		report->outcome = CASE_FAILED;
	else if (undecided)
		skip(report, "undecided");
}

uint8_t cases_stage(const struct test_case *c)
{
	return c->literal_stage != STAGE_NONE ? c->literal_stage : c->stage;
}

char *cases_compare_reasons(const struct map *map, const struct judge *judge, const struct rules *rules,
                            const struct test_case *c, char text[CASE_TEXT_SIZE])
{
	text[0] = '\0';
	rules = find_rules(rules, c);
	for (const struct case_phase *phase = c->phases; rules != NULL && phase < c->phases + c->phase_count; phase++) {
		struct played played;
		play(map, judge, &rules->law, phase, &played);
		for (int i = 0; i < phase->order_count; i++) {
			const char *reason = phase->reason[i] == RESULTS ? NULL : result_names[phase->reason[i]];
			if (reason == NULL || strcmp(reason, describe_result(&played, i)) == 0)
				continue;
			char order[ORDER_TEXT_SIZE];
			say(text, "%s is '%s', given as '%s'", order_print(map, phase->orders[i].order, order),
			    describe_result(&played, i), reason);
		}
	}
	return text;
}
