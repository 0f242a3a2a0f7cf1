/* export_saved: a game as a saved game of the package `diplomacy`. See export_game.h. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "export_game.h"
#include "formats/saved/saved_result.h"
#include "import_play.h"

#define OWN_RULES "NO_PRESS"

/* A game that is being written. */
struct page {
	const struct export_game *game;
	FILE *out;
	char id[6 * STMT_NAME_SIZE * 4 + 16]; /* as JSON */
	char map[6 * STMT_NAME_SIZE + 3];
	const char *rules;
	int64_t timestamp;
	uint8_t influence[PROVINCES_MAX]; /* who stood there last */
};

/* ── members that have a value for each power ── */

typedef void write_power(const struct page *page, const struct board *board, uint8_t power);

static void write_powers(const struct page *page, const char *name, const struct board *board,
                         write_power *write)
{
	const struct map *map = page->game->map;
	fprintf(page->out, "\"%s\":{", name);
	for (uint8_t p = 0; p < map->power_count; p++) {
		fprintf(page->out, "%s\"%s\":", p > 0 ? "," : "", saved_power_name(map, p));
		write(page, board, p);
	}
	fputc('}', page->out);
}

/* Writes an element of a list. */
static void add(const struct page *page, int *count, const char *text)
{
	fprintf(page->out, "%s\"%s\"", (*count)++ > 0 ? "," : "", text);
}

static bool may_retreat(const struct page *page, const struct board *board, int i)
{
	uint8_t options[EXITS_MAX];
	return retreat_options(page->game->map, board, i, options) > 0;
}

static void write_units(const struct page *page, const struct board *board, uint8_t power)
{
	char text[SAVED_UNIT_SIZE];
	int count = 0;
	fputc('[', page->out);
	for (int u = 0; u < board->unit_count; u++)
		if (board->unit[u].power == power)
			add(page, &count, saved_print_unit(page->game->map, board->unit[u], false, text));
	for (int i = 0; i < board->retreat_count; i++)
		if (board->retreat[i].unit.power == power && may_retreat(page, board, i))
			add(page, &count,
			    saved_print_unit(page->game->map, board->retreat[i].unit, true, text));
	fputc(']', page->out);
}

static void write_retreats(const struct page *page, const struct board *board, uint8_t power)
{
	const struct map *map = page->game->map;
	char text[SAVED_UNIT_SIZE];
	uint8_t options[EXITS_MAX];
	int units = 0;

	fputc('{', page->out);
	for (int i = 0; i < board->retreat_count; i++) {
		const int places = retreat_options(map, board, i, options);
		int count = 0;
		if (board->retreat[i].unit.power != power || places == 0)
			continue;
		fprintf(page->out, "%s\"%s\":[", units++ > 0 ? "," : "",
		        saved_print_unit(map, board->retreat[i].unit, false, text));
		for (int n = 0; n < places; n++)
			add(page, &count, saved_print_place(map, options[n], text));
		fputc(']', page->out);
	}

	fputc('}', page->out);
}

/* The provinces of which `owner` says that they are a power's. */
static void write_places(const struct page *page, const uint8_t owner[], bool centres_only,
                         uint8_t power)
{
	const struct map *map = page->game->map;
	char text[SAVED_UNIT_SIZE];
	int count = 0;
	fputc('[', page->out);
	for (int p = 0; p < map->province_count; p++)
		if (owner[p] == power && (map->centre[p] || !centres_only))
			add(page, &count, saved_print_place(map, (uint8_t)p, text));
	fputc(']', page->out);
}

static void write_centres(const struct page *page, const struct board *board, uint8_t power)
{
	write_places(page, board->owner, true, power);
}

static void write_homes(const struct page *page, const struct board *board, uint8_t power)
{
	(void)board;
	write_places(page, page->game->map->owner, true, power);
}

static void write_influence(const struct page *page, const struct board *board, uint8_t power)
{
	(void)board;
	write_places(page, page->influence, false, power);
}

static void write_disorder(const struct page *page, const struct board *board, uint8_t power)
{
	(void)board;
	(void)power;
	fputc('0', page->out);
}

static void write_builds(const struct page *page, const struct board *board, uint8_t power)
{
	const struct map *map = page->game->map;
	uint8_t sites[PROVINCES_MAX];
	char text[SAVED_UNIT_SIZE];
	const bool winter = phase_kind(board->phase) == WINTER_ADJUSTMENTS;
	const int allowance = winter ? build_allowance(map, board, power) : 0;
	const int places = allowance > 0 ? build_sites(map, board, power, sites) : 0;
	int count = 0;
	fprintf(page->out, "{\"count\":%d,\"homes\":[", allowance);
	for (int n = 0; n < places; n++)
		add(page, &count, saved_print_place(map, sites[n], text));
	fputs("]}", page->out);
}

static void write_nothing(const struct page *page, const struct board *board, uint8_t power)
{
	(void)board;
	(void)power;
	fputs("null", page->out);
}

static void write_empty(const struct page *page, const struct board *board, uint8_t power)
{
	(void)board;
	(void)power;
	fputs("[]", page->out);
}

/* ── the state ── */

static void write_rules(const struct page *page)
{
	const char *at = page->rules;
	char name[80], text[6 * sizeof name + 3];
	int count = 0;
	fputs("\"rules\":[", page->out);
	for (size_t length; (length = strcspn(at, " ")) > 0; at += length + (at[length] == ' ')) {
		snprintf(name, sizeof name, "%.*s", (int)length, at);
		fprintf(page->out, "%s%s", count++ > 0 ? "," : "",
		        json_print_string(name, text, sizeof text));
	}
	fputc(']', page->out);
}

static void write_state(const struct page *page, const char *name, const struct board *board,
                        const char *note)
{
	char text[6 * 200 + 3];

	fprintf(page->out,
	        "\"state\":{\"timestamp\":%lld,\"zobrist_hash\":\"0\",\"note\":%s,\"name\":\"%s\",",
	        (long long)page->timestamp, json_print_string(note, text, sizeof text), name);
	static const struct {
		const char *name;
		write_power *write;
	} members[] = {
		{"units", write_units},         {"retreats", write_retreats},
		{"centers", write_centres},     {"homes", write_homes},
		{"influence", write_influence}, {"civil_disorder", write_disorder},
		{"builds", write_builds},
	};
	for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
		write_powers(page, members[i].name, board, members[i].write);
		fputc(',', page->out);
	}

	fprintf(page->out, "\"game_id\":%s,\"map\":%s,", page->id, page->map);
	write_rules(page);
	fputc('}', page->out);
}

/* ── a phase that was played ── */

/* Orders that were disregarded are written where the rules say that the package keeps them. */
static bool keeps_void(const struct page *page)
{
	return strstr(page->rules, "NO_CHECK") != NULL;
}

/* The units of a record that hold because their orders were disregarded. */
static unit_set find_void(const struct page *page, const struct phase_record *record)
{
	const struct export_game *game = page->game;
	unit_set found = 0;
	for (int i = 0; keeps_void(page) && i < game->order_count; i++) {
		const struct export_order *order = &game->orders[i];
		const int unit =
			order->phase == record->board.phase
				? saved_find_ordered(game->map, &record->board, order->text, strlen(order->text))
				: -1;
		if (unit >= 0 && record->orders.order[unit].kind == ORDER_HOLD)
			unit_set_add(&found, unit);
	}
	return phase_is_movement(record->board.phase) ? found : 0;
}

static bool is_said(const struct page *page, const struct phase_record *record, unit_set void_units,
                    int i)
{
	const struct order order = record->orders.order[i];
	if (phase_is_movement(record->board.phase))
		return !unit_set_has(void_units, i);
	if (phase_kind(record->board.phase) == WINTER_ADJUSTMENTS)
		return order.kind != ORDER_WAIVE;
	return may_retreat(page, &record->board, i);
}

static void write_orders(const struct page *page, const struct phase_record *record,
                         unit_set void_units)
{
	const struct export_game *game = page->game;
	char text[SAVED_ORDER_SIZE], quoted[6 * SAVED_LENGTH_MAX + 3];

	fputs("\"orders\":{", page->out);
	for (uint8_t p = 0; p < game->map->power_count; p++) {
		int count = 0;
		fprintf(page->out, "%s\"%s\":[", p > 0 ? "," : "", saved_power_name(game->map, p));
		for (int i = 0; i < record->orders.count; i++)
			if (record->orders.power[i] == p && is_said(page, record, void_units, i))
				add(page, &count, saved_print_order(game->map, record->orders.order[i], text));
		for (int i = 0; keeps_void(page) && i < game->order_count; i++)
			if (game->orders[i].phase == record->board.phase && game->orders[i].power == p)
				fprintf(page->out, "%s%s", count++ > 0 ? "," : "",
				        json_print_string(game->orders[i].text, quoted, sizeof quoted));
		fputc(']', page->out);
	}

	fputc('}', page->out);
}

static void write_results(const struct page *page, const struct saved_results *results)
{
	char text[SAVED_UNIT_SIZE];
	fputs("\"results\":{", page->out);
	for (int i = 0; i < results->count; i++) {
		const struct saved_result *result = &results->result[i];
		int count = 0;
		fprintf(page->out, "%s\"%s\":[", i > 0 ? "," : "",
		        saved_print_unit(page->game->map, results->unit[i], false, text));
		for (int n = 0; n < result->count; n++)
			add(page, &count, saved_words[result->word[n]]);
		fputc(']', page->out);
	}
	fputc('}', page->out);
}

/* vanished: as saved_results_find has it. */
static bool write_played(const struct page *page, const struct phase_record *played,
                         const struct board *vanished)
{
	struct phase_record tidy = *played;
	const struct phase_record *record = &tidy;
	static struct saved_results results;
	char name[PHASE_TEXT_SIZE];

	export_tidy(page->game, &tidy);
	const unit_set void_units = find_void(page, record);
	if (!saved_results_find(rules_variant(page->game->rules, page->game->map), record, void_units,
	                        vanished, &results))
		return false;

	phase_print(record->board.phase, name);
	fprintf(page->out, "{\"name\":\"%s\",", name);
	write_state(page, name, &record->board, "");
	fputc(',', page->out);
	write_orders(page, record, void_units);
	fputc(',', page->out);
	write_results(page, &results);
	fprintf(page->out, ",\"messages\":%s}", export_find_messages(page->game, name));

	return true;
}

/* ── the end ── */

static const char *write_note(const struct page *page, char text[POWERS_MAX * 6 + 20])
{
	const struct export_game *game = page->game;
	const struct map *map = game->map;
	size_t length = (size_t)sprintf(text, "Victory by:");
	if (game->head.note[0] != '\0')
		return game->head.note;
	for (uint8_t p = 0, count = 0; p < map->power_count; p++)
		if (game->head.winner == POWER_NONE ? power_set_has(game->verdict.survivors, p)
		                                    : game->head.winner == p)
			length += (size_t)sprintf(text + length, "%s %.3s", count++ > 0 ? "," : "",
			                          saved_power_name(map, p));
	return text;
}

/* A phase that was not played. */
static void write_open(const struct page *page, const char *name, const char *note,
                       write_power *orders)
{
	fprintf(page->out, "{\"name\":\"%s\",", name);
	write_state(page, name, &page->game->last, note);
	fputc(',', page->out);
	write_powers(page, "orders", &page->game->last, orders);
	fprintf(page->out, ",\"results\":{},\"messages\":%s}", export_find_messages(page->game, name));
}

/* A draw leaves the phase that was open without orders, as the package does. */
static void write_end(const struct page *page)
{
	char name[PHASE_TEXT_SIZE], note[POWERS_MAX * 6 + 20];
	phase_print(page->game->last.phase, name);
	if (!page->game->over) {
		write_open(page, name, "", write_nothing);
		return;
	}
	if (page->game->head.winner == POWER_NONE) {
		write_open(page, name, "", write_empty);
		fputc(',', page->out);
	}
	write_open(page, "COMPLETED", write_note(page, note), write_nothing);
}

/* ── the game ── */

static void see(struct page *page, const struct board *board)
{
	const struct map *map = page->game->map;
	for (int u = 0; u < board->unit_count; u++)
		page->influence[map->loc[board->unit[u].loc].province] = board->unit[u].power;
}

static void open_page(struct page *page, const struct export_game *game, FILE *out)
{
	char id[STMT_NAME_SIZE * 4];
	const struct exported *head = &game->head;
	*page = (struct page){.game = game, .out = out, .rules = OWN_RULES};
	snprintf(id, sizeof id, "%s/%d", head->name, head->number);
	json_print_string(head->id[0] != '\0' ? head->id : id, page->id, sizeof page->id);
	json_print_string(head->recorded ? head->map_name : head->our_map, page->map, sizeof page->map);
	if (head->recorded)
		page->rules = head->rules;
	else if (game->messages != NULL)
		page->rules = "";
	page->timestamp = head->recorded ? head->written_at : head->ended_at;
	memset(page->influence, POWER_NONE, sizeof page->influence);
}

bool export_saved(const struct export_game *game, FILE *out, char error[EXPORT_ERROR_SIZE])
{
	struct page page;
	const struct board *vanished = NULL;
	char phase[PHASE_TEXT_SIZE];

	open_page(&page, game, out);
	fprintf(out, "{\"id\":%s,\"map\":%s,", page.id, page.map);
	write_rules(&page);
	fputs(",\"phases\":[", out);

	for (int i = 0, written = 0; i < game->count; i++) {
		const struct phase_record *record = &game->records[i];
		see(&page, &record->board);
		if (import_is_hidden(game->map, &record->board)) {
			vanished = &record->board;
			continue;
		}
		fputs(written++ > 0 ? "," : "", out);
		if (!write_played(&page, record, vanished)) {
			snprintf(error, EXPORT_ERROR_SIZE, "%s: the orders stored cannot have these results",
			         phase_print(record->board.phase, phase));
			return false;
		}
		vanished = NULL;
	}

	see(&page, &game->last);
	fputs(game->count > 0 ? "," : "", out);
	write_end(&page);
	fputs("]}\n", out);
	return true;
}
