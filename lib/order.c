/* order: see order.h. */
#include "order.h"

#include "token.h"

#include <assert.h>
#include <stdio.h>

_Static_assert((int)ORDER_ERROR_SIZE >= (int)TOKEN_ERROR_SIZE,
               "a refused token fits an order's error");

enum {
	TO_SHIFT = 0,
	AUX_SHIFT = 7,
	KIND_SHIFT = 14,
	AUX_TYPE_SHIFT = 18,
	VIA_SHIFT = 19,
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

static const char *code_of(const struct map *map, uint8_t loc)
{
	assert(loc < map->loc_count);
	return map->loc[loc].code;
}

char *order_print(const struct map *map, struct order order, char text[ORDER_TEXT_SIZE])
{
	if (order.kind == ORDER_WAIVE) {
		snprintf(text, ORDER_TEXT_SIZE, "waive");
		return text;
	}
	static const char *const types[UNIT_TYPES + 1] = {"A ", "F ", ""};
	const char *type = types[order.type], *aux_type = types[order.aux_type],
			   *from = code_of(map, order.from);

	switch ((enum order_kind)order.kind) {
	case ORDER_HOLD:
		snprintf(text, ORDER_TEXT_SIZE, "%s%s H", type, from);
		break;
	case ORDER_MOVE:
		snprintf(text, ORDER_TEXT_SIZE, "%s%s - %s%s", type, from, code_of(map, order.to),
		         order.via ? " via" : "");
		break;
	case ORDER_SUPPORT_HOLD:
		snprintf(text, ORDER_TEXT_SIZE, "%s%s S %s%s", type, from, aux_type,
		         code_of(map, order.aux));
		break;
	case ORDER_SUPPORT_MOVE:
	case ORDER_CONVOY:
		snprintf(text, ORDER_TEXT_SIZE, "%s%s %c %s%s - %s", type, from,
		         order.kind == ORDER_CONVOY ? 'C' : 'S', aux_type, code_of(map, order.aux),
		         code_of(map, order.to));
		break;
	case ORDER_RETREAT:
		snprintf(text, ORDER_TEXT_SIZE, "%s%s R %s", type, from, code_of(map, order.to));
		break;
	case ORDER_DISBAND:
		snprintf(text, ORDER_TEXT_SIZE, "%s%s D", type, from);
		break;
	case ORDER_BUILD:
		snprintf(text, ORDER_TEXT_SIZE, "build %s%s", type, from);
		break;
	case ORDER_WAIVE:
	case ORDER_KINDS:
		assert(!"an order of a known kind");
	}
	return text;
}

/* Reads "A par", or "par" alone (4.C.1). */
static bool read_unit(struct tokens *tokens, const struct map *map, char error[ORDER_ERROR_SIZE],
                      uint8_t *type, uint8_t *loc)
{
	struct tokens after = *tokens;
	struct token token = tokens_next(&after);
	*loc = map_find(map, token.text, token.length);
	if (*loc != LOC_NONE) {
		*type = UNIT_TYPES;
		*tokens = after;
		return true;
	}
	return tokens_read_type(tokens, error, type) && tokens_read_loc(tokens, map, error, loc);
}

/* Reads "- bur", the dash's absence being an error. */
static bool read_target(struct tokens *tokens, const struct map *map, char error[ORDER_ERROR_SIZE],
                        uint8_t *to)
{
	struct token dash = tokens_next(tokens);
	if (!token_is(dash, "-"))
		return token_refuse(dash, "dash", error);
	return tokens_read_loc(tokens, map, error, to);
}

static bool read_move(struct tokens *tokens, const struct map *map, struct order *order,
                      char error[ORDER_ERROR_SIZE])
{
	if (!tokens_read_loc(tokens, map, error, &order->to))
		return false;
	struct tokens before = *tokens;
	order->via = token_is(tokens_next(tokens), "via");
	if (!order->via)
		*tokens = before;
	return true;
}

static bool read_support(struct tokens *tokens, const struct map *map, struct order *order,
                         char error[ORDER_ERROR_SIZE])
{
	if (!read_unit(tokens, map, error, &order->aux_type, &order->aux))
		return false;
	struct tokens before = *tokens;
	if (tokens_next(tokens).length == 0)
		return true;
	*tokens = before;
	order->kind = ORDER_SUPPORT_MOVE;
	return read_target(tokens, map, error, &order->to);
}

/* Reads what follows the unit: "H", "- bur", "S A par - bur". */
static bool read_action(struct tokens *tokens, const struct map *map, struct order *order,
                        char error[ORDER_ERROR_SIZE])
{
	struct token token = tokens_next(tokens);
	switch (token.length == 1 ? token.text[0] : '\0') {
	case 'h':
	case 'H':
		order->kind = ORDER_HOLD;
		return true;
	case '-':
		order->kind = ORDER_MOVE;
		return read_move(tokens, map, order, error);
	case 's':
	case 'S':
		order->kind = ORDER_SUPPORT_HOLD;
		return read_support(tokens, map, order, error);
	case 'c':
	case 'C':
		order->kind = ORDER_CONVOY;
		return read_unit(tokens, map, error, &order->aux_type, &order->aux) &&
		       read_target(tokens, map, error, &order->to);
	case 'r':
	case 'R':
		order->kind = ORDER_RETREAT;
		return tokens_read_loc(tokens, map, error, &order->to);
	case 'd':
	case 'D':
		order->kind = ORDER_DISBAND;
		return true;
	}
	return token_refuse(token, "action (H, -, S, C, R or D)", error);
}

bool order_parse(const struct map *map, const char *text, size_t length, struct order *order,
                 char error[ORDER_ERROR_SIZE])
{
	struct tokens tokens = {text, text + length};
	*order = (struct order){.from = LOC_NONE, .to = LOC_NONE, .aux = LOC_NONE};

	struct tokens before = tokens;
	struct token first = tokens_next(&tokens);
	bool read = true;
	if (token_is(first, "waive")) {
		order->kind = ORDER_WAIVE;
	} else if (token_is(first, "build") || token_is(first, "remove")) {
		order->kind = token_is(first, "build") ? ORDER_BUILD : ORDER_DISBAND;
		read = read_unit(&tokens, map, error, &order->type, &order->from);
	} else {
		tokens = before;
		read = read_unit(&tokens, map, error, &order->type, &order->from) &&
		       read_action(&tokens, map, order, error);
	}
	return read && tokens_read_end(&tokens, error);
}
