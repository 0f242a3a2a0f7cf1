/* after: see after.h. */
#include "after.h"

#include <assert.h>

void after_moves(struct lanes *lanes)
{
	lanes->width->stand(lanes);
}

const uint64_t *after_find(const struct lanes *lanes, const uint64_t *masks, int province,
                           int power)
{
	const struct menu *menu = lanes->menu;

	for (int i = menu->first_row[province]; i < menu->first_row[province + 1]; i++)
		if (menu->rows[i].power == power)
			return &masks[i * lanes->parts];
	return NULL;
}

int after_count(const struct lanes *lanes, const uint64_t *mask)
{
	int count = 0;

	for (int part = 0; part < lanes->parts; part++)
		count += __builtin_popcountll(mask[part]);
	return count;
}

void after_sum(const struct lanes *lanes, const uint64_t *const masks[], int count, uint8_t sums[])
{
	assert(count <= AFTER_SUM_MAX);
	lanes->width->sum(lanes, masks, count, sums);
}

/* Adds up the rows of a power; only centres, if so asked. */
static void sum_rows(const struct lanes *lanes, const uint64_t *rows, int power, bool centres,
                     uint8_t sums[])
{
	const struct menu *menu = lanes->menu;
	const uint64_t *masks[PROVINCES_MAX];
	int count = 0;

	for (int i = 0; i < menu->row_count; i++)
		if (menu->rows[i].power == power &&
		    (!centres || menu->variant.map->centre[menu->rows[i].province]))
			masks[count++] = &rows[i * lanes->parts];
	after_sum(lanes, masks, count, sums);
}

void after_sum_units(const struct lanes *lanes, int power, uint8_t sums[])
{
	sum_rows(lanes, lanes->stands, power, false, sums);
}

void after_sum_centres(const struct lanes *lanes, int power, uint8_t sums[])
{
	sum_rows(lanes, lanes->owns, power, true, sums);
}

void after_sum_dislodged(const struct lanes *lanes, int power, uint8_t sums[])
{
	const struct board *board = lanes->menu->board;
	const uint64_t *masks[UNITS_MAX];
	int count = 0;

	for (int u = 0; u < board->unit_count; u++)
		if (board->unit[u].power == power)
			masks[count++] = &lanes->dislodged[u * lanes->parts];
	after_sum(lanes, masks, count, sums);
}

void after_board(const struct lanes *lanes, int lane, struct board *next)
{
	const struct menu *menu = lanes->menu;
	const struct board *board = menu->board;
	struct order orders[UNITS_MAX];
	struct lane told;

	lanes_read(lanes, lane, &told);
	lanes_read_orders(lanes, lane, orders);
	*next = *board;
	board_clear_retreats(next);
	for (unit_set rest = told.moved | told.dislodged; rest;) {
		const int last = unit_set_last(rest);
		board_remove(next, last);
		unit_set_remove(&rest, last);
	}
	for (unit_set rest = told.moved; rest; unit_set_drop(&rest)) {
		struct unit unit = board->unit[unit_set_first(rest)];
		unit.loc = orders[unit_set_first(rest)].to;
		if (!board_add(menu->variant.map, next, unit))
			assert(!"two units in a province");
	}
}
