/* api_package: movement phases as the Python package diplomacy has them: units in its sequence, its
 * list of orders, its words for results. It keeps no state between calls. */
#include "api.h"
#include "api_play.h"
#include "formats/saved/saved_result.h"
#include "game/choices.h"
#include "rules/seas.h"

#include <stdlib.h>
#include <string.h>

enum { NO_UNIT = UNITS_MAX };

/* A position, read from the caller. */
struct position {
	const struct rules *rules;
	struct board board;
	uint8_t given[PROVINCES_MAX]; /* by province: index of the caller's unit there, or NO_UNIT */
};

/* Checks the units and finds the unit of each province. */
static int32_t place_units(const struct ares_map *map, const struct ares_unit *units, int32_t count,
                           uint8_t given[PROVINCES_MAX], struct ares_error *error)
{
	if (count < 0 || count > UNITS_MAX || (count > 0 && !units))
		return api_refuse(error, ARES_ERROR_ARGUMENT,
		                  "there are %d units: 0 to %d are possible, and units may not be NULL",
		                  count, UNITS_MAX);
	memset(given, NO_UNIT, PROVINCES_MAX);
	for (int32_t u = 0; u < count; u++) {
		const struct unit unit = {units[u].power, units[u].type, units[u].place};
		const int32_t status = api_check_unit(&map->map, unit, error);
		if (status)
			return status;
		if (given[map->map.province[unit.loc]] != NO_UNIT)
			return api_refuse(error, ARES_ERROR_BOARD, "units[%d]: another unit is there", u);
		given[map->map.province[unit.loc]] = (uint8_t)u;
	}
	return ARES_OK;
}

static int32_t take_position(const struct ares_map *map, int32_t rules,
                             const struct ares_unit *units, int32_t count,
                             struct position *position, struct ares_error *error)
{
	struct board *board = &position->board;
	int32_t status;

	if ((status = api_find_rules(rules, &position->rules, error)) ||
	    (status = place_units(map, units, count, position->given, error)))
		return status;
	board_clear(board);
	for (int p = 0; p < map->map.province_count; p++)
		if (position->given[p] != NO_UNIT) {
			const struct ares_unit *unit = &units[position->given[p]];
			board->unit[board->unit_count++] = (struct unit){unit->power, unit->type, unit->place};
		}
	return ARES_OK;
}

/* ── legal orders ── */

static bool names_coast(const struct ares_map *map, struct order order)
{
	return order.kind == ORDER_SUPPORT_MOVE && order.aux_type == FLEET &&
	       order.to != map->map.province[order.to];
}

uint64_t *api_find_special(const struct ares_map *map)
{
	uint64_t *special = calloc((size_t)map->vocabulary->words, sizeof *special);

	for (int32_t n = 0; special && n < map->vocabulary->count; n++) {
		const struct order order = vocabulary_order(map->vocabulary, n);
		if (order.kind == ORDER_CONVOY || names_coast(map, order))
			special[n / 64] |= UINT64_C(1) << n % 64;
	}
	return special;
}

/* The number of the support that omits the coast of the support with a given number. */
static int32_t find_plain(const struct ares_map *map, int32_t number)
{
	struct order order = vocabulary_order(map->vocabulary, number);

	order.to = map->map.province[order.to];
	const int32_t plain = vocabulary_number(map->vocabulary, order);
	return plain == VOCABULARY_NONE ? number + map->vocabulary->count : plain;
}

/* Whether some route over the seas needs the fleet of a convoy. */
static bool is_needed(const struct map *map, const struct place_set *seas, struct order order)
{
	return (map_reaches(map, FLEET, order.from, order.aux) &&
	        map_reaches(map, FLEET, order.from, order.to)) ||
	       seas_route_needs(map, seas, order.from, order.aux, order.to);
}

/* Writes a unit's numbers in the package's sequence: supports without a coast come last. Returns
 * their number. */
static int32_t write_unit(const struct ares_map *map, const struct place_set *seas,
                          const int32_t listed[], int32_t count, int32_t numbers[])
{
	int32_t written = 0, coasts = 0, last = VOCABULARY_NONE;

	for (int32_t i = 0; i < count; i++) {
		const int32_t n = listed[i];
		numbers[written++] = n;
		if (!(map->special[n / 64] >> n % 64 & 1))
			continue;
		const struct order order = vocabulary_order(map->vocabulary, n);
		if (order.kind == ORDER_SUPPORT_MOVE)
			coasts++;
		else if (!is_needed(&map->map, seas, order))
			written--;
	}
	for (int32_t i = 0; coasts > 0; i++) {
		if (!names_coast(map, vocabulary_order(map->vocabulary, listed[i])))
			continue;
		const int32_t plain = find_plain(map, listed[i]);
		if (plain != last) /* it is the same for both coasts of a province */
			numbers[written++] = plain;
		last = plain;
		coasts--;
	}
	return written;
}

int32_t ares_package_orders(const struct ares_map *map, int32_t rules,
                            const struct ares_unit *units, int32_t unit_count, int32_t *numbers,
                            int32_t most, int32_t *ends, struct ares_error *error)
{
	struct position position;
	struct choices choices;
	int32_t status, count = 0;
	uint8_t at[UNITS_MAX];

	API_NEED(map);
	API_NEED(numbers);
	API_NEED(ends);
	const int32_t all = choices_most(map->vocabulary);
	if (most < 3 * all)
		return api_refuse(error, ARES_ERROR_SIZE, "most is %d: it must be %d", most, 3 * all);
	if ((status = take_position(map, rules, units, unit_count, &position, error)))
		return status;

	const struct board *board = &position.board;
	const struct place_set seas =
		place_set_intersection(map->map.of_terrain[WATER], board_occupied(&map->map, board));
	int32_t *listed = numbers + 2 * all;
	choices_list(map->vocabulary, rules_variant(position.rules, &map->map).law, board, &choices,
	             listed, NULL, NULL);
	for (int u = 0; u < board->unit_count; u++)
		at[position.given[map->map.province[board->unit[u].loc]]] = (uint8_t)u;
	for (int32_t u = 0; u < unit_count; u++) {
		const struct choices_slot *slot = &choices.slot[at[u]];
		count += write_unit(map, &seas, listed + slot->first, slot->count, numbers + count);
		ends[u] = count;
	}
	return api_accept(error);
}

/* ── texts ── */

/* The rest of a line. */
struct line {
	const char *at, *end;
};

static bool take_text(struct line *line, const char *text)
{
	const size_t length = strlen(text);

	if ((size_t)(line->end - line->at) < length || memcmp(line->at, text, length) != 0)
		return false;
	line->at += length;
	return true;
}

/* Takes a place in capitals, LOC_NONE: there is none. */
static uint8_t take_place(const struct map *map, struct line *line)
{
	const char *begin = line->at;

	while (line->at < line->end && *line->at != ' ')
		line->at++;
	const size_t length = (size_t)(line->at - begin);
	const uint8_t loc = map_find(map, begin, length);
	for (size_t i = 0; loc != LOC_NONE && i < length; i++) {
		const char letter = map->loc[loc].code[i];
		if (begin[i] != (letter == '/' ? letter : letter - 'a' + 'A'))
			return LOC_NONE;
	}
	return loc;
}

static bool take_unit(const struct map *map, struct line *line, uint8_t *type, uint8_t *loc)
{
	*type = take_text(line, "F ") ? FLEET : ARMY;
	if (*type == ARMY && !take_text(line, "A "))
		return false;
	*loc = take_place(map, line);
	return *loc != LOC_NONE;
}

/* Reads an order of a movement phase in the package's form. */
static bool read_order(const struct map *map, struct line line, struct order *order)
{
	uint8_t type, from, aux_type, aux;

	if (!take_unit(map, &line, &type, &from))
		return false;
	if (take_text(&line, " H")) {
		*order = order_hold(type, from);
	} else if (take_text(&line, " - ")) {
		*order = order_move(type, from, take_place(map, &line));
		order->via = take_text(&line, " VIA");
	} else if (take_text(&line, " S ") && take_unit(map, &line, &aux_type, &aux)) {
		*order = take_text(&line, " - ")
		             ? order_support_move(type, from, aux_type, aux, take_place(map, &line))
		             : order_support_hold(type, from, aux_type, aux);
	} else if (take_text(&line, " C ") && take_unit(map, &line, &aux_type, &aux) &&
	           take_text(&line, " - ")) {
		*order = order_convoy(from, aux_type, aux, take_place(map, &line));
		order->type = type;
	} else {
		return false;
	}
	return line.at == line.end;
}

/* The number of an order; VOCABULARY_NONE: no unit has it. A move by sea need not say VIA. */
static int32_t number_order(const struct ares_map *map, struct order *order)
{
	const int32_t number = vocabulary_number(map->vocabulary, *order);

	if (number != VOCABULARY_NONE || order->to == LOC_NONE)
		return number;
	if (order->kind == ORDER_MOVE && order->type == ARMY) {
		order->via = 1;
		return vocabulary_number(map->vocabulary, *order);
	}
	const uint8_t province = map->map.province[order->to];
	for (int c = 0; order->to == province && c < map->map.coast_count[province]; c++) {
		struct order named = *order;
		named.to = map->map.coasts[province][c];
		const int32_t found = vocabulary_number(map->vocabulary, named);
		if (found != VOCABULARY_NONE && names_coast(map, named))
			return map->vocabulary->count + found;
	}
	return VOCABULARY_NONE;
}

static bool is_listed(const int32_t *numbers, const int32_t *ends, int u, int32_t number)
{
	for (int32_t i = u == 0 ? 0 : ends[u - 1]; i < ends[u]; i++)
		if (numbers[i] == number)
			return true;
	return false;
}

/* Orders of powers, read from the caller. */
struct lines {
	const int32_t *numbers, *ends; /* the list, or NULL */
	const uint8_t *powers;
	int32_t count;
	const char *text;
	size_t length;
};

/* Reads all lines; false: ares_package_read must refuse a line. at: filled in by place_units. */
static bool read_lines(const struct ares_map *map, const struct ares_unit *units,
                       const uint8_t at[PROVINCES_MAX], const struct lines *lines,
                       struct submission submissions[UNITS_MAX])
{
	const char *const end = lines->text + lines->length;
	struct line line = {lines->text, lines->text};
	unit_set ordered = 0;

	for (int32_t i = 0; i < lines->count; i++, line.at = line.end + 1) {
		struct order order;
		if (line.at > end || i == UNITS_MAX)
			return false;
		line.end = memchr(line.at, '\n', (size_t)(end - line.at));
		line.end = line.end ? line.end : end;
		if (!read_order(&map->map, line, &order))
			return false;
		const uint8_t u = at[map->map.province[order.from]];
		if (u == NO_UNIT || units[u].type != order.type || units[u].place != order.from ||
		    units[u].power != lines->powers[i] || unit_set_has(ordered, u))
			return false;
		const int32_t number = number_order(map, &order);
		if (number == VOCABULARY_NONE ||
		    (lines->numbers && !is_listed(lines->numbers, lines->ends, u, number)))
			return false;
		unit_set_add(&ordered, u);
		submissions[i] = (struct submission){lines->powers[i], order};
	}
	return lines->count == 0 ? lines->length == 0 : line.at > end;
}

int32_t ares_package_read(const struct ares_map *map, const struct ares_unit *units,
                          int32_t unit_count, const int32_t *numbers, const int32_t *ends,
                          const uint8_t *powers, int32_t count, const char *text, size_t length)
{
	const struct lines lines = {numbers, ends, powers, count, text, length};
	struct submission submissions[UNITS_MAX];
	struct ares_error *error = NULL;
	uint8_t at[PROVINCES_MAX];
	int32_t status;

	API_NEED(map);
	API_NEED(powers);
	API_NEED(text);
	if ((status = place_units(map, units, unit_count, at, error)))
		return status;
	return read_lines(map, units, at, &lines, submissions);
}

/* ── playing ── */

/* A phase that was played. */
struct played {
	struct position position;
	struct phase_record record;
	struct board next;
	struct submission submissions[UNITS_MAX];
	uint8_t verdicts[UNITS_MAX];
};

static int32_t play(const struct ares_map *map, int32_t rules, const struct ares_unit *units,
                    int32_t unit_count, const struct lines *lines, struct played *played,
                    struct ares_error *error)
{
	int32_t status;

	API_NEED(lines->powers);
	API_NEED(lines->text);
	if ((status = take_position(map, rules, units, unit_count, &played->position, error)))
		return status;
	if (!read_lines(map, units, played->position.given, lines, played->submissions))
		return api_refuse(error, ARES_ERROR_ORDER,
		                  "text: a line is not an order of its power's units");

	const struct game game = {&map->map, played->position.rules, 0, 1};
	played->record.board = played->position.board;
	played->record.orders.count = 0;
	api_play(&game, api_judge(0), played->submissions, lines->count, played->verdicts,
	         &played->record, &played->next);
	return ARES_OK;
}

static int find_unit(const struct ares_map *map, const struct board *board, struct order order)
{
	return board_find(&map->map, board, map->map.province[order.from]);
}

static bool has_moved(const struct phase_record *record, int u)
{
	return record->orders.order[u].kind == ORDER_MOVE && record->results[u] == RESULT_SUCCEEDS;
}

static void give_fates(const struct ares_map *map, const struct played *played, uint8_t *fates)
{
	const struct phase_record *record = &played->record;
	const uint8_t *given = played->position.given, *province = map->map.province;

	for (int u = 0; u < record->board.unit_count; u++)
		fates[given[province[record->board.unit[u].loc]]] =
			has_moved(record, u) ? ARES_PACKAGE_MOVED : ARES_PACKAGE_STAYS;
	if (record->dislodged == 0)
		return;
	for (int u = 0; u < record->board.unit_count; u++) {
		const uint8_t to = has_moved(record, u) ? province[record->orders.order[u].to] : LOC_NONE;
		const int there = to == LOC_NONE ? -1 : board_find(&map->map, &record->board, to);
		if (there >= 0 && unit_set_has(record->dislodged, there))
			fates[given[to]] =
				(uint8_t)(ARES_PACKAGE_DISLODGED + given[province[record->board.unit[u].loc]]);
	}
}

/* Writes a power's units after the phase: first the units that stayed, in their sequence, then the
 * units that moved, in the sequence of their orders. Returns their number. */
static int32_t give_units(const struct ares_map *map, const struct played *played, uint8_t power,
                          const struct ares_unit *units, int32_t unit_count, int32_t count,
                          const uint8_t *fates, struct ares_unit *next)
{
	const struct phase_record *record = &played->record;
	int32_t written = 0;

	for (int32_t u = 0; u < unit_count; u++)
		if (units[u].power == power && fates[u] == ARES_PACKAGE_STAYS)
			next[written++] = units[u];
	for (int32_t i = 0; i < count; i++) {
		const struct submission *given = &played->submissions[i];
		if (given->power != power || played->verdicts[i] != ARES_LEGAL)
			continue;
		const int u = find_unit(map, &record->board, given->order);
		if (has_moved(record, u))
			next[written++] = (struct ares_unit){power, record->board.unit[u].type,
			                                     record->orders.order[u].to, 0};
	}
	return written;
}

int32_t ares_package_play(const struct ares_map *map, int32_t rules, const struct ares_unit *units,
                          int32_t unit_count, const int32_t *numbers, const int32_t *ends,
                          const uint8_t *powers, int32_t count, const char *text, size_t length,
                          struct ares_unit *next, int32_t *next_ends, uint8_t *fates,
                          struct ares_board *after, struct ares_error *error)
{
	const struct lines lines = {numbers, ends, powers, count, text, length};
	struct played played;
	int32_t status, written = 0;

	API_NEED(map);
	API_NEED(next);
	API_NEED(next_ends);
	API_NEED(fates);
	API_NEED(after);
	if ((status = play(map, rules, units, unit_count, &lines, &played, error)))
		return status;
	give_fates(map, &played, fates);
	for (uint8_t power = 0; power < map->map.power_count; power++) {
		written += give_units(map, &played, power, units, unit_count, count, fates, next + written);
		next_ends[power] = written;
	}
	if (played.record.dislodged)
		api_give_board(map, &played.next, after);
	return api_accept(error);
}

/* ── results ── */

/* The units of the board whose orders did not count, by their verdict or by the caller's set. */
static unit_set find_voids(const struct ares_map *map, const struct played *played, int32_t count,
                           const struct ares_unit *units, int32_t unit_count, uint64_t void_units)
{
	const struct board *board = &played->record.board;
	unit_set voids = 0;

	for (int32_t i = 0; i < count; i++)
		if (played->verdicts[i] != ARES_LEGAL)
			voids |= unit_set_one(find_unit(map, board, played->submissions[i].order));
	for (int32_t u = 0; u < unit_count; u++)
		if (void_units >> u & 1)
			voids |= unit_set_one(board_find(&map->map, board, map->map.province[units[u].place]));
	return voids;
}

int32_t ares_package_results(const struct ares_map *map, int32_t rules,
                             const struct ares_unit *units, int32_t unit_count,
                             const uint8_t *powers, int32_t count, const char *text, size_t length,
                             uint64_t void_units, uint32_t *words, struct ares_error *error)
{
	const struct lines lines = {NULL, NULL, powers, count, text, length};
	struct saved_results results;
	struct played played;
	int32_t status;

	API_NEED(map);
	API_NEED(words);
	if ((status = play(map, rules, units, unit_count, &lines, &played, error)))
		return status;
	const unit_set voids = find_voids(map, &played, count, units, unit_count, void_units);
	if (!saved_results_find(rules_variant(played.position.rules, &map->map), &played.record, voids,
	                        NULL, &results))
		return api_refuse(error, ARES_ERROR_ARGUMENT, "the orders cannot have these results");

	for (int i = 0; i < results.count; i++) {
		uint32_t *word = &words[played.position.given[map->map.province[results.unit[i].loc]]];
		*word = 0;
		for (int w = 0; w < results.result[i].count; w++)
			*word |= UINT32_C(1) << results.result[i].word[w];
	}
	return api_accept(error);
}
