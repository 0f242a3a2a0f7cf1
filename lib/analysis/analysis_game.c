/* analysis_game: a sequence of phases to a saved game, and back. See analysis.h. */
#include "analysis_parts.h"

#include <stdlib.h>
#include <string.h>

/* ── saving ── */

/* Opens a game that begins with a position. */
static struct ares_game *open_game(const struct analysis *analysis, const struct ares_board *start,
                                   struct ares_error *error)
{
	struct ares_game_options options = {.bytes = sizeof options};
	struct ares_game *game = NULL;

	ares_game_defaults(&options, NULL);
	options.rules = analysis->rules_number;
	options.start = start;
	(void)!ares_game_open(analysis->map, &options, &game, error);
	return game;
}

/* Submits the orders of a phase, power by power, and plays it. */
static bool play(struct ares_game *game, const struct submission orders[], int count,
                 struct ares_error *error)
{
	for (int32_t power = 0; power < ares_map_powers(game->map); power++) {
		struct ares_order own[ARES_UNITS_MAX];
		int32_t of = 0;
		for (int i = 0; i < count && of < ARES_UNITS_MAX; i++)
			if (orders[i].power == power)
				own[of++] = api_give_order(orders[i].order);
		if (ares_game_submit(game, power, own, of, NULL, error) != ARES_OK)
			return false;
	}
	return ares_game_process(game, error) == ARES_OK;
}

/* Plays the lines `order` and `play` after the position. */
static bool play_all(const struct analysis *analysis, struct ares_game *game, const char *text,
                     const char *end, struct ares_error *error)
{
	struct submission orders[GIVEN_MAX];
	struct tokens line, rest;
	int count = 0;

	while (tokens_take_line(&text, end, &line)) {
		if (line.end - line.at == 4 && memcmp(line.at, "play", 4) == 0) {
			if (!play(game, orders, count, error))
				return false;
			count = 0;
		} else if (count < GIVEN_MAX && question_begins(line, "order", &rest)) {
			if (!question_order(analysis, rest, &orders[count++], error))
				return false;
		}
	}
	return true;
}

static void write_saved(const struct ares_game *game, struct ink *ink)
{
	const size_t left = ink->length < ink->size ? ink->size - ink->length : 0;
	size_t length = 0;

	(void)!ares_game_save(game, "analysis", ink->text + (ink->size - left), left, &length, NULL);
	ink->length += length + 1; /* the terminator must fit, too */
	if (ink->length <= ink->size)
		ink->length--;
}

void analysis_save(struct analysis *analysis, const char *text, size_t size, struct ink *ink)
{
	static const char gap[] = "\nplayed\n";
	const char *const found = memmem(text, size, gap, sizeof gap - 1);
	const char *const stop = found ? found + 1 : text + size;
	struct ares_game *game = NULL;
	struct ares_error error = {.status = ARES_OK};
	struct ares_board start;

	if (ares_board_parse(analysis->map, text, (size_t)(stop - text), &start, &error) == ARES_OK)
		game = open_game(analysis, &start, &error);
	if (game && play_all(analysis, game, stop, text + size, &error))
		write_saved(game, ink);
	else
		analysis_write_error(ink, error.text);
	ares_game_close(game);
}

/* ── loading ── */

static void write_phase(const struct analysis *analysis, const struct phase_record *record,
                        struct ink *ink)
{
	const struct map *map = &analysis->map->map;
	char text[ORDER_TEXT_SIZE];
	const char *before = "";

	ink_write(ink, "[");
	for (int i = 0; i < record->orders.count; i++)
		if (record->orders.power[i] < map->power_count) {
			ink_write(ink, "%s\"%s %s\"", before, map->power[record->orders.power[i]],
			          order_print(map, record->orders.order[i], text));
			before = ",";
		}
	ink_write(ink, "]");
}

void analysis_load(struct analysis *analysis, const char *text, size_t size, struct ink *ink)
{
	struct ares_game_options options = {.bytes = sizeof options};
	struct ares_error error = {.status = ARES_OK};
	struct ares_game *game = NULL;
	struct phase_record record;
	struct board after;

	ares_game_defaults(&options, NULL);
	options.rules = analysis->rules_number;
	if (ares_game_load(analysis->map, &options, text, size, &game, &error) != ARES_OK) {
		analysis_write_error(ink, error.text);
		return;
	}
	ink_write(ink, "{\"start\":");
	analysis_write_position(analysis, &game->start, ink);
	ink_write(ink, ",\"phases\":[");
	for (int32_t n = 0; n < game->count; n++) {
		if (!api_game_record(game, n, &record, &after))
			break;
		ink_write(ink, "%s", n > 0 ? "," : "");
		write_phase(analysis, &record, ink);
	}
	ink_write(ink, "]}");
	ares_game_close(game);
}
