/* message: see message.h. Codes of a map and orders need no escapes in JSON; only names are
 * escaped. */
#include "message.h"

#include <stdio.h>
#include <string.h>

#include "base/heap.h"
#include "base/json.h"
#include "game/turn.h"

static void close_line(FILE *out)
{
	fputs("}\n", out);
	heap_close_text(out);
}

/* ── hello ── */

static void put_exits(const struct map *map, const struct map_loc *loc, enum unit_type type,
                      FILE *out)
{
	for (int i = 0; i < loc->exit_count[type]; i++)
		fprintf(out, "%s\"%s\"", i > 0 ? "," : "", map->loc[loc->exits[type][i]].code);
}

static void put_loc(const struct map *map, int l, FILE *out)
{
	static const char *const terrains[] = {[LAND] = "land", [COAST] = "coast", [WATER] = "water"};
	const struct map_loc *loc = &map->loc[l];
	char name[6 * MAP_NAME_SIZE + 3];
	fprintf(out, "%s{\"code\":\"%s\",\"province\":\"%s\",\"name\":%s,\"type\":\"%s\",",
	        l > 0 ? "," : "", loc->code, map->loc[loc->province].code,
	        json_print_string(loc->name, name, sizeof name), terrains[loc->terrain]);
	const bool centre = l < map->province_count && map->centre[l];
	fprintf(out, "\"centre\":%s,\"home\":", centre ? "true" : "false");
	if (centre && map->owner[l] != POWER_NONE)
		fprintf(out, "\"%s\"", map->power[map->owner[l]]);
	else
		fputs("null", out);
	fputs(",\"army\":[", out);
	put_exits(map, loc, ARMY, out);
	fputs("],\"fleet\":[", out);
	put_exits(map, loc, FLEET, out);
	fputs("]}", out);
}

void message_hello(const struct map *map, int seconds, struct message *message)
{
	FILE *out = heap_open_text(&message->bytes, &message->size);
	fprintf(out, "{\"type\":\"hello\",\"protocol\":%d,\"seconds\":%d,\"map\":{\"powers\":[",
	        BOT_PROTOCOL, seconds);
	for (int p = 0; p < map->power_count; p++)
		fprintf(out, "%s\"%s\"", p > 0 ? "," : "", map->power[p]);
	fputs("],\"areas\":[", out);
	for (int l = 0; l < map->loc_count; l++)
		put_loc(map, l, out);
	fputs("]}", out);
	close_line(out);
}

/* ── a phase ── */

/* {"AUS":["A bud",...],...}: units per power. */
static void put_units(const struct map *map, const struct unit units[], int count, FILE *out)
{
	for (int p = 0; p < map->power_count; p++) {
		bool any = false;
		fprintf(out, "%s\"%s\":[", p > 0 ? "," : "", map->power[p]);
		for (int u = 0; u < count; u++) {
			if (units[u].power != p)
				continue;
			fprintf(out, "%s\"%c %s\"", any ? "," : "", units[u].type == ARMY ? 'A' : 'F',
			        map->loc[units[u].loc].code);
			any = true;
		}
		fputc(']', out);
	}
}

/* The provinces that each power owns: centres only, or all. */
static void put_owned(const struct map *map, const struct board *board, bool all, FILE *out)
{
	for (int p = 0; p < map->power_count; p++) {
		bool any = false;
		fprintf(out, "%s\"%s\":[", p > 0 ? "," : "", map->power[p]);
		for (int l = 0; l < map->province_count; l++)
			if ((map->centre[l] || all) && board->owner[l] == p) {
				fprintf(out, "%s\"%s\"", any ? "," : "", map->loc[l].code);
				any = true;
			}
		fputc(']', out);
	}
}

struct bot_legal bot_list_legal(const struct bot_question *question)
{
	const struct variant variant = rules_variant(question->rules, question->map);
	const int count = turn_orders(variant, question->board, question->power, NULL, 0);
	struct bot_legal legal = {heap_get((size_t)count + 1, sizeof *legal.order), count};
	turn_orders(variant, question->board, question->power, legal.order, count);

	return legal;
}

/* Whether both orders have the same subject: a unit, builds in a province, or a waive. */
static bool is_same_subject(const struct map *map, struct order a, struct order b)
{
	if (a.kind == ORDER_BUILD && b.kind == ORDER_BUILD)
		return map->loc[a.from].province == map->loc[b.from].province;
	return (a.kind == ORDER_BUILD) == (b.kind == ORDER_BUILD) && a.from == b.from;
}

/* "A par", "build par", "waive". */
static void put_subject(const struct map *map, struct order order, FILE *out)
{
	if (order.kind == ORDER_WAIVE)
		fputs("\"waive\"", out);
	else if (order.kind == ORDER_BUILD)
		fprintf(out, "\"build %s\"", map->loc[map->loc[order.from].province].code);
	else
		fprintf(out, "\"%c %s\"", order.type == ARMY ? 'A' : 'F', map->loc[order.from].code);
}

/* {"A par":["A par H",...],...}. Orders of a subject are adjacent in the list. */
static void put_legal(const struct map *map, const struct bot_legal *legal, FILE *out)
{
	char text[ORDER_TEXT_SIZE];

	for (int i = 0; i < legal->count; i++) {
		const struct order order = legal->order[i];
		if (i > 0 && is_same_subject(map, order, legal->order[i - 1]))
			fputc(',', out);
		else {
			fputs(i > 0 ? "]," : "", out);
			put_subject(map, order, out);
			fputs(":[", out);
		}
		fprintf(out, "\"%s\"", order_print(map, order, text));
	}
	if (legal->count > 0)
		fputc(']', out);
}

static void put_last(const struct bot_question *question, FILE *out)
{
	if (question->last == NULL)
		fputs("null", out);
	else
		history_put_phase(question->map, question->last, out);
}

/* The first position of the game, and all phases since. */
static void put_history(const struct bot_question *question, FILE *out)
{
	const struct history *history = question->history;
	char phase[PHASE_TEXT_SIZE];
	if (history == NULL)
		return;

	const struct board *first = history->size > 0 ? &history->first : question->board;
	fprintf(out, ",\"start\":{\"phase\":\"%s\",\"units\":{", phase_print(first->phase, phase));
	put_units(question->map, first->unit, first->unit_count, out);
	fputs("},\"owned\":{", out);
	put_owned(question->map, first, true, out);
	fprintf(out, "}},\"history\":[%.*s]", (int)history->size,
	        history->size > 0 ? history->text : "");
}

/* ["GER","ITA"], or null: all. */
static void put_powers(const struct map *map, power_set powers, FILE *out)
{
	bool any = false;
	if (powers == 0) {
		fputs("null", out);
		return;
	}
	for (int p = 0; p < map->power_count; p++)
		if (power_set_has(powers, p)) {
			fprintf(out, "%c\"%s\"", any ? ',' : '[', map->power[p]);
			any = true;
		}
	fputc(']', out);
}

/* The messages that the power may read, and the kind of press. */
static void put_press(const struct bot_question *question, FILE *out)
{
	const struct map *map = question->map;
	char phase[PHASE_TEXT_SIZE], text[6 * LETTER_SIZE + 3];
	bool any = false;
	if (question->press == NULL)
		return;

	fprintf(out, ",\"press\":\"%s\",\"round\":%d,\"rounds\":%d,\"messages\":[", question->press,
	        question->round, question->rounds);
	for (int i = 0; i < question->letters->count; i++) {
		const struct letter *letter = &question->letters->letter[i];
		if (!letter_is_for(letter, question->power))
			continue;
		fprintf(out, "%s{\"phase\":\"%s\",\"round\":%d,\"from\":\"%s\",\"to\":", any ? "," : "",
		        phase_print(letter->phase, phase), letter->round, map->power[letter->sender]);
		put_powers(map, letter->recipients, out);
		fprintf(out, ",\"text\":%s}", json_print_string(letter->text, text, sizeof text));
		any = true;
	}
	fputc(']', out);
}

/* The draws that external players vote for, if any. */
static void put_proposed(const struct bot_question *question, FILE *out)
{
	bool any = false;
	for (int end = 0; question->votes != NULL && end < VOTES_ENDS; end++)
		if (question->votes->by[end] != 0) {
			fputs(any ? "," : ",\"proposed\":[", out);
			put_powers(question->map, (power_set)end, out);
			any = true;
		}
	fputs(any ? "]" : "", out);
}

void message_phase(const struct bot_question *question, int64_t id, const struct bot_legal *legal,
                   int seconds, struct message *message)
{
	const struct board *board = question->board;
	const char *kind = "retreats";
	char phase[PHASE_TEXT_SIZE];
	struct unit dislodged[RETREATS_MAX];
	FILE *out = heap_open_text(&message->bytes, &message->size);

	for (int i = 0; i < board->retreat_count; i++)
		dislodged[i] = board->retreat[i].unit;
	if (phase_is_movement(board->phase))
		kind = "movement";
	else if (phase_is_winter(board->phase))
		kind = "adjustments";
	fprintf(out,
	        "{\"type\":\"%s\",\"id\":%lld,\"tournament\":%d,\"game\":%d,\"block\":%d,"
	        "\"seed\":%lld,"
	        "\"entrant\":%d,\"power\":\"%s\",\"phase\":\"%s\",\"kind\":\"%s\",\"year\":%d,\"last_"
	        "year\":%d,"
	        "\"rules\":\"%s\",\"seconds\":%d,"
	        "\"due\":%d,\"units\":{",
	        question->round > 0 ? "press" : "phase", (long long)id, question->tournament,
	        question->game, question->block, (long long)question->seed, question->entrant,
	        question->map->power[question->power], phase_print(board->phase, phase), kind,
	        phase_year(board->phase), PHASE_FIRST_YEAR + (question->round_limit - 1) / 2,
	        question->rules->name, seconds, turn_count_due(question->map, board, question->power));
	put_units(question->map, board->unit, board->unit_count, out);
	fputs("},\"dislodged\":{", out);
	put_units(question->map, dislodged, board->retreat_count, out);
	fputs("},\"centres\":{", out);
	put_owned(question->map, board, false, out);
	fputs("},\"legal\":{", out);
	put_legal(question->map, legal, out);
	fputs("},\"last\":", out);
	put_last(question, out);
	put_proposed(question, out);
	put_press(question, out);
	put_history(question, out);
	close_line(out);
}

/* ── the end ── */

void message_over(const struct bot_end *end, struct message *message)
{
	const struct map *map = end->map;
	int centres[POWERS_MAX];
	char phase[PHASE_TEXT_SIZE];
	bool any = false;
	FILE *out = heap_open_text(&message->bytes, &message->size);
	board_count_centres(map, end->board, centres);
	fprintf(out, "{\"type\":\"over\",\"tournament\":%d,\"game\":%d,\"powers\":[", end->tournament,
	        end->game);
	for (int p = 0; p < map->power_count; p++)
		if (power_set_has(end->powers, p)) {
			fprintf(out, "%s\"%s\"", any ? "," : "", map->power[p]);
			any = true;
		}
	fprintf(out, "],\"phase\":\"%s\",\"ending\":\"%s\",\"winner\":",
	        phase_print(end->board->phase, phase),
	        end->verdict->ending == GAME_SOLO ? "solo" : "draw");
	if (end->verdict->ending == GAME_SOLO)
		fprintf(out, "\"%s\"", map->power[end->verdict->winner]);
	else
		fputs("null", out);
	fputs(",\"centres\":{", out);
	for (int p = 0; p < map->power_count; p++)
		fprintf(out, "%s\"%s\":%d", p > 0 ? "," : "", map->power[p], centres[p]);
	fputs("}", out);
	close_line(out);
}
