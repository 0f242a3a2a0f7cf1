/* worth: see worth.h. */
#include "worth.h"

#include "players/steps.h"

enum { CENTRE_WEIGHT = 5 }; /* of equation 3.2 */

/* P: the centres of the largest other power that could move in. */
static int32_t find_largest(const int centres[], const uint8_t near[POWERS_MAX], uint8_t power)
{
	int largest = 0;

	for (int p = 0; p < POWERS_MAX; p++)
		if (p != power && near[p] > 0 && centres[p] > largest)
			largest = centres[p];
	return largest;
}

/* Q: the adjacent centres that are not ours. */
static int32_t count_prizes(const struct map *map, const struct board *board, uint8_t power,
                            uint8_t province)
{
	int32_t count = 0;

	for (struct place_set rest = map_neighbours(map, province); !place_set_is_empty(rest);) {
		const uint8_t next = place_set_pop(&rest);
		count += map->centre[next] && board->owner[next] != power;
	}
	return count;
}

void worth_open(const struct map *map, const struct board *board, uint8_t power,
                enum worth_equation equation, struct worth *worth)
{
	const int weight = equation == WORTH_ALL ? CENTRE_WEIGHT : 1;
	int centres[POWERS_MAX + 1] = {0}; /* last: unowned */
	uint8_t near[PROVINCES_MAX][POWERS_MAX] = {{0}};

	for (int p = 0; p < map->province_count; p++)
		centres[board->owner[p]] += map->centre[p];
	steps_count_near(map, board, near);
	for (int p = 0; p < map->province_count; p++) {
		const uint8_t owner = board->owner[p];
		if (!map->centre[p])
			worth->of[p] = equation == WORTH_ALL ? count_prizes(map, board, power, p) : 0;
		else
			worth->of[p] =
				weight * (owner == power ? find_largest(centres, near[p], power) : centres[owner]);
	}
}
