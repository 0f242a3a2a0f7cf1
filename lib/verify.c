/* verify: order verification (thesis 3.2.1): what counts as issued, and which orders match which. */
#include "verify.h"

#include <string.h>

/* ---- Seas ---- */

/* Whether seas of a set lead from one of them to a province. */
static bool seas_lead(const struct map *map, const uint64_t seas[2], uint8_t from, uint8_t province)
{
	uint64_t seen[2] = {0, 0}, todo[2] = {0, 0};

	set_add(todo, from);
	while (todo[0] | todo[1]) {
		const int word = todo[0] ? 0 : 1;
		const uint8_t sea = (uint8_t)(word * 64 + __builtin_ctzll(todo[word]));
		if (map_reaches(map, FLEET, sea, province))
			return true;
		set_add(seen, sea);
		for (int half = 0; half < 2; half++)
			todo[half] = (todo[half] | (map->loc[sea].exit_set[FLEET][half] & seas[half])) & ~seen[half];
	}
	return false;
}

bool verify_sails(const struct map *map, const uint64_t seas[2], uint8_t home, uint8_t target)
{
	if (home == target || map->loc[home].terrain != COAST || map->loc[target].terrain != COAST)
		return false;
	for (int sea = 0; sea < map->province_count; sea++)
		if (set_has(seas, sea) && map_reaches(map, FLEET, sea, home) && seas_lead(map, seas, sea, target))
			return true;
	return false;
}

/* Whether a route over seas of a set from one province to another goes by way of one sea: paths lead from it to both provinces that
 * share no other sea, which is so when no single one separates it from them (Menger). */
static bool routes_by(const struct map *map, const uint64_t seas[2], uint8_t by, uint8_t home, uint8_t target)
{
	if (!seas_lead(map, seas, by, home) || !seas_lead(map, seas, by, target))
		return false;
	for (int sea = 0; sea < map->province_count; sea++) {
		uint64_t others[2] = {seas[0], seas[1]};
		if (sea == by || !set_has(seas, sea))
			continue;
		others[sea / 64] &= ~(UINT64_C(1) << sea % 64);
		if (!seas_lead(map, others, by, home) && !seas_lead(map, others, by, target))
			return false;
	}
	return true;
}

/* ---- From issues to one order a unit ---- */

uint8_t verify_loc(const struct map *map, const struct law *law, enum unit_type type, uint8_t from, uint8_t place)
{
	const uint8_t province = map->loc[place].province;
	const bool named = place != province;

	if (type == ARMY)
		return named && law->coast_needless == COAST_NEEDLESS_FAILS ? LOC_NONE : province;
	if (map_adjacent(map, FLEET, from, place))
		return place;
	if (map->coast_count[province] == 0 || !map_reaches(map, FLEET, from, province))
		return LOC_NONE;
	const uint8_t only = map_infer_loc(map, FLEET, from, province), standard = map->coasts[province][0];
	if (named)
		return law->coast_wrong == COAST_WRONG_INFERRED ? only : LOC_NONE;
	if (only == LOC_NONE)
		return law->coast_open == COAST_OPEN_DEFAULT ? standard : LOC_NONE;
	return law->coast_single == COAST_SINGLE_INFERRED || (law->coast_single == COAST_SINGLE_DEFAULT && only == standard)
	           ? only
	           : LOC_NONE;
}

enum naming verify_type(const struct law *law, uint8_t said, uint8_t type)
{
	static const enum naming namings[] = {
		[TYPE_VALID] = NAMING_RIGHT, [TYPE_REFUSED] = NAMING_REFUSED, [TYPE_YIELDS] = NAMING_YIELDS};

	return said == type ? NAMING_RIGHT : namings[said < UNIT_TYPES ? law->type_wrong : law->type_missing];
}

void verify_choose(const struct law *law, struct choice *choice, int n, enum naming naming, struct order order,
                   struct order *slot, enum verdict verdicts[])
{
	const bool yields = naming == NAMING_YIELDS, first = choice->issue < 0;

	if (!first && yields && !choice->yields) {
		verdicts[n] = VERDICT_NO_UNIT;
	} else if (first || (choice->yields && !yields)) {
		if (!first)
			verdicts[choice->issue] = VERDICT_NO_UNIT;
		*choice = (struct choice){.issue = n, .yields = yields};
		*slot = order;
	} else if (law->repeated == REPEATED_FIRST) {
		verdicts[n] = VERDICT_DOUBLE;
	} else if (law->repeated == REPEATED_LAST) {
		verdicts[choice->issue] = VERDICT_DOUBLE;
		choice->issue = n;
		*slot = order;
	} else if (law->repeated == REPEATED_STRICT || !order_equal(order, *slot)) {
		choice->contradicted = true;
	}
}

/* What wording an order needs to know. */
struct wording {
	const struct map *map;
	const struct law *law;
	const struct board *board;
	uint64_t seas[2]; /* with fleets that might convoy whatever they are ordered (4.E.1) */
	uint8_t ordering; /* powers that ordered anything, as bits */
};

/* Whether a unit could get to a location at all, without a convoy through sea `without` (LOC_NONE: through any). */
static bool could_move(const struct wording *w, struct unit unit, uint8_t to, uint8_t without)
{
	uint64_t seas[2] = {w->seas[0], w->seas[1]};

	if (map_adjacent(w->map, unit.type, unit.loc, to))
		return true;
	if (without != LOC_NONE)
		seas[without / 64] &= ~(UINT64_C(1) << without % 64);
	return unit.type == ARMY && verify_sails(w->map, seas, w->map->loc[unit.loc].province, w->map->loc[to].province);
}

/* Where the supported unit is to go (4.B.4, 4.B.6). A province with coasts and none of them: see settle_coasts. */
static uint8_t word_target(const struct wording *w, const struct order *order, struct unit unit, struct unit other)
{
	const uint8_t province = w->map->loc[order->to].province;
	const bool named = order->to != province;

	if (other.type == ARMY)
		return named && w->law->coast_needless == COAST_NEEDLESS_FAILS ? LOC_NONE : province;
	if (named)
		return w->law->coast_support == COAST_SUPPORT_IGNORED ? province : order->to;
	if (w->map->coast_count[province] == 0)
		return province;
	switch (w->law->coast_support) {
	case COAST_SUPPORT_NAMED:
		return LOC_NONE;
	case COAST_SUPPORT_OWN:
		return unit.power == other.power ? province : LOC_NONE;
	case COAST_SUPPORT_SINGLE:
		return map_infer_loc(w->map, FLEET, other.loc, province);
	case COAST_SUPPORT_DEFAULT:
		return w->map->coasts[province][0];
	default:
		return province;
	}
}

static bool word_support(const struct wording *w, struct unit unit, struct unit other, struct order *order)
{
	const struct map *map = w->map;
	const uint8_t province = map->loc[order->kind == ORDER_SUPPORT_MOVE ? order->to : other.loc].province;
	const bool at_sea = map->loc[unit.loc].terrain == WATER;

	if (!map_reaches(map, unit.type, unit.loc, province))
		return false;
	if (order->kind == ORDER_SUPPORT_HOLD)
		return true;
	uint8_t to = word_target(w, order, unit, other);
	if (to == LOC_NONE)
		return false;
	order->to = to;
	return other.type == FLEET ? map_reaches(map, FLEET, other.loc, province)
	                           : could_move(w, other, to, at_sea ? unit.loc : LOC_NONE);
}

static bool word_convoy(const struct wording *w, struct unit unit, struct unit other, struct order *order)
{
	const uint8_t province = w->map->loc[order->to].province, home = w->map->loc[other.loc].province;

	if (order->to != province && w->law->coast_needless == COAST_NEEDLESS_FAILS)
		return false;
	order->to = province;
	return other.type == ARMY && unit.type == FLEET && w->map->loc[unit.loc].terrain == WATER && home != province &&
	       w->map->loc[home].terrain == COAST && w->map->loc[province].terrain == COAST &&
	       routes_by(w->map, w->seas, unit.loc, home, province);
}

/* Words one issue for unit u exactly, as far as other orders have no say in it. False when it is impossible whatever others do. */
static bool word(const struct wording *w, int u, struct order *order)
{
	const struct unit unit = w->board->unit[u];

	order->type = unit.type;
	order->from = unit.loc;
	if (order->kind == ORDER_HOLD)
		return true;
	if (order->kind == ORDER_MOVE) {
		uint8_t to = verify_loc(w->map, w->law, unit.type, unit.loc, order->to);
		if (to == LOC_NONE)
			return false;
		order->to = to;
		return could_move(w, unit, to, LOC_NONE);
	}
	const int helped = board_find(w->map, w->board, w->map->loc[order->aux].province);
	if (helped < 0) {
		order->aux_type = order->aux_type < UNIT_TYPES ? order->aux_type : ARMY;
		return false;
	}
	const struct unit other = w->board->unit[helped];
	if (helped == u ||
	    (other.type != order->aux_type && verify_type(w->law, order->aux_type, other.type) == NAMING_REFUSED) ||
	    (other.loc != order->aux && w->law->coast_unit == COAST_UNIT_FAILS))
		return false;
	order->aux = other.loc;
	order->aux_type = other.type;
	return order->kind == ORDER_CONVOY ? word_convoy(w, unit, other, order) : word_support(w, unit, other, order);
}

/* Whether an order names places of the map wherever it needs one. */
static bool is_complete(const struct map *map, const struct order *order)
{
	const bool helps =
		order->kind == ORDER_SUPPORT_HOLD || order->kind == ORDER_SUPPORT_MOVE || order->kind == ORDER_CONVOY;
	const bool goes = order->kind == ORDER_MOVE || order->kind == ORDER_SUPPORT_MOVE || order->kind == ORDER_CONVOY;

	return (!goes || order->to < map->loc_count) && (!helps || order->aux < map->loc_count);
}

/* Support to hold for a unit of a power that ordered nothing at all. */
static bool supports_disorder(const struct wording *w, const struct order *order)
{
	int helped;

	if (order->kind != ORDER_SUPPORT_HOLD || w->law->disorder_support == DISORDER_SUPPORT_VALID)
		return false;
	helped = board_find(w->map, w->board, w->map->loc[order->aux].province);
	return helped >= 0 && !(w->ordering >> w->board->unit[helped].power & 1);
}

static enum verdict verify_issue(const struct wording *w, const struct issue *issue, int *unit, enum naming *naming)
{
	const struct map *map = w->map;
	const struct order *order = &issue->order;

	if (order->kind > ORDER_CONVOY || !is_complete(map, order))
		return VERDICT_BAD_KIND;
	if (order->from >= map->loc_count)
		return VERDICT_NO_UNIT;
	*unit = board_find(map, w->board, map->loc[order->from].province);
	if (*unit < 0)
		return VERDICT_NO_UNIT;
	const struct unit found = w->board->unit[*unit];
	*naming = verify_type(w->law, order->type, found.type);
	if (*naming == NAMING_REFUSED || (found.loc != order->from && w->law->coast_unit == COAST_UNIT_FAILS))
		return VERDICT_NO_UNIT;
	if (found.power != issue->power)
		return VERDICT_NOT_OWN;
	if (order->kind >= ORDER_SUPPORT_HOLD && order->aux_type >= UNIT_TYPES && w->law->type_missing == TYPE_REFUSED)
		return VERDICT_NO_UNIT;
	return supports_disorder(w, order) ? VERDICT_DISORDER : VERDICT_LEGAL;
}

/* The supports of fleets' moves that leave the coast to the move. Those that were impossible as they stand stay so. */
static void settle_coasts(const struct wording *w, struct order orders[], unit_set impossible)
{
	for (int u = 0; u < w->board->unit_count; u++) {
		if (orders[u].kind != ORDER_SUPPORT_MOVE || impossible >> u & 1 || orders[u].to >= w->map->province_count)
			continue;
		const struct order *moved = &orders[board_find(w->map, w->board, w->map->loc[orders[u].aux].province)];
		if (moved->kind == ORDER_MOVE && moved->type == FLEET && w->map->loc[moved->to].province == orders[u].to)
			orders[u].to = moved->to;
	}
}

/* 4.E.3: moves that their own power's supports and convoys imply, where these agree. */
static void imply_moves(const struct wording *w, const struct choice choices[], struct order orders[])
{
	for (int u = 0; u < w->board->unit_count; u++) {
		const struct unit unit = w->board->unit[u];
		uint8_t implied = LOC_NONE;
		bool agreed = choices[u].issue < 0;
		for (int h = 0; h < w->board->unit_count && agreed; h++) {
			if (w->board->unit[h].power != unit.power || orders[h].aux != unit.loc ||
			    (orders[h].kind != ORDER_SUPPORT_MOVE && orders[h].kind != ORDER_CONVOY))
				continue;
			uint8_t to = verify_loc(w->map, w->law, unit.type, unit.loc, orders[h].to);
			agreed = to != LOC_NONE && could_move(w, unit, to, LOC_NONE) && (implied == LOC_NONE || implied == to);
			implied = to;
		}
		if (agreed && implied != LOC_NONE)
			orders[u] = order_move(unit.type, unit.loc, implied);
	}
}

static struct wording open_wording(const struct map *map, const struct law *law, const struct board *board,
                                   const struct issue issues[], int count)
{
	struct wording w = {.map = map, .law = law, .board = board};

	for (int sea = 0; sea < map->province_count; sea++)
		if (map->loc[sea].terrain == WATER && (law->illegal != ILLEGAL_NOW || board_find(map, board, sea) >= 0))
			set_add(w.seas, sea);
	for (int n = 0; n < count; n++)
		w.ordering |= 1 << issues[n].power;
	return w;
}

void verify_issued(const struct map *map, const struct law *law, const struct board *board, const struct issue issues[],
                   int count, struct order orders[UNITS_MAX], enum verdict verdicts[])
{
	const struct wording w = open_wording(map, law, board, issues, count);
	struct choice choices[UNITS_MAX];
	unit_set impossible = 0;

	for (int u = 0; u < board->unit_count; u++) {
		orders[u] = order_hold(board->unit[u].type, board->unit[u].loc);
		choices[u] = (struct choice){.issue = -1};
	}
	for (int n = 0; n < count; n++) {
		struct order order = issues[n].order;
		enum naming naming;
		int u;
		verdicts[n] = verify_issue(&w, &issues[n], &u, &naming);
		if (verdicts[n] != VERDICT_LEGAL)
			continue;
		const bool possible = word(&w, u, &order);
		if (!possible && law->illegal != ILLEGAL_NEVER) {
			verdicts[n] = VERDICT_IMPOSSIBLE;
			continue;
		}
		verify_choose(law, &choices[u], n, naming, order, &orders[u], verdicts);
		if (choices[u].issue == n)
			impossible = (impossible & ~((unit_set)1 << u)) | (unit_set)!possible << u;
	}
	for (int n = 0; n < count; n++) {
		int u = verdicts[n] == VERDICT_LEGAL ? board_find(map, board, map->loc[issues[n].order.from].province) : -1;
		if (u < 0 || !choices[u].contradicted)
			continue;
		verdicts[n] = VERDICT_DOUBLE;
		orders[u] = order_hold(board->unit[u].type, board->unit[u].loc);
	}
	if (law->implicit == IMPLICIT_YES)
		imply_moves(&w, choices, orders);
	settle_coasts(&w, orders, impossible);
}

/* ---- Who each order concerns ---- */

/* The unit an order names as the one it helps, when it stands there and is not the helper itself; else -1. Orders are to be
 * complete (thesis 1.2.4): type and coast must be right. */
static int find_helped(const struct map *map, const struct board *board, const struct verified *v, int helper,
                       struct order order)
{
	int helped = v->at[map->loc[order.aux].province];

	return helped >= 0 && helped != helper && board->unit[helped].loc == order.aux &&
	               board->unit[helped].type == order.aux_type
	           ? helped
	           : -1;
}

static bool support_matches(const struct map *map, const struct board *board, const struct order orders[],
                            const struct verified *v, int supporter, int supported)
{
	const struct unit *unit = &board->unit[supporter];
	bool moves = v->moves >> supported & 1;

	if (orders[supporter].kind == ORDER_SUPPORT_HOLD)
		return !moves && map_reaches(map, unit->type, unit->loc, v->home[supported]);
	return moves && orders[supported].to == orders[supporter].to &&
	       map_reaches(map, unit->type, unit->loc, v->target[supported]);
}

/* Only fleets at sea convoy, only armies are convoyed, and never to where they stand. */
static bool convoy_matches(const struct map *map, const struct board *board, const struct order orders[],
                           const struct verified *v, int fleet, int army)
{
	return board->unit[fleet].type == FLEET && map->loc[board->unit[fleet].loc].terrain == WATER &&
	       board->unit[army].type == ARMY && v->moves >> army & 1 && orders[army].to == orders[fleet].to &&
	       v->target[army] != v->home[army];
}

/* Puts a unit's order where its kind is looked up. */
static void place_order(const struct map *map, const struct board *board, struct order order, struct verified *v, int u)
{
	const struct unit unit = board->unit[u];
	const unit_set self = (unit_set)1 << u;

	switch (order.kind) {
	case ORDER_MOVE:
		v->moves |= self;
		v->target[u] = map->loc[order.to].province;
		v->into[v->target[u]] |= self;
		if (map_adjacent(map, unit.type, unit.loc, order.to))
			v->adjacent |= self;
		break;
	case ORDER_SUPPORT_MOVE:
		v->support_moves |= self;
		v->supports |= self;
		break;
	case ORDER_SUPPORT_HOLD:
		v->supports |= self;
		break;
	case ORDER_CONVOY:
		v->convoys |= self;
		break;
	}
}

/* Takes it out again: the unit is then as one that holds. */
static void withdraw_order(struct verified *v, int u)
{
	const unit_set self = (unit_set)1 << u;

	v->into[v->target[u]] &= ~self;
	v->target[u] = v->home[u];
	v->moves &= ~self;
	v->adjacent &= ~self;
	v->supports &= ~self;
	v->support_moves &= ~self;
	v->convoys &= ~self;
}

/* First pass: where everybody stands, and what kind of order each has. */
static void sort_orders(const struct map *map, const struct board *board, const struct order orders[],
                        struct verified *v)
{
	v->count = board->unit_count;
	v->moves = v->supports = v->support_moves = v->convoys = v->adjacent = v->valid = 0;
	memset(v->at, -1, map->province_count);
	memset(v->into, 0, map->province_count * sizeof *v->into);
	for (int u = 0; u < board->unit_count; u++) {
		v->power[u] = board->unit[u].power;
		v->home[u] = v->target[u] = map->loc[board->unit[u].loc].province;
		v->at[v->home[u]] = u;
		v->helps[u] = -1;
		v->supporters[u] = v->convoyers[u] = 0;
		place_order(map, board, orders[u], v, u);
	}
}

/* Finds whom a support or convoy helps. */
static void match_helper(const struct map *map, const struct board *board, const struct order orders[],
                         struct verified *v, int helper)
{
	const unit_set self = (unit_set)1 << helper;
	const bool supports = v->supports & self;
	const int helped = find_helped(map, board, v, helper, orders[helper]);

	if (helped < 0 || !(supports ? support_matches : convoy_matches)(map, board, orders, v, helper, helped))
		return;
	v->helps[helper] = helped;
	v->valid |= self;
	*(supports ? &v->supporters[helped] : &v->convoyers[helped]) |= self;
}

static void unmatch_helper(struct verified *v, int helper)
{
	const unit_set self = (unit_set)1 << helper;

	if (v->helps[helper] < 0)
		return;
	v->supporters[v->helps[helper]] &= ~self;
	v->convoyers[v->helps[helper]] &= ~self;
	v->helps[helper] = -1;
	v->valid &= ~self;
}

/* 4.A.3: whether an army is to go by convoy, where there is one. */
static bool means_convoy(const struct law *law, const struct order *order, const struct verified *v, int u)
{
	const int occupant = v->at[v->target[u]];

	switch (law->intent) {
	case INTENT_OWN_FLEET:
		for (unit_set fleets = v->convoyers[u]; fleets && !order->via; fleets &= fleets - 1)
			if (v->power[__builtin_ctzll(fleets)] == v->power[u])
				return true;
		return order->via;
	case INTENT_CONVOY:
		return true;
	case INTENT_SWAP:
		return occupant >= 0 && v->moves >> occupant & 1 && v->target[occupant] == v->home[u];
	default:
		return order->via;
	}
}

/* 4.A.3: an army that could go overland and by convoy goes one way: what is not its way is taken out. */
static void choose_ways(const struct map *map, const struct law *law, const struct board *board,
                        const struct order orders[], struct verified *v)
{
	const bool falls_back =
		law->fallback == FALLBACK_LAND || law->intent == INTENT_CONVOY || law->intent == INTENT_SWAP;

	for (unit_set rest = v->moves & v->adjacent; rest; rest &= rest - 1) {
		int u = __builtin_ctzll(rest);
		if (!orders[u].via && !v->convoyers[u])
			continue;
		if (means_convoy(law, &orders[u], v, u) &&
		    (!falls_back || verify_route(map, board, v->convoyers[u], v->home[u], v->target[u])))
			v->adjacent &= ~((unit_set)1 << u);
		else
			v->convoyers[u] = 0;
	}
	for (unit_set rest = law->intent == INTENT_VIA_ALWAYS ? v->moves : 0; rest; rest &= rest - 1)
		if (!orders[__builtin_ctzll(rest)].via)
			v->convoyers[__builtin_ctzll(rest)] = 0;
}

/* 4.A.1: where any fleet lost breaks a convoy, only fleets on a route of it can. */
static void drop_strays(const struct map *map, const struct board *board, struct verified *v)
{
	for (unit_set armies = v->moves; armies; armies &= armies - 1) {
		const int u = __builtin_ctzll(armies);
		uint64_t seas[2] = {0, 0};
		for (unit_set rest = v->convoyers[u]; rest; rest &= rest - 1)
			set_add(seas, board->unit[__builtin_ctzll(rest)].loc);
		for (unit_set rest = v->convoyers[u]; rest; rest &= rest - 1)
			if (!routes_by(map, seas, board->unit[__builtin_ctzll(rest)].loc, v->home[u], v->target[u]))
				v->convoyers[u] &= ~(rest & -rest);
	}
}

/* Whether who concerns whom is all there is to it: no army has a choice of ways. */
static inline bool is_plain(const struct law *law, const struct verified *v)
{
	return !v->convoys && (law->intent == INTENT_EITHER || law->fallback == FALLBACK_LAND);
}

void verify_orders(const struct map *map, const struct law *law, const struct board *board, const struct order orders[],
                   struct verified *v)
{
	sort_orders(map, board, orders, v);
	for (unit_set rest = v->supports | v->convoys; rest; rest &= rest - 1)
		match_helper(map, board, orders, v, __builtin_ctzll(rest));
	if (is_plain(law, v))
		return;
	if (law->intent != INTENT_EITHER)
		choose_ways(map, law, board, orders, v);
	if (law->routes == ROUTES_ALL_OPEN)
		drop_strays(map, board, v);
}

void verify_update(const struct map *map, const struct law *law, const struct board *board, const struct order orders[],
                   unit_set changed, struct verified *v)
{
	const bool plain = is_plain(law, v);
	unit_set helpers = changed;

	for (unit_set rest = changed; rest; rest &= rest - 1) {
		unmatch_helper(v, __builtin_ctzll(rest));
		withdraw_order(v, __builtin_ctzll(rest));
	}
	for (unit_set rest = changed; rest; rest &= rest - 1)
		place_order(map, board, orders[__builtin_ctzll(rest)], v, __builtin_ctzll(rest));
	if (!plain || !is_plain(law, v)) {
		verify_orders(map, law, board, orders, v);
		return;
	}
	for (unit_set rest = v->supports & ~changed; rest; rest &= rest - 1) {
		int helped = v->at[map->loc[orders[__builtin_ctzll(rest)].aux].province];
		if (helped >= 0 && changed >> helped & 1)
			helpers |= rest & -rest;
	}
	for (unit_set rest = helpers & v->supports; rest; rest &= rest - 1) {
		unmatch_helper(v, __builtin_ctzll(rest));
		match_helper(map, board, orders, v, __builtin_ctzll(rest));
	}
}

unit_set verify_cutting_fleets(const struct law *law, const struct verified *v, int s, int y)
{
	const unit_set fleets = v->convoyers[y];
	const int acted_on = v->at[v->target[v->helps[s]]];
	const unit_set there = acted_on < 0 ? 0 : (unit_set)1 << acted_on;

	switch (law->convoy_cut) {
	case CONVOY_CUT_1982:
		return there & v->convoys & v->valid ? 0 : fleets;
	case CONVOY_CUT_ALL:
		return fleets;
	}
	if (!(v->support_moves >> s & 1) || !(there & fleets))
		return fleets;
	return law->convoy_cut == CONVOY_CUT_1971 || law->routes == ROUTES_ALL_OPEN ? 0 : fleets & ~there;
}

unit_set verify_carried(const struct verified *v, unit_set fleets)
{
	unit_set armies = 0;

	for (unit_set rest = fleets & v->convoys & v->valid; rest; rest &= rest - 1)
		armies |= (unit_set)1 << v->helps[__builtin_ctzll(rest)];
	return armies;
}

/* ---- Convoy routes ---- */

bool verify_route(const struct map *map, const struct board *board, unit_set fleets, uint8_t home, uint8_t target)
{
	unit_set reached = 0;

	for (unit_set rest = fleets; rest; rest &= rest - 1) {
		int f = __builtin_ctzll(rest);
		if (map_reaches(map, FLEET, board->unit[f].loc, home))
			reached |= (unit_set)1 << f;
	}
	for (unit_set frontier = reached; frontier;) {
		int f = __builtin_ctzll(frontier);
		frontier &= ~((unit_set)1 << f);
		if (map_reaches(map, FLEET, board->unit[f].loc, target))
			return true;
		for (unit_set rest = fleets & ~reached; rest; rest &= rest - 1) {
			int g = __builtin_ctzll(rest);
			if (map_adjacent(map, FLEET, board->unit[f].loc, board->unit[g].loc)) {
				reached |= (unit_set)1 << g;
				frontier |= (unit_set)1 << g;
			}
		}
	}
	return false;
}
