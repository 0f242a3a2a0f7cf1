/* randbot: any legal order, each equally likely, like the RandBot of the DAIDE. */
#include "rules/legal.h"
#include "player.h"

static size_t randbot_scratch_size(const int32_t settings[])
{
	(void)settings;
	return LEGAL_MAX * sizeof(struct order);
}

static void randbot_order(const struct player_call *call, struct order orders[UNITS_MAX],
                          struct player_effort *effort)
{
	struct rng rng = player_chance(call, RNG_ORDERS);
	struct order *choices = call->scratch;
	struct legal legal;

	legal_open(call->map, call->board, &legal);
	for (int u = 0; u < call->board->unit_count; u++) {
		if (call->board->unit[u].power != call->power)
			continue;
		int count = legal_orders(&legal, u, choices);
		orders[u] = choices[rng_below(&rng, count)];
	}
	*effort = (struct player_effort){0};
}

const struct player player_randbot = {
	.name = "randbot",
	.about = "draws among all legal orders, including convoys and supports of any power",
	.settings = player_no_settings,
	.scratch_size = randbot_scratch_size,
	.order = randbot_order,
};
