/* submission: see submission.h. */
#include "submission.h"

#include "seas.h"

const char *const verdict_names[VERDICTS] = {
#define VERDICT(verdict, name) [VERDICT_##verdict] = name,
#include "verdicts.def"
#undef VERDICT
};

uint8_t submission_find_loc(struct variant variant, enum unit_type type, uint8_t from,
                            uint8_t place)
{
	const struct map *map = variant.map;
	const struct law *law = variant.law;
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
                       struct order order, enum verdict verdicts[])
{
	const bool yields = naming == NAMING_YIELDS, first = choice->submission < 0;

	if (!first && yields && !choice->yields) {
		verdicts[n] = VERDICT_NO_UNIT;
	} else if (first || (choice->yields && !yields)) {
		if (!first)
			verdicts[choice->submission] = VERDICT_NO_UNIT;
		*choice = (struct choice){.submission = n, .order = order, .yields = yields};
	} else if (law->repeated == REPEATED_FIRST) {
		verdicts[n] = VERDICT_DOUBLE;
	} else if (law->repeated == REPEATED_LAST) {
		verdicts[choice->submission] = VERDICT_DOUBLE;
		choice->submission = n;
		choice->order = order;
	} else if (law->repeated == REPEATED_STRICT || !order_equal(order, choice->order)) {
		choice->contradicted = true;
	}
}

/* What the completion of orders depends on. */
struct completion {
	struct variant variant;
	const struct board *board;
	struct place_set seas; /* with fleets that might convoy, whatever their orders (4.E.1) */
	power_set ordering;    /* powers that ordered anything */
};

/* Whether a unit could get to a location at all. A convoy may not use the sea `without` (LOC_NONE:
 * it may use any). */
static bool could_move(const struct completion *c, struct unit unit, uint8_t to, uint8_t without)
{
	struct place_set seas = c->seas;

	if (map_adjacent(c->variant.map, unit.type, unit.loc, to))
		return true;
	if (without != LOC_NONE)
		place_set_remove(&seas, without);
	return unit.type == ARMY &&
	       seas_join(c->variant.map, &seas, c->variant.map->loc[unit.loc].province,
	                 c->variant.map->loc[to].province);
}

/* The target of the supported move (4.B.4, 4.B.6), or LOC_NONE. If it is a province with coasts,
 * settle_coasts finds the coast later. */
static uint8_t complete_target(const struct completion *c, const struct order *order,
                               struct unit unit, struct unit other)
{
	const uint8_t province = c->variant.map->loc[order->to].province;
	const bool named = order->to != province;

	if (other.type == ARMY)
		return named && c->variant.law->coast_needless == COAST_NEEDLESS_FAILS ? LOC_NONE
		                                                                       : province;
	if (named)
		return c->variant.law->coast_support == COAST_SUPPORT_IGNORED ? province : order->to;
	if (c->variant.map->coast_count[province] == 0)
		return province;
	switch (c->variant.law->coast_support) {
	case COAST_SUPPORT_NAMED:
		return LOC_NONE;
	case COAST_SUPPORT_OWN:
		return unit.power == other.power ? province : LOC_NONE;
	case COAST_SUPPORT_SINGLE:
		return map_infer_loc(c->variant.map, FLEET, other.loc, province);
	case COAST_SUPPORT_DEFAULT:
		return c->variant.map->coasts[province][0];
	default:
		return province;
	}
}

static bool complete_support(const struct completion *c, struct unit unit, struct unit other,
                             struct order *order)
{
	const struct map *map = c->variant.map;
	const uint8_t province =
		map->loc[order->kind == ORDER_SUPPORT_MOVE ? order->to : other.loc].province;
	const bool at_sea = map->loc[unit.loc].terrain == WATER;

	if (!map_reaches(map, unit.type, unit.loc, province))
		return false;
	if (order->kind == ORDER_SUPPORT_HOLD)
		return true;
	uint8_t to = complete_target(c, order, unit, other);
	if (to == LOC_NONE)
		return false;
	order->to = to;
	return other.type == FLEET ? map_reaches(map, FLEET, other.loc, province)
	                           : could_move(c, other, to, at_sea ? unit.loc : LOC_NONE);
}

bool submission_may_convoy(struct variant variant, const struct place_set *seas, uint8_t sea,
                           uint8_t home, uint8_t target)
{
	return seas_route_by(variant.map, seas, sea, home, target) &&
	       (variant.law->needless == NEEDLESS_VALID ||
	        seas_route_needs(variant.map, seas, sea, home, target));
}

static bool complete_convoy(const struct completion *c, struct unit unit, struct unit other,
                            struct order *order)
{
	const uint8_t province = c->variant.map->loc[order->to].province,
				  home = c->variant.map->loc[other.loc].province;

	if (order->to != province && c->variant.law->coast_needless == COAST_NEEDLESS_FAILS)
		return false;
	order->to = province;
	return other.type == ARMY && unit.type == FLEET &&
	       c->variant.map->loc[unit.loc].terrain == WATER && home != province &&
	       c->variant.map->loc[home].terrain == COAST &&
	       c->variant.map->loc[province].terrain == COAST &&
	       submission_may_convoy(c->variant, &c->seas, unit.loc, home, province);
}

/* Completes an order for unit u, as far as that does not depend on other orders. False: it is
 * impossible, whatever others do. */
static bool complete(const struct completion *c, int u, struct order *order)
{
	const struct unit unit = c->board->unit[u];

	order->type = unit.type;
	order->from = unit.loc;
	if (order->kind == ORDER_HOLD)
		return true;
	if (order->kind == ORDER_MOVE) {
		uint8_t to = submission_find_loc(c->variant, unit.type, unit.loc, order->to);
		if (to == LOC_NONE)
			return false;
		order->to = to;
		return could_move(c, unit, to, LOC_NONE);
	}
	const int helped =
		board_find(c->variant.map, c->board, c->variant.map->loc[order->aux].province);
	if (helped < 0) {
		order->aux_type = order->aux_type < UNIT_TYPES ? order->aux_type : ARMY;
		return false;
	}
	const struct unit other = c->board->unit[helped];
	if (helped == u ||
	    (other.type != order->aux_type &&
	     submission_compare_type(c->variant.law, order->aux_type, other.type) == NAMING_REFUSED) ||
	    (other.loc != order->aux && c->variant.law->coast_unit == COAST_UNIT_FAILS))
		return false;
	order->aux = other.loc;
	order->aux_type = other.type;
	return order->kind == ORDER_CONVOY ? complete_convoy(c, unit, other, order)
	                                   : complete_support(c, unit, other, order);
}

/* Support to hold for a unit of a power that ordered nothing at all. */
static bool supports_disorder(const struct completion *c, const struct order *order)
{
	int helped;

	if (order->kind != ORDER_SUPPORT_HOLD ||
	    c->variant.law->disorder_support == DISORDER_SUPPORT_VALID)
		return false;
	helped = board_find(c->variant.map, c->board, c->variant.map->loc[order->aux].province);
	return helped >= 0 && !power_set_has(c->ordering, c->board->unit[helped].power);
}

static enum verdict verify_submission(const struct completion *c,
                                      const struct submission *submission, int *unit,
                                      enum naming *naming)
{
	const struct map *map = c->variant.map;
	const struct order *order = &submission->order;

	if (order->kind > ORDER_CONVOY || !order_has_places(map, *order))
		return VERDICT_BAD_KIND;
	if (order->from >= map->loc_count)
		return VERDICT_NO_UNIT;
	*unit = board_find(map, c->board, map->loc[order->from].province);
	if (*unit < 0)
		return VERDICT_NO_UNIT;
	const struct unit found = c->board->unit[*unit];
	*naming = submission_compare_type(c->variant.law, order->type, found.type);
	if (*naming == NAMING_REFUSED ||
	    (found.loc != order->from && c->variant.law->coast_unit == COAST_UNIT_FAILS))
		return VERDICT_NO_UNIT;
	if (found.power != submission->power)
		return VERDICT_NOT_OWN;
	if (order->kind >= ORDER_SUPPORT_HOLD && order->aux_type >= UNIT_TYPES &&
	    c->variant.law->type_missing == TYPE_REFUSED)
		return VERDICT_NO_UNIT;
	return supports_disorder(c, order) ? VERDICT_DISORDER : VERDICT_LEGAL;
}

/* Completes the supports that name no coast for a fleet's move. Those that were impossible stay as
 * they are. */
static void settle_coasts(const struct completion *c, struct order orders[], unit_set impossible)
{
	for (int u = 0; u < c->board->unit_count; u++) {
		if (orders[u].kind != ORDER_SUPPORT_MOVE || unit_set_has(impossible, u) ||
		    orders[u].to >= c->variant.map->province_count)
			continue;
		const struct order *moved = &orders[board_find(
			c->variant.map, c->board, c->variant.map->loc[orders[u].aux].province)];
		if (moved->kind == ORDER_MOVE && moved->type == FLEET &&
		    c->variant.map->loc[moved->to].province == orders[u].to)
			orders[u].to = moved->to;
	}
}

/* 4.E.3: a unit without an order moves if the supports and convoys of its own power agree on a
 * target. */
static void imply_moves(const struct completion *c, const struct choice choices[],
                        struct order orders[])
{
	for (int u = 0; u < c->board->unit_count; u++) {
		const struct unit unit = c->board->unit[u];
		uint8_t implied = LOC_NONE;
		bool agreed = choices[u].submission < 0;
		for (int h = 0; h < c->board->unit_count && agreed; h++) {
			if (c->board->unit[h].power != unit.power || orders[h].aux != unit.loc ||
			    (orders[h].kind != ORDER_SUPPORT_MOVE && orders[h].kind != ORDER_CONVOY))
				continue;
			uint8_t to = submission_find_loc(c->variant, unit.type, unit.loc, orders[h].to);
			agreed = to != LOC_NONE && could_move(c, unit, to, LOC_NONE) &&
			         (implied == LOC_NONE || implied == to);
			implied = to;
		}
		if (agreed && implied != LOC_NONE)
			orders[u] = order_move(unit.type, unit.loc, implied);
	}
}

static struct completion open_completion(struct variant variant, const struct board *board,
                                         const struct submission submissions[], int count)
{
	struct completion c = {.variant = variant, .board = board, .seas = seas_open(variant, board)};

	for (int n = 0; n < count; n++)
		power_set_add(&c.ordering, submissions[n].power);
	return c;
}

/* Chooses the submission that counts for each unit, and writes verdicts for the others. Returns the
 * units whose chosen order is impossible, if the law does not disregard such orders. */
static unit_set choose_orders(const struct completion *c, const struct submission submissions[],
                              int count, struct choice choices[], enum verdict verdicts[])
{
	const struct law *law = c->variant.law;
	unit_set impossible = 0;

	for (int n = 0; n < count; n++) {
		struct order order = submissions[n].order;
		enum naming naming;
		int u;
		verdicts[n] = verify_submission(c, &submissions[n], &u, &naming);
		if (verdicts[n] != VERDICT_LEGAL)
			continue;
		const bool possible = complete(c, u, &order);
		if (!possible && law->illegal != ILLEGAL_NEVER) {
			verdicts[n] = VERDICT_IMPOSSIBLE;
			continue;
		}
		submission_choose(law, &choices[u], n, naming, order, verdicts);
		if (choices[u].submission == n)
			impossible = (impossible & ~unit_set_one(u)) | unit_set_if(!possible, u);
	}
	return impossible;
}

void submission_verify(struct variant variant, const struct board *board,
                       const struct submission submissions[], int count,
                       struct order orders[UNITS_MAX], enum verdict verdicts[])
{
	const struct map *map = variant.map;
	const struct completion c = open_completion(variant, board, submissions, count);
	struct choice choices[UNITS_MAX];

	for (int u = 0; u < board->unit_count; u++)
		choices[u] = (struct choice){.submission = -1};
	const unit_set impossible = choose_orders(&c, submissions, count, choices, verdicts);
	for (int n = 0; n < count; n++)
		if (verdicts[n] == VERDICT_LEGAL &&
		    choices[board_find(map, board, map->loc[submissions[n].order.from].province)]
		        .contradicted)
			verdicts[n] = VERDICT_DOUBLE;
	for (int u = 0; u < board->unit_count; u++)
		orders[u] = submission_counts(&choices[u])
		                ? choices[u].order
		                : order_hold(board->unit[u].type, board->unit[u].loc);
	if (variant.law->implicit == IMPLICIT_YES)
		imply_moves(&c, choices, orders);
	settle_coasts(&c, orders, impossible);
}
