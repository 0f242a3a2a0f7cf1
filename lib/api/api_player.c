/* api_player: a player of the library at one seat, without a game. */
#include "api.h"

#include <stdlib.h>
#include <string.h>

struct ares_player {
	const struct ares_map *map;
	const struct rules *rules;
	const struct judge *judge;
	struct seat seat;
	uint8_t power;
	void *scratch, *memory; /* NULL: the player needs none */
};

int32_t api_take_seat(const char *text, struct seat *seat, struct ares_error *error)
{
	char why[ERROR_SIZE];
	const char *end;

	if (!text)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "seat is NULL");
	if (!seat_parse(text, &end, seat, why))
		return api_refuse(error, ARES_ERROR_NAME, "%s", why);
	if (*end != '\0')
		return api_refuse(error, ARES_ERROR_NAME, "'%.40s' is more than one seat", text);
	if (!seat->player)
		return api_refuse(error, ARES_ERROR_NAME, "'%.40s' is not a player of the library", text);
	return ARES_OK;
}

int32_t api_take_seats(const char *const texts[], size_t count, struct seat seats[],
                       struct ares_error *error)
{
	int32_t status = ARES_OK;

	for (size_t s = 0; !status && s < count; s++)
		if (texts[s])
			status = api_take_seat(texts[s], &seats[s], error);
	return status;
}

void *api_make_room(size_t size)
{
	return aligned_alloc(PLAYER_ALIGN, player_align(size > 0 ? size : 1));
}

static int32_t furnish_player(struct ares_player *player, struct ares_error *error)
{
	const size_t memory = player_memory_size(&player->seat);
	const size_t scratch = player_scratch_size(&player->seat);

	player->scratch = scratch > 0 ? api_make_room(scratch) : NULL;
	player->memory = memory > 0 ? api_make_room(memory) : NULL;
	if ((scratch > 0 && !player->scratch) || (memory > 0 && !player->memory))
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for player %s",
		                  player->seat.player->name);
	ares_player_forget(player);
	return ARES_OK;
}

int32_t ares_player_open(const struct ares_map *map, int32_t rules, int32_t judge, const char *seat,
                         int32_t power, struct ares_player **player, struct ares_error *error)
{
	struct ares_player made = {.map = map, .power = (uint8_t)power};
	int32_t status;

	API_NEED(map);
	API_NEED(player);
	if ((status = api_find_rules(rules, &made.rules, error)) ||
	    (status = api_find_judge(judge, false, &made.judge, error)) ||
	    (status = api_check_power(map, power, error)) ||
	    (status = api_take_seat(seat, &made.seat, error)))
		return status;
	struct ares_player *opened = malloc(sizeof *opened);
	if (!opened)
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for a player");
	*opened = made;
	if ((status = furnish_player(opened, error))) {
		ares_player_close(opened);
		return status;
	}
	*player = opened;
	return api_accept(error);
}

void ares_player_close(struct ares_player *player)
{
	if (!player)
		return;
	free(player->scratch);
	free(player->memory);
	free(player);
}

static struct player_call call_of_player(const struct ares_player *player, uint64_t seed,
                                         uint32_t block, const struct board *board)
{
	return (struct player_call){
		.map = &player->map->map,
		.rules = player->rules,
		.judge = player->judge,
		.board = board,
		.settings = player->seat.settings,
		.seed = seed,
		.block = block,
		.power = player->power,
	};
}

static bool has_retreat(const struct board *board, uint8_t power)
{
	for (int i = 0; i < board->retreat_count; i++)
		if (board->retreat[i].unit.power == power)
			return true;
	return false;
}

static int ask_moves(const struct player *player, const struct player_call *call,
                     struct order orders[UNITS_MAX])
{
	struct player_effort effort = {.nodes = 0};

	if (board_units_of(call->board, (power_set)(1 << call->power)) == 0)
		return 0;
	player->order(call, orders, &effort);
	return call->board->unit_count;
}

static int ask_retreats(const struct player *player, const struct player_call *call,
                        struct order orders[UNITS_MAX])
{
	if (!has_retreat(call->board, call->power))
		return 0;
	player_retreat(player, call, orders);
	return call->board->retreat_count;
}

static int ask_adjustments(const struct player *player, const struct player_call *call,
                           struct order orders[UNITS_MAX])
{
	struct submission adjustments[ADJUSTMENTS_MAX];

	if (build_allowance(call->map, call->board, call->power) == 0)
		return 0;
	const int count = player_adjust(player, call, adjustments);

	for (int i = 0; i < count; i++)
		orders[i] = adjustments[i].order;
	return count;
}

int api_ask_player(const struct player *player, const struct player_call *call,
                   struct order orders[UNITS_MAX])
{
	if (phase_is_movement(call->board->phase))
		return ask_moves(player, call, orders);
	return phase_is_winter(call->board->phase) ? ask_adjustments(player, call, orders)
	                                           : ask_retreats(player, call, orders);
}

/* Extracts the player's own orders from the orders of all units. */
static int32_t give_own(const struct ares_player *player, const struct board *board,
                        const struct order orders[], int count, struct ares_order *own)
{
	const bool moves = phase_is_movement(board->phase);
	int32_t given = 0;

	for (int i = 0; i < count; i++)
		if (phase_is_winter(board->phase) ||
		    (moves ? board->unit[i].power : board->retreat[i].unit.power) == player->power)
			own[given++] = api_give_order(orders[i]);
	return given;
}

int32_t ares_player_order(struct ares_player *player, uint64_t seed, uint32_t block,
                          const struct ares_board *board, struct ares_order orders[ARES_UNITS_MAX],
                          int32_t *count, struct ares_error *error)
{
	struct order chosen[UNITS_MAX];
	struct board taken;
	int32_t status;

	API_NEED(player);
	API_NEED(orders);
	API_NEED(count);
	if ((status = api_take_board(player->map, board, &taken, error)))
		return status;
	struct player_call call = call_of_player(player, seed, block, &taken);

	call.scratch = player->scratch;
	call.memory = player->memory;
	*count = give_own(player, &taken, chosen, api_ask_player(player->seat.player, &call, chosen),
	                  orders);
	return api_accept(error);
}

int32_t ares_player_observe(struct ares_player *player, uint64_t seed, uint32_t block,
                            const struct ares_phase *phase, struct ares_error *error)
{
	struct phase_record record;
	int32_t status;

	API_NEED(player);
	if ((status = api_take_phase(player->map, phase, &record, error)))
		return status;
	struct player_call call = call_of_player(player, seed, block, &record.board);

	call.scratch = player->scratch;
	if (player->memory)
		player->seat.player->observe(&call, &record, player->memory);
	return api_accept(error);
}

void ares_player_forget(struct ares_player *player)
{
	if (player->memory)
		memset(player->memory, 0, player_memory_size(&player->seat));
}
