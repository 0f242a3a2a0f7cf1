/* holdbot: all units hold, like the HoldBot of the DAIDE. A dislodged unit disbands. Builds are
 * waived; surplus units are removed in the sequence of their provinces. Source: David Norman,
 * HoldBot, 2002. */
#include "player.h"

static void holdbot_order(const struct player_call *call, struct order orders[UNITS_MAX],
                          struct player_effort *effort)
{
	for (int u = 0; u < call->board->unit_count; u++) {
		const struct unit unit = call->board->unit[u];
		if (unit.power == call->power)
			orders[u] = order_hold(unit.type, unit.loc);
	}
	*effort = (struct player_effort){0};
}

static void holdbot_retreat(const struct player_call *call, struct order orders[RETREATS_MAX])
{
	for (int i = 0; i < call->board->retreat_count; i++) {
		const struct unit unit = call->board->retreat[i].unit;
		if (unit.power == call->power)
			orders[i] = order_disband(unit.type, unit.loc);
	}
}

/* Removes units until none is due. */
static int remove_first(const struct player_call *call, int due,
                        struct submission adjustments[ADJUSTMENTS_MAX])
{
	int count = 0;

	for (int u = 0; u < call->board->unit_count && count < due; u++) {
		const struct unit unit = call->board->unit[u];
		if (unit.power == call->power)
			adjustments[count++] =
				(struct submission){call->power, order_disband(unit.type, unit.loc)};
	}
	return count;
}

static int holdbot_adjust(const struct player_call *call,
                          struct submission adjustments[ADJUSTMENTS_MAX])
{
	const int allowance = build_allowance(call->map, call->board, call->power);

	if (allowance < 0)
		return remove_first(call, -allowance, adjustments);
	for (int i = 0; i < allowance; i++)
		adjustments[i] = (struct submission){call->power, order_waive()};
	return allowance;
}

const struct player player_holdbot = {
	.name = "holdbot",
	.about = "holds with all units, disbands and waives (Norman, 2002)",
	.settings = player_no_settings,
	.order = holdbot_order,
	.retreat = holdbot_retreat,
	.adjust = holdbot_adjust,
};
