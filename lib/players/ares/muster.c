/* muster: see muster.h. */
#include "muster.h"

#include <stddef.h>
#include <string.h>

void muster_units(uint8_t power, struct muster *muster)
{
	const struct board *board = &muster->board;

	memset(muster->units, 0, offsetof(struct muster, own) - offsetof(struct muster, units));
	muster->own.count = muster->others.count = 0;
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		struct squad *squad = unit.power == power ? &muster->own : &muster->others;
		unit_set_add(&muster->units[unit.power], u);
		place_set_add(&muster->stand[unit.power][unit.type], unit.loc);
		squad->unit[squad->count++] = (uint8_t)u;
	}
}
