/* api_game: handles of whole games: a match, the phases played, and submitted orders.
 *
 * Invariant: records of phases are recomputed from the stored boards and orders, which take a tenth
 * of the memory. The memory of players is a fold over them. */
#include "api_game.h"

#include "game/resolve.h"

#include <stdlib.h>
#include <string.h>

/* ── options ── */

int32_t ares_game_defaults(struct ares_game_options *options, struct ares_error *error)
{
	API_NEED(options);
	const struct ares_game_options usual = {
		.bytes = options->bytes,
		.rules = ares_rules_find("standard"),
		.block = 1,
		.years = 109,
	};
	const int32_t status = api_check_size(options->bytes, sizeof usual, error);

	if (status)
		return status;
	memset(options, 0, options->bytes);
	*options = usual;
	return api_accept(error);
}

static int32_t take_options(const struct ares_map *map, const struct ares_game_options *options,
                            struct match *match, struct board *start, struct ares_error *error)
{
	int32_t status;

	if ((status = api_check_size(options->bytes, sizeof *options, error)))
		return status;
	if (options->years < 0 || options->draw_after < 0)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "years or draw_after is below 0");
	*match = (struct match){
		.map = &map->map,
		.seed = options->seed,
		.block = options->block,
		.round_limit = api_count_rounds(options->years),
		.draw_after = options->draw_after,
		.threads = 1,
	};
	if ((status = api_find_rules(options->rules, &match->rules, error)) ||
	    (status = api_find_judge(options->judge, false, &match->judge, error)) ||
	    (status =
	         api_take_seats(options->seats, (size_t)map->map.power_count, match->seats, error)))
		return status;
	if (options->start)
		return api_take_board(map, options->start, start, error);
	board_start(&map->map, start);
	return ARES_OK;
}

/* ── opening and closing ── */

/* Moves the game to its first board and clears the memory of players. */
static void rewind_match(struct ares_game *game)
{
	if (game->room)
		match_furnish(&game->match, game->room);
	match_start(&game->match, &game->start);
	game->match.agreed = false;
}

static bool furnish_game(struct ares_game *game)
{
	const size_t size = match_room_size(&game->match);

	game->room = size > 0 ? api_make_room(size) : NULL;
	return size == 0 || game->room;
}

int32_t api_game_make(const struct ares_map *map, const struct ares_game_options *options,
                      struct ares_game **game, struct ares_error *error)
{
	struct ares_game_options usual = {.bytes = sizeof usual};
	struct match match;
	struct board start;
	int32_t status;

	if (!options) {
		ares_game_defaults(&usual, NULL);
		options = &usual;
	}
	if ((status = take_options(map, options, &match, &start, error)))
		return status;
	struct ares_game *made = calloc(1, sizeof *made);
	if (!made)
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for a game");
	made->map = map;
	made->match = match;
	made->start = start;
	if (!furnish_game(made)) {
		ares_game_close(made);
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for the players of a game");
	}
	rewind_match(made);
	*game = made;
	return ARES_OK;
}

int32_t ares_game_open(const struct ares_map *map, const struct ares_game_options *options,
                       struct ares_game **game, struct ares_error *error)
{
	API_NEED(map);
	API_NEED(game);
	const int32_t status = api_game_make(map, options, game, error);

	return status ? status : api_accept(error);
}

void ares_game_close(struct ares_game *game)
{
	if (!game)
		return;
	for (int32_t n = 0; n < game->count; n++)
		free(game->played[n]);
	free(game->played);
	free(game->room);
	free(game);
}

/* ── the phases played ── */

static struct game game_of(const struct ares_game *game)
{
	return (struct game){&game->map->map, game->match.rules, game->match.seed, game->match.block};
}

static size_t measure_phase(int orders)
{
	return sizeof(struct game_phase) + (size_t)orders * sizeof(struct submission);
}

/* Makes room for one more phase with any number of orders. NULL: there is no memory. */
static struct game_phase *reserve(struct ares_game *game)
{
	if (game->count == game->room_for) {
		const int32_t more = game->room_for > 0 ? 2 * game->room_for : 64;
		struct game_phase **grown = realloc(game->played, (size_t)more * sizeof *grown);
		if (!grown)
			return NULL;
		game->played = grown;
		game->room_for = more;
	}
	return malloc(measure_phase(PHASE_ORDERS_MAX));
}

/* Stores a phase that was played in the reserved memory, and frees what it does not need. */
static void keep(struct ares_game *game, struct game_phase *phase, const struct board *board,
                 const struct phase_orders *orders)
{
	phase->board = *board;
	phase->count = orders->count;
	for (int i = 0; i < orders->count; i++)
		phase->orders[i] = (struct submission){orders->power[i], orders->order[i]};
	struct game_phase *shrunk = realloc(phase, measure_phase(orders->count));
	game->played[game->count++] = shrunk ? shrunk : phase;
}

static void read_orders(const struct game_phase *phase, struct phase_orders *orders)
{
	orders->count = phase->count;
	for (int i = 0; i < phase->count; i++) {
		orders->order[i] = phase->orders[i].order;
		orders->power[i] = phase->orders[i].power;
	}
}

bool api_game_record(const struct ares_game *game, int32_t n, struct phase_record *record,
                     struct board *after)
{
	const struct game played = game_of(game);
	struct phase_orders orders;

	read_orders(game->played[n], &orders);
	return resolve_replay(&played, game->match.judge, &game->played[n]->board, &orders, record,
	                      after);
}

int32_t ares_game_phases(const struct ares_game *game)
{
	return game->count;
}

int32_t ares_game_phase(const struct ares_game *game, int32_t n, struct ares_phase *phase,
                        struct ares_error *error)
{
	struct phase_record record;
	struct board after;

	API_NEED(game);
	API_NEED(phase);
	if (n < 0 || n >= game->count)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "n is %d, and %d phases were played", n,
		                  game->count);
	if (!api_game_record(game, n, &record, &after))
		return api_refuse(error, ARES_ERROR_ORDER, "phase %d cannot be played anew", n);
	api_give_phase(game->map, &record, &after, phase);
	return api_accept(error);
}

/* Shows the players all stored phases. */
static bool replay(struct ares_game *game)
{
	struct phase_record record;
	struct phase_orders orders;

	rewind_match(game);
	for (int32_t n = 0; n < game->count; n++) {
		read_orders(game->played[n], &orders);
		if (!match_replay(&game->match, &orders, &record))
			return false;
	}
	return true;
}

int32_t ares_game_undo(struct ares_game *game, int32_t phases, struct ares_error *error)
{
	API_NEED(game);
	if (phases < 0 || phases > game->count)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "cannot undo %d of %d phases", phases,
		                  game->count);
	for (int32_t n = 0; n < phases; n++)
		free(game->played[--game->count]);
	memset(game->submitted, 0, sizeof game->submitted);
	if (!replay(game))
		return api_refuse(error, ARES_ERROR_ORDER, "the phases cannot be played anew");
	return api_accept(error);
}

int32_t ares_game_copy(const struct ares_game *game, struct ares_game **copy,
                       struct ares_error *error)
{
	API_NEED(game);
	API_NEED(copy);
	struct ares_game *made = calloc(1, sizeof *made);
	if (!made)
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for a game");
	made->map = game->map;
	made->match = game->match;
	made->start = game->start;
	memcpy(made->submitted, game->submitted, sizeof made->submitted);
	made->played = calloc((size_t)game->count + 1, sizeof *made->played);
	made->room_for = made->played ? game->count + 1 : 0;
	bool done = made->played && furnish_game(made);

	for (int32_t n = 0; done && n < game->count; n++) {
		const size_t size = measure_phase(game->played[n]->count);
		struct game_phase *phase = malloc(size);
		done = phase != NULL;
		if (done)
			made->played[made->count++] = memcpy(phase, game->played[n], size);
	}
	if (done && made->room) {
		match_furnish(&made->match, made->room);
		memcpy(made->room, game->room, match_room_size(&game->match));
	}
	if (!done) {
		ares_game_close(made);
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for a game");
	}
	*copy = made;
	return api_accept(error);
}

/* ── the position ── */

void ares_game_board(const struct ares_game *game, struct ares_board *board)
{
	api_give_board(game->map, &game->match.board, board);
}

int32_t ares_game_verdict(const struct ares_game *game, int32_t *winner, int32_t *survivors)
{
	return api_give_verdict(match_verdict(&game->match), winner, survivors);
}

int32_t ares_game_draw(struct ares_game *game, struct ares_error *error)
{
	API_NEED(game);
	if (match_verdict(&game->match).ending != GAME_RUNNING)
		return api_refuse(error, ARES_ERROR_PHASE, "the game is over");
	game->match.agreed = true;
	game->match.agreed_in = game->match.board.phase;
	return api_accept(error);
}

/* ── submitting ── */

static int32_t check_submitter(const struct ares_game *game, int32_t power,
                               struct ares_error *error)
{
	const int32_t status = api_check_power(game->map, power, error);

	if (status)
		return status;
	if (game->match.seats[power].player)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "power %s is played by %s",
		                  game->map->map.power[power], game->match.seats[power].player->name);
	if (match_verdict(&game->match).ending != GAME_RUNNING)
		return api_refuse(error, ARES_ERROR_PHASE, "the game is over");
	return ARES_OK;
}

/* Collects the submitted orders of all powers. Returns the index of the first order of a power. */
static int gather(const struct ares_game *game, int32_t power, struct submission submissions[])
{
	int count = 0, first = 0;

	for (int p = 0; p < game->map->map.power_count; p++) {
		first = p == power ? count : first;
		for (int i = 0; i < game->submitted[p].count; i++)
			submissions[count++] = (struct submission){(uint8_t)p, game->submitted[p].order[i]};
	}
	return power < 0 ? count : first;
}

int32_t ares_game_submit(struct ares_game *game, int32_t power, const struct ares_order *orders,
                         int32_t count, uint8_t *verdicts, struct ares_error *error)
{
	struct submission submissions[GIVEN_MAX];
	uint8_t found[GIVEN_MAX];
	struct phase_record record = {.orders.count = 0};
	struct board next;
	int32_t status;

	API_NEED(game);
	if ((status = check_submitter(game, power, error)))
		return status;
	if (count < 0 || count > ARES_UNITS_MAX)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "count is %d: it is from 0 to %d", count,
		                  ARES_UNITS_MAX);
	if (count > 0)
		API_NEED(orders);
	for (int32_t i = 0; i < count; i++)
		if (!api_is_order(game->map, api_take_order(orders[i])))
			return api_refuse(error, ARES_ERROR_ORDER, "orders[%d]: its bytes are not an order", i);
	game->submitted[power].count = count;
	for (int32_t i = 0; i < count; i++)
		game->submitted[power].order[i] = api_take_order(orders[i]);
	if (!verdicts)
		return api_accept(error);

	const struct game played = game_of(game);
	const int first = gather(game, power, submissions);
	record.board = game->match.board;
	api_play(&played, game->match.judge, submissions, gather(game, -1, submissions), found, &record,
	         &next);
	memcpy(verdicts, found + first, (size_t)count);
	return api_accept(error);
}

int32_t ares_game_submitted(const struct ares_game *game, int32_t power, struct ares_order *orders)
{
	if (api_check_power(game->map, power, NULL))
		return ARES_ERROR_ARGUMENT;
	for (int i = 0; i < game->submitted[power].count; i++)
		orders[i] = api_give_order(game->submitted[power].order[i]);
	return game->submitted[power].count;
}

/* ── playing ── */

int32_t ares_game_process(struct ares_game *game, struct ares_error *error)
{
	struct phase_record record;
	struct phase_cost cost;
	struct given given;

	API_NEED(game);
	if (match_verdict(&game->match).ending != GAME_RUNNING)
		return api_refuse(error, ARES_ERROR_PHASE, "the game is over");
	if (api_is_last(&game->match.board))
		return api_refuse(error, ARES_ERROR_PHASE, "there is no year after this one");
	struct game_phase *phase = reserve(game);
	if (!phase)
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for the phase");

	given.count = gather(game, -1, given.submission);
	game->match.given = &given;
	match_play(&game->match, &record, &cost);
	game->match.given = NULL;
	keep(game, phase, &record.board, &record.orders);
	memset(game->submitted, 0, sizeof game->submitted);
	return api_accept(error);
}
