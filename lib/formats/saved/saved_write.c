/* saved_write: see saved_write.h. */
#include "saved_write.h"

#include <stdio.h>
#include <string.h>

#include "game/retreat.h"
#include "saved_order.h"

/* ── pieces of JSON ── */

static void write_string(struct saved_page *page, const char *text, size_t length)
{
	static const char escaped[] = "\b\f\n\r\t\"\\", letters[] = "bfnrt\"\\";

	text_add(&page->out, "\"");
	for (size_t i = 0; i < length; i++) {
		const unsigned char byte = (unsigned char)text[i];
		const char *escape = memchr(escaped, byte, sizeof escaped - 1);
		if (escape != NULL)
			text_add(&page->out, "\\%c", letters[escape - escaped]);
		else if (byte < ' ')
			text_add(&page->out, "\\u%04x", byte);
		else
			text_add(&page->out, "%c", byte);
	}
	text_add(&page->out, "\"");
}

/* Writes a member of an object that is not the last: its name, a text, a comma. */
static void write_text(struct saved_page *page, const char *name, const char *text)
{
	text_add(&page->out, "\"%s\":", name);
	write_string(page, text, strlen(text));
	text_add(&page->out, ",");
}

static const char *comma(int *count)
{
	return (*count)++ > 0 ? "," : "";
}

/* Writes an element of a list. */
static void add_item(struct saved_page *page, int *count, const char *text)
{
	text_add(&page->out, "%s\"%s\"", comma(count), text);
}

/* ── members with one value per power ── */

typedef void write_power(struct saved_page *page, const struct board *board, uint8_t power);

/* same: the value of all powers if write is NULL. */
static void write_powers(struct saved_page *page, const char *name, const struct board *board,
                         write_power *write, const char *same)
{
	const struct map *map = page->variant.map;

	text_add(&page->out, "\"%s\":{", name);
	for (uint8_t p = 0; p < map->power_count; p++) {
		text_add(&page->out, "%s\"%s\":", p > 0 ? "," : "", saved_power_name(map, p));
		if (write)
			write(page, board, p);
		else
			text_add(&page->out, "%s", same);
	}
	text_add(&page->out, "}");
}

static void write_units(struct saved_page *page, const struct board *board, uint8_t power)
{
	const struct map *map = page->variant.map;
	char text[SAVED_UNIT_SIZE];
	int count = 0;

	text_add(&page->out, "[");
	for (int u = 0; u < board->unit_count; u++)
		if (board->unit[u].power == power)
			add_item(page, &count, saved_print_unit(map, board->unit[u], false, text));
	for (int i = 0; i < board->retreat_count; i++)
		if (board->retreat[i].unit.power == power && retreat_is_possible(map, board, i))
			add_item(page, &count, saved_print_unit(map, board->retreat[i].unit, true, text));
	text_add(&page->out, "]");
}

static void write_places(struct saved_page *page, const uint8_t places[], int place_count)
{
	char text[SAVED_UNIT_SIZE];
	int count = 0;

	text_add(&page->out, "[");
	for (int n = 0; n < place_count; n++)
		add_item(page, &count, saved_print_place(page->variant.map, places[n], text));
	text_add(&page->out, "]");
}

static void write_retreats(struct saved_page *page, const struct board *board, uint8_t power)
{
	const struct map *map = page->variant.map;
	char text[SAVED_UNIT_SIZE];
	uint8_t options[EXITS_MAX];
	int units = 0;

	text_add(&page->out, "{");
	for (int i = 0; i < board->retreat_count; i++) {
		const int places = retreat_options(map, board, i, options);
		if (board->retreat[i].unit.power != power || places == 0)
			continue;
		text_add(&page->out, "%s\"%s\":", comma(&units),
		         saved_print_unit(map, board->retreat[i].unit, false, text));
		write_places(page, options, places);
	}
	text_add(&page->out, "}");
}

/* Writes the provinces that a power has in `owner`. */
static void write_owned(struct saved_page *page, const uint8_t owner[], bool centres_only,
                        uint8_t power)
{
	const struct map *map = page->variant.map;
	uint8_t places[PROVINCES_MAX];
	int count = 0;

	for (int p = 0; p < map->province_count; p++)
		if (owner[p] == power && (map->centre[p] || !centres_only))
			places[count++] = (uint8_t)p;
	write_places(page, places, count);
}

static void write_centres(struct saved_page *page, const struct board *board, uint8_t power)
{
	write_owned(page, board->owner, true, power);
}

static void write_homes(struct saved_page *page, const struct board *board, uint8_t power)
{
	(void)board;
	write_owned(page, page->variant.map->owner, true, power);
}

static void write_influence(struct saved_page *page, const struct board *board, uint8_t power)
{
	(void)board;
	write_owned(page, page->influence, false, power);
}

static void write_builds(struct saved_page *page, const struct board *board, uint8_t power)
{
	const struct map *map = page->variant.map;
	uint8_t sites[PROVINCES_MAX];
	const bool winter = phase_is_winter(board->phase);
	const int allowance = winter ? build_allowance(map, board, power) : 0;

	text_add(&page->out, "{\"count\":%d,\"homes\":", allowance);
	write_places(page, sites, allowance > 0 ? build_sites(map, board, power, sites) : 0);
	text_add(&page->out, "}");
}

/* ── the state ── */

static void write_rules(struct saved_page *page)
{
	const char *at = page->rules;
	int count = 0;

	text_add(&page->out, "\"rules\":[");
	for (size_t length; (length = strcspn(at, " ")) > 0; at += length + (at[length] == ' ')) {
		text_add(&page->out, "%s", comma(&count));
		write_string(page, at, length);
	}
	text_add(&page->out, "]");
}

/* Begins a phase, and writes its state. */
static void write_state(struct saved_page *page, const char *name, const struct board *board,
                        const char *note)
{
	static const struct {
		const char *name;
		write_power *write;
	} members[] = {
		{"units", write_units},   {"retreats", write_retreats},   {"centers", write_centres},
		{"homes", write_homes},   {"influence", write_influence}, {"civil_disorder", NULL},
		{"builds", write_builds},
	};

	text_add(&page->out, "{\"name\":\"%s\",\"state\":{", name);
	text_add(&page->out, "\"timestamp\":%lld,\"zobrist_hash\":\"0\",", (long long)page->timestamp);
	write_text(page, "note", note);
	write_text(page, "name", name);
	for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
		write_powers(page, members[i].name, board, members[i].write, "0");
		text_add(&page->out, ",");
	}

	write_text(page, "game_id", page->id);
	write_text(page, "map", page->map_name);
	write_rules(page);
	text_add(&page->out, "},");
}

/* ── orders and results ── */

static bool keeps_voids(const struct saved_page *page)
{
	return strstr(page->rules, "NO_CHECK") != NULL;
}

/* The units of a record that hold because their orders were disregarded. */
static unit_set find_void(const struct saved_page *page, const struct phase_record *record)
{
	unit_set found = 0;

	if (!phase_is_movement(record->board.phase) || !keeps_voids(page))
		return found;
	for (int i = 0; i < page->void_count; i++) {
		const struct saved_void *order = &page->voids[i];
		if (order->phase != record->board.phase)
			continue;
		const int unit =
			saved_find_ordered(page->variant.map, &record->board, order->text, strlen(order->text));
		if (unit >= 0 && record->orders.order[unit].kind == ORDER_HOLD)
			unit_set_add(&found, unit);
	}
	return found;
}

/* Whether the package lists an order: it omits waives and orders of units that cannot retreat. */
static bool is_said(const struct saved_page *page, const struct phase_record *record,
                    unit_set void_units, int i)
{
	if (phase_is_movement(record->board.phase))
		return !unit_set_has(void_units, i);
	if (phase_is_winter(record->board.phase))
		return record->orders.order[i].kind != ORDER_WAIVE;
	return retreat_is_possible(page->variant.map, &record->board, i);
}

static void write_voids(struct saved_page *page, int16_t phase, uint8_t power, int *count)
{
	for (int i = 0; i < page->void_count; i++) {
		const struct saved_void *order = &page->voids[i];
		if (order->phase != phase || order->power != power)
			continue;
		text_add(&page->out, "%s", comma(count));
		write_string(page, order->text, strlen(order->text));
	}
}

static void write_orders(struct saved_page *page, const struct phase_record *record,
                         unit_set void_units)
{
	const struct map *map = page->variant.map;
	const struct phase_orders *orders = &record->orders;
	char text[SAVED_ORDER_SIZE];

	text_add(&page->out, "\"orders\":{");
	for (uint8_t p = 0; p < map->power_count; p++) {
		int count = 0;
		text_add(&page->out, "%s\"%s\":[", p > 0 ? "," : "", saved_power_name(map, p));
		for (int i = 0; i < orders->count; i++)
			if (orders->power[i] == p && is_said(page, record, void_units, i))
				add_item(page, &count, saved_print_order(map, orders->order[i], text));
		if (keeps_voids(page))
			write_voids(page, record->board.phase, p, &count);
		text_add(&page->out, "]");
	}
	text_add(&page->out, "},");
}

static void write_results(struct saved_page *page, const struct saved_results *results)
{
	char text[SAVED_UNIT_SIZE];

	text_add(&page->out, "\"results\":{");
	for (int i = 0; i < results->count; i++) {
		const struct saved_result *result = &results->result[i];
		int count = 0;
		text_add(&page->out, "%s\"%s\":[", i > 0 ? "," : "",
		         saved_print_unit(page->variant.map, results->unit[i], false, text));
		for (int n = 0; n < result->count; n++)
			add_item(page, &count, saved_words[result->word[n]]);
		text_add(&page->out, "]");
	}
	text_add(&page->out, "},");
}

/* Writes the messages of a phase, and ends it. */
static void write_messages(struct saved_page *page, const char *name)
{
	text_add(&page->out, "\"messages\":%s}",
	         page->find_messages != NULL ? page->find_messages(page->context, name) : "[]");
}

/* ── the phases ── */

void saved_see_nothing(struct saved_page *page)
{
	memset(page->influence, POWER_NONE, sizeof page->influence);
}

void saved_see(struct saved_page *page, const struct board *board)
{
	for (int u = 0; u < board->unit_count; u++)
		page->influence[page->variant.map->province[board->unit[u].loc]] = board->unit[u].power;
}

void saved_write_head(struct saved_page *page)
{
	text_add(&page->out, "{");
	write_text(page, "id", page->id);
	write_text(page, "map", page->map_name);
	write_rules(page);
	text_add(&page->out, ",\"phases\":[");
}

bool saved_write_played(struct saved_page *page, const struct phase_record *record,
                        const struct board *vanished)
{
	const unit_set void_units = find_void(page, record);
	struct saved_results results;
	char name[PHASE_TEXT_SIZE];

	if (!saved_results_find(page->variant, record, void_units, vanished, &results))
		return false;
	write_state(page, phase_print(record->board.phase, name), &record->board, "");
	write_orders(page, record, void_units);
	write_results(page, &results);
	write_messages(page, name);
	return true;
}

/* A phase that was not played. orders: the value of each power. */
static void write_open(struct saved_page *page, const char *name, const struct board *board,
                       const char *note, const char *orders)
{
	write_state(page, name, board, note);
	write_powers(page, "orders", board, NULL, orders);
	text_add(&page->out, ",\"results\":{},");
	write_messages(page, name);
}

/* Writes the winners; returns text. */
static const char *print_victory(const struct map *map, const struct game_verdict *verdict,
                                 char text[SAVED_VICTORY_SIZE])
{
	const power_set sharing = verdict->shared != 0 ? verdict->shared : verdict->survivors;
	size_t length = (size_t)sprintf(text, "Victory by:");
	int count = 0;

	for (uint8_t p = 0; p < map->power_count; p++)
		if (verdict->ending == GAME_SOLO ? verdict->winner == p : power_set_has(sharing, p))
			length +=
				(size_t)sprintf(text + length, "%s %.3s", comma(&count), saved_power_name(map, p));
	return text;
}

void saved_write_end(struct saved_page *page, const struct board *last, struct game_verdict verdict,
                     const char *note)
{
	char name[PHASE_TEXT_SIZE], victory[SAVED_VICTORY_SIZE];

	phase_print(last->phase, name);
	if (verdict.ending == GAME_RUNNING) {
		write_open(page, name, last, "", "null");
	} else {
		if (verdict.ending == GAME_DRAW) {
			write_open(page, name, last, "", "[]");
			text_add(&page->out, ",");
		}
		if (note[0] == '\0')
			note = print_victory(page->variant.map, &verdict, victory);
		write_open(page, "COMPLETED", last, note, "null");
	}
	text_add(&page->out, "]}");
}
