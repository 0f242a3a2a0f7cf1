/* order: see order.h. */
#include "order.h"

#include "token.h"

#include <assert.h>
#include <stdio.h>

enum {
	TO_SHIFT = 0,
	AUX_SHIFT = 7,
	KIND_SHIFT = 14,
	AUX_TYPE_SHIFT = 18,
	VIA_SHIFT = 19,
	FROM_SHIFT = 20,
	TYPE_SHIFT = 27,
	UNIT_END = 1 << 28,
	LOC_MASK = 127,
	KIND_MASK = 15
};

int32_t order_pack(struct order order)
{
	return order.to << TO_SHIFT | order.aux << AUX_SHIFT | order.kind << KIND_SHIFT |
	       order.aux_type << AUX_TYPE_SHIFT | order.via << VIA_SHIFT;
}

struct order order_unpack(int32_t code, uint8_t type, uint8_t from)
{
	return (struct order){.kind = (uint8_t)(code >> KIND_SHIFT & KIND_MASK),
	                      .type = type,
	                      .from = from,
	                      .to = (uint8_t)(code >> TO_SHIFT & LOC_MASK),
	                      .aux_type = (uint8_t)(code >> AUX_TYPE_SHIFT & 1),
	                      .aux = (uint8_t)(code >> AUX_SHIFT & LOC_MASK),
	                      .via = (uint8_t)(code >> VIA_SHIFT & 1)};
}

static bool has_target(enum order_kind kind)
{
	return kind == ORDER_MOVE || kind == ORDER_SUPPORT_MOVE || kind == ORDER_CONVOY ||
	       kind == ORDER_RETREAT;
}

static bool has_aux(enum order_kind kind)
{
	return kind == ORDER_SUPPORT_HOLD || kind == ORDER_SUPPORT_MOVE || kind == ORDER_CONVOY;
}

int32_t order_pack_unit(struct order order)
{
	assert(order.type < UNIT_TYPES);

	return order_pack(order) | order.from << FROM_SHIFT | order.type << TYPE_SHIFT;
}

/* Whether a location is on the map if it is used, and LOC_NONE if not. */
static bool is_place(const struct map *map, uint8_t loc, bool used)
{
	return used ? loc < map->loc_count : loc == LOC_NONE;
}

bool order_unpack_unit(const struct map *map, int32_t code, struct order *order)
{
	if (code < 0 || code >= UNIT_END)
		return false;

	*order = order_unpack(code, (uint8_t)(code >> TYPE_SHIFT & 1),
	                      (uint8_t)(code >> FROM_SHIFT & LOC_MASK));
	if (order->kind >= ORDER_KINDS || (order->via && order->kind != ORDER_MOVE) ||
	    (order->aux_type != 0 && !has_aux(order->kind)) ||
	    (order->type != 0 && order->kind == ORDER_WAIVE))
		return false;

	return is_place(map, order->from, order->kind != ORDER_WAIVE) &&
	       is_place(map, order->to, has_target(order->kind)) &&
	       is_place(map, order->aux, has_aux(order->kind));
}

bool order_has_places(const struct map *map, struct order order)
{
	return (!has_target(order.kind) || order.to < map->loc_count) &&
	       (!has_aux(order.kind) || order.aux < map->loc_count);
}

bool order_is_of(const struct map *map, struct order order, uint8_t type, uint8_t loc)
{
	return order.kind <= ORDER_CONVOY && order.type == type && order.from == loc &&
	       order_has_places(map, order);
}

/* ── printing ── */

static const char *const forms[ORDER_KINDS] = {
#define ORDER(kind, action, form) [ORDER_##kind] = form,
#include "orders.def"
#undef ORDER
};

static const char *code_of(const struct map *map, uint8_t loc)
{
	return loc < map->loc_count ? map->loc[loc].code : "?";
}

enum { UNIT_TEXT_SIZE = 9 }; /* "F stp/nc" */

static const char *print_unit(const struct map *map, uint8_t type, uint8_t loc,
                              char text[UNIT_TEXT_SIZE])
{
	static const char *const types[UNIT_TYPES + 1] = {"A ", "F ", ""};
	snprintf(text, UNIT_TEXT_SIZE, "%s%s", type <= UNIT_TYPES ? types[type] : "? ",
	         code_of(map, loc));
	return text;
}

char *order_print(const struct map *map, struct order order, char text[ORDER_TEXT_SIZE])
{
	char unit[UNIT_TEXT_SIZE] = "", aux[UNIT_TEXT_SIZE] = "";
	const char *target = "";

	if (order.kind != ORDER_WAIVE)
		print_unit(map, order.type, order.from, unit);
	if (has_target(order.kind))
		target = code_of(map, order.to);
	if (has_aux(order.kind))
		print_unit(map, order.aux_type, order.aux, aux);
	const char *form = order.kind < ORDER_KINDS ? forms[order.kind] : "%s ?";
	int length =
		snprintf(text, ORDER_TEXT_SIZE, form, unit, has_aux(order.kind) ? aux : target, target);
	if (order.kind == ORDER_MOVE && order.via)
		snprintf(text + length, ORDER_TEXT_SIZE - (size_t)length, " via");
	return text;
}

/* ── reading ── */

/* Reads "A par", or "par" without a type (4.C.1). */
static bool read_unit(struct tokens *tokens, const struct map *map, char error[ERROR_SIZE],
                      uint8_t *type, uint8_t *loc)
{
	if (tokens_take_loc(tokens, map, loc)) {
		*type = UNIT_TYPES;
		return true;
	}
	return tokens_read_type(tokens, error, type) && tokens_read_loc(tokens, map, error, loc);
}

/* Reads "- bur". */
static bool read_target(struct tokens *tokens, const struct map *map, char error[ERROR_SIZE],
                        uint8_t *to)
{
	if (!tokens_take_symbol(tokens, '-'))
		return token_refuse(tokens_next(tokens), "dash", error);
	return tokens_read_loc(tokens, map, error, to);
}

static bool read_move(struct tokens *tokens, const struct map *map, struct order *order,
                      char error[ERROR_SIZE])
{
	if (!tokens_read_loc(tokens, map, error, &order->to))
		return false;
	order->via = tokens_take_symbol(tokens, 'v');
	if (order->via)
		tokens_take_symbol(tokens, 'C');
	return true;
}

static bool read_support(struct tokens *tokens, const struct map *map, struct order *order,
                         char error[ERROR_SIZE])
{
	if (!read_unit(tokens, map, error, &order->aux_type, &order->aux))
		return false;
	struct tokens rest = *tokens;
	if (tokens_take_symbol(tokens, 'H') || tokens_next(&rest).length == 0)
		return true;
	order->kind = ORDER_SUPPORT_MOVE;
	return read_target(tokens, map, error, &order->to);
}

/* Reads what follows the unit: "H", "- bur", "S A par - bur". */
static bool read_action(struct tokens *tokens, const struct map *map, struct order *order,
                        char error[ERROR_SIZE])
{
	struct token token = tokens_next(tokens);
	switch (token_symbol(token)) {
	case 'H':
		order->kind = ORDER_HOLD;
		return true;
	case '-':
		order->kind = ORDER_MOVE;
		return read_move(tokens, map, order, error);
	case 'S':
		order->kind = ORDER_SUPPORT_HOLD;
		return read_support(tokens, map, order, error);
	case 'C':
		order->kind = ORDER_CONVOY;
		return read_unit(tokens, map, error, &order->aux_type, &order->aux) &&
		       read_target(tokens, map, error, &order->to);
	case 'R':
		order->kind = ORDER_RETREAT;
		tokens_take_symbol(tokens, '-');
		return tokens_read_loc(tokens, map, error, &order->to);
	case 'D':
		order->kind = ORDER_DISBAND;
		return true;
	case 'b':
		order->kind = ORDER_BUILD;
		return true;
	}
	return token_refuse(token, "action (H, -, S, C, R, D or B)", error);
}

static bool read_order(struct tokens *tokens, const struct map *map, struct order *order,
                       char error[ERROR_SIZE])
{
	if (tokens_take_symbol(tokens, 'w')) {
		order->kind = ORDER_WAIVE;
		return true;
	}
	const bool builds = tokens_take_symbol(tokens, 'b');
	if (builds || tokens_take_symbol(tokens, 'D')) {
		order->kind = builds ? ORDER_BUILD : ORDER_DISBAND;
		return read_unit(tokens, map, error, &order->type, &order->from);
	}
	return read_unit(tokens, map, error, &order->type, &order->from) &&
	       read_action(tokens, map, order, error);
}

bool order_parse(const struct map *map, const char *text, size_t length, struct order *order,
                 char error[ERROR_SIZE])
{
	struct tokens tokens = {text, text + length};

	*order = (struct order){.from = LOC_NONE, .to = LOC_NONE, .aux = LOC_NONE};
	if (length > ORDER_LENGTH_MAX)
		return text_refuse(error, "it is longer than any order");
	return read_order(&tokens, map, order, error) && tokens_read_end(&tokens, error);
}
