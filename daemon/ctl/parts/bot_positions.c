/* bot_positions: see bot_positions.h. */
#include "bot_positions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules/legal.h"
#include "db/record/terms.h"
#include "game/turn.h"

const char *const bot_position_names[POSITION_KINDS] = {
	[POSITION_OPENING] = "opening",       [POSITION_MOVEMENT] = "movement",
	[POSITION_CONVOY] = "convoys",        [POSITION_RETREAT] = "retreats",
	[POSITION_BUILD] = "builds",          [POSITION_REMOVAL] = "removals",
	[POSITION_ELIMINATED] = "few powers",
};

/* The number of each kind. */
static const int wanted[POSITION_KINDS] = {
	[POSITION_OPENING] = 7,     [POSITION_MOVEMENT] = 23, [POSITION_CONVOY] = 20,
	[POSITION_RETREAT] = 14,    [POSITION_BUILD] = 14,    [POSITION_REMOVAL] = 10,
	[POSITION_ELIMINATED] = 12,
};

enum { ROUNDS = 60, A_GAME = 2 /* of one kind */ };

/* What is found so far. */
struct search {
	const struct map *map;
	struct bot_position *positions;
	int count, found[POSITION_KINDS];
	int in_game[POSITION_KINDS];
	int last_power[POSITION_KINDS]; /* of the last one found */
	struct history history;         /* of the game in play */
};

/* ── which kind ── */

static bool is_about_convoys(const struct map *map, const struct board *board, uint8_t power)
{
	struct order orders[LEGAL_MAX];
	struct legal legal;
	legal_open(map, board, &legal);
	for (int u = 0; u < board->unit_count; u++) {
		const int count = board->unit[u].power == power ? legal_orders(&legal, u, orders) : 0;
		for (int i = 0; i < count; i++)
			if (orders[i].kind == ORDER_CONVOY || orders[i].via != 0)
				return true;
	}
	return false;
}

static bool is_eliminated(const struct map *map, const struct board *board)
{
	int units[POWERS_MAX];
	board_count_units(board, units);
	for (int p = 0; p < map->power_count; p++)
		if (units[p] == 0)
			return true;
	return false;
}

/* The kinds of a position, as bits. */
static unsigned find_kinds(const struct map *map, const struct board *board, uint8_t power)
{
	if (turn_count_due(map, board, power) == 0)
		return 0;
	if (phase_is_winter(board->phase))
		return 1u << (build_allowance(map, board, power) > 0 ? POSITION_BUILD : POSITION_REMOVAL);
	if (!phase_is_movement(board->phase))
		return 1u << POSITION_RETREAT;

	unsigned kinds = 1u << (board->phase == 0 ? POSITION_OPENING : POSITION_MOVEMENT);
	if (is_about_convoys(map, board, power))
		kinds |= 1u << POSITION_CONVOY;
	if (is_eliminated(map, board))
		kinds |= 1u << POSITION_ELIMINATED;
	return kinds;
}

/* ── taking ── */

static void take(struct search *search, enum bot_position_kind kind, uint8_t power,
                 const struct board *board, const struct phase_record *last)
{
	struct bot_position *position = &search->positions[search->count++];
	position->kind = kind;
	position->power = power;
	position->board = *board;
	position->any = last != NULL;
	if (last != NULL)
		position->last = *last;
	history_copy(&search->history, &position->history);
	search->found[kind]++;
	search->in_game[kind]++;
	search->last_power[kind] = power;
}

/* Takes a position of a kind from a board, for the power whose turn it is in that kind. */
static bool take_next(struct search *search, enum bot_position_kind kind, const struct board *board,
                      const struct phase_record *last)
{
	const int powers = search->map->power_count, before = search->last_power[kind];
	for (int i = 1; i <= powers; i++) {
		const uint8_t power = (uint8_t)((before + i) % powers);
		if (find_kinds(search->map, board, power) >> kind & 1) {
			take(search, kind, power, board, last);
			return true;
		}
	}
	return false;
}

/* Takes at most one position of a board, of a kind that is still wanted; of the first board of all
 * an opening of each power. */
static void look(struct search *search, const struct board *board, const struct phase_record *last)
{
	while (last == NULL && search->found[POSITION_OPENING] < wanted[POSITION_OPENING] &&
	       take_next(search, POSITION_OPENING, board, last))
		;
	for (int kind = POSITION_KINDS; kind-- > 0;)
		if (search->found[kind] < wanted[kind] && search->in_game[kind] < A_GAME &&
		    take_next(search, (enum bot_position_kind)kind, board, last))
			return;
}

/* Plays a game. Every third seat is good, so that powers are eliminated. */
static void play(struct search *search, const struct rules *rules, uint64_t seed)
{
	struct board first;
	struct phase_record record;
	struct phase_cost cost;
	struct room room = {NULL, 0};
	struct match match = {.map = search->map,
	                      .rules = rules,
	                      .judge = judge_find("atlas"),
	                      .seed = seed,
	                      .block = 1,
	                      .round_limit = ROUNDS,
	                      .threads = 1};
	char error[ERROR_SIZE];

	board_start(search->map, &first);
	bool made = true;
	for (int p = 0; p < search->map->power_count; p++)
		made = seat_parse((seed + (uint64_t)p) % 3 == 0 ? "dumbbot" : "randbot", NULL,
		                  &match.seats[p], error) &&
		       made;
	made = terms_give_room(&match, &room) && made;
	assert(made);
	match_start(&match, &first);
	memset(search->in_game, 0, sizeof search->in_game);

	history_clear(&search->history);
	for (bool any = false; search->count < BOT_POSITIONS; any = true) {
		if (match_verdict(&match).ending != GAME_RUNNING)
			break;
		look(search, &match.board, any ? &record : NULL);
		match_play(&match, &record, &cost);
		history_add(&search->history, search->map, &record);
	}

	free(room.bytes);
}

void bot_positions_find(const struct map *map, const struct rules *rules, uint64_t seed,
                        struct bot_position positions[BOT_POSITIONS])
{
	struct search search = {.map = map, .positions = positions};
	for (int kind = 0; kind < POSITION_KINDS; kind++)
		search.last_power[kind] = (int)(seed % (uint64_t)map->power_count);
	for (uint64_t game = 0; search.count < BOT_POSITIONS; game++)
		play(&search, rules, seed * 1000 + game);
	history_close(&search.history);
}
