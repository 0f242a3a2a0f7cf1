/* case_phase: reads the lines within a phase. A new kind needs a reader and a row. */
#include "case_line.h"

static const struct name expectation_names[] = {
	{"succeeds", EXPECT_SUCCEEDS},
	{"fails", EXPECT_FAILS},
	{"any", EXPECT_ANY},
	{NULL, 0},
};

/* A convoy in a paradox is disrupted. */
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

static bool read_owner(struct line *line)
{
	uint8_t province, power;
	if (!line_read_province(line, &province) ||
	    !tokens_read_power(&line->tokens, line->map, line->error, &power))
		return false;
	const struct map_loc *loc = &line->map->loc[province];
	if (loc->terrain == WATER)
		return text_refuse(line->error, "%s is water, and nobody can own it", loc->code);
	if (line->phase->before.owner[province] != POWER_NONE)
		return text_refuse(line->error, "%s has an owner already", loc->code);
	line->phase->before.owner[province] = power;
	return line_read_end(line);
}

static bool refuse_crowd(struct line *line)
{
	return text_refuse(line->error, "a board holds at most %d units", UNITS_MAX);
}

/* Reads a unit of a position, and checks that it can be at its place. */
static bool read_standing(struct line *line, struct unit *unit)
{
	if (!line_read_unit(line, unit))
		return false;
	const struct map_loc *loc = &line->map->loc[unit->loc];
	const bool both = unit->type == FLEET && line->map->coast_count[loc->province] > 0;
	return map_can_stand(line->map, unit->type, unit->loc) ||
	       text_refuse(line->error, "no %s can stand in %s%s",
	                   unit->type == ARMY ? "army" : "fleet", loc->code,
	                   both ? ": name its coast" : "");
}

static bool put_unit(struct line *line, struct board *board)
{
	struct unit unit;
	if (!read_standing(line, &unit))
		return false;
	if (board_add(line->map, board, unit))
		return line_read_end(line);
	if (board->unit_count + board->retreat_count == UNITS_MAX)
		return refuse_crowd(line);
	return text_refuse(line->error, "there is a unit in %s already",
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
		return text_refuse(line->error, "a phase has at most %d of them", CASE_ORDERS_MAX);
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
		return line_read_unit(line, unit);
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
		return text_refuse(line->error, "there are only %d orders before it", i);
	const struct submission *submission = &phase->orders[i];
	struct unit unit;
	if (!read_ordered(line, &submission->order, &unit))
		return false;
	if (unit.power != submission->power || unit.type != submission->order.type ||
	    unit.loc != submission->order.from)
		return text_refuse(line->error,
		                   "order %d is another unit's: they should come in one sequence", i + 1);
	if (!line_read_name(line, expectation_names, "result (succeeds, fails or any)",
	                    &phase->expected[i]))
		return false;
	phase->reason[i] = line_find_name(reason_names, tokens_next(&line->tokens))->value;
	phase->expect_count++;
	return line_read_end(line);
}

/* Reads "bur", or "?" if it is not known. */
static bool read_origin(struct line *line, uint8_t *province)
{
	struct tokens before = line->tokens;
	*province = LOC_NONE;
	if (token_is(tokens_next(&line->tokens), "?"))
		return true;
	line->tokens = before;
	return line_read_province(line, province);
}

/* Reads "FRA A par from bur [convoyed]". */
static bool read_dislodging(struct line *line, struct case_dislodging *dislodging)
{
	if (!read_standing(line, &dislodging->unit))
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
	return line_read_end(line);
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
	if (!line_read_province(line, &province))
		return false;
	place_set_add(set, province);
	return line_read_end(line);
}

static bool read_contested(struct line *line)
{
	return put_province(line, &line->phase->contested);
}

/* Only the board of a retreat phase may have dislodged units and closed places. */
static bool check_retreats(struct line *line)
{
	const enum phase_kind kind = phase_kind(line->phase->before.phase);
	return kind == SPRING_RETREATS || kind == FALL_RETREATS ||
	       text_refuse(line->error, "its phase is not a phase of retreats");
}

static bool read_closed(struct line *line)
{
	return check_retreats(line) && put_province(line, &line->phase->before.contested);
}

static bool read_retreating(struct line *line)
{
	struct case_phase *phase = line->phase;
	struct case_dislodging dislodging;
	if (!check_retreats(line) || !read_dislodging(line, &dislodging))
		return false;
	uint8_t province = line->map->loc[dislodging.unit.loc].province;
	if (dislodging.convoyed)
		place_set_add(&phase->convoyed, province);
	if (board_add_retreat(line->map, &phase->before,
	                      (struct retreat){dislodging.unit, dislodging.from}))
		return true;
	if (board_find_retreat(line->map, &phase->before, province) < 0)
		return refuse_crowd(line);
	return text_refuse(line->error, "a unit retreats from %s already",
	                   line->map->loc[province].code);
}

static bool read_disbanded(struct line *line)
{
	struct case_phase *phase = line->phase;
	if (phase->disbanded_count == UNITS_MAX)
		return refuse_crowd(line);
	return line_read_unit(line, &phase->disbanded[phase->disbanded_count++]) && line_read_end(line);
}

/* Reads "FRA A par none" or "FRA A par bur gas". */
static bool read_options(struct line *line)
{
	struct case_phase *phase = line->phase;
	if (phase->options_count == RETREATS_MAX)
		return text_refuse(line->error, "a phase has at most %d of them", RETREATS_MAX);
	struct case_options *options = &phase->options[phase->options_count++];
	*options = (struct case_options){.open = {{0, 0}}};
	if (!line_read_unit(line, &options->unit))
		return false;
	struct tokens list = line->tokens;
	if (token_is(tokens_next(&list), "none")) {
		line->tokens = list;
		return line_read_end(line);
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

/* The frequent ones first. */
const struct line_kind case_phase_lines[] = {
	{"unit", IN_PHASE, read_before},           {"order", IN_PHASE, read_order},
	{"expect", IN_PHASE, read_expect},         {"after", IN_PHASE, read_after},
	{"dislodged", IN_PHASE, read_dislodged},   {"contested", IN_PHASE, read_contested},
	{"owner", IN_PHASE, read_owner},           {"options", IN_PHASE, read_options},
	{"retreating", IN_PHASE, read_retreating}, {"closed", IN_PHASE, read_closed},
	{"disbanded", IN_PHASE, read_disbanded},   {.token = NULL},
};
