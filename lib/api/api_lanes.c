/* api_lanes: many order sets of one board, resolved at once (judges/lanes). */
#include "api.h"
#include "judges/lanes/lanes.h"

#include <stdlib.h>
#include <string.h>

struct ares_lanes {
	struct board board;
	struct menu menu;
	struct lanes *lanes; /* after it, aligned */
};

/* ── a menu ── */

/* Checks the menus of the caller: `all` orders, one unit after the other. */
static int32_t check_menu(const struct ares_map *map, const struct board *board,
                          const struct ares_order *orders, const int32_t *counts,
                          struct ares_error *error)
{
	char text[ORDER_TEXT_SIZE];
	int32_t at = 0;

	for (int u = 0; u < board->unit_count; u++) {
		if (counts[u] < 1 || counts[u] > MENU_ORDERS_MAX)
			return api_refuse(error, ARES_ERROR_SIZE,
			                  "counts[%d] is %d: a unit has from 1 to %d orders", u, counts[u],
			                  MENU_ORDERS_MAX);
		for (int32_t i = 0; i < counts[u]; i++, at++) {
			const struct order order = api_take_order(orders[at]);
			if (!order_is_of(&map->map, order, board->unit[u].type, board->unit[u].loc))
				return api_refuse(
					error, ARES_ERROR_ORDER,
					"unit %d, order %d: '%s' is not an order of a movement phase for it", u, i,
					order_print(&map->map, order, text));
		}
	}
	return ARES_OK;
}

static bool open_menu(struct ares_lanes *lanes, struct variant variant,
                      const struct ares_order *orders, const int32_t *counts)
{
	const struct order *lists[UNITS_MAX];
	int of_unit[UNITS_MAX];

	for (int u = 0; u < lanes->board.unit_count; u++) {
		lists[u] = (const struct order *)orders; /* the same bytes: api.h */
		of_unit[u] = counts[u];
		orders += counts[u];
	}
	return menu_open(&lanes->menu, variant, &lanes->board, lists, of_unit);
}

/* Allocates and opens the lanes of the menus. */
static bool open_lanes(struct ares_lanes *lanes)
{
	const struct lanes_width *width = lanes_widest();
	const size_t size = lanes_size(&lanes->menu, width);
	void *room = aligned_alloc(LANES_ALIGN, (size + LANES_ALIGN - 1) / LANES_ALIGN * LANES_ALIGN);

	if (room)
		lanes->lanes = lanes_open(&lanes->menu, width, room);
	return room;
}

int32_t ares_lanes_open(const struct ares_map *map, int32_t rules, const struct ares_board *board,
                        const struct ares_order *orders, const int32_t *counts,
                        struct ares_lanes **lanes, struct ares_error *error)
{
	const struct rules *found;
	struct board taken;
	int32_t status;

	API_NEED(map);
	API_NEED(orders);
	API_NEED(counts);
	API_NEED(lanes);
	if ((status = api_find_rules(rules, &found, error)) ||
	    (status = api_take_board(map, board, &taken, error)))
		return status;
	if (!phase_is_movement(taken.phase))
		return api_refuse(error, ARES_ERROR_PHASE, "the board is not one of a movement phase");
	if ((status = check_menu(map, &taken, orders, counts, error)))
		return status;

	struct ares_lanes *opened = malloc(sizeof *opened);
	if (!opened)
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for lanes");
	opened->board = taken;
	opened->lanes = NULL;
	if (!open_menu(opened, rules_variant(found, &map->map), orders, counts))
		status = api_refuse(error, ARES_ERROR_SIZE,
		                    "there are too many orders: resolve sets by ares_resolve");
	else if (!open_lanes(opened))
		status = api_refuse(error, ARES_ERROR_MEMORY, "no memory for lanes");
	if (status) {
		ares_lanes_close(opened);
		return status;
	}
	*lanes = opened;
	return api_accept(error);
}

void ares_lanes_close(struct ares_lanes *lanes)
{
	if (lanes)
		free(lanes->lanes);
	free(lanes);
}

/* ── sets ── */

/* Transposes the rows of one word of lanes: bit u of sets[l] is bit l of row u. */
static void turn(const uint64_t *rows, int step, int units, int count, uint64_t sets[])
{
	uint64_t square[64] = {0};

	for (int u = 0; u < units; u++)
		square[u] = rows[u * step];
	for (int half = 32; half > 0; half /= 2) {
		const uint64_t low =
			~UINT64_C(0) / ((UINT64_C(1) << half) + 1); /* alternating groups of `half` bits */
		for (int u = 0; u < 64; u = (u + half + 1) & ~half) {
			const uint64_t swap = (square[u] >> half ^ square[u + half]) & low;
			square[u] ^= swap << half;
			square[u + half] ^= swap;
		}
	}
	memcpy(sets, square, (size_t)count * sizeof *sets);
}

/* Sets the lanes of each unit to its orders in some sets, from `first` on; the lanes after them get
 * its first order. */
static void choose(struct ares_lanes *lanes, const uint16_t *places, size_t sets, size_t first,
                   int count)
{
	uint16_t row[LANES_MAX] = {0};

	for (int u = 0; u < lanes->board.unit_count; u++) {
		memcpy(row, places + (size_t)u * sets + first, (size_t)count * sizeof *row);
		lanes_choose(lanes->lanes, u, row);
	}
}

static int32_t check_places(const struct ares_lanes *lanes, const uint16_t *places, size_t sets,
                            struct ares_error *error)
{
	for (int u = 0; u < lanes->board.unit_count; u++)
		for (size_t s = 0; s < sets; s++)
			if (places[(size_t)u * sets + s] >= menu_count(&lanes->menu, u))
				return api_refuse(error, ARES_ERROR_ORDER,
				                  "places[%d][%zu] is %d, and the unit has %d orders", u, s,
				                  places[(size_t)u * sets + s], menu_count(&lanes->menu, u));
	return ARES_OK;
}

int32_t ares_lanes_resolve(struct ares_lanes *lanes, const uint16_t *places, int32_t sets,
                           uint64_t *follows, uint64_t *dislodged, struct ares_error *error)
{
	int32_t status;

	API_NEED(lanes);
	API_NEED(places);
	API_NEED(follows);
	API_NEED(dislodged);
	if (sets < 0)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "sets is %d: it is not negative", sets);
	if ((status = check_places(lanes, places, (size_t)sets, error)))
		return status;
	const int width = lanes->lanes->width->count, units = lanes->board.unit_count;
	const int parts = lanes->lanes->parts;

	for (int32_t first = 0; first < sets; first += width) {
		const int count = MIN(sets - first, width);
		choose(lanes, places, (size_t)sets, (size_t)first, count);
		lanes_resolve(lanes->lanes, count);
		for (int lane = 0; lane < count; lane += 64) {
			const int some = MIN(count - lane, 64);
			turn(lanes->lanes->follows + lane / 64, parts, units, some, follows + first + lane);
			turn(lanes->lanes->dislodged + lane / 64, parts, units, some, dislodged + first + lane);
		}
	}
	return api_accept(error);
}
