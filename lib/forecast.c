/* forecast: see forecast.h. */
#include "forecast.h"

#include <string.h>

/* With more changes than this, verifying all anew is as fast. */
enum { CHANGES_MOST = 8 };

struct forecast forecast_open(const struct map *map, const struct law *law, const struct judge *judge)
{
	return (struct forecast){.map = map, .law = law, .judge = judge};
}

/* The units whose orders are not those of the last forecast; takes them over. */
static unit_set take_changes(struct forecast *forecast, const struct order orders[], int count)
{
	unit_set changed = 0;

	for (int u = 0; u < count; u++)
		changed |= (unit_set)!order_equal(forecast->orders[u], orders[u]) << u;
	for (unit_set rest = changed; rest; rest &= rest - 1)
		forecast->orders[__builtin_ctzll(rest)] = orders[__builtin_ctzll(rest)];
	return changed;
}

void forecast_resolve(struct forecast *forecast, const struct board *board, const struct order orders[],
                      struct resolution *resolution)
{
	unit_set changed = ~(unit_set)0;

	if (board == forecast->board)
		changed = take_changes(forecast, orders, board->unit_count);
	else
		memcpy(forecast->orders, orders, board->unit_count * sizeof *orders);
	forecast->board = board;
	if (__builtin_popcountll(changed) > CHANGES_MOST)
		verify_orders(forecast->map, forecast->law, board, forecast->orders, &forecast->verified);
	else if (changed)
		verify_update(forecast->map, forecast->law, board, forecast->orders, changed, &forecast->verified);
	forecast->judge->decide(forecast->map, forecast->law, board, &forecast->verified, resolution);
}

void forecast_resolve_all(struct forecast *forecast, const struct board *board, const struct order *const sets[],
                          int count, struct resolution resolutions[])
{
	for (int s = 0; s < count; s++)
		forecast_resolve(forecast, board, sets[s], &resolutions[s]);
}
