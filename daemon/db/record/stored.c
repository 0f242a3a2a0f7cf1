/* stored: see stored.h. */
#include "stored.h"

#include <string.h>

/* Bit 11 of a unit: an entry that is not a standing unit. NO_ORDER: kind 15. */
enum { APART = 1 << 11, NO_ORDER = 15 << 14 };

/* ── packing ── */

static void add_entry(struct stored *stored, int16_t unit, int32_t order)
{
	stored->units[stored->unit_count] = unit;
	stored->orders[stored->unit_count++] = order;
}

static int32_t pack_outcome(struct order order, enum result result, bool dislodged)
{
	return order_pack(order) | (int32_t)result << 20 | (int32_t)dislodged << 24;
}

static void pack_position(const struct map *map, const struct board *board, struct stored *stored)
{
	*stored = (struct stored){.phase = board->phase};
	for (int i = 0; i < board->unit_count; i++)
		add_entry(stored, unit_pack(board->unit[i]), NO_ORDER);
	for (int i = 0; i < map->province_count; i++)
		stored->owners[i] = board->owner[i] == POWER_NONE ? '.' : map->power[board->owner[i]][0];
}

static void pack_contested(const struct map *map, const struct board *board, struct stored *stored)
{
	for (int p = 0; p < map->province_count; p++)
		if (place_set_has(&board->contested, (unsigned)p))
			add_entry(stored, unit_pack((struct unit){POWER_NONE, ARMY, (uint8_t)p}) | APART,
			          NO_ORDER);
}

static void pack_retreats(const struct map *map, const struct phase_record *record,
                          struct stored *stored)
{
	const struct board *board = &record->board;
	for (int i = 0; i < board->retreat_count; i++) {
		struct order order = record->orders.order[i];
		order.aux = board->retreat[i].barred;
		add_entry(stored, unit_pack(board->retreat[i].unit) | APART,
		          pack_outcome(order, record->results[i], false));
	}
	pack_contested(map, board, stored);
}

static void pack_adjustments(const struct phase_record *record, struct stored *stored)
{
	for (int i = 0; i < record->orders.count; i++) {
		struct order order = record->orders.order[i];
		struct unit unit = {record->orders.power[i], order.type, order.from};
		add_entry(stored, unit_pack(unit) | APART, pack_outcome(order, record->results[i], false));
	}
}

void stored_pack_final(const struct map *map, const struct board *board, struct stored *stored)
{
	pack_position(map, board, stored);
}

static void pack_effort(int power, const struct player_effort *effort, struct stored *stored)
{
	int32_t *stages = &stored->forecast_stages[stored->forecaster_count * STORED_STAGES];
	int32_t forecasts = (int32_t)effort->forecasts[STAGE_NONE];
	for (int stage = STAGE_NONE + 1; stage < STAGES; stage++) {
		*stages++ = (int32_t)effort->forecasts[stage];
		forecasts += (int32_t)effort->forecasts[stage];
	}
	if (forecasts > 0)
		stored->forecast_ns[stored->forecaster_count++] = (int64_t)effort->forecast_ns;
	stored->forecasts[power] = forecasts;
	stored->capped |= (int16_t)(effort->capped << power);
}

void stored_pack_open(const struct map *map, const struct board *board, struct stored *stored)
{
	pack_position(map, board, stored);
	for (int i = 0; i < board->retreat_count; i++)
		add_entry(stored, unit_pack(board->retreat[i].unit) | APART, NO_ORDER);
	pack_contested(map, board, stored);
}

void stored_pack(const struct map *map, const struct phase_record *record,
                 const struct phase_cost *cost, struct stored *stored)
{
	pack_position(map, &record->board, stored);
	if (phase_is_winter(stored->phase))
		pack_adjustments(record, stored);
	else if (phase_is_movement(stored->phase))
		for (int i = 0; i < stored->unit_count; i++)
			stored->orders[i] = pack_outcome(record->orders.order[i], record->results[i],
			                                 record->dislodged >> i & 1);
	else
		pack_retreats(map, record, stored);

	stored->resolved = true;
	stored->resolve_ns = cost->resolve_ns < INT32_MAX ? (int32_t)cost->resolve_ns : INT32_MAX;
	stored->stage = record->stage;
	stored->power_count = map->power_count;

	for (int power = 0; power < map->power_count; power++) {
		stored->think_ns[power] = (int64_t)cost->think_ns[power];
		pack_effort(power, &cost->effort[power], stored);
	}
}

void stored_pack_end(const struct map *map, const struct board *board,
                     const struct game_verdict *verdict, int32_t phases, struct stored_end *end)
{
	int centres[POWERS_MAX], units[POWERS_MAX];
	*end = (struct stored_end){.winner = verdict->winner,
	                           .phase = board->phase,
	                           .phases = phases,
	                           .shared = verdict->shared,
	                           .power_count = map->power_count};
	board_count_centres(map, board, centres);
	board_count_units(board, units);
	for (int power = 0; power < map->power_count; power++) {
		end->centres[power] = (int16_t)centres[power];
		end->units[power] = (int16_t)units[power];
	}
}

/* ── unpacking ── */

static bool unpack_owner(const struct map *map, char initial, uint8_t *owner)
{
	*owner = POWER_NONE;
	for (int power = 0; power < map->power_count; power++)
		if (map->power[power][0] == initial)
			*owner = (uint8_t)power;
	return *owner != POWER_NONE || initial == '.';
}

static void add_order(struct phase_orders *orders, struct order order, uint8_t power, int32_t code,
                      int32_t outcomes[])
{
	if (outcomes != NULL)
		outcomes[orders->count] = code;
	orders->order[orders->count] = order;
	orders->power[orders->count++] = power;
}

/* An entry that is not a standing unit. */
static bool unpack_apart(const struct map *map, struct unit unit, struct order order,
                         struct board *board)
{
	if (unit.power == POWER_NONE) {
		if (unit.loc >= map->province_count)
			return false;
		place_set_add(&board->contested, unit.loc);
		return true;
	}

	if (unit.power >= map->power_count)
		return false;
	if (phase_is_winter(board->phase))
		return order.kind == ORDER_WAIVE ||
		       ((order.kind == ORDER_BUILD || order.kind == ORDER_DISBAND) &&
		        unit.loc < map->loc_count);

	const bool barred = order.aux == LOC_NONE || order.aux < map->province_count;
	const bool retreats = order.kind == ORDER_RETREAT && order.to < map->loc_count;
	if (unit.loc >= map->loc_count || !barred || !(retreats || order.kind == ORDER_DISBAND))
		return false;

	return board_add_retreat(map, board, (struct retreat){unit, order.aux});
}

/* The units must be sorted by province, so that the orders stay parallel to them. */
static bool unpack_standing(const struct map *map, struct unit unit, struct board *board)
{
	int i = board->unit_count;
	return unit.loc < map->loc_count && unit.power < map->power_count &&
	       (i == 0 || map->loc[board->unit[i - 1].loc].province < map->loc[unit.loc].province) &&
	       board_add(map, board, unit);
}

bool stored_unpack(const struct map *map, const struct stored *stored, struct board *board,
                   struct phase_orders *orders, int32_t outcomes[PHASE_ORDERS_MAX])
{
	orders->count = 0;
	board_clear(board);
	board->phase = stored->phase;
	if (strlen(stored->owners) != (size_t)map->province_count)
		return false;

	for (int i = 0; i < map->province_count; i++)
		if (!unpack_owner(map, stored->owners[i], &board->owner[i]))
			return false;

	for (int i = 0; i < stored->unit_count; i++) {
		const bool apart = stored->units[i] & APART,
				   ordered = stored->resolved && (stored->orders[i] & NO_ORDER) != NO_ORDER;
		struct unit unit = unit_unpack(stored->units[i] & ~APART);
		struct order order = order_unpack(stored->orders[i], unit.type, unit.loc);
		if (!(apart ? unpack_apart(map, unit, order, board) : unpack_standing(map, unit, board)))
			return false;
		if (apart)
			order.aux = LOC_NONE; /* aux was the barred province */
		if (ordered && orders->count < PHASE_ORDERS_MAX)
			add_order(orders, order, unit.power, stored->orders[i], outcomes);
	}

	return true;
}

/* Dislodged units have an order in a row of a played phase. Any order will do here. */
bool stored_unpack_open(const struct map *map, const struct stored *stored, struct board *board)
{
	struct stored played = *stored;
	struct phase_orders orders;
	played.resolved = true;
	for (int i = 0; i < played.unit_count; i++) {
		const struct unit unit = unit_unpack(played.units[i] & ~APART);
		played.orders[i] = (played.units[i] & APART) != 0 && unit.power != POWER_NONE
		                       ? order_pack(order_disband(unit.type, unit.loc))
		                       : NO_ORDER;
	}
	return stored_unpack(map, &played, board, &orders, NULL);
}

bool stored_unpack_record(const struct map *map, const struct stored *stored,
                          struct phase_record *record)
{
	int32_t outcomes[PHASE_ORDERS_MAX];

	*record = (struct phase_record){.stage = STAGE_NONE};
	if (!stored_unpack(map, stored, &record->board, &record->orders, outcomes))
		return false;
	if (stored->resolved && stored->stage >= 0 && stored->stage < STAGES)
		record->stage = (uint8_t)stored->stage;

	for (int i = 0; i < record->orders.count; i++) {
		const uint8_t from = record->orders.order[i].from;
		const int unit =
			from < map->loc_count ? board_find(map, &record->board, map->loc[from].province) : -1;
		record->results[i] = stored_result(outcomes[i]);
		if (unit >= 0 && stored_dislodged(outcomes[i]))
			unit_set_add(&record->dislodged, unit);
	}

	return true;
}
