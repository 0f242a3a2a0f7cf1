/* french: boards of the standard map as France sees them, for the tests of players. */
#ifndef ARESFARM_FRENCH_H
#define ARESFARM_FRENCH_H

#include "suite.h"

/* A call for France. */
static inline struct player_call french_call(const char *spec, const struct board *board,
                                             struct seat *seat)
{
	return suite_call(spec, board, "FRA", seat);
}

/* A board where France owns all centres but these, as for suite_own. */
static inline struct board french_board(int16_t phase, const char *units, const char *others)
{
	struct board board = suite_board(units);
	board.phase = phase;
	for (int p = 0; p < suite_map()->province_count; p++)
		board.owner[p] = suite_map()->centre[p] ? suite_power("FRA") : POWER_NONE;
	suite_own(&board, others);
	return board;
}

static inline void french_print_order(char text[400], struct order order)
{
	char line[ORDER_TEXT_SIZE];
	sprintf(text + strlen(text), "%s%s", *text ? ", " : "", order_print(suite_map(), order, line));
}

/* The orders of the call's power, in the sequence of the units' provinces. */
static inline void french_print_moves(const struct player *player, const struct player_call *call,
                                      char text[400])
{
	struct order orders[UNITS_MAX];
	struct player_effort effort;
	player->order(call, orders, &effort);
	*text = '\0';
	for (int u = 0; u < call->board->unit_count; u++)
		if (call->board->unit[u].power == call->power)
			french_print_order(text, orders[u]);
}

/* The builds or removals of the call's power. */
static inline void french_print_adjustments(const struct player *player,
                                            const struct player_call *call, char text[400])
{
	struct submission adjustments[ADJUSTMENTS_MAX];
	const int count = player->adjust(call, adjustments);
	*text = '\0';
	for (int n = 0; n < count; n++) {
		CU_ASSERT_EQUAL(adjustments[n].power, call->power);
		french_print_order(text, adjustments[n].order);
	}
}

/* Whether own unit u's order fits the others' orders: nobody is in the way of another, and who
 * supports or convoys does what the other one is about. */
static inline bool french_fits(const struct board *board, const struct order orders[], int u)
{
	const struct map *map = suite_map();
	const struct order order = orders[u];
	const int helped =
		order.aux == LOC_NONE ? -1 : board_find(map, board, map->loc[order.aux].province);
	if (order.kind == ORDER_SUPPORT_HOLD)
		return board->unit[helped].power == board->unit[u].power &&
		       orders[helped].kind != ORDER_MOVE;
	if (order.kind == ORDER_SUPPORT_MOVE)
		return board->unit[helped].power == board->unit[u].power &&
		       orders[helped].kind == ORDER_MOVE && orders[helped].to == order.to;
	if (order.kind == ORDER_CONVOY)
		return board->unit[helped].power == board->unit[u].power &&
		       orders[helped].kind == ORDER_MOVE && orders[helped].to == order.to &&
		       orders[helped].via;
	if (order.kind != ORDER_MOVE)
		return order.kind == ORDER_HOLD;
	for (int v = 0; v < board->unit_count; v++) {
		const uint8_t to = map->loc[order.to].province;
		if (v == u || board->unit[v].power != board->unit[u].power)
			continue;
		if (orders[v].kind == ORDER_MOVE && map->loc[orders[v].to].province == to)
			return false; /* two to one place */
		if (map->loc[board->unit[v].loc].province == to &&
		    (orders[v].kind != ORDER_MOVE ||
		     map->loc[orders[v].to].province == map->loc[board->unit[u].loc].province))
			return false; /* into one of ours that stays, or that comes the other way */
	}
	return true;
}

/* Counts the orders of a board by kind. Each must fit the others. */
static inline void french_count(const struct board *board, const struct order orders[], int round,
                                int kinds[ORDER_KINDS])
{
	for (int u = 0; u < board->unit_count; u++) {
		CHECK(french_fits(board, orders, u), "board %d: the order of unit %d fits no other", round,
		      u);
		kinds[orders[u].kind]++;
	}
}

/* There must be many orders of each kind but convoys. */
static inline void french_check_kinds(const int kinds[ORDER_KINDS])
{
	CHECK(kinds[ORDER_HOLD] > 100 && kinds[ORDER_MOVE] > 100 && kinds[ORDER_SUPPORT_HOLD] > 100 &&
	          kinds[ORDER_SUPPORT_MOVE] > 100,
	      "%d holds, %d moves, %d and %d supports", kinds[ORDER_HOLD], kinds[ORDER_MOVE],
	      kinds[ORDER_SUPPORT_HOLD], kinds[ORDER_SUPPORT_MOVE]);
}

/* France must retreat so from such a board. */
static inline void french_check_retreats(const struct player *player, const char *spec,
                                         const struct board *board, const char *expected)
{
	struct order orders[RETREATS_MAX];
	struct seat seat;
	char text[400] = "";
	const struct player_call call = french_call(spec, board, &seat);
	player->retreat(&call, orders);
	for (int i = 0; i < board->retreat_count; i++)
		french_print_order(text, orders[i]);
	CHECK(strcmp(text, expected) == 0, "%s", text);
}

/* A board of three powers with many units each. */
static inline struct board french_crowd(struct rng *rng, int round)
{
	struct board board = suite_random_board(rng, 2 + round % 40);
	for (int u = 0; u < board.unit_count; u++)
		board.unit[u].power %= 3;
	board.phase = round % 2 ? FALL_MOVES : SPRING_MOVES;
	return board;
}

#endif
