/* lanes: see lanes.h. The formulas are in the files of the widths (body.h). This file has the table
 * of widths, lanes that Atlas resolves, and access to single lanes. */
#include "lanes.h"

#include <string.h>

extern const struct lanes_width lanes_width_64, lanes_width_256, lanes_width_512;
extern const struct judge judge_atlas;

const struct lanes_width *const lanes_widths[] = {
	&lanes_width_64,
#ifndef __wasm__ /* the module for browsers must be small */
	&lanes_width_256,
	&lanes_width_512,
#endif
	NULL,
};

bool lanes_has(const struct lanes_width *width)
{
#ifdef __x86_64__
	if (width->count == 256)
		return __builtin_cpu_supports("avx2");
	if (width->count == 512)
		return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
		       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
	return width->count <= 256;
}

const struct lanes_width *lanes_widest(void)
{
	const struct lanes_width *widest = lanes_widths[0];

	for (const struct lanes_width *const *width = lanes_widths; *width; width++)
		widest = lanes_has(*width) ? *width : widest;
	return widest;
}

static size_t header_size(void)
{
	return (sizeof(struct lanes) + LANES_ALIGN - 1) / LANES_ALIGN * LANES_ALIGN;
}

size_t lanes_size(const struct menu *menu, const struct lanes_width *width)
{
	return header_size() + width->size(menu);
}

struct lanes *lanes_open(const struct menu *menu, const struct lanes_width *width, void *room)
{
	struct lanes *lanes = room;

	*lanes = (struct lanes){.menu = menu, .width = width, .room = (char *)room + header_size()};
	width->open(lanes);
	return lanes;
}

void lanes_choose(struct lanes *lanes, int unit, const uint16_t places[])
{
	lanes->width->choose(lanes, unit, places);
}

/* ── single lanes ── */

static inline bool has(const struct lanes *lanes, const uint64_t *masks, int row, int lane)
{
	return masks[row * lanes->parts + lane / 64] >> lane % 64 & 1;
}

static inline void set(const struct lanes *lanes, uint64_t *masks, int row, int lane, bool value)
{
	uint64_t *part = &masks[row * lanes->parts + lane / 64];

	*part = (*part & ~(UINT64_C(1) << lane % 64)) | (uint64_t)value << lane % 64;
}

void lanes_read_orders(const struct lanes *lanes, int lane, struct order orders[UNITS_MAX])
{
	const struct menu *menu = lanes->menu;

	for (int u = 0; u < menu->board->unit_count; u++) {
		int place = 0;
		for (int plane = 0; plane < menu->bits[u]; plane++)
			place |= has(lanes, lanes->planes, u * MENU_PLANES + plane, lane) << plane;
		orders[u] = menu_order(menu, u, place);
	}
}

/* ── what Atlas resolves ── */

/* Whether a way's mover dislodged the occupant, to which the mover's province is closed
 * (retreat.h). */
static bool is_barred(const struct judgement *j, const struct menu_way *way)
{
	return way->occupant >= 0 && unit_set_has(j->resolution.dislodged, way->occupant) &&
	       judge_find_dislodger(j, way->occupant) == way->unit &&
	       (j->variant.law->origin == ORIGIN_BARRED ||
	        unit_set_has(j->verified.adjacent, way->unit));
}

static void resolve_singly(struct lanes *lanes, int lane)
{
	const struct menu *menu = lanes->menu;
	struct order orders[UNITS_MAX];
	struct judgement j;

	lanes_read_orders(lanes, lane, orders);
	judge_resolve(&judge_atlas, menu->variant, menu->board, orders, &j);
	const unit_set moved = j.verified.moves & j.resolution.follows;
	const struct place_set contested = judge_find_contested(&j);
	for (int u = 0; u < menu->board->unit_count; u++) {
		set(lanes, lanes->follows, u, lane, unit_set_has(j.resolution.follows, u));
		set(lanes, lanes->moved, u, lane, unit_set_has(moved, u));
		set(lanes, lanes->dislodged, u, lane, unit_set_has(j.resolution.dislodged, u));
	}
	for (int p = 0; p < menu->variant.map->province_count; p++)
		set(lanes, lanes->contested, p, lane, place_set_has(&contested, p));
	for (int w = 0; w < menu->way_count; w++)
		if (!menu->ways[w].dead)
			set(lanes, lanes->barred, w, lane, is_barred(&j, &menu->ways[w]));
}

void lanes_resolve(struct lanes *lanes, int count)
{
	lanes->count = count;
	lanes->width->resolve(lanes);
	for (int part = 0; part < lanes->parts; part++)
		for (uint64_t rest = lanes->singly[part]; rest; rest &= rest - 1)
			resolve_singly(lanes, 64 * part + __builtin_ctzll(rest));
}
