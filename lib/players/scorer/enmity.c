/* enmity: see enmity.h. */
#include "enmity.h"
#include "players/player.h"
#include "players/steps.h"

#include <string.h>

/* The source's numbers, in its points. */
enum { CLOSEST = 10, LARGEST = 30, WEAKEST = 20, IN_OUR_HOME = 60, EVENT = 10 };

/* ── what is where ── */

/* Steps from a power's units to the nearest one of each other power. */
static void find_distances(const struct map *map, const struct board *board, uint8_t power,
                           uint8_t distance[POWERS_MAX])
{
	const unit_set own = board_units_of(board, (power_set)(1 << power));
	uint8_t steps[PROVINCES_MAX];

	steps_by_any(map, steps_reach(map, board, own, 0), steps);
	memset(distance, STEPS_FAR, POWERS_MAX);
	for (int u = 0; u < board->unit_count; u++) {
		const struct unit unit = board->unit[u];
		const uint8_t away = steps[map->loc[unit.loc].province];
		if (away < distance[unit.power])
			distance[unit.power] = away;
	}
}

/* The powers that occupy a home centre of ours. */
static power_set find_in_home(const struct map *map, const struct board *board, uint8_t power)
{
	power_set found = 0;

	for (int p = 0; p < map->province_count; p++)
		if (map_is_home(map, power, p) && board->owner[p] != POWER_NONE)
			power_set_add(&found, board->owner[p]);
	for (int u = 0; u < board->unit_count; u++)
		if (map_is_home(map, power, map->loc[board->unit[u].loc].province))
			power_set_add(&found, board->unit[u].power);
	return found;
}

/* ── what a turn adds ── */

/* The rivals that have as many units as `size`. */
static power_set find_of_size(const struct map *map, uint8_t power, const int units[], int size)
{
	power_set found = 0;

	for (int p = 0; p < map->power_count; p++)
		if (p != power && units[p] == size)
			power_set_add(&found, p);
	return found;
}

/* Splits points among powers. The parts of powers that are not rivals are lost. */
static void split(int points, power_set powers, int parts, struct enmity *enmity)
{
	for (int p = 0; p < POWERS_MAX; p++)
		if (power_set_has(powers, p))
			enmity->of[p] += points * ENMITY_POINT / parts;
}

/* The largest and the weakest of all powers with units, ourselves included: to be the largest is
 * no reason to attack the second. */
static void add_sizes(const struct map *map, const struct board *board, uint8_t power,
                      struct enmity *enmity)
{
	int units[POWERS_MAX], most = 0, least = UNITS_MAX + 1;

	board_count_units(board, units);
	for (int p = 0; p < map->power_count; p++) {
		most = MAX(units[p], most);
		least = units[p] > 0 && units[p] < least ? units[p] : least;
	}
	if (most == 0)
		return;
	const power_set largest = find_of_size(map, power, units, most);
	const power_set weakest = find_of_size(map, power, units, least);
	split(LARGEST, largest, __builtin_popcount(largest) + (units[power] == most), enmity);
	split(WEAKEST, weakest, __builtin_popcount(weakest) + (units[power] == least), enmity);
}

static void begin_turn(const struct map *map, const struct board *board, uint8_t power, int keep,
                       struct enmity *enmity)
{
	const power_set in_home = find_in_home(map, board, power);
	uint8_t distance[POWERS_MAX];

	find_distances(map, board, power, distance);
	for (int p = 0; p < map->power_count; p++) {
		enmity->of[p] = (int32_t)((int64_t)enmity->of[p] * keep / PERCENT) +
		                (CLOSEST - distance[p]) * ENMITY_POINT;
		if (power_set_has(in_home, p))
			enmity->of[p] += IN_OUR_HOME * ENMITY_POINT;
	}
	add_sizes(map, board, power, enmity);
}

/* ── events ── */

/* Centres that changed hands since the board before. */
static void add_captures(const struct map *map, const struct board *board, uint8_t power,
                         struct enmity *enmity)
{
	for (int p = 0; p < map->province_count; p++) {
		const uint8_t before = enmity->owner[p], after = board->owner[p];
		if (!map->centre[p] || before == after)
			continue;
		if (before == power && after != POWER_NONE)
			enmity->of[after] += EVENT * ENMITY_POINT;
		if (after == power && before != POWER_NONE)
			enmity->of[before] += EVENT * ENMITY_POINT;
	}
}

void enmity_meet(const struct map *map, const struct board *board, uint8_t power, int keep,
                 struct enmity *enmity)
{
	if (enmity->begun)
		add_captures(map, board, power, enmity);
	memcpy(enmity->owner, board->owner, sizeof enmity->owner);
	enmity->begun = true;
	if (phase_is_movement(board->phase))
		begin_turn(map, board, power, keep, enmity);
}

/* The power that moved into a province, or POWER_NONE. */
static uint8_t find_intruder(const struct map *map, const struct phase_record *record,
                             uint8_t province)
{
	for (int u = 0; u < record->orders.count; u++) {
		const struct order order = record->orders.order[u];
		if (order.kind == ORDER_MOVE && record->results[u] == RESULT_SUCCEEDS &&
		    map->loc[order.to].province == province)
			return record->orders.power[u];
	}
	return POWER_NONE;
}

void enmity_learn(const struct map *map, const struct phase_record *record, uint8_t power,
                  struct enmity *enmity)
{
	if (!phase_is_movement(record->board.phase))
		return;
	for (unit_set rest = record->dislodged; rest; unit_set_drop(&rest)) {
		const struct unit unit = record->board.unit[unit_set_first(rest)];
		const uint8_t intruder = unit.power == power
		                             ? find_intruder(map, record, map->loc[unit.loc].province)
		                             : POWER_NONE;
		if (intruder != POWER_NONE)
			enmity->of[intruder] += EVENT * ENMITY_POINT;
	}
}

/* ── whom to attack ── */

power_set enmity_choose(const struct map *map, const struct board *board, uint8_t power, int near,
                        const struct enmity *enmity)
{
	uint8_t distance[POWERS_MAX];
	int units[POWERS_MAX], size = 0;
	power_set chosen = 0;

	board_count_units(board, units);
	find_distances(map, board, power, distance);
	for (;;) {
		int next = POWER_NONE;
		for (int p = 0; p < map->power_count; p++)
			if (p != power && units[p] > 0 && !power_set_has(chosen, p) &&
			    (next == POWER_NONE || enmity->of[p] > enmity->of[next]))
				next = p;
		if (next == POWER_NONE)
			return chosen;
		power_set_add(&chosen, next);
		if (distance[next] > near)
			continue;
		size += units[next];
		if (size >= units[power])
			return chosen;
	}
}
