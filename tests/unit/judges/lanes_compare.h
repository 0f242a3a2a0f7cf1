/* lanes_compare: whether lanes agree with Atlas. For test_lanes and test_agree. */
#ifndef ARESFARM_LANES_COMPARE_H
#define ARESFARM_LANES_COMPARE_H

#include "judges/lanes/lanes.h"
#include "board/rng.h"

#include <stdlib.h>
#include <string.h>

/* What became of one lane. */
struct lane {
	unit_set follows, moved, dislodged;
	struct place_set contested;
	uint8_t barred[UNITS_MAX]; /* of the dislodged units: the province closed to it, or LOC_NONE */
};

static inline bool lanes_has_lane(const struct lanes *lanes, const uint64_t *masks, int row,
                                  int lane)
{
	return masks[row * lanes->parts + lane / 64] >> lane % 64 & 1;
}

static inline void lanes_read(const struct lanes *lanes, int lane, struct lane *out)
{
	const struct menu *menu = lanes->menu;

	memset(out, 0, sizeof *out);
	memset(out->barred, LOC_NONE, sizeof out->barred);
	for (int u = 0; u < menu->board->unit_count; u++) {
		out->follows |= unit_set_if(lanes_has_lane(lanes, lanes->follows, u, lane), u);
		out->moved |= unit_set_if(lanes_has_lane(lanes, lanes->moved, u, lane), u);
		out->dislodged |= unit_set_if(lanes_has_lane(lanes, lanes->dislodged, u, lane), u);
	}
	for (int p = 0; p < menu->variant.map->province_count; p++)
		if (lanes_has_lane(lanes, lanes->contested, p, lane))
			place_set_add(&out->contested, p);
	for (int w = 0; w < menu->way_count; w++)
		if (!menu->ways[w].dead && menu->ways[w].occupant >= 0 &&
		    lanes_has_lane(lanes, lanes->barred, w, lane))
			out->barred[menu->ways[w].occupant] = menu->home[menu->ways[w].unit];
}

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
	return NULL;
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
	free(lanes);
	return fault;
}

#endif
