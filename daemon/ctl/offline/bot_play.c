/* bot_play: aresctl bot play: a player of this program as a bot, with the orders that it gives
 * inside the farm.
 *
 * Each question has all phases of its game. They are replayed, so the player sees the boards, and
 * has the same memory as there. Phases that the game's last question had are not replayed again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/heap.h"
#include "base/version.h"
#include "bots/message.h"
#include "ctl/parts/ctl.h"
#include "ctl/parts/names.h"
#include "db/record/terms.h"

enum { WORD_SIZE = 40 };

static struct {
	const char *player, *map;
	int64_t seed;
} asked;

/* What a question says, apart from its boards. */
struct frame {
	int64_t id, block, entrant, seed;
	char power[WORD_SIZE], phase[WORD_SIZE], rules[WORD_SIZE];
};

/* A game in progress, as one power plays it: its position, and the memory of its player. */
struct state {
	struct match match;
	struct room room;
	struct phase_record record; /* of the last phase that was replayed */
	int64_t seed;               /* of the frame */
	size_t phases;              /* that were replayed */
	char *text;                 /* of the history with these phases */
	size_t size;
};

struct bot_player {
	struct map map;
	struct seat seat;
	struct state states[POWERS_MAX]; /* by power */
};

_Noreturn static void refuse(const char *what)
{
	ctl_stop("bot play: %s", what);
}

/* ── the game so far ── */

static void read_frame(struct json_object *object, struct frame *frame)
{
	*frame = (struct frame){0};
	if (!json_take_number(object, "id", &frame->id) ||
	    !json_take_number(object, "block", &frame->block) ||
	    !json_take_number(object, "entrant", &frame->entrant) ||
	    !json_take_number(object, "seed", &frame->seed) ||
	    !json_take_text(object, "power", frame->power, sizeof frame->power) ||
	    !json_take_text(object, "phase", frame->phase, sizeof frame->phase) ||
	    !json_take_text(object, "rules", frame->rules, sizeof frame->rules))
		refuse("the question lacks what the protocol says");
}

/* Reads "A bud" at a board of that power. */
static bool read_unit(const struct map *map, const char *text, struct unit *unit)
{
	char holds[WORD_SIZE], why[ERROR_SIZE];
	struct order order;

	if (text == NULL || snprintf(holds, sizeof holds, "%s H", text) >= (int)sizeof holds ||
	    !order_parse(map, holds, strlen(holds), &order, why))
		return false;
	unit->type = order.type;
	unit->loc = order.from;

	return true;
}

static bool add_units(const struct map *map, const struct json_object *list, uint8_t power,
                      struct board *board)
{
	struct unit unit = {.power = power};

	for (size_t i = 0; list != NULL && i < json_count(list); i++)
		if (!read_unit(map, json_line(json_element(list, i)), &unit) ||
		    !board_add(map, board, unit))
			return false;

	return true;
}

static bool add_owned(const struct map *map, const struct json_object *list, uint8_t power,
                      struct board *board)
{
	for (size_t i = 0; list != NULL && i < json_count(list); i++) {
		const char *code = json_line(json_element(list, i));
		const uint8_t loc = code != NULL ? map_find(map, code, strlen(code)) : LOC_NONE;
		if (loc == LOC_NONE)
			return false;
		board->owner[map->loc[loc].province] = power;
	}

	return true;
}

/* Reads the position that a game began with. */
static bool read_start(const struct map *map, struct json_object *start, struct board *board)
{
	const struct json_object *units = start != NULL ? json_member(start, "units") : NULL;
	const struct json_object *owned = start != NULL ? json_member(start, "owned") : NULL;
	char phase[WORD_SIZE] = "";

	board_clear(board);
	if (units == NULL || owned == NULL || !json_take_text(start, "phase", phase, sizeof phase) ||
	    !phase_parse(phase, strlen(phase), &board->phase))
		return false;

	for (uint8_t p = 0; p < map->power_count; p++)
		if (!add_units(map, json_member(units, map->power[p]), p, board) ||
		    !add_owned(map, json_member(owned, map->power[p]), p, board))
			return false;
	return true;
}

/* Begins a game anew. */
static void open_state(struct bot_player *player, struct json_object *object,
                       const struct frame *frame, uint8_t power, struct state *state)
{
	const struct map *map = &player->map;
	struct board first;

	state->size = state->phases = 0;
	state->seed = frame->seed;
	state->match = (struct match){.map = map,
	                              .rules = rules_find(frame->rules),
	                              .judge = judge_find("atlas"),
	                              .seed = (uint64_t)asked.seed,
	                              .block = (uint32_t)frame->block,
	                              .threads = 1};
	state->match.seats[power] = player->seat;
	state->match.seats[power].entrant = (uint8_t)frame->entrant;

	if (state->match.rules == NULL)
		refuse("this program has no such rules");
	if (!read_start(map, json_member(object, "start"), &first))
		refuse("the game's first position is none of this map");
	if (!terms_give_room(&state->match, &state->room))
		refuse("no memory for the player");
	match_start(&state->match, &first);
}

/* Reads the orders of a phase. */
static bool read_orders(const struct map *map, const struct json_object *list,
                        struct phase_orders *orders)
{
	char why[ERROR_SIZE];

	orders->count = 0;
	if (list == NULL || json_count(list) > PHASE_ORDERS_MAX)
		return false;
	for (size_t i = 0; i < json_count(list); i++) {
		struct json_object *of = json_element(list, i);
		char power[WORD_SIZE] = "", text[ORDER_TEXT_SIZE] = "";
		if (!json_take_text(of, "power", power, sizeof power) ||
		    !json_take_text(of, "order", text, sizeof text) ||
		    !order_parse(map, text, strlen(text), &orders->order[i], why))
			return false;
		orders->power[i] = map_find_power(map, power, strlen(power));
		if (orders->power[i] == POWER_NONE)
			return false;
		orders->count++;
	}

	return true;
}

/* Where the history is in a line, from the first position on, without the bracket that ends it. */
static const char *find_history(const char *line, size_t *size)
{
	const char *from = strstr(line, ",\"start\":{");
	const char *end = from != NULL ? strrchr(from, ']') : NULL;

	*size = end != NULL ? (size_t)(end - from) : 0;
	return from;
}

/* Notes the text of what was replayed. */
static void note_text(struct state *state, const char *text, size_t size)
{
	state->text = heap_grow(state->text, size + 1, 1);
	memcpy(state->text, text, size);
	state->size = size;
}

/* Brings a game to the position of a question. */
static void follow(struct bot_player *player, const char *line, struct json_object *object,
                   const struct frame *frame, uint8_t power)
{
	static struct phase_orders orders;
	struct state *state = &player->states[power];
	const struct json_object *history = json_member(object, "history");
	size_t size;
	const char *text = find_history(line, &size);
	if (text == NULL || history == NULL)
		refuse("this farm does not tell bots all phases of a game: it is too old");

	const bool continues = state->size > 0 && state->size <= size && state->seed == frame->seed &&
	                       memcmp(state->text, text, state->size) == 0;
	if (!continues)
		open_state(player, object, frame, power, state);
	for (; state->phases < json_count(history); state->phases++)
		if (!read_orders(&player->map, json_member(json_element(history, state->phases), "orders"),
		                 &orders) ||
		    !match_replay(&state->match, &orders, &state->record))
			refuse("the game cannot be replayed");
	note_text(state, text, size);
}

/* Whether the board has the phase and the units of the question. */
static bool check_board(const struct map *map, const struct json_object *object,
                        const struct frame *frame, const struct board *board)
{
	const struct json_object *units = json_member(object, "units");
	char phase[PHASE_TEXT_SIZE];
	struct board told;

	board_clear(&told);
	for (uint8_t p = 0; p < map->power_count; p++)
		if (units == NULL || !add_units(map, json_member(units, map->power[p]), p, &told))
			return false;

	return strcmp(phase_print(board->phase, phase), frame->phase) == 0 &&
	       told.unit_count == board->unit_count &&
	       memcmp(told.unit, board->unit, sizeof told.unit) == 0;
}

/* ── answers ── */

static void print_hello(const char *name)
{
	char text[6 * PLAYER_SPEC_SIZE + 3];

	printf(
		"{\"type\":\"hello\",\"protocol\":%d,\"history\":true,\"name\":%s,\"version\":\"%.12s\"}\n",
		BOT_PROTOCOL, json_print_string(name, text, sizeof text), version_commit);
}

/* The farm's map must be the one given to this program. */
static void greet(const struct bot_player *player, struct json_object *object)
{
	const struct map *map = &player->map;
	struct json_object *told = json_member(object, "map");
	const struct json_object *areas = told != NULL ? json_member(told, "areas") : NULL;
	bool same = areas != NULL && json_count(areas) == (size_t)map->loc_count;
	char code[WORD_SIZE] = "";

	for (int l = 0; same && l < map->loc_count; l++)
		same = json_take_text(json_element(areas, (size_t)l), "code", code, sizeof code) &&
		       strcmp(code, map->loc[l].code) == 0;
	if (!same)
		refuse("the farm plays on another map; --map names it");
	print_hello(player->seat.player->name);
}

static void decide(struct bot_player *player, const char *line, struct json_object *object)
{
	static struct phase_record record;
	static struct phase_cost cost;
	static struct given nothing;
	const struct map *map = &player->map;
	char text[ORDER_TEXT_SIZE];
	struct frame frame;
	bool any = false;
	read_frame(object, &frame);
	const uint8_t power = map_find_power(map, frame.power, strlen(frame.power));
	if (power == POWER_NONE)
		refuse("the map has no such power; --map names another");
	follow(player, line, object, &frame, power);

	struct match probe = player->states[power].match;
	if (!check_board(map, object, &frame, &probe.board))
		refuse("its board is another one; --seed must be the tournament's");
	probe.given = &nothing;
	match_probe(&probe, &record, &cost);
	printf("{\"type\":\"orders\",\"id\":%lld,\"orders\":[", (long long)frame.id);
	for (int i = 0; i < record.orders.count; i++)
		if (record.orders.power[i] == power) {
			printf("%s\"%s\"", any ? "," : "", order_print(map, record.orders.order[i], text));
			any = true;
		}
	printf("]%s}\n", match_player_votes(&probe, power) ? ",\"vote\":{\"draw\":true}" : "");
}

static void answer(struct bot_player *player, const char *line, size_t length)
{
	struct json_fault fault;
	struct json_object *object = json_read(line, length, &fault);
	char type[WORD_SIZE] = "";
	if (object == NULL || !json_take_text(object, "type", type, sizeof type))
		refuse("a line is not a message");

	if (strcmp(type, "hello") == 0)
		greet(player, object);
	else if (strcmp(type, "phase") == 0)
		decide(player, line, object);
	json_close(object);

	if (fflush(stdout) != 0)
		refuse("nobody reads the answer");
}

static int play(void)
{
	static struct bot_player player;
	char error[ERROR_SIZE], *line = NULL;
	const char *end;
	size_t room = 0;
	ssize_t length;
	if (!seat_parse(asked.player, &end, &player.seat, error))
		return ctl_fail("bot play: %s", error);
	if (*end != '\0' || player.seat.player == NULL)
		return ctl_fail("bot play: '%.60s' must be one player of aresctl players", asked.player);
	ctl_build_map(asked.map, &player.map);

	while ((length = getline(&line, &room, stdin)) > 0)
		answer(&player, line, (size_t)length);
	free(line);
	return CTL_DONE;
}

const struct command ctl_bot_play = {
	.name = "play",
	.about = "be a bot that orders as a player of this program",
	.text =
		"Reads questions and writes answers, as a bot does (doc/bots.md). Its orders are those of "
		"the player inside the farm, if --seed is the seed of the tournament. So the player of an "
		"older program can play against that of a newer one, in the newer one's farm:\n\n"
		"  aresctl tournament create meet --seats bot:old,trinity --rules standard --games 280\n"
		"  aresd --until-done --bot 'old=/opt/aresfarm-old/bin/aresctl bot play trinity'",
	.arguments = PARAMETERS(ARGUMENT("PLAYER", &asked.player, "the player, as in --seats",
                                     .hint = names_players, .required = true)),
	.options = PARAMETERS(OPTION_WIDE("seed", "N", &asked.seed, INT64_MIN, INT64_MAX,
                                      "the tournament's seed, which draws the player's chance",
                                      .normal = "1"),
                          OPTION_TEXT("map", "MAP", &asked.map, "the map of the tournament",
                                      .hint = names_maps, .normal = "standard")),
	.run = play,
	.status = "0 there are no more questions, 2 the player, the map or a question is wrong.",
};
