/* show: aresctl show: a stored board and its orders as text. */
#include "ctl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "store/statements.h"

static struct {
	const char *game, *phase;
	bool json;
} asked;

static void print_unit(const struct map *map, struct unit unit)
{
	printf("  %c %s\n", unit.type == ARMY ? 'A' : 'F', map->loc[unit.loc].code);
}

static void print_order(const struct map *map, struct order order, int32_t outcome)
{
	char text[ORDER_TEXT_SIZE];
	enum result result = stored_result(outcome);
	bool also = stored_dislodged(outcome) && result != RESULT_DISLODGED;
	printf("  %-28s %s%s\n", order_print(map, order, text),
	       result < RESULTS ? result_names[result] : "?", also ? ", dislodged" : "");
}

/* A power's units. The orders of a movement phase name the units, so that only the orders are
 * printed. */
static void print_power(const struct map *map, const struct board *board,
                        const struct phase_orders *orders, const int32_t outcomes[], int power)
{
	if (!phase_is_movement(board->phase) || orders->count == 0)
		for (int i = 0; i < board->unit_count; i++)
			if (board->unit[i].power == power)
				print_unit(map, board->unit[i]);
	for (int i = 0; i < orders->count; i++)
		if (orders->power[i] == power)
			print_order(map, orders->order[i], outcomes[i]);
}

static void print_board(const struct map *map, const struct board *board,
                        const struct phase_orders *orders, const int32_t outcomes[],
                        const char *seats)
{
	int centres[POWERS_MAX], units[POWERS_MAX];
	board_count_centres(map, board, centres);
	board_count_units(board, units);
	for (int power = 0; power < map->power_count; power++) {
		size_t length = strcspn(seats, "\n");
		printf("%s %.*s: %d centre%s, %d unit%s\n", map->power[power], (int)length, seats,
		       centres[power], centres[power] == 1 ? "" : "s", units[power],
		       units[power] == 1 ? "" : "s");
		seats += length + (seats[length] == '\n');
		print_power(map, board, orders, outcomes, power);
	}
}

static int show(struct db *db, const struct game_head *head, const struct stored *stored)
{
	struct map map;
	struct board board;
	struct phase_orders orders;
	int32_t outcomes[PHASE_ORDERS_MAX];
	char phase[PHASE_TEXT_SIZE];
	if (!stmt_load_map(db, head->map, &map))
		return ctl_fail_db(db);
	db_close(db);
	if (!stored_unpack(&map, stored, &board, &orders, outcomes))
		return ctl_fail("game %lld: what is stored for %s is no board of its map",
		                (long long)head->game, phase_print(stored->phase, phase));
	printf("%s/%d, game %lld, %s: %s\n", head->name, head->number, (long long)head->game,
	       phase_print(board.phase, phase), head->state);
	print_board(&map, &board, &orders, outcomes, head->seats);
	return CTL_DONE;
}

static int show_asked(const struct command *command)
{
	bool found;
	int16_t phase = -1;
	struct game_head head;
	struct stored stored;
	(void)command;
	if (asked.phase != NULL && !phase_parse(asked.phase, strlen(asked.phase), &phase))
		abort(); /* names_check_phase has let it through */
	struct db *db = ctl_connect();
	if (db == NULL)
		return CTL_FAILED;
	if (!stmt_find_game(db, asked.game, &found, &head))
		return ctl_fail_db(db);
	if (!found)
		return ctl_fail_game(db, asked.game);
	if (!stmt_find_board(db, &head, phase, &found, &stored))
		return ctl_fail_db(db);
	if (!found) {
		db_close(db);
		return ctl_fail("game %s has no board for %s", asked.game,
		                asked.phase != NULL ? asked.phase : "the last phase");
	}
	if (!asked.json)
		return show(db, &head, &stored);
	if (!stmt_print_board(db, &head, stored.phase, stdout))
		return ctl_fail_db(db);
	db_close(db);
	return CTL_DONE;
}

const struct command ctl_show = {
	.name = "show",
	.about = "print a board and its orders",
	.text = "Prints the board of a phase: the centres, units and orders of each power, and how the "
			"orders fared.",
	.arguments =
		(const struct parameter[]){
			CTL_GAME(asked.game),
			{.name = "PHASE",
             .about = "the phase: S1901M, F1912R or W1903A",
             .text = &asked.phase,
             .check = names_check_phase,
             .otherwise = "the last one"},
			{0},
		},
	.options =
		(const struct parameter[]){
			{.name = "json", .about = "print the board as JSON", .flag = &asked.json},
			{0},
		},
	.run = show_asked,
};
