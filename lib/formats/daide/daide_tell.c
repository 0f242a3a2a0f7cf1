/* daide_tell: see daide_tell.h. */
#include "daide_tell.h"

#include <stdlib.h>

/* ── the map ── */

static void add_centres(struct daide_message *message, const struct daide_map *tokens,
                        const uint8_t owner[], uint8_t power)
{
	const struct map *map = tokens->map;
	bool any = false;
	for (uint8_t p = 0; p < map->province_count; p++) {
		if (!map->centre[p] || owner[p] != power)
			continue;
		if (!any) {
			daide_add(message, DAIDE_BRA);
			daide_add(message, power == POWER_NONE ? DAIDE_UNO : daide_of_power(power));
		}
		any = true;
		daide_add(message, tokens->token[p]);
	}
	if (any)
		daide_add(message, DAIDE_KET);
}

static void add_all_centres(struct daide_message *message, const struct daide_map *tokens,
                            const uint8_t owner[])
{
	for (uint8_t power = 0; power < tokens->map->power_count; power++)
		add_centres(message, tokens, owner, power);
	add_centres(message, tokens, owner, POWER_NONE);
}

/* "( AMY CON GRE )", "( ( FLT ECS ) BLA CON )": the exits of a unit at a location. coast: the token
 * of the location's coast; 0: it is a province. */
static void add_exits(struct daide_message *message, const struct daide_map *tokens,
                      enum unit_type type, uint8_t loc, uint16_t coast)
{
	const struct map_loc *from = &tokens->map->loc[loc];
	const uint16_t named = type == ARMY ? DAIDE_AMY : DAIDE_FLT;
	if (from->exit_count[type] == 0)
		return;
	daide_add(message, DAIDE_BRA);
	if (coast == 0)
		daide_add(message, named);
	else
		daide_add_group(message, (const uint16_t[]){named, coast}, 2);
	for (int i = 0; i < from->exit_count[type]; i++)
		daide_add_place(message, tokens, from->exits[type][i]);
	daide_add(message, DAIDE_KET);
}

static void add_province(struct daide_message *message, const struct daide_map *tokens, uint8_t p)
{
	const struct map *map = tokens->map;
	daide_add(message, DAIDE_BRA);
	daide_add(message, tokens->token[p]);
	add_exits(message, tokens, ARMY, p, 0);
	add_exits(message, tokens, FLEET, p, 0);
	for (int c = 0; c < map->coast_count[p]; c++)
		add_exits(message, tokens, FLEET, map->coasts[p][c], daide_coast(map, map->coasts[p][c]));
	daide_add(message, DAIDE_KET);
}

void daide_tell_map(struct daide_message *message, const struct daide_map *tokens)
{
	const struct map *map = tokens->map;
	daide_add(message, DAIDE_MDF);
	daide_add(message, DAIDE_BRA);
	for (uint8_t power = 0; power < map->power_count; power++)
		daide_add(message, daide_of_power(power));
	daide_add(message, DAIDE_KET);
	daide_add(message, DAIDE_BRA);
	daide_add(message, DAIDE_BRA);
	add_all_centres(message, tokens, map->owner);
	daide_add(message, DAIDE_KET);
	daide_add(message, DAIDE_BRA);
	for (uint8_t p = 0; p < map->province_count; p++)
		if (!map->centre[p])
			daide_add(message, tokens->token[p]);
	daide_add(message, DAIDE_KET);
	daide_add(message, DAIDE_KET);
	daide_add(message, DAIDE_BRA);
	for (uint8_t p = 0; p < map->province_count; p++)
		add_province(message, tokens, p);
	daide_add(message, DAIDE_KET);
}

/* ── the position ── */

void daide_tell_centres(struct daide_message *message, const struct daide_map *tokens,
                        const struct board *board)
{
	daide_add(message, DAIDE_SCO);
	add_all_centres(message, tokens, board->owner);
}

void daide_tell_units(struct daide_message *message, const struct daide_map *tokens,
                      const struct board *board)
{
	daide_add(message, DAIDE_NOW);
	daide_add_turn(message, board->phase);
	for (int u = 0; u < board->unit_count; u++) {
		const uint8_t province = tokens->map->loc[board->unit[u].loc].province;
		const int retreat = board_find_retreat(tokens->map, board, province);
		daide_add_unit(message, tokens, board->unit[u]);
		if (retreat >= 0)
			daide_add_dislodged(message, tokens, board, retreat);
	}
	/* the unit's dislodger was dislodged itself, by a unit that has moved on */
	for (int i = 0; i < board->retreat_count; i++)
		if (board_find(tokens->map, board, tokens->map->loc[board->retreat[i].unit.loc].province) <
		    0)
			daide_add_dislodged(message, tokens, board, i);
}

/* ── missing orders ── */

static bool is_ordered(struct unit unit, const struct order given[], int count)
{
	for (int i = 0; i < count; i++)
		if (given[i].from == unit.loc)
			return true;
	return false;
}

int daide_tell_missing(struct daide_message *message, const struct daide_map *tokens,
                       const struct board *board, uint8_t power, const struct order given[],
                       int count)
{
	int missing = 0;
	daide_add(message, DAIDE_MIS);
	for (int u = 0; phase_is_movement(board->phase) && u < board->unit_count; u++)
		if (board->unit[u].power == power && !is_ordered(board->unit[u], given, count)) {
			daide_add_unit(message, tokens, board->unit[u]);
			missing++;
		}
	for (int i = 0; i < board->retreat_count; i++) {
		const struct unit unit = board->retreat[i].unit;
		if (unit.power == power && !is_ordered(unit, given, count)) {
			daide_add_dislodged(message, tokens, board, i);
			missing++;
		}
	}
	if (!phase_is_winter(board->phase))
		return missing;
	const int due = build_allowance(tokens->map, board, power);
	missing = abs(due) - count;
	if (missing > 0)
		daide_add_integer(message, due < 0 ? missing : -missing);
	return MAX(missing, 0);
}

/* ── results ── */

static void add_result(struct daide_message *message, const struct phase_record *record, int o)
{
	static const uint16_t names[RESULTS] = {
		[RESULT_SUCCEEDS] = DAIDE_SUC,     [RESULT_BOUNCED] = DAIDE_BNC,
		[RESULT_CUT] = DAIDE_CUT,          [RESULT_VOID] = DAIDE_NSO,
		[RESULT_UNATTAINABLE] = DAIDE_FAR, [RESULT_NO_CONVOY] = DAIDE_NSO,
		[RESULT_DISRUPTED] = DAIDE_DSR,    [RESULT_SELF] = DAIDE_NSO,
		[RESULT_ILLEGAL] = DAIDE_NSO,
	};
	const bool moves = phase_is_movement(record->board.phase);
	const bool dislodged = moves && unit_set_has(record->dislodged, o);
	const uint8_t kind = record->orders.order[o].kind;
	uint16_t result = record->results[o] < RESULTS ? names[record->results[o]] : 0;
	if (record->results[o] == RESULT_DISLODGED && kind != ORDER_HOLD && kind != ORDER_CONVOY)
		result = DAIDE_CUT;
	if (dislodged && (kind == ORDER_HOLD || kind == ORDER_CONVOY))
		result = 0;
	daide_add(message, DAIDE_BRA);
	if (result != 0)
		daide_add(message, result);
	if (dislodged)
		daide_add(message, DAIDE_RET);
	if (result == 0 && !dislodged)
		daide_add(message, DAIDE_SUC);
	daide_add(message, DAIDE_KET);
}

static bool is_told(const struct phase_record *record, int o)
{
	const bool winter = phase_is_winter(record->board.phase);
	return !winter ||
	       (record->results[o] == RESULT_SUCCEEDS && record->orders.order[o].kind != ORDER_WAIVE);
}

/* The builds that a power was due, less those that it made. */
static int count_waives(const struct daide_map *tokens, const struct phase_record *record,
                        uint8_t power)
{
	int waives = daide_due(tokens->map, &record->board, power);
	for (int o = 0; o < record->orders.count; o++)
		waives -= record->orders.power[o] == power && is_told(record, o);
	return waives;
}

bool daide_tell_order(struct daide_message *message, const struct daide_map *tokens,
                      const struct phase_record *record, struct daide_orders *next)
{
	while (next->order < record->orders.count && !is_told(record, next->order))
		next->order++;
	if (next->order < record->orders.count) {
		daide_add(message, DAIDE_ORD);
		daide_add_turn(message, record->board.phase);
		daide_add_order(message, tokens, &record->orders, &record->board, next->order);
		add_result(message, record, next->order++);
		return true;
	}
	if (!phase_is_winter(record->board.phase))
		return false;
	for (; next->power < tokens->map->power_count; next->power++, next->waived = 0)
		if (next->waived < count_waives(tokens, record, (uint8_t)next->power)) {
			next->waived++;
			daide_add(message, DAIDE_ORD);
			daide_add_turn(message, record->board.phase);
			daide_add_group(message,
			                (const uint16_t[]){daide_of_power((uint8_t)next->power), DAIDE_WVE}, 2);
			daide_add_group(message, (const uint16_t[]){DAIDE_SUC}, 1);
			return true;
		}
	return false;
}
