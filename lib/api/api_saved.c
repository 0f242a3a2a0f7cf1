/* api_saved: games as saved games of the Python package diplomacy, out and in.
 *
 * Written are what the package itself reads: phases with their states, orders and results. Read are
 * names of phases, units and orders; all else follows from them. */
#include "api.h"
#include "api_game.h"
#include "formats/cases/case_write.h"
#include "formats/saved/saved_order.h"
#include "formats/saved/saved_result.h"
#include "json_scan.h"

#include <stdio.h>
#include <string.h>

/* ── writing ── */

/* A game that is being written. */
struct page {
	const struct ares_game *game;
	const struct map *map;
	struct case_text out;
	uint8_t influence[PROVINCES_MAX]; /* who stood there last */
};

static void write_string(struct case_text *out, const char *text)
{
	case_write(out, "\"");
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == '"' || *text == '\\')
			case_write(out, "\\u%04x", (unsigned char)*text);
		else
			case_write(out, "%c", *text);
	case_write(out, "\"");
}

static const char *comma(int *count)
{
	return (*count)++ > 0 ? "," : "";
}

typedef void write_power(struct page *page, const struct board *board, uint8_t power);

static void write_powers(struct page *page, const char *name, const struct board *board,
                         write_power *write)
{
	case_write(&page->out, "\"%s\":{", name);
	for (uint8_t p = 0; p < page->map->power_count; p++) {
		case_write(&page->out, "%s\"%s\":", p > 0 ? "," : "", saved_power_name(page->map, p));
		write(page, board, p);
	}
	case_write(&page->out, "},");
}

static bool may_retreat(const struct page *page, const struct board *board, int i)
{
	uint8_t options[EXITS_MAX];

	return retreat_options(page->map, board, i, options) > 0;
}

static void write_units(struct page *page, const struct board *board, uint8_t power)
{
	char text[SAVED_UNIT_SIZE];
	int count = 0;

	case_write(&page->out, "[");
	for (int u = 0; u < board->unit_count; u++)
		if (board->unit[u].power == power)
			case_write(&page->out, "%s\"%s\"", comma(&count),
			           saved_print_unit(page->map, board->unit[u], false, text));
	for (int i = 0; i < board->retreat_count; i++)
		if (board->retreat[i].unit.power == power && may_retreat(page, board, i))
			case_write(&page->out, "%s\"%s\"", comma(&count),
			           saved_print_unit(page->map, board->retreat[i].unit, true, text));
	case_write(&page->out, "]");
}

static void write_retreats(struct page *page, const struct board *board, uint8_t power)
{
	char text[SAVED_UNIT_SIZE];
	uint8_t options[EXITS_MAX];
	int units = 0;

	case_write(&page->out, "{");
	for (int i = 0; i < board->retreat_count; i++) {
		const int places = retreat_options(page->map, board, i, options);
		int count = 0;
		if (board->retreat[i].unit.power != power || places == 0)
			continue;
		case_write(&page->out, "%s\"%s\":[", comma(&units),
		           saved_print_unit(page->map, board->retreat[i].unit, false, text));
		for (int n = 0; n < places; n++)
			case_write(&page->out, "%s\"%s\"", comma(&count),
			           saved_print_place(page->map, options[n], text));
		case_write(&page->out, "]");
	}
	case_write(&page->out, "}");
}

static void write_places(struct page *page, const uint8_t owner[], bool centres_only, uint8_t power)
{
	char text[SAVED_UNIT_SIZE];
	int count = 0;

	case_write(&page->out, "[");
	for (int p = 0; p < page->map->province_count; p++)
		if (owner[p] == power && (page->map->centre[p] || !centres_only))
			case_write(&page->out, "%s\"%s\"", comma(&count),
			           saved_print_place(page->map, (uint8_t)p, text));
	case_write(&page->out, "]");
}

static void write_centres(struct page *page, const struct board *board, uint8_t power)
{
	write_places(page, board->owner, true, power);
}

static void write_homes(struct page *page, const struct board *board, uint8_t power)
{
	(void)board;
	write_places(page, page->map->owner, true, power);
}

static void write_influence(struct page *page, const struct board *board, uint8_t power)
{
	(void)board;
	write_places(page, page->influence, false, power);
}

static void write_disorder(struct page *page, const struct board *board, uint8_t power)
{
	(void)board;
	(void)power;
	case_write(&page->out, "0");
}

static void write_builds(struct page *page, const struct board *board, uint8_t power)
{
	uint8_t sites[PROVINCES_MAX];
	char text[SAVED_UNIT_SIZE];
	const bool winter = phase_kind(board->phase) == WINTER_ADJUSTMENTS;
	const int allowance = winter ? build_allowance(page->map, board, power) : 0;
	const int places = allowance > 0 ? build_sites(page->map, board, power, sites) : 0;
	int count = 0;

	case_write(&page->out, "{\"count\":%d,\"homes\":[", allowance);
	for (int n = 0; n < places; n++)
		case_write(&page->out, "%s\"%s\"", comma(&count),
		           saved_print_place(page->map, sites[n], text));
	case_write(&page->out, "]}");
}

static void write_nothing(struct page *page, const struct board *board, uint8_t power)
{
	(void)board;
	(void)power;
	case_write(&page->out, "null");
}

static void write_empty(struct page *page, const struct board *board, uint8_t power)
{
	(void)board;
	(void)power;
	case_write(&page->out, "[]");
}

static void write_state(struct page *page, const char *name, const struct board *board,
                        const char *note)
{
	static const struct {
		const char *name;
		write_power *write;
	} members[] = {
		{"units", write_units},         {"retreats", write_retreats},
		{"centers", write_centres},     {"homes", write_homes},
		{"influence", write_influence}, {"civil_disorder", write_disorder},
		{"builds", write_builds},
	};

	for (int u = 0; u < board->unit_count; u++)
		page->influence[page->map->province[board->unit[u].loc]] = board->unit[u].power;
	case_write(
		&page->out,
		"{\"name\":\"%s\",\"state\":{\"timestamp\":0,\"zobrist_hash\":\"0\",\"note\":", name);
	write_string(&page->out, note);
	case_write(&page->out, ",\"name\":\"%s\",", name);
	for (size_t i = 0; i < sizeof members / sizeof *members; i++)
		write_powers(page, members[i].name, board, members[i].write);
	case_write(&page->out, "\"map\":");
	write_string(&page->out, page->game->map->name);
	case_write(&page->out, "},");
}

/* The orders that the package has: not waives, and not those of units that must vanish. */
static bool is_said(const struct page *page, const struct phase_record *record, int i)
{
	if (phase_is_movement(record->board.phase))
		return true;
	if (phase_kind(record->board.phase) == WINTER_ADJUSTMENTS)
		return record->orders.order[i].kind != ORDER_WAIVE;
	return may_retreat(page, &record->board, i);
}

static void write_orders(struct page *page, const struct phase_record *record)
{
	char text[SAVED_ORDER_SIZE];

	case_write(&page->out, "\"orders\":{");
	for (uint8_t p = 0; p < page->map->power_count; p++) {
		int count = 0;
		case_write(&page->out, "%s\"%s\":[", p > 0 ? "," : "", saved_power_name(page->map, p));
		for (int i = 0; i < record->orders.count; i++)
			if (record->orders.power[i] == p && is_said(page, record, i))
				case_write(&page->out, "%s\"%s\"", comma(&count),
				           saved_print_order(page->map, record->orders.order[i], text));
		case_write(&page->out, "]");
	}
	case_write(&page->out, "},");
}

static bool write_results(struct page *page, const struct phase_record *record,
                          const struct board *vanished)
{
	const struct variant variant = rules_variant(page->game->match.rules, page->map);
	struct saved_results results;
	char text[SAVED_UNIT_SIZE];

	if (!saved_results_find(variant, record, 0, vanished, &results))
		return false;
	case_write(&page->out, "\"results\":{");
	for (int i = 0; i < results.count; i++) {
		int count = 0;
		case_write(&page->out, "%s\"%s\":[", i > 0 ? "," : "",
		           saved_print_unit(page->map, results.unit[i], false, text));
		for (int n = 0; n < results.result[i].count; n++)
			case_write(&page->out, "%s\"%s\"", comma(&count),
			           saved_words[results.result[i].word[n]]);
		case_write(&page->out, "]");
	}
	case_write(&page->out, "},\"messages\":[]}");
	return true;
}

/* A retreat phase in which no unit can go anywhere: the package has no such phase. */
static bool is_hidden(const struct page *page, const struct board *board)
{
	for (int i = 0; i < board->retreat_count; i++)
		if (may_retreat(page, board, i))
			return false;
	return board->retreat_count > 0;
}

static void write_open(struct page *page, const char *name, const char *note, write_power *orders)
{
	const struct board *board = &page->game->match.board;

	write_state(page, name, board, note);
	write_powers(page, "orders", board, orders);
	case_write(&page->out, "\"results\":{},\"messages\":[]}");
}

/* The phase that is still to be played, or the end: a draw leaves the phase that was open. */
static void write_end(struct page *page)
{
	const struct game_verdict verdict = match_verdict(&page->game->match);
	char name[PHASE_TEXT_SIZE], note[POWERS_MAX * 6 + 20];
	size_t length = 0;
	int count = 0;

	phase_print(page->game->match.board.phase, name);
	if (verdict.ending == GAME_RUNNING) {
		write_open(page, name, "", write_nothing);
		return;
	}
	length += (size_t)sprintf(note, "Victory by:");
	for (uint8_t p = 0; p < page->map->power_count; p++)
		if (verdict.ending == GAME_SOLO ? verdict.winner == p : power_set_has(verdict.survivors, p))
			length += (size_t)sprintf(note + length, "%s %.3s", comma(&count),
			                          saved_power_name(page->map, p));
	if (verdict.ending == GAME_DRAW) {
		write_open(page, name, "", write_empty);
		case_write(&page->out, ",");
	}
	write_open(page, "COMPLETED", note, write_nothing);
}

int32_t ares_game_save(const struct ares_game *game, const char *id, char *text, size_t size,
                       size_t *length, struct ares_error *error)
{
	struct phase_record record;
	struct board after, vanished;
	bool has_vanished = false;
	char name[PHASE_TEXT_SIZE];
	int32_t status;

	API_NEED(game);
	API_NEED(id);
	if (!api_may_write(text, size, error, &status))
		return status;
	struct page page = {game, &game->map->map, {text, size, 0}, {0}};

	memset(page.influence, POWER_NONE, sizeof page.influence);
	case_write(&page.out, "{\"id\":");
	write_string(&page.out, id);
	case_write(&page.out, ",\"map\":");
	write_string(&page.out, game->map->name);
	case_write(&page.out, ",\"rules\":[\"NO_PRESS\"],\"phases\":[");
	for (int32_t n = 0; n < game->count; n++) {
		if (!api_game_record(game, n, &record, &after))
			return api_refuse(error, ARES_ERROR_ORDER, "phase %d cannot be played anew", n);
		if (is_hidden(&page, &record.board)) {
			vanished = record.board;
			has_vanished = true;
			continue;
		}
		write_state(&page, phase_print(record.board.phase, name), &record.board, "");
		write_orders(&page, &record);
		if (!write_results(&page, &record, has_vanished ? &vanished : NULL))
			return api_refuse(error, ARES_ERROR_ORDER, "%s: its orders cannot have these results",
			                  name);
		case_write(&page.out, ",");
		has_vanished = false;
	}
	write_end(&page);
	case_write(&page.out, "]}");
	return api_finish_text(page.out.used, text, size, length, error);
}

/* ── reading ── */

/* A saved game that is read into a game. */
struct reading {
	struct ares_game *game;
	const struct map *map;
	struct ares_error *error;
	char name[PHASE_TEXT_SIZE + 8]; /* of the phase in hand */
};

/* Reads the orders of one power, and submits them. *given grows by their number. */
static int32_t read_power(struct reading *reading, const char *power_name, size_t length,
                          struct json_scan orders, int *given)
{
	struct ares_order list[ARES_UNITS_MAX];
	char why[ORDER_ERROR_SIZE], text[SAVED_LENGTH_MAX];
	const uint8_t power = saved_find_power(reading->map, power_name, length);
	int32_t count = 0;

	if (power >= reading->map->power_count)
		return api_refuse(reading->error, ARES_ERROR_TEXT, "%s: '%.*s' is no power", reading->name,
		                  (int)(length < 40 ? length : 40), power_name);
	while (scan_next_element(&orders)) {
		struct order order;
		const size_t bytes = scan_text(&orders, text, sizeof text);
		if (bytes == 0 || count == ARES_UNITS_MAX)
			return api_refuse(reading->error, ARES_ERROR_TEXT, "%s: order %d of %s is none",
			                  reading->name, count, reading->map->power[power]);
		if (!saved_read_order(reading->map, text, bytes, &order, why))
			return api_refuse(reading->error, ARES_ERROR_TEXT, "%s: '%s': %s", reading->name, text,
			                  why);
		list[count++] = api_give_order(order);
	}
	*given += count;
	if (reading->game->match.seats[power].player)
		return ARES_OK;
	return ares_game_submit(reading->game, power, list, count, NULL, reading->error);
}

/* Phases without a choice are not in the file. */
static int32_t pass_hidden(struct reading *reading)
{
	const struct page page = {.game = reading->game, .map = reading->map};

	while (is_hidden(&page, &reading->game->match.board)) {
		const int32_t status = ares_game_process(reading->game, reading->error);
		if (status)
			return status;
	}
	return ARES_OK;
}

/* Whether the board has a unit for each of the file's, and no other. */
static bool has_units(const struct reading *reading, struct json_scan state)
{
	const struct board *board = &reading->game->match.board;
	struct json_scan units, list;
	char text[SAVED_LENGTH_MAX];
	const char *name;
	size_t length;
	int found = 0;

	if (!scan_member(state, "units", &units))
		return true;
	while (scan_next_member(&units, &name, &length)) {
		const uint8_t power = saved_find_power(reading->map, name, length);
		list = scan_value(&units);
		while (scan_next_element(&list)) {
			struct unit unit = {.power = power};
			bool dislodged;
			const size_t bytes = scan_text(&list, text, sizeof text);
			if (!saved_read_unit(reading->map, text, bytes, &unit, &dislodged))
				return false;
			if (dislodged)
				continue;
			const int u = board_find(reading->map, board, reading->map->province[unit.loc]);
			if (u < 0 || memcmp(&board->unit[u], &unit, sizeof unit) != 0)
				return false;
			found++;
		}
	}
	return found == board->unit_count;
}

/* Reads a phase; next: its successor, or one at its end. */
static int32_t read_phase(struct reading *reading, struct json_scan phase, bool is_last,
                          bool completes)
{
	struct json_scan name, orders, state;
	const char *power;
	size_t length;
	int16_t number;
	int given = 0;
	int32_t status;

	if (!scan_member(phase, "name", &name))
		return api_refuse(reading->error, ARES_ERROR_TEXT, "a phase has no name");
	length = scan_text(&name, reading->name, sizeof reading->name);
	if (strcmp(reading->name, "COMPLETED") == 0)
		return match_verdict(&reading->game->match).ending == GAME_RUNNING
		           ? ares_game_draw(reading->game, reading->error)
		           : ARES_OK;
	if ((status = pass_hidden(reading)))
		return status;
	if (!phase_parse(reading->name, length, &number) ||
	    number != reading->game->match.board.phase ||
	    (scan_member(phase, "state", &state) && !has_units(reading, state)))
		return api_refuse(reading->error, ARES_ERROR_BOARD,
		                  "%s: the position is another than our judge has", reading->name);
	if (scan_member(phase, "orders", &orders))
		while (scan_next_member(&orders, &power, &length))
			if ((status = read_power(reading, power, length, scan_value(&orders), &given)))
				return status;
	/* an open phase at the end, or the one in which a draw was agreed */
	if (is_last || (completes && given == 0))
		return ARES_OK;
	return ares_game_process(reading->game, reading->error);
}

static int32_t read_phases(struct reading *reading, struct json_scan phases)
{
	int32_t status = ARES_OK;
	bool more = scan_next_element(&phases);

	while (more && !status) {
		struct json_scan phase = scan_value(&phases), after, name;
		char text[16] = "";
		more = scan_next_element(&phases);
		after = phases;
		if (more && scan_member(scan_value(&after), "name", &name))
			scan_text(&name, text, sizeof text);
		status = read_phase(reading, phase, !more, strcmp(text, "COMPLETED") == 0);
	}
	return status;
}

int32_t ares_game_load(const struct ares_map *map, const struct ares_game_options *options,
                       const char *text, size_t length, struct ares_game **game,
                       struct ares_error *error)
{
	struct ares_game_options usual = {.bytes = sizeof usual};
	struct ares_game *made;
	struct json_scan object, phases;
	int32_t status;

	API_NEED(map);
	API_NEED(text);
	API_NEED(game);
	if (!scan_open(text, length, &object) || !scan_member(object, "phases", &phases))
		return api_refuse(error, ARES_ERROR_TEXT, "the text is not an object of JSON with phases");
	ares_game_defaults(&usual, NULL);
	if (options)
		usual = *options;
	usual.start = NULL;
	if ((status = api_game_make(map, &usual, &made, error)))
		return status;
	struct reading reading = {made, &map->map, error, ""};

	if ((status = read_phases(&reading, phases))) {
		ares_game_close(made);
		return status;
	}
	*game = made;
	return api_accept(error);
}
