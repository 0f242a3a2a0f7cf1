/* changes: see changes.h. */
#include "changes.h"

#include "players/ares/ferry.h"

struct list {
	const struct ground *ground;
	uint8_t power;
	struct changes *changes;
};

static struct unit list_unit(const struct list *list, int u)
{
	return list->ground->board->unit[u];
}

static void change_add(struct change *change, int u, struct order order)
{
	change->unit[change->count] = (uint8_t)u;
	change->order[change->count++] = order;
}

/* Adds a support of the first order by unit u. */
static void add_support(const struct list *list, struct change *change, int u)
{
	const struct unit unit = list_unit(list, u);

	change_add(change, u, order_support(unit.type, unit.loc, change->order[0]));
}

static void list_add(struct list *list, const struct change *change)
{
	if (list->changes->count < CHANGES_MAX)
		list->changes->change[list->changes->count++] = *change;
}

/* Our units but one that can move to a province. */
static unit_set find_helpers(const struct list *list, uint8_t province, int without)
{
	unit_set helpers = 0;

	for (unit_set rest = list->ground->units[list->power]; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const struct unit unit = list_unit(list, u);
		helpers |= unit_set_if(
			u != without && map_reaches(list->ground->map, unit.type, unit.loc, province), u);
	}
	return helpers;
}

/* An order by itself, with each helper, and with each two where others could be in the way. */
static void add_helped(struct list *list, int u, struct order order)
{
	const uint8_t goal =
		list->ground->map->loc[order.kind == ORDER_MOVE ? order.to : order.from].province;
	const uint8_t occupant = ground_occupant(list->ground, goal);
	const unsigned rivals = head_count_most(list->ground->near[goal], list->power) +
	                        (occupant != POWER_NONE && occupant != list->power);
	const unit_set helpers = rivals > 0 ? find_helpers(list, goal, u) : 0;
	const struct change alone = {.count = 1, .unit = {(uint8_t)u}, .order = {order}};

	list_add(list, &alone);
	for (unit_set rest = helpers; rest; unit_set_drop(&rest)) {
		const int helper = unit_set_first(rest);
		struct change helped = alone;
		add_support(list, &helped, helper);
		list_add(list, &helped);
		for (unit_set more = rivals > 1 ? rest & (rest - 1) : 0; more; unit_set_drop(&more)) {
			const int second = unit_set_first(more);
			struct change twice = helped;
			add_support(list, &twice, second);
			list_add(list, &twice);
		}
	}
}

/* ── convoys ── */

static void add_convoy(struct list *list, const struct ferry *ferry, int u, uint8_t target)
{
	const struct unit army = list_unit(list, u);
	struct place_set route = ferry_route(ferry, army.loc, target, LOC_NONE);
	struct order move = order_move(ARMY, army.loc, target);
	struct change change = {.count = 0};

	if (place_set_count(route) >= CHANGE_ORDERS_MAX)
		return;
	move.via = 1;
	change_add(&change, u, move);
	while (!place_set_is_empty(route)) {
		const uint8_t sea = place_set_pop(&route);
		change_add(&change, list->ground->at[sea], order_convoy(sea, ARMY, army.loc, target));
	}
	list_add(list, &change);
}

static void add_convoys(struct list *list)
{
	const unit_set ours = list->ground->units[list->power];
	const struct ferry ferry = ferry_open(list->ground->map, list->ground->board, ours);

	for (unit_set rest = ours; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		if (list_unit(list, u).type != ARMY)
			continue;
		struct place_set targets = ferry_targets(&ferry, list_unit(list, u).loc);
		while (!place_set_is_empty(targets))
			add_convoy(list, &ferry, u, place_set_pop(&targets));
	}
}

void changes_open(const struct ground *ground, uint8_t power, struct changes *changes)
{
	struct list list = {ground, power, changes};

	changes->count = 0;
	for (unit_set rest = ground->units[power]; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const struct unit unit = list_unit(&list, u);
		const struct map_loc *place = &ground->map->loc[unit.loc];
		add_helped(&list, u, order_hold(unit.type, unit.loc));
		for (int i = 0; i < place->exit_count[unit.type]; i++)
			add_helped(&list, u, order_move(unit.type, unit.loc, place->exits[unit.type][i]));
	}
	add_convoys(&list);
}
