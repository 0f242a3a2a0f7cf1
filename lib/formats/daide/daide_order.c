/* daide_order: reading and writing; see daide_order.h. daide_check.c checks orders. */
#include "daide_order.h"

#include "rules/seas.h"

#include <string.h>

static const struct {
	uint16_t token;
	const char *code;
} places[] = {
#define TOKEN(name, value)
#define PLACE(name, value, code) {value, code},
#include "daide_tokens.def"
#undef TOKEN
#undef PLACE
};
enum { PLACES = sizeof places / sizeof *places };

static const struct {
	char name[3];
	uint16_t token;
} coasts[] = {
	{"nc", DAIDE_NCS},
	{"ec", DAIDE_ECS},
	{"sc", DAIDE_SCS},
	{"wc", DAIDE_WCS},
};

bool daide_map_open(const struct map *map, struct daide_map *tokens)
{
	*tokens = (struct daide_map){.map = map};
	if (map->province_count != PLACES || map->power_count != DAIDE_TUR - DAIDE_AUS + 1)
		return false;
	for (int p = 0; p < map->power_count; p++) {
		char name[DAIDE_NAME_SIZE];
		if (strcmp(daide_name(daide_of_power(p), name), map->power[p]) != 0)
			return false;
	}
	for (int i = 0; i < PLACES; i++) {
		const uint8_t loc = map_find(map, places[i].code, 3);
		if (loc == LOC_NONE || tokens->token[loc] != 0)
			return false;
		tokens->token[loc] = places[i].token;
	}
	return true;
}

/* ── reading ── */

bool daide_take(struct daide_reader *reader, uint16_t token)
{
	if (reader->at >= reader->end || reader->message->token[reader->at] != token)
		return false;
	reader->at++;
	return true;
}

bool daide_take_integer(struct daide_reader *reader, int *number)
{
	if (reader->at >= reader->end || !daide_is_integer(reader->message->token[reader->at]))
		return false;
	*number = daide_integer(reader->message->token[reader->at++]);
	return true;
}

bool daide_take_power(struct daide_reader *reader, uint8_t *power)
{
	*power = daide_power(daide_peek(reader));
	if (*power == POWER_NONE)
		return false;
	reader->at++;
	return true;
}

bool daide_take_turn(struct daide_reader *reader, int16_t *phase)
{
	int year;
	if (!daide_take(reader, DAIDE_BRA))
		return false;
	const uint16_t season = daide_peek(reader);
	if (season < DAIDE_SPR || season > DAIDE_WIN)
		return false;
	reader->at++;
	if (!daide_take_integer(reader, &year) || !daide_take(reader, DAIDE_KET))
		return false;
	*phase = (int16_t)((year - PHASE_FIRST_YEAR) * PHASES_A_YEAR + season - DAIDE_SPR);
	return true;
}

bool daide_take_province(struct daide_reader *reader, uint16_t *province)
{
	*province = daide_peek(reader);
	reader->at += daide_is_place(*province);
	return daide_is_place(*province);
}

/* "BUL", or "( BUL ECS )". */
static bool take_place(struct daide_reader *reader, struct daide_place *place)
{
	place->coast = 0;
	if (!daide_take(reader, DAIDE_BRA))
		return daide_take_province(reader, &place->province);
	if (!daide_take_province(reader, &place->province))
		return false;
	place->coast = daide_peek(reader);
	if (daide_category(place->coast) != daide_category(DAIDE_NCS))
		return false;
	reader->at++;
	return daide_take(reader, DAIDE_KET);
}

bool daide_take_unit(struct daide_reader *reader, struct daide_unit *unit)
{
	if (!daide_take(reader, DAIDE_BRA) || !daide_take_power(reader, &unit->power))
		return false;
	const uint16_t type = daide_peek(reader);
	if (type != DAIDE_AMY && type != DAIDE_FLT)
		return false;
	reader->at++;
	unit->type = type == DAIDE_AMY ? ARMY : FLEET;
	return take_place(reader, &unit->place) && daide_take(reader, DAIDE_KET);
}

/* "VIA ( NTH NWG )". */
static bool take_via(struct daide_reader *reader, struct daide_order *order)
{
	if (!daide_take(reader, DAIDE_VIA) || !daide_take(reader, DAIDE_BRA))
		return false;
	do {
		if (order->via_count == DAIDE_VIA_MAX ||
		    !daide_take_province(reader, &order->via[order->via_count]))
			return false;
		order->via_count++;
	} while (!daide_take(reader, DAIDE_KET));
	return true;
}

/* Takes the rest of an order after the unit and the verb. */
static bool take_rest(struct daide_reader *reader, struct daide_order *order)
{
	switch (order->verb) {
	case DAIDE_HLD:
	case DAIDE_DSB:
	case DAIDE_BLD:
	case DAIDE_REM:
		return true;
	case DAIDE_MTO:
	case DAIDE_RTO:
		return take_place(reader, &order->to);
	case DAIDE_SUP:
		return daide_take_unit(reader, &order->other) &&
		       (!daide_take(reader, DAIDE_MTO) || daide_take_province(reader, &order->to.province));
	case DAIDE_CVY:
		return daide_take_unit(reader, &order->other) && daide_take(reader, DAIDE_CTO) &&
		       daide_take_province(reader, &order->to.province);
	case DAIDE_CTO:
		return daide_take_province(reader, &order->to.province) && take_via(reader, order);
	}
	return false;
}

bool daide_take_order(struct daide_reader *reader, struct daide_order *order)
{
	*order = (struct daide_order){0};
	if (daide_take_power(reader, &order->unit.power)) {
		order->verb = DAIDE_WVE;
		return daide_take(reader, DAIDE_WVE);
	}
	if (!daide_take_unit(reader, &order->unit))
		return false;
	order->verb = daide_peek(reader);
	if (daide_category(order->verb) != daide_category(DAIDE_HLD) || order->verb == DAIDE_WVE ||
	    order->verb == DAIDE_VIA)
		return false;
	reader->at++;
	return take_rest(reader, order);
}

bool daide_take_order_group(struct daide_reader *reader, struct daide_order *order)
{
	return daide_take(reader, DAIDE_BRA) && daide_take_order(reader, order) &&
	       daide_take(reader, DAIDE_KET);
}

void daide_take_characters(struct daide_reader *reader)
{
	while (reader->at < reader->end && daide_is_text(daide_peek(reader)))
		reader->at++;
}

/* ── writing ── */

void daide_add_turn(struct daide_message *message, int16_t phase)
{
	daide_add_group(message,
	                (const uint16_t[]){(uint16_t)(DAIDE_SPR + phase_kind(phase)),
	                                   daide_of_integer(phase_year(phase))},
	                2);
}

uint16_t daide_coast(const struct map *map, uint8_t loc)
{
	for (size_t c = 0; c < sizeof coasts / sizeof *coasts; c++)
		if (strcmp(map->loc[loc].code + 4, coasts[c].name) == 0)
			return coasts[c].token;
	return DAIDE_NCS;
}

void daide_add_place(struct daide_message *message, const struct daide_map *tokens, uint8_t loc)
{
	const uint8_t province = tokens->map->loc[loc].province;
	if (province == loc)
		daide_add(message, tokens->token[loc]);
	else
		daide_add_group(
			message, (const uint16_t[]){tokens->token[province], daide_coast(tokens->map, loc)}, 2);
}

static void add_bare_unit(struct daide_message *message, const struct daide_map *tokens,
                          struct unit unit)
{
	daide_add(message, daide_of_power(unit.power));
	daide_add(message, unit.type == ARMY ? DAIDE_AMY : DAIDE_FLT);
	daide_add_place(message, tokens, unit.loc);
}

void daide_add_unit(struct daide_message *message, const struct daide_map *tokens, struct unit unit)
{
	daide_add(message, DAIDE_BRA);
	add_bare_unit(message, tokens, unit);
	daide_add(message, DAIDE_KET);
}

void daide_add_dislodged(struct daide_message *message, const struct daide_map *tokens,
                         const struct board *board, int retreat)
{
	uint8_t options[EXITS_MAX];
	const int count = retreat_options(tokens->map, board, retreat, options);

	daide_add(message, DAIDE_BRA);
	add_bare_unit(message, tokens, board->retreat[retreat].unit);
	daide_add(message, DAIDE_MRT);
	daide_add(message, DAIDE_BRA);
	for (int i = 0; i < count; i++)
		daide_add_place(message, tokens, options[i]);
	daide_add(message, DAIDE_KET);
	daide_add(message, DAIDE_KET);
}

/* ── convoys ── */

/* The seas with a fleet; if `ordered`, only fleets that convoy this move. */
static struct place_set find_seas(const struct map *map, const struct phase_orders *orders,
                                  const struct board *board, struct order move, bool ordered)
{
	struct place_set seas = {{0, 0}};
	for (int u = 0; u < board->unit_count; u++) {
		const struct order order = orders->order[u];
		const bool convoys =
			order.kind == ORDER_CONVOY && order.aux == move.from && order.to == move.to;
		if (map->loc[board->unit[u].loc].terrain == WATER && (convoys || !ordered))
			place_set_add(&seas, board->unit[u].loc);
	}
	return seas;
}

/* Writes "CTO BEL VIA ( NTH )". False, and nothing is written, if no fleets can convoy the army. */
static bool add_convoyed(struct daide_message *message, const struct daide_map *tokens,
                         const struct phase_orders *orders, const struct board *board,
                         struct order move)
{
	const struct map *map = tokens->map;
	uint8_t way[LOCS_MAX];
	int count = 0;
	for (int ordered = 1; ordered >= 0 && count == 0; ordered--)
		count = seas_find_route(map, find_seas(map, orders, board, move, ordered), move.from,
		                        move.to, way);
	if (count == 0)
		return false;
	daide_add(message, DAIDE_CTO);
	daide_add(message, tokens->token[move.to]);
	daide_add(message, DAIDE_VIA);
	daide_add(message, DAIDE_BRA);
	for (int i = 0; i < count; i++)
		daide_add(message, tokens->token[way[i]]);
	daide_add(message, DAIDE_KET);
	return true;
}

/* ── orders ── */

static void add_move(struct daide_message *message, const struct daide_map *tokens,
                     const struct phase_orders *orders, const struct board *board,
                     struct order order)
{
	const bool army = order.type == ARMY && order.to < tokens->map->province_count;
	if (army && (order.via || !map_adjacent(tokens->map, ARMY, order.from, order.to)) &&
	    add_convoyed(message, tokens, orders, board, order))
		return;
	daide_add(message, DAIDE_MTO);
	daide_add_place(message, tokens, order.to);
}

/* Adds the unit that an order helps and its target, which never has a coast. */
static void add_helped(struct daide_message *message, const struct daide_map *tokens,
                       const struct board *board, struct order order, uint16_t verb)
{
	const struct map *map = tokens->map;
	const int v = board_find(map, board, map->loc[order.aux].province);
	struct unit other = {v >= 0 ? board->unit[v].power : 0, order.aux_type, order.aux};
	daide_add_unit(message, tokens, other);
	if (order.to == LOC_NONE)
		return;
	daide_add(message, verb);
	daide_add(message, tokens->token[map->loc[order.to].province]);
}

void daide_add_order(struct daide_message *message, const struct daide_map *tokens,
                     const struct phase_orders *orders, const struct board *board, int o)
{
	static const uint16_t verbs[ORDER_KINDS] = {
		[ORDER_HOLD] = DAIDE_HLD,         [ORDER_SUPPORT_HOLD] = DAIDE_SUP,
		[ORDER_SUPPORT_MOVE] = DAIDE_SUP, [ORDER_CONVOY] = DAIDE_CVY,
		[ORDER_RETREAT] = DAIDE_RTO,      [ORDER_DISBAND] = DAIDE_DSB,
		[ORDER_BUILD] = DAIDE_BLD,        [ORDER_WAIVE] = DAIDE_WVE,
	};
	const struct order order = orders->order[o];
	const bool winter = phase_is_winter(board->phase);
	daide_add(message, DAIDE_BRA);
	if (order.kind == ORDER_WAIVE)
		daide_add(message, daide_of_power(orders->power[o]));
	else
		daide_add_unit(message, tokens, (struct unit){orders->power[o], order.type, order.from});
	if (order.kind == ORDER_MOVE)
		add_move(message, tokens, orders, board, order);
	else
		daide_add(message, order.kind == ORDER_DISBAND && winter ? DAIDE_REM : verbs[order.kind]);
	if (order.kind == ORDER_SUPPORT_HOLD || order.kind == ORDER_SUPPORT_MOVE)
		add_helped(message, tokens, board, order, DAIDE_MTO);
	else if (order.kind == ORDER_CONVOY)
		add_helped(message, tokens, board, order, DAIDE_CTO);
	else if (order.kind == ORDER_RETREAT)
		daide_add_place(message, tokens, order.to);
	daide_add(message, DAIDE_KET);
}
