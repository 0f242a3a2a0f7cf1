/* ctl_show: aresctl show: a stored board and its orders as text. */
#include "ctl.h"

#include <stdio.h>
#include <string.h>

#include "store/statements.h"

static const char usage[] =
	"usage: aresctl show [--json] GAME [PHASE]\n\n"
	"The board of a phase (S1901M, F1912M, ...), or the last one: each power's centres, units and "
    "orders,\n"
	"and how the orders fared. GAME is a number (games.id) or TOURNAMENT/NUMBER.\n";

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

/* A power's units; in a movement phase that was played its orders say which they are. */
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

int ctl_show(int argc, char **argv)
{
	bool json = false, found;
	int first, status;
	if (!ctl_options(argc, argv, usage, &json, &first, &status))
		return status;
	if (argc - first < 1 || argc - first > 2)
		return ctl_fail("show: GAME and maybe PHASE belong there; --help says more");
	const char *game = argv[first], *text = first + 1 < argc ? argv[first + 1] : "the last phase";
	int16_t phase = -1;
	if (first + 1 < argc && !phase_parse(text, strlen(text), &phase))
		return ctl_fail("%s is no phase; S1901M, F1912M or W1903A would be one", text);
	struct db *db = ctl_connect();
	struct game_head head;
	struct stored stored;
	if (db == NULL)
		return CTL_FAILED;
	if (!stmt_find_game(db, game, &found, &head))
		return ctl_fail_db(db);
	if (!found) {
		db_close(db);
		return ctl_fail("no game %s: a number, or TOURNAMENT/NUMBER, belongs there", game);
	}
	if (!stmt_find_board(db, &head, phase, &found, &stored))
		return ctl_fail_db(db);
	if (!found) {
		db_close(db);
		return ctl_fail("game %s has no board for %s", game, text);
	}
	if (!json)
		return show(db, &head, &stored);
	if (!stmt_print_board(db, &head, stored.phase, stdout))
		return ctl_fail_db(db);
	db_close(db);
	return CTL_DONE;
}
