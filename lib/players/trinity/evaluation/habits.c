/* habits: see habits.h. */
#include "habits.h"

#include <string.h>

enum { FADE = 4 }; /* one part in this many of the attacks is forgotten per phase */

/* By province: the power of the unit there, else the owner of the centre, or POWER_NONE. */
static void find_holders(const struct map *map, const struct board *board,
                         uint8_t holder[PROVINCES_MAX])
{
	for (int p = 0; p < PROVINCES_MAX; p++)
		holder[p] = p < map->province_count && map->centre[p] ? board->owner[p] : POWER_NONE;
	for (int u = 0; u < board->unit_count; u++)
		holder[map->loc[board->unit[u].loc].province] = board->unit[u].power;
}

static void observe_attacks(const struct map *map, const struct phase_record *record,
                            struct habits *habits)
{
	const struct board *board = &record->board;
	int units[POWERS_MAX], hits[POWERS_MAX][POWERS_MAX] = {{0}};
	uint8_t holder[PROVINCES_MAX];

	find_holders(map, board, holder);
	board_count_units(board, units);
	for (int u = 0; u < board->unit_count; u++) {
		const uint8_t victim = holder[map->province[order_goal(record->orders.order[u])]];
		if (victim != POWER_NONE && victim != board->unit[u].power)
			hits[board->unit[u].power][victim]++;
	}
	for (int p = 0; p < map->power_count; p++)
		for (int v = 0; v < map->power_count; v++) {
			const int now = units[p] > 0 ? hits[p][v] * HABITS_ALWAYS / units[p] : 0;
			habits->attacks[p][v] += (int16_t)((now - habits->attacks[p][v]) / FADE);
		}
}

void habits_observe(const struct map *map, const struct phase_record *record, struct habits *habits)
{
	const struct board *board = &record->board;
	const bool fall = phase_kind(board->phase) >= FALL_MOVES;

	observe_attacks(map, record, habits);
	memset(habits->last, 0, sizeof habits->last);
	for (int u = 0; u < board->unit_count; u++) {
		const struct order order = record->orders.order[u];
		const uint8_t power = board->unit[u].power + 1, aim = map->province[order_goal(order)];
		const uint8_t home = map->loc[board->unit[u].loc].province;
		const bool helped = order.kind == ORDER_SUPPORT_MOVE || order.kind == ORDER_SUPPORT_HOLD;
		habits->year[fall][home] = (struct old_aim){power, aim + 1};
		if (unit_set_has(record->dislodged, u))
			continue;
		if (order.kind == ORDER_MOVE && record->results[u] == RESULT_SUCCEEDS)
			habits->last[aim] = (struct habit){power, 0, false};
		else
			habits->last[home] = (struct habit){power, aim + 1, helped};
	}
}
