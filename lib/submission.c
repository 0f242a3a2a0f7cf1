/* submission: see submission.h. */
#include "submission.h"

#include "seas.h"

const char *const verdict_names[VERDICTS] = {
	[VERDICT_LEGAL] = "legal",
	[VERDICT_NO_UNIT] = "no such unit stands there",
	[VERDICT_NOT_OWN] = "the unit is another power's",
	[VERDICT_DOUBLE] = "the unit got several orders",
	[VERDICT_BAD_KIND] = "not an order of this phase",
	[VERDICT_IMPOSSIBLE] = "impossible, whatever others do",
	[VERDICT_DISORDER] = "support for a power that ordered nothing",
};

uint8_t submission_find_loc(const struct map *map, const struct law *law, enum unit_type type,
                            uint8_t from, uint8_t place)
{
	const uint8_t province = map->loc[place].province;
	const bool named = place != province;

	if (type == ARMY)
		return named && law->coast_needless == COAST_NEEDLESS_FAILS ? LOC_NONE : province;
	if (map_adjacent(map, FLEET, from, place))
		return place;
	if (map->coast_count[province] == 0 || !map_reaches(map, FLEET, from, province))
		return LOC_NONE;
	const uint8_t only = map_infer_loc(map, FLEET, from, province),
				  standard = map->coasts[province][0];
	if (named)
		return law->coast_wrong == COAST_WRONG_INFERRED ? only : LOC_NONE;
	if (only == LOC_NONE)
		return law->coast_open == COAST_OPEN_DEFAULT ? standard : LOC_NONE;
	return law->coast_single == COAST_SINGLE_INFERRED ||
	               (law->coast_single == COAST_SINGLE_DEFAULT && only == standard)
	           ? only
	           : LOC_NONE;
}

enum naming submission_compare_type(const struct law *law, uint8_t said, uint8_t type)
{
	static const enum naming namings[] = {[TYPE_VALID] = NAMING_RIGHT,
	                                      [TYPE_REFUSED] = NAMING_REFUSED,
	                                      [TYPE_YIELDS] = NAMING_YIELDS};

	return said == type ? NAMING_RIGHT
	                    : namings[said < UNIT_TYPES ? law->type_wrong : law->type_missing];
}

void submission_choose(const struct law *law, struct choice *choice, int n, enum naming naming,
                       struct order order, struct order *slot, enum verdict verdicts[])
{
	const bool yields = naming == NAMING_YIELDS, first = choice->submission < 0;

	if (!first && yields && !choice->yields) {
		verdicts[n] = VERDICT_NO_UNIT;
	} else if (first || (choice->yields && !yields)) {
		if (!first)
			verdicts[choice->submission] = VERDICT_NO_UNIT;
		*choice = (struct choice){.submission = n, .yields = yields};
		*slot = order;
	} else if (law->repeated == REPEATED_FIRST) {
		verdicts[n] = VERDICT_DOUBLE;
	} else if (law->repeated == REPEATED_LAST) {
		verdicts[choice->submission] = VERDICT_DOUBLE;
		choice->submission = n;
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
	struct place_set seas; /* with fleets that might convoy whatever they are ordered (4.E.1) */
	power_set ordering;    /* powers that ordered anything */
};

/* Whether a unit could get to a location at all, without a convoy through sea `without` (LOC_NONE:
 * through any). */
static bool could_move(const struct wording *w, struct unit unit, uint8_t to, uint8_t without)
{
	struct place_set seas = w->seas;

	if (map_adjacent(w->map, unit.type, unit.loc, to))
		return true;
	if (without != LOC_NONE)
		place_set_remove(&seas, without);
	return unit.type == ARMY &&
	       seas_join(w->map, &seas, w->map->loc[unit.loc].province, w->map->loc[to].province);
}

/* Where the supported unit is to go (4.B.4, 4.B.6). A province with coasts and none of them: see
 * settle_coasts. */
static uint8_t complete_target(const struct wording *w, const struct order *order, struct unit unit,
                               struct unit other)
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

static bool complete_support(const struct wording *w, struct unit unit, struct unit other,
                             struct order *order)
{
	const struct map *map = w->map;
	const uint8_t province =
		map->loc[order->kind == ORDER_SUPPORT_MOVE ? order->to : other.loc].province;
	const bool at_sea = map->loc[unit.loc].terrain == WATER;

	if (!map_reaches(map, unit.type, unit.loc, province))
		return false;
	if (order->kind == ORDER_SUPPORT_HOLD)
		return true;
	uint8_t to = complete_target(w, order, unit, other);
	if (to == LOC_NONE)
		return false;
	order->to = to;
	return other.type == FLEET ? map_reaches(map, FLEET, other.loc, province)
	                           : could_move(w, other, to, at_sea ? unit.loc : LOC_NONE);
}

static bool complete_convoy(const struct wording *w, struct unit unit, struct unit other,
                            struct order *order)
{
	const uint8_t province = w->map->loc[order->to].province,
				  home = w->map->loc[other.loc].province;

	if (order->to != province && w->law->coast_needless == COAST_NEEDLESS_FAILS)
		return false;
	order->to = province;
	return other.type == ARMY && unit.type == FLEET && w->map->loc[unit.loc].terrain == WATER &&
	       home != province && w->map->loc[home].terrain == COAST &&
	       w->map->loc[province].terrain == COAST &&
	       seas_route_by(w->map, &w->seas, unit.loc, home, province);
}

/* Words one submission for unit u exactly, as far as other orders have no say in it. False when it
 * is impossible whatever others do. */
static bool complete(const struct wording *w, int u, struct order *order)
{
	const struct unit unit = w->board->unit[u];

	order->type = unit.type;
	order->from = unit.loc;
	if (order->kind == ORDER_HOLD)
		return true;
	if (order->kind == ORDER_MOVE) {
		uint8_t to = submission_find_loc(w->map, w->law, unit.type, unit.loc, order->to);
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
	    (other.type != order->aux_type &&
	     submission_compare_type(w->law, order->aux_type, other.type) == NAMING_REFUSED) ||
	    (other.loc != order->aux && w->law->coast_unit == COAST_UNIT_FAILS))
		return false;
	order->aux = other.loc;
	order->aux_type = other.type;
	return order->kind == ORDER_CONVOY ? complete_convoy(w, unit, other, order)
	                                   : complete_support(w, unit, other, order);
}

/* Whether an order names places of the map wherever it needs one. */
static bool is_complete(const struct map *map, const struct order *order)
{
	const bool helps = order->kind == ORDER_SUPPORT_HOLD || order->kind == ORDER_SUPPORT_MOVE ||
	                   order->kind == ORDER_CONVOY;
	const bool goes = order->kind == ORDER_MOVE || order->kind == ORDER_SUPPORT_MOVE ||
	                  order->kind == ORDER_CONVOY;

	return (!goes || order->to < map->loc_count) && (!helps || order->aux < map->loc_count);
}

/* Support to hold for a unit of a power that ordered nothing at all. */
static bool supports_disorder(const struct wording *w, const struct order *order)
{
	int helped;

	if (order->kind != ORDER_SUPPORT_HOLD || w->law->disorder_support == DISORDER_SUPPORT_VALID)
		return false;
	helped = board_find(w->map, w->board, w->map->loc[order->aux].province);
	return helped >= 0 && !power_set_has(w->ordering, w->board->unit[helped].power);
}

static enum verdict verify_submission(const struct wording *w, const struct submission *submission,
                                      int *unit, enum naming *naming)
{
	const struct map *map = w->map;
	const struct order *order = &submission->order;

	if (order->kind > ORDER_CONVOY || !is_complete(map, order))
		return VERDICT_BAD_KIND;
	if (order->from >= map->loc_count)
		return VERDICT_NO_UNIT;
	*unit = board_find(map, w->board, map->loc[order->from].province);
	if (*unit < 0)
		return VERDICT_NO_UNIT;
	const struct unit found = w->board->unit[*unit];
	*naming = submission_compare_type(w->law, order->type, found.type);
	if (*naming == NAMING_REFUSED ||
	    (found.loc != order->from && w->law->coast_unit == COAST_UNIT_FAILS))
		return VERDICT_NO_UNIT;
	if (found.power != submission->power)
		return VERDICT_NOT_OWN;
	if (order->kind >= ORDER_SUPPORT_HOLD && order->aux_type >= UNIT_TYPES &&
	    w->law->type_missing == TYPE_REFUSED)
		return VERDICT_NO_UNIT;
	return supports_disorder(w, order) ? VERDICT_DISORDER : VERDICT_LEGAL;
}

/* The supports of fleets' moves that leave the coast to the move. Those that were impossible as
 * they stand stay so. */
static void settle_coasts(const struct wording *w, struct order orders[], unit_set impossible)
{
	for (int u = 0; u < w->board->unit_count; u++) {
		if (orders[u].kind != ORDER_SUPPORT_MOVE || unit_set_has(impossible, u) ||
		    orders[u].to >= w->map->province_count)
			continue;
		const struct order *moved =
			&orders[board_find(w->map, w->board, w->map->loc[orders[u].aux].province)];
		if (moved->kind == ORDER_MOVE && moved->type == FLEET &&
		    w->map->loc[moved->to].province == orders[u].to)
			orders[u].to = moved->to;
	}
}

/* 4.E.3: moves that their own power's supports and convoys imply, where these agree. */
static void imply_moves(const struct wording *w, const struct choice choices[],
                        struct order orders[])
{
	for (int u = 0; u < w->board->unit_count; u++) {
		const struct unit unit = w->board->unit[u];
		uint8_t implied = LOC_NONE;
		bool agreed = choices[u].submission < 0;
		for (int h = 0; h < w->board->unit_count && agreed; h++) {
			if (w->board->unit[h].power != unit.power || orders[h].aux != unit.loc ||
			    (orders[h].kind != ORDER_SUPPORT_MOVE && orders[h].kind != ORDER_CONVOY))
				continue;
			uint8_t to = submission_find_loc(w->map, w->law, unit.type, unit.loc, orders[h].to);
			agreed = to != LOC_NONE && could_move(w, unit, to, LOC_NONE) &&
			         (implied == LOC_NONE || implied == to);
			implied = to;
		}
		if (agreed && implied != LOC_NONE)
			orders[u] = order_move(unit.type, unit.loc, implied);
	}
}

static struct wording open_wording(const struct map *map, const struct law *law,
                                   const struct board *board, const struct submission submissions[],
                                   int count)
{
	struct wording w = {.map = map, .law = law, .board = board};

	for (int sea = 0; sea < map->province_count; sea++)
		if (map->loc[sea].terrain == WATER &&
		    (law->illegal != ILLEGAL_NOW || board_find(map, board, sea) >= 0))
			place_set_add(&w.seas, sea);
	for (int n = 0; n < count; n++)
		power_set_add(&w.ordering, submissions[n].power);
	return w;
}

void submission_verify(const struct map *map, const struct law *law, const struct board *board,
                       const struct submission submissions[], int count,
                       struct order orders[UNITS_MAX], enum verdict verdicts[])
{
	const struct wording w = open_wording(map, law, board, submissions, count);
	struct choice choices[UNITS_MAX];
	unit_set impossible = 0;

	for (int u = 0; u < board->unit_count; u++) {
		orders[u] = order_hold(board->unit[u].type, board->unit[u].loc);
		choices[u] = (struct choice){.submission = -1};
	}
	for (int n = 0; n < count; n++) {
		struct order order = submissions[n].order;
		enum naming naming;
		int u;
		verdicts[n] = verify_submission(&w, &submissions[n], &u, &naming);
		if (verdicts[n] != VERDICT_LEGAL)
			continue;
		const bool possible = complete(&w, u, &order);
		if (!possible && law->illegal != ILLEGAL_NEVER) {
			verdicts[n] = VERDICT_IMPOSSIBLE;
			continue;
		}
		submission_choose(law, &choices[u], n, naming, order, &orders[u], verdicts);
		if (choices[u].submission == n)
			impossible = (impossible & ~unit_set_one(u)) | unit_set_if(!possible, u);
	}
	for (int n = 0; n < count; n++) {
		int u = verdicts[n] == VERDICT_LEGAL
		            ? board_find(map, board, map->loc[submissions[n].order.from].province)
		            : -1;
		if (u < 0 || !choices[u].contradicted)
			continue;
		verdicts[n] = VERDICT_DOUBLE;
		orders[u] = order_hold(board->unit[u].type, board->unit[u].loc);
	}
	if (law->implicit == IMPLICIT_YES)
		imply_moves(&w, choices, orders);
	settle_coasts(&w, orders, impossible);
}
