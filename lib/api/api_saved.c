/* api_saved: writes and reads games as saved games of the Python package diplomacy.
 *
 * It writes what the package reads: phases with their states, orders and results. It reads names of
 * phases, units and orders, and computes the rest. */
#include "api.h"
#include "api_game.h"
#include "formats/saved/saved_order.h"
#include "formats/saved/saved_write.h"
#include "json_scan.h"

#include <stdio.h>
#include <string.h>

/* ── writing ── */

int32_t ares_game_save(const struct ares_game *game, const char *id, char *text, size_t size,
                       size_t *length, struct ares_error *error)
{
	struct phase_record record;
	struct board after, hidden;
	const struct board *vanished = NULL;
	char name[PHASE_TEXT_SIZE];
	int32_t status;

	API_NEED(game);
	API_NEED(id);
	if (!api_may_write(text, size, error, &status))
		return status;
	struct saved_page page = {.out = {text, size, 0},
	                          .variant = rules_variant(game->match.rules, &game->map->map),
	                          .id = id,
	                          .map_name = game->map->name,
	                          .rules = "NO_PRESS"};

	saved_see_nothing(&page);
	saved_write_head(&page);
	for (int32_t n = 0; n < game->count; n++) {
		if (!api_game_record(game, n, &record, &after))
			return api_refuse(error, ARES_ERROR_ORDER, "phase %d cannot be played anew", n);
		saved_see(&page, &record.board);
		if (retreat_is_idle(page.variant.map, &record.board)) {
			hidden = record.board;
			vanished = &hidden;
			continue;
		}
		if (!saved_write_played(&page, &record, vanished))
			return api_refuse(error, ARES_ERROR_ORDER, "%s: its orders cannot have these results",
			                  phase_print(record.board.phase, name));
		text_add(&page.out, ",");
		vanished = NULL;
	}
	saved_see(&page, &game->match.board);
	saved_write_end(&page, &game->match.board, match_verdict(&game->match), "");
	return api_finish_text(page.out.used, text, size, length, error);
}

/* ── reading ── */

/* A saved game that is being read into a game. */
struct reading {
	struct ares_game *game;
	const struct map *map;
	struct ares_error *error;
	char name[PHASE_TEXT_SIZE + 8]; /* of the current phase */
};

/* Reads and submits the orders of one power. Adds their number to *given. */
static int32_t read_power(struct reading *reading, const char *power_name, size_t length,
                          struct json_scan orders, int *given)
{
	struct ares_order list[ARES_UNITS_MAX];
	char why[ERROR_SIZE], text[SAVED_LENGTH_MAX];
	const uint8_t power = saved_find_power(reading->map, power_name, length);
	int32_t count = 0;

	if (power >= reading->map->power_count)
		return api_refuse(reading->error, ARES_ERROR_TEXT, "%s: '%.*s' is not a power",
		                  reading->name, (int)MIN(length, 40), power_name);
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

/* Plays phases without a choice, which are not in the file. */
static int32_t pass_hidden(struct reading *reading)
{
	while (retreat_is_idle(reading->map, &reading->game->match.board)) {
		const int32_t status = ares_game_process(reading->game, reading->error);
		if (status)
			return status;
	}
	return ARES_OK;
}

/* Whether the board has exactly the units of the file. */
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

/* Reads a phase; next: its successor, at its end for the last phase. */
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
	if (!scan_open(text, length, &object) || !scan_member(object, "phases", &phases) ||
	    *phases.at != '[')
		return api_refuse(error, ARES_ERROR_TEXT,
		                  "the text is not an object of JSON with a list of phases");
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
