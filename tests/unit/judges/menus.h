/* menus: random menus for tests of lanes: several orders per unit, which often match each other. */
#ifndef ARESFARM_MENUS_H
#define ARESFARM_MENUS_H

#include "judges/lanes/lanes.h"
#include "rules/legal.h"
#include "positions.h"

enum { MENUS_ORDERS_MAX = 40 };

struct menu_card {
	struct board board;
	struct order orders[UNITS_MAX][MENUS_ORDERS_MAX];
	int counts[UNITS_MAX];
};

static inline void menus_add(struct menu_card *card, int u, struct order order)
{
	if (card->counts[u] < MENUS_ORDERS_MAX)
		card->orders[u][card->counts[u]++] = order;
}

/* Adds orders to each unit's, drawn so that they match those of others: moves and holds first, then
 * supports and convoys of them. */
static inline void menus_redraw(const struct map *map, struct rng *rng,
                                const struct position *first, struct menu_card *card)
{
	const struct board *board = &card->board;
	struct position position = *first;

	for (int u = 0; u < board->unit_count; u++)
		if (rng_below(rng, 3) == 0)
			position.orders[u] = positions_draw_move(map, rng, board, board->unit[u]);
	for (int u = 0; u < board->unit_count; u++)
		if (rng_below(rng, 2) == 0)
			position.orders[u] = positions_draw_help(
				map, rng, &position, u,
				map->loc[board->unit[u].loc].terrain == WATER && rng_below(rng, 2) == 0);
	for (int u = 0; u < board->unit_count; u++)
		menus_add(card, u, position.orders[u]);
}

/* Draws a board and a menu for it. */
static inline void menus_draw(const struct map *map, struct rng *rng, bool knot,
                              struct menu_card *card)
{
	static struct order legal_list[LEGAL_MAX];
	struct position position;
	struct legal legal;

	(knot ? positions_draw_knot : positions_draw)(map, rng, &position);
	card->board = position.board;
	for (int p = 0; p < map->province_count; p++)
		if (map->loc[p].terrain != WATER)
			card->board.owner[p] =
				(uint8_t)(rng_below(rng, 2) == 0 ? POWER_NONE
			                                     : rng_below(rng, (uint32_t)map->power_count));
	for (int u = 0; u < card->board.unit_count; u++) {
		card->counts[u] = 0;
		menus_add(card, u, position.orders[u]);
	}
	for (uint32_t n = rng_below(rng, 8); n > 0; n--)
		menus_redraw(map, rng, &position, card);
	legal_open(map, &card->board, &legal);
	for (int u = 0; u < card->board.unit_count; u++) {
		const uint32_t count = (uint32_t)legal_orders(&legal, u, legal_list);
		for (uint32_t n = rng_below(rng, 6); n > 0; n--)
			menus_add(card, u, legal_list[rng_below(rng, count)]);
	}
}

MUST_CHECK static inline bool menus_open(struct menu *menu, struct variant variant,
                                         const struct menu_card *card)
{
	const struct order *lists[UNITS_MAX];

	for (int u = 0; u < card->board.unit_count; u++)
		lists[u] = card->orders[u];
	return menu_open(menu, variant, &card->board, lists, card->counts);
}

#endif
