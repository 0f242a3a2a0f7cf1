/* menu_helps: see menu_helps.h. Orders match as in verify.h. */
#include "menu_helps.h"

#include "rules/seas.h"

#include <string.h>

/* The unit that an order helps, or -1 if there is none of this type. */
static int find_helped(const struct menu *menu, int helper, struct order order)
{
	const struct unit *units = menu->board->unit;
	const int helped = menu->at[menu->variant.map->loc[order.aux].province];

	return helped >= 0 && helped != helper && units[helped].loc == order.aux &&
	               units[helped].type == order.aux_type
	           ? helped
	           : -1;
}

/* The slot of a unit's moves to a location; MENU_EMPTY: it has none. */
static uint16_t find_move(const struct menu_draft *draft, int u, uint8_t to)
{
	const struct map *map = draft->menu->variant.map;
	const uint8_t province = map->loc[to].province;
	const uint16_t way = draft->way_of[u][province];

	if (way == MENU_NONE)
		return MENU_EMPTY;
	return map->coast_count[province] > 0 ? draft->target_of[u][to].slot
	                                      : draft->menu->ways[way].mask;
}

/* ── convoys ── */

/* Here `into` is the way; add_ferries replaces it by the ferry. */
static void add_carry(struct menu_draft *draft, int fleet, int number)
{
	struct menu *menu = draft->menu;
	const struct map *map = menu->variant.map;
	const struct order order = menu->orders[number];
	const int army = find_helped(menu, fleet, order);

	if (army < 0 || menu->board->unit[army].type != ARMY)
		return;
	const uint8_t target = map->loc[order.to].province;
	const uint16_t match = find_move(draft, army, order.to);
	if (match == MENU_EMPTY || target == menu->home[army])
		return;
	menu->carries[menu_room(menu, &menu->carry_count, MENU_ORDERS_MAX)] = (struct menu_help){
		.choice = menu_slot(number),
		.match = match,
		.into = draft->way_of[army][target],
		.aim = MENU_NONE,
		.helper = (uint8_t)fleet,
		.helped = (uint8_t)army,
	};
}

/* Sorts the convoys by way; those of a way stay sorted by fleet. */
static void sort_carries(struct menu_draft *draft, struct menu_help sorted[])
{
	struct menu *menu = draft->menu;
	int next[MENU_WAYS_MAX + 1];

	memset(next, 0, (size_t)(menu->way_count + 1) * sizeof *next);
	for (int i = 0; i < menu->carry_count; i++)
		next[menu->carries[i].into + 1]++;
	for (int w = 0; w < menu->way_count; w++)
		next[w + 1] += next[w];
	for (int i = 0; i < menu->carry_count; i++)
		sorted[next[menu->carries[i].into]++] = menu->carries[i];
}

/* 4.A.3: whether a fleet's orders to convoy show that the army of a way means to go by sea. */
static bool shows_intent(const struct menu *menu, const struct menu_way *way, uint8_t fleet)
{
	const struct unit *units = menu->board->unit;

	if (units[fleet].power != units[way->unit].power)
		return false;
	if (menu->variant.law->needless == NEEDLESS_VALID)
		return true;
	const struct place_set seas = seas_open(menu->variant, menu->board);
	return seas_route_needs(menu->variant.map, &seas, units[fleet].loc, menu->home[way->unit],
	                        way->target);
}

static void add_ferry(struct menu *menu, uint16_t w, uint8_t fleet)
{
	const struct map *map = menu->variant.map;
	struct menu_way *way = &menu->ways[w];
	const uint8_t loc = menu->board->unit[fleet].loc;
	const int place = menu_room(menu, &menu->ferry_count, MENU_FERRIES_MAX);
	struct menu_ferry *ferry = &menu->ferries[place];

	if (way->ferry_count == 0)
		way->first_ferry = (uint16_t)place;
	*ferry = (struct menu_ferry){
		.fleet = fleet,
		.at_home = map_reaches(map, FLEET, loc, menu->home[way->unit]),
		.at_target = map_reaches(map, FLEET, loc, way->target),
		.own = shows_intent(menu, way, fleet),
	};
	for (int i = 0; i < way->ferry_count && !menu->full; i++) {
		struct menu_ferry *other = &menu->ferries[way->first_ferry + i];
		if (!map_adjacent(map, FLEET, loc, menu->board->unit[other->fleet].loc))
			continue;
		ferry->near |= UINT64_C(1) << i;
		other->near |= UINT64_C(1) << way->ferry_count;
	}
	way->ferry_count++;
	unit_set_add(&menu->convoyers, fleet);
}

/* Adds the convoys, and a ferry for each fleet and way. */
static void add_ferries(struct menu *menu, const struct menu_help sorted[])
{
	for (int i = 0; i < menu->carry_count && !menu->full; i++) {
		const struct menu_help *carry = &sorted[i];
		if (i == 0 || carry->into != carry[-1].into || carry->helper != carry[-1].helper)
			add_ferry(menu, carry->into, carry->helper);
		menu->carries[i] = *carry;
		menu->carries[i].into = (uint16_t)(menu->ferry_count - 1);
	}
}

void menu_add_carries(struct menu_draft *draft)
{
	struct menu *menu = draft->menu;
	const struct board *board = menu->board;

	for (int u = 0; u < board->unit_count; u++) {
		if (board->unit[u].type != FLEET ||
		    menu->variant.map->loc[board->unit[u].loc].terrain != WATER)
			continue;
		for (int number = menu->first[u]; number < menu->first[u + 1]; number++)
			if (menu->orders[number].kind == ORDER_CONVOY)
				add_carry(draft, u, number);
	}
	if (menu->carry_count == 0 || menu->full)
		return;
	/* supports_of is still free: supports are found later */
	sort_carries(draft, menu->supports_of);
	add_ferries(menu, menu->supports_of);
}

/* ── supports ── */

static void add_support(struct menu_draft *draft, int supporter, int number)
{
	struct menu *menu = draft->menu;
	const struct map *map = menu->variant.map;
	const struct unit unit = menu->board->unit[supporter];
	const struct order order = menu->orders[number];
	const bool moves = order.kind == ORDER_SUPPORT_MOVE;
	const int helped = find_helped(menu, supporter, order);

	if (helped < 0 || !map_reaches(map, unit.type, unit.loc,
	                               moves ? map->loc[order.to].province : menu->home[helped]))
		return;
	const uint16_t match = moves ? find_move(draft, helped, order.to) : MENU_EMPTY;
	if (moves && match == MENU_EMPTY)
		return;
	menu->supports_of[menu_room(menu, &menu->support_count, MENU_ORDERS_MAX)] = (struct menu_help){
		.choice = menu_slot(number),
		.match = match,
		/* The province here; add_pairs makes it the pair. */
		.into = moves ? map->loc[order.to].province : PROVINCES_MAX,
		.aim = MENU_NONE,
		.helper = (uint8_t)supporter,
		.helped = (uint8_t)helped,
	};
	unit_set_add(&menu->supporters, supporter);
	unit_set_add(&menu->helped[supporter], helped);
	unit_set_add(&menu->helpers[helped], supporter);
}

/* The aim of a support, if it matters. */
static uint16_t find_aim(struct menu_draft *draft, const struct menu_help *support)
{
	struct menu *menu = draft->menu;
	const struct unit *units = menu->board->unit;
	const int at = support->into < PROVINCES_MAX ? menu->at[support->into] : -1;

	if (at < 0)
		return MENU_NONE;
	const bool friendly = units[at].power == units[support->helper].power;
	const uint16_t back = draft->way_of[at][menu->home[support->helper]];
	if (!friendly && (back == MENU_NONE || menu->ways[back].dead))
		return MENU_NONE;
	uint16_t *place = &draft->number_of[support->helper][at];
	if (*place == MENU_NONE) {
		*place = (uint16_t)menu_room(menu, &menu->aim_count, MENU_AIMS_MAX);
		menu->aims[*place] = (struct menu_aim){(uint8_t)at, friendly};
		menu->wavering |= friendly ? menu->helped[support->helper] : 0;
		unit_set_add(&menu->aimers[at], support->helper);
	}
	return *place;
}

static void add_aims(struct menu_draft *draft)
{
	struct menu *menu = draft->menu;
	int i = 0;

	memset(draft->number_of, 0xff, sizeof draft->number_of);
	for (int u = 0; u < menu->board->unit_count; u++) {
		menu->first_aim[u] = menu->aim_count;
		for (; i < menu->support_count && menu->supports_of[i].helper == u; i++)
			menu->supports_of[i].aim = find_aim(draft, &menu->supports_of[i]);
	}
	menu->first_aim[menu->board->unit_count] = menu->aim_count;
}

/* The attacks of other powers on each unit that may support. */
static void add_attacks(struct menu_draft *draft)
{
	struct menu *menu = draft->menu;
	const struct unit *units = menu->board->unit;

	for (int u = 0; u < menu->board->unit_count; u++) {
		menu->first_attack[u] = menu->attack_count;
		if (!unit_set_has(menu->supporters, u))
			continue;
		for (int i = menu->first_into[menu->home[u]]; i < menu->first_into[menu->home[u] + 1];
		     i++) {
			const int attacker = menu->ways[menu->into[i]].unit;
			if (units[attacker].power == units[u].power)
				continue;
			menu->attacks[menu_room(menu, &menu->attack_count, MENU_ATTACKS_MAX)] =
				(struct menu_attack){menu->into[i], draft->number_of[u][attacker]};
		}
	}
	menu->first_attack[menu->board->unit_count] = menu->attack_count;
}

/* Numbers the pairs by the unit helped. */
static void add_pairs(struct menu_draft *draft)
{
	struct menu *menu = draft->menu;

	for (int u = 0; u < menu->board->unit_count; u++) {
		menu->first_pair[u] = menu->pair_count;
		for (unit_set rest = menu->helpers[u]; rest; unit_set_drop(&rest)) {
			const int s = unit_set_first(rest);
			const int place = menu_room(menu, &menu->pair_count, MENU_PAIRS_MAX);
			draft->number_of[s][u] = (uint16_t)place;
			menu->pairs[place] = (uint8_t)s;
		}
		const int levels = 1 + menu->pair_count - menu->first_pair[u];
		menu->levels[u] = (uint8_t)MIN(levels, MENU_LEVELS_MAX);
	}
	menu->first_pair[menu->board->unit_count] = menu->pair_count;
	for (int i = 0; i < menu->support_count; i++)
		menu->supports_of[i].into =
			draft->number_of[menu->supports_of[i].helper][menu->supports_of[i].helped];
}

void menu_add_supports(struct menu_draft *draft)
{
	struct menu *menu = draft->menu;

	menu->supporters = menu->wavering = 0;
	for (int u = 0; u < menu->board->unit_count; u++)
		menu->helped[u] = menu->helpers[u] = menu->aimers[u] = 0;
	for (int u = 0; u < menu->board->unit_count; u++) {
		for (int number = menu->first[u]; number < menu->first[u + 1]; number++)
			if (menu->orders[number].kind == ORDER_SUPPORT_HOLD ||
			    menu->orders[number].kind == ORDER_SUPPORT_MOVE)
				add_support(draft, u, number);
	}
	add_aims(draft);
	add_attacks(draft);
	add_pairs(draft);
}
