/* export_game: see export_game.h. */
#include "export_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/json.h"
#include "import_play.h"
#include "game/resolve.h"
#include "db/record/terms.h"
#include "db/statements/play/stmt_press.h"
#include "formats/saved/saved_order.h"

/* Reuses the map of the previous game, if it is the same. */
static bool find_map(struct db *db, int32_t id, struct export_game *game)
{
	static struct map map;
	static int32_t held;
	if (held != id) {
		held = 0;
		if (!stmt_load_map(db, id, &map))
			return false;
		held = id;
	}
	game->map = &map;
	return true;
}

static bool read_records(struct db *db, struct export_game *game, char error[EXPORT_ERROR_SIZE])
{
	struct stored stored;
	struct db_rows rows;
	char phase[PHASE_TEXT_SIZE];
	if (!stmt_read_boards(db, game->head.tournament, game->head.game, &rows))
		return false;
	while (error[0] == '\0' && stmt_next_board(&rows, &stored)) {
		game->records = import_grow(game->records, game->count, &game->room, sizeof *game->records);
		struct phase_record *record = &game->records[game->count];
		if (!stored_unpack_record(game->map, &stored, record))
			snprintf(error, EXPORT_ERROR_SIZE, "what is stored for %s is not a board of its map",
			         phase_print(stored.phase, phase));
		else if (stored.resolved)
			game->count++;
		else
			game->last = record->board;
	}
	return db_rows_close(&rows) && error[0] == '\0';
}

static bool read_disregarded(struct db *db, struct export_game *game)
{
	const char *phase, *power, *text;
	struct db_rows rows;
	if (!stmt_read_disregarded(db, game->head.game, &rows))
		return false;
	while (stmt_next_disregarded(&rows, &phase, &power, &text)) {
		struct saved_void order = {.power = map_find_power(game->map, power, strlen(power)),
		                           .text = heap_copy(text)};
		game->orders =
			import_grow(game->orders, game->order_count, &game->order_room, sizeof order);
		if (order.power != POWER_NONE && phase_parse(phase, strlen(phase), &order.phase))
			game->orders[game->order_count++] = order;
		else
			free(order.text);
	}
	return db_rows_close(&rows);
}

static void write_message(const struct export_game *game, const struct exported_message *message,
                          FILE *out)
{
	const size_t size = 6 * strlen(message->text) + 3;
	char *quoted = heap_grow(NULL, size, 1);
	fprintf(out,
	        "{\"sender\":\"%s\",\"recipient\":\"%s\",\"time_sent\":%lld,\"phase\":\"%s\","
	        "\"message\":%s}",
	        saved_power_name(game->map, (uint8_t)message->sender),
	        message->recipient == POWER_NONE
	            ? "GLOBAL"
	            : saved_power_name(game->map, (uint8_t)message->recipient),
	        (long long)message->sent_us, message->phase,
	        json_print_string(message->text, quoted, size));
	free(quoted);
}

/* The messages of a game that are rows, in the same form as those of a file. */
static bool read_press(struct db *db, struct export_game *game)
{
	struct db_rows rows;
	struct exported_message message;
	char *text, phase[PHASE_TEXT_SIZE] = "";
	size_t size;
	struct json_fault fault;
	FILE *out = heap_open_text(&text, &size);
	if (!stmt_read_press(db, game->head.game, &rows)) {
		fclose(out);
		free(text);
		return false;
	}
	while (stmt_next_press(&rows, &message)) {
		if (strcmp(phase, message.phase) == 0)
			fputc(',', out);
		else
			fprintf(out, "%s\"%s\":[", phase[0] != '\0' ? "]," : "{", message.phase);
		snprintf(phase, sizeof phase, "%s", message.phase);
		write_message(game, &message, out);
	}

	if (phase[0] != '\0')
		fputs("]}", out);
	heap_close_text(out);
	if (phase[0] != '\0')
		game->messages = json_read(text, size, &fault);
	free(text);
	return db_rows_close(&rows);
}

static bool read_messages(struct db *db, struct export_game *game)
{
	struct db_rows rows;
	struct json_fault fault;
	const char *text;
	if (!stmt_read_messages(db, game->head.game, &rows))
		return false;
	while (stmt_next_messages(&rows, &text))
		game->messages = json_read(text, strlen(text), &fault);
	return db_rows_close(&rows) && (game->messages != NULL || read_press(db, game));
}

const char *export_find_messages(const struct export_game *game, const char *phase)
{
	struct json_object *list = game->messages != NULL ? json_member(game->messages, phase) : NULL;
	return list != NULL ? json_print_value(list) : "[]";
}

/* Finds the position after the last phase that was played. Phases without a choice are skipped. */
static bool find_position(struct export_game *game, struct match *match)
{
	static struct given nothing;
	struct phase_record record;
	struct phase_cost cost;
	if (game->count > 0 && !match_resume(match, &game->records[game->count - 1].board,
	                                     &game->records[game->count - 1].orders))
		return false;
	match->given = &nothing;
	while (match->rules->retreats && retreat_is_idle(match->map, &match->board))
		match_play(match, &record, &cost);
	game->last = match->board;
	return true;
}

static bool open_match(struct export_game *game, struct match *match, char error[EXPORT_ERROR_SIZE])
{
	char why[TERMS_ERROR_SIZE];
	struct terms terms = game->head.terms;
	terms.number = game->head.number;
	terms.block = 1;
	if (terms_open_match(&terms, game->map, match, why))
		return true;
	snprintf(error, EXPORT_ERROR_SIZE, "%.300s", why);
	return false;
}

bool export_game_read(struct db *db, const struct exported *head, struct export_game *game,
                      char error[EXPORT_ERROR_SIZE])
{
	struct match match;
	error[0] = '\0';
	*game = (struct export_game){.head = *head, .over = head->finished};
	if (!find_map(db, head->map, game) || !open_match(game, &match, error) ||
	    !read_records(db, game, error) || !read_disregarded(db, game) || !read_messages(db, game))
		return false;
	game->rules = match.rules;
	if (!game->over && !find_position(game, &match)) {
		snprintf(error, EXPORT_ERROR_SIZE, "its last phase cannot have been played so");
		return false;
	}
	game->verdict = game_judge(game->map, &game->last, INT16_MAX);
	return true;
}

/* Whether two records of one board lead to the same position. */
static bool lead_alike(const struct export_game *game, const struct phase_record *one,
                       struct phase_record *other)
{
	const struct game terms = {game->map, game->rules, 0, 1};
	const struct judge *judge = judge_find(game->head.terms.judge);
	struct phase_record record;
	struct board next[2];
	const struct phase_orders orders = other->orders;
	return resolve_replay(&terms, judge, &one->board, &one->orders, &record, &next[0]) &&
	       resolve_replay(&terms, judge, &one->board, &orders, other, &next[1]) &&
	       board_equal(&next[0], &next[1]);
}

void export_tidy(const struct export_game *game, struct phase_record *record)
{
	const struct board *board = &record->board;
	struct submission submissions[UNITS_MAX];
	enum verdict verdicts[UNITS_MAX];
	struct order orders[UNITS_MAX];
	bool refused = false;
	if (!phase_is_movement(board->phase) || record->orders.count != board->unit_count)
		return;
	for (int u = 0; u < board->unit_count; u++)
		submissions[u] = (struct submission){board->unit[u].power, record->orders.order[u]};
	/* in the package, a fleet that no route needs cannot convoy */
	struct law law = game->rules->retreats ? game->rules->law : rules_find("standard")->law;
	law.needless = NEEDLESS_ILLEGAL;
	submission_verify((struct variant){game->map, &law}, board, submissions, board->unit_count,
	                  orders, verdicts);
	struct phase_record tidy = *record;
	for (int u = 0; u < board->unit_count; u++)
		if (verdicts[u] != VERDICT_LEGAL) {
			tidy.orders.order[u] = order_hold(board->unit[u].type, board->unit[u].loc);
			refused = true;
		}
	if (refused && lead_alike(game, record, &tidy))
		*record = tidy;
}

void export_game_close(struct export_game *game)
{
	for (int i = 0; i < game->order_count; i++)
		free(game->orders[i].text);
	if (game->messages != NULL)
		json_close(game->messages);
	free(game->orders);
	free(game->records);
}
