/* daide_check: whether a power may give an order, and the note with the reason if not.
 *
 * Source: the protocol's list of notes, which gives only their meanings. If several apply, the
 * order of the tests is that of the Python server Parlance. */
#include "daide_order.h"

#include "rules/legal.h"

/* The province of a token; LOC_NONE: the token is not a province. */
static uint8_t find_province(const struct daide_map *tokens, uint16_t token)
{
	for (uint8_t p = 0; p < tokens->map->province_count; p++)
		if (tokens->token[p] == token)
			return p;
	return LOC_NONE;
}

/* The location of a named place: the province, or a coast of it. LOC_NONE: it has no such coast. */
static uint8_t find_loc(const struct daide_map *tokens, struct daide_place place)
{
	const uint8_t province = find_province(tokens, place.province);
	if (province == LOC_NONE || place.coast == 0)
		return province;
	for (int c = 0; c < tokens->map->coast_count[province]; c++)
		if (daide_coast(tokens->map, tokens->map->coasts[province][c]) == place.coast)
			return tokens->map->coasts[province][c];
	return LOC_NONE;
}

static bool is_named(const struct daide_turn *turn, struct unit unit,
                     const struct daide_unit *named)
{
	return unit.power == named->power && unit.type == named->type &&
	       unit.loc == find_loc(turn->tokens, named->place);
}

/* The named standing unit, or -1. */
static int find_unit(const struct daide_turn *turn, const struct daide_unit *named)
{
	for (int u = 0; u < turn->board->unit_count; u++)
		if (is_named(turn, turn->board->unit[u], named))
			return u;
	return -1;
}

static int find_dislodged(const struct daide_turn *turn, const struct daide_unit *named)
{
	for (int i = 0; i < turn->board->retreat_count; i++)
		if (is_named(turn, turn->board->retreat[i].unit, named))
			return i;
	return -1;
}

static bool is_sea(const struct daide_turn *turn, uint8_t loc)
{
	return turn->variant.map->loc[loc].terrain == WATER;
}

static bool is_legal(const struct daide_turn *turn, int u, struct order order)
{
	struct legal legal;
	legal_open(turn->variant.map, turn->board, &legal);
	return legal_has(&legal, u, order);
}

/* ── movement ── */

static uint16_t check_move(const struct daide_turn *turn, const struct daide_order *written, int u,
                           struct order *order)
{
	const struct map *map = turn->variant.map;
	const struct unit unit = turn->board->unit[u];
	const uint8_t province = find_province(turn->tokens, written->to.province);
	const uint8_t loc = find_loc(turn->tokens, written->to);
	if (province == LOC_NONE)
		return DAIDE_NSP;
	if (!map_reaches(map, unit.type, unit.loc, province) || province == map->loc[unit.loc].province)
		return DAIDE_FAR;
	if (loc == LOC_NONE || (unit.type == ARMY && loc != province) ||
	    (unit.type == FLEET && loc == province && map->coast_count[province] > 0))
		return DAIDE_CST;
	if (!map_adjacent(map, unit.type, unit.loc, loc))
		return DAIDE_FAR;
	*order = order_move(unit.type, unit.loc, loc);
	return DAIDE_MBV;
}

/* The target of a supported unit, which DAIDE names without a coast: the only coast that it
 * reaches; the province if it has no coasts or the unit reaches both. LOC_NONE: it cannot move
 * there. */
static uint8_t find_support_target(const struct daide_turn *turn, int u, int v, uint8_t province)
{
	const struct map *map = turn->variant.map;
	const struct unit unit = turn->board->unit[u], other = turn->board->unit[v];
	struct order order = order_support_move(unit.type, unit.loc, other.type, other.loc, province);
	uint8_t found = LOC_NONE;
	int count = 0;
	if (other.type == ARMY || map->coast_count[province] == 0)
		return is_legal(turn, u, order) ? province : LOC_NONE;
	for (int c = 0; c < map->coast_count[province]; c++) {
		order.to = map->coasts[province][c];
		if (is_legal(turn, u, order)) {
			found = order.to;
			count++;
		}
	}
	return count > 1 ? province : found;
}

static uint16_t check_support(const struct daide_turn *turn, const struct daide_order *written,
                              int u, struct order *order)
{
	const int v = find_unit(turn, &written->other);
	const struct unit unit = turn->board->unit[u];
	if (find_province(turn->tokens, written->other.place.province) == LOC_NONE)
		return DAIDE_NSP;
	if (v < 0)
		return DAIDE_NSU;
	const struct unit other = turn->board->unit[v];
	if (written->to.province == 0) {
		*order = order_support_hold(unit.type, unit.loc, other.type, other.loc);
		return is_legal(turn, u, *order) ? DAIDE_MBV : DAIDE_FAR;
	}
	const uint8_t province = find_province(turn->tokens, written->to.province);
	if (province == LOC_NONE)
		return DAIDE_NSP;
	const uint8_t to = u != v ? find_support_target(turn, u, v, province) : LOC_NONE;
	if (to == LOC_NONE)
		return DAIDE_FAR;
	*order = order_support_move(unit.type, unit.loc, other.type, other.loc, to);
	return DAIDE_MBV;
}

/* Whether the order is one that the farm offers: the law refuses convoys by fleets on no route. */
static bool may_convoy(const struct daide_turn *turn, int u, struct order order)
{
	const struct submission submission = {turn->power, order};
	struct order orders[UNITS_MAX];
	enum verdict verdict;
	if (!is_legal(turn, u, order))
		return false;
	submission_verify(turn->variant, turn->board, &submission, 1, orders, &verdict);
	return verdict == VERDICT_LEGAL;
}

static uint16_t check_convoy(const struct daide_turn *turn, const struct daide_order *written,
                             int u, struct order *order)
{
	const struct unit unit = turn->board->unit[u];
	const uint8_t to = find_province(turn->tokens, written->to.province);
	const int v = find_unit(turn, &written->other);
	if (unit.type != FLEET)
		return DAIDE_NSF;
	if (!is_sea(turn, unit.loc))
		return DAIDE_NAS;
	if (to == LOC_NONE)
		return DAIDE_NSP;
	if (v < 0 || written->other.type != ARMY)
		return DAIDE_NSA;
	*order = order_convoy(unit.loc, ARMY, turn->board->unit[v].loc, to);
	return may_convoy(turn, u, *order) ? DAIDE_MBV : DAIDE_FAR;
}

/* Whether the named seas lead from one coast to another, each adjacent to the next. */
static bool is_chain(const struct map *map, const uint8_t seas[], int count, uint8_t from,
                     uint8_t to)
{
	if (!map_reaches(map, FLEET, seas[0], from) || !map_reaches(map, FLEET, seas[count - 1], to))
		return false;
	for (int i = 1; i < count; i++)
		if (!map_adjacent(map, FLEET, seas[i - 1], seas[i]))
			return false;
	return true;
}

static uint16_t check_convoyed(const struct daide_turn *turn, const struct daide_order *written,
                               int u, struct order *order)
{
	const struct map *map = turn->variant.map;
	const struct unit unit = turn->board->unit[u];
	const uint8_t to = find_province(turn->tokens, written->to.province);
	uint8_t seas[DAIDE_VIA_MAX];
	if (unit.type != ARMY)
		return DAIDE_NSA;
	if (to == LOC_NONE)
		return DAIDE_NSP;
	for (int i = 0; i < written->via_count; i++) {
		seas[i] = find_province(turn->tokens, written->via[i]);
		if (seas[i] == LOC_NONE)
			return DAIDE_NSP;
		if (!is_sea(turn, seas[i]))
			return DAIDE_NAS;
		if (board_find(map, turn->board, seas[i]) < 0)
			return DAIDE_NSF;
	}
	*order = order_move(ARMY, unit.loc, to);
	order->via = 1;
	return written->via_count > 0 && is_chain(map, seas, written->via_count, unit.loc, to) &&
	               is_legal(turn, u, *order)
	           ? DAIDE_MBV
	           : DAIDE_FAR;
}

static uint16_t check_movement(const struct daide_turn *turn, const struct daide_order *written,
                               struct order *order)
{
	const int u = find_unit(turn, &written->unit);
	if (u < 0)
		return DAIDE_NSU;
	switch (written->verb) {
	case DAIDE_MTO:
		return check_move(turn, written, u, order);
	case DAIDE_SUP:
		return check_support(turn, written, u, order);
	case DAIDE_CVY:
		return check_convoy(turn, written, u, order);
	case DAIDE_CTO:
		return check_convoyed(turn, written, u, order);
	}
	*order = order_hold(turn->board->unit[u].type, turn->board->unit[u].loc);
	return DAIDE_MBV;
}

/* ── retreats ── */

static uint16_t check_retreat(const struct daide_turn *turn, const struct daide_order *written,
                              struct order *order)
{
	const int i = find_dislodged(turn, &written->unit);
	if (i < 0)
		return find_unit(turn, &written->unit) < 0 ? DAIDE_NSU : DAIDE_NRN;
	const struct unit unit = turn->board->retreat[i].unit;
	if (written->verb == DAIDE_DSB) {
		*order = order_disband(unit.type, unit.loc);
		return DAIDE_MBV;
	}
	if (find_province(turn->tokens, written->to.province) == LOC_NONE)
		return DAIDE_NSP;
	*order = order_retreat(unit.type, unit.loc, find_loc(turn->tokens, written->to));
	return retreat_allows(turn->variant.map, turn->board, i, *order) ? DAIDE_MBV : DAIDE_NVR;
}

/* ── adjustments ── */

int daide_due(const struct map *map, const struct board *board, uint8_t power)
{
	int centres[POWERS_MAX], units[POWERS_MAX];
	board_count_centres(map, board, centres);
	board_count_units(board, units);
	return centres[power] - units[power];
}

static int find_due(const struct daide_turn *turn)
{
	return daide_due(turn->variant.map, turn->board, turn->power);
}

static bool is_taken(const struct daide_turn *turn, uint8_t province)
{
	const struct map *map = turn->variant.map;
	if (board_find(map, turn->board, province) >= 0)
		return true;
	for (int i = 0; i < turn->given_count; i++)
		if (turn->given[i].kind == ORDER_BUILD &&
		    map->loc[turn->given[i].from].province == province)
			return true;
	return false;
}

static uint16_t check_build(const struct daide_turn *turn, const struct daide_order *written,
                            struct order *order)
{
	const struct map *map = turn->variant.map;
	const uint8_t province = find_province(turn->tokens, written->unit.place.province);
	const uint8_t loc = find_loc(turn->tokens, written->unit.place);
	if (province == LOC_NONE)
		return DAIDE_NSP;
	if (loc == LOC_NONE || !map_can_stand(map, written->unit.type, loc))
		return DAIDE_CST;
	if (!map->centre[province])
		return DAIDE_NSC;
	if (turn->board->owner[province] != turn->power)
		return DAIDE_YSC;
	if (!map_is_home(map, turn->power, province))
		return DAIDE_HSC;
	if (is_taken(turn, province))
		return DAIDE_ESC;
	*order = order_build(written->unit.type, loc);
	return turn->given_count < find_due(turn) ? DAIDE_MBV : DAIDE_NMB;
}

static uint16_t check_removal(const struct daide_turn *turn, const struct daide_order *written,
                              struct order *order)
{
	const int u = find_unit(turn, &written->unit);
	if (u < 0)
		return DAIDE_NSU;
	*order = order_disband(turn->board->unit[u].type, turn->board->unit[u].loc);
	for (int i = 0; i < turn->given_count; i++)
		if (order_equal(turn->given[i], *order))
			return DAIDE_MBV; /* the same order again */
	return turn->given_count < -find_due(turn) ? DAIDE_MBV : DAIDE_NMR;
}

static uint16_t check_winter(const struct daide_turn *turn, const struct daide_order *written,
                             struct order *order)
{
	if (written->verb == DAIDE_BLD)
		return check_build(turn, written, order);
	if (written->verb == DAIDE_REM)
		return check_removal(turn, written, order);
	*order = order_waive();
	return turn->given_count < find_due(turn) ? DAIDE_MBV : DAIDE_NMB;
}

/* ── the table ── */

/* The bits of an order's token that encode its phase. */
static uint16_t phase_bits(const struct board *board)
{
	if (phase_is_movement(board->phase))
		return 0x20;
	return phase_is_winter(board->phase) ? 0x80 : 0x40;
}

uint16_t daide_order_check(const struct daide_turn *turn, const struct daide_order *written,
                           struct order *order)
{
	const uint16_t bits = phase_bits(turn->board);
	struct order read = order_waive();
	uint16_t note;

	if ((written->verb & 0xE0) != bits)
		return DAIDE_NRS;
	if (written->unit.power != turn->power)
		return DAIDE_NYU;
	if (written->verb != DAIDE_WVE &&
	    find_province(turn->tokens, written->unit.place.province) == LOC_NONE)
		return DAIDE_NSP;
	if (bits == 0x20)
		note = check_movement(turn, written, &read);
	else if (bits == 0x40)
		note = check_retreat(turn, written, &read);
	else
		note = check_winter(turn, written, &read);
	if (note == DAIDE_MBV)
		*order = read;
	return note;
}
