/* menu: see menu.h. menu_helps.c compiles supports and convoys. */
#include "menu_helps.h"

#include <string.h>

static uint16_t new_slot(struct menu *menu)
{
	return (uint16_t)menu->slot_count++;
}

int menu_room(struct menu *menu, int *count, int most)
{
	if (*count == most) {
		menu->full = true;
		return most - 1;
	}
	return (*count)++;
}

static void add_join(struct menu_draft *draft, uint16_t into, uint16_t from)
{
	draft->joins[menu_room(draft->menu, &draft->join_count, MENU_ADDENDS_MAX)] =
		(struct menu_join){into, from};
}

/* Adds a slot to a sum. A sum of one slot is that slot itself. */
static void join(struct menu_draft *draft, struct menu_joint *joint, uint16_t slot)
{
	if (joint->slot != MENU_EMPTY && !joint->joined) {
		const uint16_t own = new_slot(draft->menu);
		add_join(draft, own, joint->slot);
		*joint = (struct menu_joint){own, true};
	}
	if (joint->joined)
		add_join(draft, joint->slot, slot);
	else
		joint->slot = slot;
}

/* Sorts the sums by their slots, each with its addends. A sum is complete before it is added to
 * another, so the other's slot is later. */
static void sort_sums(struct menu_draft *draft)
{
	struct menu *menu = draft->menu;
	const int first = menu_slot(menu->first[menu->board->unit_count]);
	uint16_t counts[MENU_SLOTS_MAX + 1];
	int place = 0;

	memset(counts, 0, (size_t)(menu->slot_count - first) * sizeof *counts);
	for (int i = 0; i < draft->join_count; i++)
		counts[draft->joins[i].into - first]++;
	for (int slot = first; slot < menu->slot_count; slot++) {
		const uint16_t count = counts[slot - first];
		counts[slot - first] = (uint16_t)place;
		if (count == 0)
			continue;
		menu->sums[menu->sum_count++] = (struct menu_sum){(uint16_t)slot, (uint16_t)place, count};
		place += count;
	}
	for (int i = 0; i < draft->join_count; i++)
		menu->addends[counts[draft->joins[i].into - first]++] = draft->joins[i].from;
}

/* ── orders and ways ── */

static void copy_orders(struct menu *menu, const struct order *const orders[], const int counts[])
{
	const struct board *board = menu->board;
	int total = 0;

	memset(menu->at, -1, sizeof menu->at);
	for (int u = 0; u < board->unit_count; u++) {
		menu->home[u] = menu->variant.map->loc[board->unit[u].loc].province;
		menu->at[menu->home[u]] = (int8_t)u;
		menu->first[u] = total;
		menu->bits[u] = 0;
		while (1 << menu->bits[u] < counts[u])
			menu->bits[u]++;
		if (counts[u] > MENU_ORDERS_MAX - total) {
			menu->full = true;
			return;
		}
		memcpy(&menu->orders[total], orders[u], (size_t)counts[u] * sizeof **orders);
		total += counts[u];
	}
	menu->first[board->unit_count] = total;
	menu->slot_count = menu_slot(total);
}

static uint16_t find_way(struct menu_draft *draft, int u, uint8_t target)
{
	struct menu *menu = draft->menu;
	uint16_t *place = &draft->way_of[u][target];

	if (*place == MENU_NONE) {
		const int8_t occupant = menu->at[target];
		*place = (uint16_t)menu_room(menu, &menu->way_count, MENU_WAYS_MAX);
		draft->tally[*place] = (struct menu_tally){{MENU_EMPTY, false}, 0, 0, 0};
		menu->ways[*place] = (struct menu_way){
			.unit = (uint8_t)u,
			.target = target,
			.occupant = occupant == u ? -1 : occupant,
			.back = MENU_NONE,
		};
	}
	return *place;
}

/* Adds a move of a unit. Only supports of moves to a province with coasts need its locations. */
static void add_move(struct menu_draft *draft, int u, int number)
{
	struct menu *menu = draft->menu;
	const struct map *map = menu->variant.map;
	const struct unit unit = menu->board->unit[u];
	const struct order order = menu->orders[number];
	const uint8_t target = map->loc[order.to].province;
	const uint16_t way = find_way(draft, u, target);
	struct menu_tally *tally = &draft->tally[way];

	tally->orders++;
	tally->direct += map_adjacent(map, unit.type, unit.loc, order.to);
	tally->via += order.via;
	join(draft, &tally->joint, menu_slot(number));
	if (map->coast_count[target] > 0)
		join(draft, &draft->target_of[u][order.to], menu_slot(number));
}

static void add_moves(struct menu_draft *draft, int u)
{
	struct menu *menu = draft->menu;
	struct menu_joint moves = {MENU_EMPTY, false}, idles = {MENU_EMPTY, false};

	menu->first_way[u] = menu->way_count;
	for (int number = menu->first[u]; number < menu->first[u + 1]; number++) {
		const uint8_t kind = menu->orders[number].kind;
		if (kind == ORDER_MOVE)
			add_move(draft, u, number);
		else if (kind != ORDER_SUPPORT_HOLD && kind != ORDER_SUPPORT_MOVE)
			join(draft, &idles, menu_slot(number));
	}
	for (int w = menu->first_way[u]; w < menu->way_count; w++) {
		menu->ways[w].mask = draft->tally[w].joint.slot;
		join(draft, &moves, menu->ways[w].mask);
	}
	menu->moves[u] = moves.slot;
	menu->idles[u] = idles.slot;
}

/* ── how units get where they go ── */

/* The moves of a way that border on its target, or that ask for a convoy. */
static uint16_t join_some(struct menu_draft *draft, const struct menu_way *way, bool via)
{
	const struct menu *menu = draft->menu;
	const struct map *map = menu->variant.map;
	const struct unit unit = menu->board->unit[way->unit];
	struct menu_joint joint = {MENU_EMPTY, false};

	for (int number = menu->first[way->unit]; number < menu->first[way->unit + 1]; number++) {
		const struct order order = menu->orders[number];
		if (order.kind == ORDER_MOVE && map->loc[order.to].province == way->target &&
		    (via ? order.via : map_adjacent(map, unit.type, unit.loc, order.to)))
			join(draft, &joint, menu_slot(number));
	}
	return joint.slot;
}

/* Computes what the menu alone determines of a way. `sails`: because of the law, an army's intent,
 * fleets or a named coast, the unit may get there in some sets and not in others. */
static void finish_way(struct menu_draft *draft, int w)
{
	struct menu *menu = draft->menu;
	const struct law *law = menu->variant.law;
	const struct menu_tally *tally = &draft->tally[w];
	struct menu_way *way = &menu->ways[w];
	const bool stays = law->intent != INTENT_EITHER && law->fallback == FALLBACK_NONE;

	way->dead = tally->direct == 0 && way->ferry_count == 0;
	way->sails = !way->dead && (way->ferry_count > 0 || tally->direct < tally->orders ||
	                            (stays && tally->via > 0));
	if (way->dead)
		return;
	if (!way->sails) {
		way->direct = way->overland = way->arrives = way->mask;
		return;
	}
	way->direct = tally->direct == tally->orders ? way->mask : join_some(draft, way, false);
	way->via = tally->via == tally->orders ? way->mask
	           : tally->via > 0            ? join_some(draft, way, true)
	                                       : MENU_EMPTY;
	way->overland = new_slot(menu);
	way->arrives = new_slot(menu);
	way->fails = new_slot(menu);
	way->open = new_slot(menu);
	way->shut = new_slot(menu);
}

/* Finds the occupant's power, and its way back. */
static void find_occupant(struct menu_draft *draft, int w)
{
	struct menu *menu = draft->menu;
	struct menu_way *way = &menu->ways[w];
	const struct unit *units = menu->board->unit;

	if (way->occupant < 0)
		return;
	way->friendly = units[way->occupant].power == units[way->unit].power;
	way->back = draft->way_of[way->occupant][menu->home[way->unit]];
	for (int i = menu->first_pair[way->unit]; i < menu->first_pair[way->unit + 1]; i++)
		way->duels |= units[menu->pairs[i]].power == units[way->occupant].power;
}

/* Finds the provinces with ways to them, and where the strength of each unit may matter. */
static void find_concerns(struct menu *menu)
{
	menu->vacant = menu->occupied = (struct place_set){{0, 0}};
	for (int u = 0; u < menu->board->unit_count; u++) {
		menu->concern[u] = (struct place_set){{0, 0}};
		place_set_add(&menu->concern[u], menu->home[u]);
	}
	for (int w = 0; w < menu->way_count; w++) {
		const struct menu_way *way = &menu->ways[w];
		if (way->dead)
			continue;
		place_set_add(&menu->concern[way->unit], way->target);
		place_set_add(way->occupant < 0 ? &menu->vacant : &menu->occupied, way->target);
	}
}

/* Sorts the ways that are not dead by target. */
static void sort_ways(struct menu *menu)
{
	const int provinces = menu->variant.map->province_count;
	int next[PROVINCES_MAX + 1] = {0};

	for (int w = 0; w < menu->way_count; w++)
		next[menu->ways[w].target + 1] += !menu->ways[w].dead;
	for (int p = 0; p < provinces; p++)
		next[p + 1] += next[p];
	memcpy(menu->first_into, next, sizeof next);
	menu->entry_count = next[provinces];
	for (int w = 0; w < menu->way_count; w++)
		if (!menu->ways[w].dead)
			menu->into[next[menu->ways[w].target]++] = (uint16_t)w;
}

/* ── all of it ── */

static void clear(struct menu *menu, struct variant variant, const struct board *board)
{
	menu->variant = variant;
	menu->board = board;
	menu->full = false;
	menu->convoyers = 0;
	menu->sum_count = menu->way_count = menu->support_count = menu->pair_count = 0;
	menu->aim_count = menu->attack_count = menu->ferry_count = menu->carry_count = 0;
}

bool menu_open(struct menu *menu, struct variant variant, const struct board *board,
               const struct order *const orders[], const int counts[])
{
	struct menu_draft draft;

	draft.menu = menu;
	draft.join_count = 0;
	memset(draft.way_of, 0xff, board->unit_count * sizeof *draft.way_of);
	memset(draft.target_of, 0, board->unit_count * sizeof *draft.target_of);
	clear(menu, variant, board);
	copy_orders(menu, orders, counts);
	for (int u = 0; u < board->unit_count && !menu->full; u++)
		add_moves(&draft, u);
	menu->first_way[board->unit_count] = menu->way_count;
	if (!menu->full)
		menu_add_carries(&draft);
	for (int w = 0; w < menu->way_count && !menu->full; w++)
		finish_way(&draft, w);
	if (menu->full)
		return false;
	sort_ways(menu);
	find_concerns(menu);
	menu_add_supports(&draft);
	for (int w = 0; w < menu->way_count; w++)
		find_occupant(&draft, w);
	sort_sums(&draft);
	return !menu->full;
}
