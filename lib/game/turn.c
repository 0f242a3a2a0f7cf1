/* turn: see turn.h. */
#include "turn.h"

#include "build.h"
#include "retreat.h"

static int count_retreats(const struct map *map, const struct board *board, uint8_t power)
{
	int count = 0;
	bool choice = false;

	for (int i = 0; i < board->retreat_count; i++) {
		if (board->retreat[i].unit.power != power)
			continue;
		count++;
		choice |= retreat_is_possible(map, board, i);
	}
	return choice ? count : 0;
}

int turn_count_due(const struct map *map, const struct board *board, uint8_t power)
{
	int units[POWERS_MAX], due;

	board_count_units(board, units);
	if (phase_is_movement(board->phase))
		return units[power];
	if (!phase_is_winter(board->phase))
		return count_retreats(map, board, power);
	due = build_allowance(map, board, power);
	if (due >= 0)
		return due;
	return -due < units[power] ? -due : 0;
}

/* ── what may be ordered ── */

/* The orders as they are listed. */
struct turn_list {
	struct variant variant;
	const struct board *board;
	uint8_t power; /* whose turn it is */
	struct order *orders;
	int most, count;
};

static void add_order(struct turn_list *listing, struct order order)
{
	if (listing->count < listing->most)
		listing->orders[listing->count] = order;
	listing->count++;
}

/* Whether a support of a fleet's move may leave the coast open (4.B.4). own: the fleet belongs to
 * the supporter's power. */
static bool lets_leave_open(const struct law *law, bool own)
{
	return law->coast_support == COAST_SUPPORT_OPTIONAL ||
	       law->coast_support == COAST_SUPPORT_IGNORED ||
	       (law->coast_support == COAST_SUPPORT_OWN && own);
}

/* Whether an order is a support of a fleet that reaches both coasts of a province, here the second,
 * and may leave the coast open (4.B.4). */
static bool may_leave_open(const struct turn_list *listing, struct order order)
{
	const struct map *map = listing->variant.map;
	const uint8_t province =
		order.kind == ORDER_SUPPORT_MOVE ? map->loc[order.to].province : LOC_NONE;

	if (province == LOC_NONE || map->coast_count[province] < 2 ||
	    order.to != map->coasts[province][1])
		return false;
	const struct unit other =
		listing->board->unit[board_find(map, listing->board, map->loc[order.aux].province)];
	return map_adjacent(map, FLEET, other.loc, map->coasts[province][0]) &&
	       lets_leave_open(listing->variant.law, listing->power == other.power);
}

/* legal lists convoys by fleets that are on no route; the law refuses these. */
static bool is_refused(const struct turn_list *listing, struct order order)
{
	const struct submission submission = {listing->power, order};
	struct order orders[UNITS_MAX];
	enum verdict verdict;

	if (order.kind != ORDER_CONVOY)
		return false;
	submission_verify(listing->variant, listing->board, &submission, 1, orders, &verdict);
	return verdict != VERDICT_LEGAL;
}

static void add_moves(struct turn_list *listing)
{
	const struct board *board = listing->board;
	struct order orders[LEGAL_MAX];
	struct legal legal;

	legal_open(listing->variant.map, board, &legal);
	for (int u = 0; u < board->unit_count; u++) {
		const int count =
			board->unit[u].power == listing->power ? legal_orders(&legal, u, orders) : 0;
		for (int i = 0; i < count; i++) {
			if (is_refused(listing, orders[i]))
				continue;
			add_order(listing, orders[i]);
			if (!may_leave_open(listing, orders[i]))
				continue;
			orders[i].to = listing->variant.map->loc[orders[i].to].province;
			add_order(listing, orders[i]);
		}
	}
}

static void add_retreats(struct turn_list *listing)
{
	const struct board *board = listing->board;
	uint8_t options[EXITS_MAX];

	for (int i = 0; i < board->retreat_count; i++) {
		const struct unit unit = board->retreat[i].unit;
		const int count = unit.power == listing->power
		                      ? retreat_options(listing->variant.map, board, i, options)
		                      : -1;
		for (int n = 0; n < count; n++)
			add_order(listing, order_retreat(unit.type, unit.loc, options[n]));
		if (count >= 0)
			add_order(listing, order_disband(unit.type, unit.loc));
	}
}

static void add_builds(struct turn_list *listing)
{
	struct order builds[BUILDS_MAX];
	const int count = build_list(listing->variant.map, listing->board, listing->power, builds);

	for (int i = 0; i < count; i++)
		add_order(listing, builds[i]);
	if (listing->variant.law->waive == WAIVE_ALLOWED)
		add_order(listing, order_waive());
}

static void add_removals(struct turn_list *listing)
{
	const struct board *board = listing->board;

	for (int u = 0; u < board->unit_count; u++)
		if (board->unit[u].power == listing->power)
			add_order(listing, order_disband(board->unit[u].type, board->unit[u].loc));
}

int turn_orders(struct variant variant, const struct board *board, uint8_t power,
                struct order orders[], int most)
{
	struct turn_list listing = {variant, board, power, .orders = orders, .most = most};
	const bool winter = phase_is_winter(board->phase);
	const int allowance = winter ? build_allowance(variant.map, board, power) : 0;

	if (phase_is_movement(board->phase))
		add_moves(&listing);
	else if (!winter)
		add_retreats(&listing);
	else if (allowance > 0)
		add_builds(&listing);
	else if (allowance < 0)
		add_removals(&listing);
	return listing.count;
}

/* ── what was ordered ── */

static bool moves_to(const struct map *map, struct order order, uint8_t province)
{
	return order.kind == ORDER_MOVE && order.to < map->loc_count &&
	       map->loc[order.to].province == province;
}

bool turn_may_stand(struct variant variant, const struct legal *legal, const struct order orders[],
                    int u)
{
	const struct map *map = variant.map;
	const struct board *board = legal->board;
	struct order order = orders[u];

	if (legal_has(legal, u, order))
		return true;
	if (order.kind != ORDER_SUPPORT_MOVE || order.to >= map->province_count ||
	    order.aux >= map->loc_count)
		return false;
	const uint8_t province = order.to;
	const int v = board_find(map, board, map->loc[order.aux].province);
	if (v < 0 || !lets_leave_open(variant.law, board->unit[u].power == board->unit[v].power) ||
	    moves_to(map, orders[v], province))
		return false;
	for (int c = 0; c < map->coast_count[province]; c++) {
		order.to = map->coasts[province][c];
		if (legal_has(legal, u, order))
			return true;
	}
	return false;
}
