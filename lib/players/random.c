/* random: a hold or any move for every unit, each equally likely (thesis 4.1). It never
 * supports or convoys. */
#include "player.h"

static void random_order(const struct player_call *call, struct order orders[UNITS_MAX],
                         struct player_effort *effort)
{
	struct rng rng = player_chance(call, RNG_ORDERS);

	for (int u = 0; u < call->board->unit_count; u++) {
		const struct unit unit = call->board->unit[u];
		const struct map_loc *loc = &call->map->loc[unit.loc];
		if (unit.power != call->power)
			continue;
		uint32_t choice = rng_below(&rng, loc->exit_count[unit.type] + 1u);
		orders[u] = choice == 0
		                ? order_hold(unit.type, unit.loc)
		                : order_move(unit.type, unit.loc, loc->exits[unit.type][choice - 1]);
	}
	*effort = (struct player_effort){0};
}

const struct player player_random = {
	.name = "random",
	.about = "holds or moves at random (thesis, section 4.1)",
	.settings = player_no_settings,
	.order = random_order,
};
