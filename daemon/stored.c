/* stored: see stored.h. */
#include "stored.h"

#include <string.h>

void stored_pack_final(const struct map *map, const struct board *board, struct stored *stored)
{
	*stored = (struct stored){.phase = board->phase, .unit_count = board->unit_count};
	for (int i = 0; i < board->unit_count; i++)
		stored->units[i] = unit_pack(board->unit[i]);
	for (int i = 0; i < map->province_count; i++)
		stored->owners[i] = board->owner[i] == POWER_NONE ? '.' : map->power[board->owner[i]][0];
}

void stored_pack(const struct map *map, const struct phase_record *record, struct stored *stored)
{
	stored_pack_final(map, &record->board, stored);
	stored->resolved = true;
	for (int i = 0; i < stored->unit_count; i++)
		stored->orders[i] = order_pack(record->orders[i]) | (int32_t)record->results[i] << 20 |
		                    (int32_t)(record->dislodged >> i & 1) << 24;
	stored->resolve_ns = record->resolve_ns < INT32_MAX ? (int32_t)record->resolve_ns : INT32_MAX;
	stored->stage = record->stage;
	stored->capped = record->capped;
	for (int power = 0; power < map->power_count; power++) {
		stored->think_ns[power] = (int64_t)record->think_ns[power];
		stored->forecasts[power] = (int32_t)record->forecasts[power];
	}
}

static bool unpack_owner(const struct map *map, char initial, uint8_t *owner)
{
	*owner = POWER_NONE;
	for (int power = 0; power < map->power_count; power++)
		if (map->power[power][0] == initial)
			*owner = (uint8_t)power;
	return *owner != POWER_NONE || initial == '.';
}

bool stored_unpack(const struct map *map, const struct stored *stored, struct board *board,
                   struct order orders[UNITS_MAX])
{
	if (strlen(stored->owners) != (size_t)map->province_count)
		return false;
	board_clear(board);
	board->phase = stored->phase;
	for (int i = 0; i < map->province_count; i++)
		if (!unpack_owner(map, stored->owners[i], &board->owner[i]))
			return false;
	memset(orders, 0, UNITS_MAX * sizeof *orders);
	for (int i = 0; i < stored->unit_count; i++) {
		struct unit unit = unit_unpack(stored->units[i]);
		/* sorted by province, as packed: so that orders stay parallel */
		bool sorted = unit.loc < map->loc_count && unit.power < map->power_count &&
		              (i == 0 || map->loc[board->unit[i - 1].loc].province < map->loc[unit.loc].province);
		if (!sorted || !board_add(map, board, unit))
			return false;
		if (stored->resolved)
			orders[i] = order_unpack(stored->orders[i], unit.type, unit.loc);
	}
	return true;
}
