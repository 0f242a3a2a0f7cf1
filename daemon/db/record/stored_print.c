/* stored_print: see stored_print.h. */
#include "stored_print.h"

#include <string.h>

#include "base/terminal/terminal.h"

/* Colours that distinguish orders that succeeded, failed or were void. */
static enum terminal_ink result_ink(enum result result, bool dislodged)
{
	if (dislodged || result == RESULT_DISLODGED)
		return INK_BAD;
	if (result == RESULT_SUCCEEDS)
		return INK_GOOD;
	return result == RESULT_BOUNCED || result == RESULT_CUT ? INK_WARNING : INK_FAINT;
}

static void print_unit(FILE *out, const struct map *map, struct unit unit)
{
	fprintf(out, "  %c %s\n", unit.type == ARMY ? 'A' : 'F', map->loc[unit.loc].code);
}

static void print_order(FILE *out, const struct map *map, struct order order, int32_t outcome)
{
	char text[ORDER_TEXT_SIZE];
	enum result result = stored_result(outcome);
	bool also = stored_dislodged(outcome) && result != RESULT_DISLODGED;
	fprintf(out, "  %-28s %s%s%s%s\n", order_print(map, order, text),
	        terminal_ink(result_ink(result, also)), result < RESULTS ? result_names[result] : "?",
	        also ? ", dislodged" : "", terminal_ink(INK_PLAIN));
}

/* Prints a power's units. The orders of a movement phase name the units, so then only the orders
 * are printed. */
static void print_power(FILE *out, const struct map *map, const struct stored_row *row, int power)
{
	const struct board *board = &row->board;
	const struct phase_orders *orders = &row->orders;
	if (!phase_is_movement(board->phase) || orders->count == 0)
		for (int i = 0; i < board->unit_count; i++)
			if (board->unit[i].power == power)
				print_unit(out, map, board->unit[i]);
	for (int i = 0; i < orders->count; i++)
		if (orders->power[i] == power)
			print_order(out, map, orders->order[i], row->outcomes[i]);
}

void stored_print(FILE *out, const struct map *map, const struct stored_row *row, const char *seats)
{
	int centres[POWERS_MAX], units[POWERS_MAX];
	board_count_centres(map, &row->board, centres);
	board_count_units(&row->board, units);
	for (int power = 0; power < map->power_count; power++) {
		size_t length = strcspn(seats, "\n");
		fprintf(out, "%s%s%s %.*s: %d centre%s, %d unit%s\n",
		        terminal_ink((enum terminal_ink)(INK_UNIT + power)), map->power[power],
		        terminal_ink(INK_PLAIN), (int)length, seats, centres[power], PLURAL(centres[power]),
		        units[power], PLURAL(units[power]));
		seats += length + (seats[length] == '\n');
		print_power(out, map, row, power);
	}
}
