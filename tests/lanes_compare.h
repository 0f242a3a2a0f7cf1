/* lanes_compare: whether lanes say what Atlas says. For test_lanes and test_agree. */
#ifndef ARESFARM_LANES_COMPARE_H
#define ARESFARM_LANES_COMPARE_H

#include "judges/lanes/after.h"
#include "rng.h"

#include <stdlib.h>
#include <string.h>

/* Opens lanes in memory of their own; free(lanes) frees it. */
static inline struct lanes *lanes_make(const struct menu *menu, const struct lanes_width *width)
{
	const size_t size = (lanes_size(menu, width) + LANES_ALIGN - 1) / LANES_ALIGN * LANES_ALIGN;
	void *room = aligned_alloc(LANES_ALIGN, size);

	if (room == NULL)
		abort();
	return lanes_open(menu, width, room);
}

/* What is wrong with a lane, or NULL. */
static inline const char *lanes_find_difference(const struct lanes *lanes, int lane)
{
	const struct menu *menu = lanes->menu;
	struct order orders[UNITS_MAX];
	struct judgement j;
	struct lane told;

	lanes_read_orders(lanes, lane, orders);
	lanes_read(lanes, lane, &told);
	judge_resolve(judge_find("atlas"), menu->variant, menu->board, orders, &j);
	const struct place_set contested = judge_find_contested(&j);
	if (told.follows != j.resolution.follows)
		return "other orders are followed";
	if (told.moved != (j.resolution.follows & j.verified.moves))
		return "other units move";
	if (told.dislodged != j.resolution.dislodged)
		return "other units are dislodged";
	if (memcmp(&told.contested, &contested, sizeof contested) != 0)
		return "other provinces are contested";
	for (int u = 0; u < menu->board->unit_count; u++) {
		const int attacker = judge_find_dislodger(&j, u);
		const bool barred = attacker >= 0 && (menu->variant.law->origin == ORIGIN_BARRED ||
		                                      unit_set_has(j.verified.adjacent, attacker));
		if (told.barred[u] != (barred ? j.verified.home[attacker] : LOC_NONE))
			return "another province is barred";
	}
	struct board next, expected;
	judge_move_units(&j, &expected);
	after_board(lanes, lane, &next);
	return board_equal(&next, &expected) ? NULL : "the next board is another";
}

/* What is wrong with a number of a lane, or NULL. next: its board after the moves. */
static inline const char *lanes_compare_sums(const struct lanes *lanes, int lane,
                                             const struct board *next, unit_set dislodged,
                                             uint8_t sums[3][POWERS_MAX][LANES_MAX])
{
	const struct map *map = lanes->menu->variant.map;
	const struct board *board = lanes->menu->board;
	struct board autumn = *next;
	int units[POWERS_MAX], centres[POWERS_MAX], lost[POWERS_MAX] = {0};

	for (int u = 0; u < next->unit_count; u++) {
		const uint8_t province = map->loc[next->unit[u].loc].province;
		const uint64_t *mask = after_find(lanes, lanes->stands, province, next->unit[u].power);
		if (mask == NULL || !(mask[lane / 64] >> lane % 64 & 1))
			return "a unit stands in no row";
		if (map->loc[province].terrain != WATER)
			autumn.owner[province] = next->unit[u].power;
	}
	for (int i = 0; i < lanes->menu->row_count; i++) {
		const struct menu_row row = lanes->menu->rows[i];
		if ((lanes->owns[i * lanes->parts + lane / 64] >> lane % 64 & 1) !=
		    (autumn.owner[row.province] == row.power))
			return "a province has another owner";
	}
	for (unit_set rest = dislodged; rest; unit_set_drop(&rest))
		lost[board->unit[unit_set_first(rest)].power]++;
	board_count_units(next, units);
	board_count_centres(map, &autumn, centres);
	for (int p = 0; p < map->power_count; p++)
		if (sums[0][p][lane] != units[p] || sums[1][p][lane] != centres[p] ||
		    sums[2][p][lane] != lost[p])
			return "a sum is another";
	return NULL;
}

/* What is wrong with the numbers of all lanes, or NULL. They need not be resolved rightly. */
static inline const char *lanes_find_wrong_sum(struct lanes *lanes)
{
	static uint8_t sums[3][POWERS_MAX][LANES_MAX];
	const char *fault = NULL;

	after_moves(lanes);
	for (int p = 0; p < lanes->menu->variant.map->power_count; p++) {
		after_sum_units(lanes, p, sums[0][p]);
		after_sum_centres(lanes, p, sums[1][p]);
		after_sum_dislodged(lanes, p, sums[2][p]);
	}
	for (int lane = 0; lane < lanes->count && fault == NULL; lane++) {
		struct board next;
		struct lane told;
		after_board(lanes, lane, &next);
		lanes_read(lanes, lane, &told);
		fault = lanes_compare_sums(lanes, lane, &next, told.dislodged, sums);
	}
	return fault;
}

/* Gives each unit orders of its menu by chance, the first one often; and now and then all lanes the
 * same. Lane 0 has only first orders if `plain`. */
static inline void lanes_draw(struct rng *rng, struct lanes *lanes, bool plain)
{
	for (int u = 0; u < lanes->menu->board->unit_count; u++) {
		uint16_t places[LANES_MAX];
		const uint32_t count = (uint32_t)menu_count(lanes->menu, u);
		for (int lane = 0; lane < lanes->width->count; lane++)
			places[lane] =
				(uint16_t)rng_below(rng, rng_below(rng, 3) == 0 || count < 3 ? count : 3);
		if (plain)
			places[0] = 0;
		if (!plain && rng_below(rng, 8) == 0)
			for (int lane = 1; lane < lanes->width->count; lane++)
				places[lane] = places[0];
		lanes_choose(lanes, u, places);
	}
}

/* Resolves order sets of a menu by chance, and the first orders in lane 0. What is wrong with one
 * of them, or NULL. */
static inline const char *lanes_find_fault(struct rng *rng, const struct menu *menu,
                                           const struct lanes_width *width)
{
	struct lanes *lanes = lanes_make(menu, width);
	const char *fault = NULL;

	lanes_draw(rng, lanes, true);
	lanes_resolve(lanes, width->count);
	for (int lane = 0; lane < lanes->count && fault == NULL; lane++)
		fault = lanes_find_difference(lanes, lane);
	if (fault == NULL)
		fault = lanes_find_wrong_sum(lanes);
	free(lanes);
	return fault;
}

#endif
