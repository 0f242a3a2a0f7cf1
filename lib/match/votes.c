/* votes: see votes.h. */
#include "votes.h"

power_set votes_find_survivors(const struct map *map, const struct board *board)
{
	int centres[POWERS_MAX], units[POWERS_MAX];
	power_set survivors = 0;

	board_count_centres(map, board, centres);
	board_count_units(board, units);
	for (int p = 0; p < map->power_count; p++)
		if (centres[p] > 0 || units[p] > 0)
			power_set_add(&survivors, p);
	return survivors;
}

void votes_add(struct votes *votes, power_set survivors, uint8_t power, power_set shared)
{
	power_set_add(&votes->by[shared == survivors ? 0 : shared], power);
}

bool votes_agree(const struct votes *votes, power_set survivors, power_set *shared)
{
	const power_set needed = survivors & ~votes->excused;

	for (int end = 0; needed != 0 && end < VOTES_ENDS; end++)
		if ((needed & ~votes->by[end]) == 0) {
			*shared = (power_set)end;
			return true;
		}
	return false;
}
