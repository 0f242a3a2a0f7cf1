/* why: see why.h. */
#include "why_words.h"
#include "retreat.h"

/* ── words ── */

static void add_power(struct words *words, uint8_t power)
{
	const struct map *map = words->why->variant.map;

	if (power != words->power && power < map->power_count)
		text_add(&words->text, "%s ", map->power[power]);
}

void words_unit(struct words *words, struct unit unit)
{
	add_power(words, unit.power);
	text_add(&words->text, "%s %s", unit.type == FLEET ? "F" : "A",
	         words->why->variant.map->loc[unit.loc].code);
}

void words_order(struct words *words, int unit)
{
	char text[ORDER_TEXT_SIZE];

	add_power(words, words->why->record->board.unit[unit].power);
	text_add(&words->text, "%s",
	         order_print(words->why->variant.map, words->why->record->orders.order[unit], text));
}

void words_cannot_go(struct words *words, uint8_t type, uint8_t from, uint8_t to)
{
	const struct map_loc *loc = words->why->variant.map->loc;

	text_add(&words->text, "%s cannot go from %s to %s", type == FLEET ? "a fleet" : "an army",
	         loc[from].code, loc[to].code);
}

void words_units(struct words *words, unit_set units)
{
	for (unit_set rest = units; rest;) {
		words_unit(words, words->why->record->board.unit[unit_set_pop(&rest)]);
		if (rest != 0)
			text_add(&words->text, unit_set_count(rest) == 1 ? " and " : ", ");
	}
}

/* ── retreats ── */

/* Another dislodged unit that was to go to the same province, or -1. */
static int find_other_retreat(const struct map *map, const struct phase_record *record, int i)
{
	const uint8_t to = map->loc[record->orders.order[i].to].province;

	for (int k = 0; k < record->orders.count; k++) {
		const struct order order = record->orders.order[k];
		if (k != i && order.kind == ORDER_RETREAT && order.to < map->loc_count &&
		    map->loc[order.to].province == to && record->results[k] == RESULT_BOUNCED)
			return k;
	}
	return -1;
}

/* Why a dislodged unit may not go to the target of its order. */
static void tell_closed(struct words *words, int i)
{
	const struct map *map = words->why->variant.map;
	const struct board *board = &words->why->record->board;
	const struct unit unit = board->retreat[i].unit;
	const uint8_t to = words->why->record->orders.order[i].to, province = map->loc[to].province;
	const int there = board_find(map, board, province);

	if (!map_adjacent(map, unit.type, unit.loc, to)) {
		words_cannot_go(words, unit.type, unit.loc, to);
	} else if (there >= 0) {
		words_unit(words, board->unit[there]);
		text_add(&words->text, " stands there");
	} else if (province == board->retreat[i].barred) {
		text_add(&words->text, "its attacker came from there");
	} else if (place_set_has(&board->contested, province)) {
		text_add(&words->text, "a standoff left %s empty", map->loc[province].code);
	}
}

static void tell_retreat(struct words *words, int i)
{
	const struct map *map = words->why->variant.map;
	const struct phase_record *record = words->why->record;
	const struct order order = record->orders.order[i];
	uint8_t options[EXITS_MAX];
	const int count = retreat_options(map, &record->board, i, options);

	if (record->results[i] == RESULT_ILLEGAL && order.kind == ORDER_RETREAT &&
	    order.to < map->loc_count) {
		tell_closed(words, i);
		text_add(&words->text, "; it disbands");
	} else if (record->results[i] == RESULT_BOUNCED && order.to < map->loc_count) {
		const int other = find_other_retreat(map, record, i);
		if (other >= 0) {
			words_unit(words, record->board.retreat[other].unit);
			text_add(&words->text, " retreated to %s, too; ",
			         map->loc[map->loc[order.to].province].code);
		}
		text_add(&words->text, "it disbands");
	} else if (count == 0) {
		text_add(&words->text, "it had nowhere to go");
	} else {
		text_add(&words->text, order.kind == ORDER_DISBAND ? "it could go to "
		                       : count > 1                 ? "it could choose from "
		                                                   : "it could go only to ");
		for (int o = 0; o < count; o++)
			text_add(&words->text, "%s%s",
			         o == 0           ? ""
			         : o == count - 1 ? " and "
			                          : ", ",
			         map->loc[options[o]].code);
	}
}

/* ── winter ── */

static void tell_build_place(struct words *words, uint8_t power, uint8_t loc)
{
	const struct map *map = words->why->variant.map;
	const struct board *board = &words->why->record->board;
	const uint8_t province = map->loc[loc].province, owner = board->owner[province];
	const char *code = map->loc[province].code;
	const int there = board_find(map, board, province);

	if (!map_is_home(map, power, province))
		text_add(&words->text, "%s is not a home centre of %s", code, map->power[power]);
	else if (owner != power)
		text_add(&words->text, "%s has %s", owner < map->power_count ? map->power[owner] : "nobody",
		         code);
	else if (there >= 0) {
		words_unit(words, board->unit[there]);
		text_add(&words->text, " stands there");
	} else
		text_add(&words->text, "another unit is built there");
}

static void tell_adjustment(struct words *words, int n)
{
	const struct map *map = words->why->variant.map;
	const struct phase_record *record = words->why->record;
	const struct order order = record->orders.order[n];
	int centres[POWERS_MAX], units[POWERS_MAX];

	if (words->power >= map->power_count)
		return;
	board_count_centres(map, &record->board, centres);
	board_count_units(&record->board, units);
	if ((record->results[n] == RESULT_OCCUPIED || record->results[n] == RESULT_NOT_OWNED) &&
	    order.from < map->loc_count) {
		tell_build_place(words, words->power, order.from);
		return;
	}
	if (record->results[n] == RESULT_ILLEGAL && order.kind != ORDER_WAIVE)
		text_add(&words->text, order.kind == ORDER_BUILD ? "no such unit can be built there"
		                                                 : "it has no such unit to disband");
	else
		text_add(&words->text, "%d centre%s, %d unit%s", centres[words->power],
		         PLURAL(centres[words->power]), units[words->power], PLURAL(units[words->power]));
}

/* ── the whole ── */

static bool open_moves(struct why *why)
{
	const struct phase_record *record = why->record;
	const struct board *board = &record->board;
	struct judgement *j = &why->judgement;
	enum result results[UNITS_MAX];

	if (record->orders.count != board->unit_count || record->dislodged & ~board_all_units(board))
		return false;
	for (int u = 0; u < board->unit_count; u++)
		if (!order_is_of(why->variant.map, record->orders.order[u], board->unit[u].type,
		                 board->unit[u].loc))
			return false;
	*j =
		(struct judgement){.variant = why->variant, .board = board, .orders = record->orders.order};
	verify_orders(why->variant, board, j->orders, &j->verified);
	for (int u = 0; u < board->unit_count; u++)
		j->resolution.follows |= unit_set_if(record->results[u] == RESULT_SUCCEEDS, u);
	j->resolution.dislodged = record->dislodged;
	judge_explain(j, results);
	for (int u = 0; u < board->unit_count; u++)
		if (results[u] != record->results[u])
			return false;
	return true;
}

bool why_open(struct why *why, struct variant variant, const struct phase_record *record)
{
	const struct board *board = &record->board;

	why->variant = variant;
	why->record = record;
	if (board->phase < 0)
		return false;
	if (phase_is_movement(board->phase))
		return open_moves(why);
	if (phase_is_winter(board->phase))
		return true;
	for (int i = 0; i < board->retreat_count; i++)
		if (i >= record->orders.count || record->orders.order[i].from != board->retreat[i].unit.loc)
			return false;
	return record->orders.count == board->retreat_count;
}

char *why_write(const struct why *why, int n, char text[WHY_SIZE])
{
	const struct phase_record *record = why->record;
	struct words words = {
		.why = why, .power = record->orders.power[n], .text = {text, WHY_SIZE, 0}};

	text[0] = '\0';
	if (phase_is_winter(record->board.phase)) {
		tell_adjustment(&words, n);
	} else if (!phase_is_movement(record->board.phase)) {
		tell_retreat(&words, n);
	} else {
		why_moved(&words, n);
		if (unit_set_has(record->dislodged, n)) {
			if (record->results[n] != RESULT_DISLODGED)
				text_add(&words.text, "%sdislodged ", words.text.used > 0 ? "; " : "");
			why_dislodged(&words, n);
		}
	}
	return text;
}
