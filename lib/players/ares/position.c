/* position: see position.h. */
#include "position.h"

#include <stddef.h>
#include <string.h>

void position_sort(uint8_t power, struct position *position)
{
	const struct board *board = &position->board;

	memset(position->units, 0, offsetof(struct position, own) - offsetof(struct position, units));
	position->own.count = position->others.count = 0;
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		struct unit_list *units = unit.power == power ? &position->own : &position->others;
		unit_set_add(&position->units[unit.power], u);
		place_set_add(&position->stand[unit.power][unit.type], unit.loc);
		units->unit[units->count++] = (uint8_t)u;
	}
}
