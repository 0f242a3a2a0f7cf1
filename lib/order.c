/* order: see order.h. */
#include "order.h"

#include "words.h"

#include <assert.h>
#include <stdio.h>

_Static_assert((int)ORDER_ERROR_SIZE >= (int)WORDS_ERROR_SIZE, "a refused word fits an order's error");

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
	return order.to << TO_SHIFT | order.aux << AUX_SHIFT | order.kind << KIND_SHIFT | order.aux_type << AUX_TYPE_SHIFT |
	       order.via << VIA_SHIFT;
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
	const char *type = types[order.type], *aux_type = types[order.aux_type], *from = code_of(map, order.from);

	switch ((enum order_kind)order.kind) {
	case ORDER_HOLD:
		snprintf(text, ORDER_TEXT_SIZE, "%s%s H", type, from);
		break;
	case ORDER_MOVE:
		snprintf(text, ORDER_TEXT_SIZE, "%s%s - %s%s", type, from, code_of(map, order.to), order.via ? " via" : "");
		break;
	case ORDER_SUPPORT_HOLD:
		snprintf(text, ORDER_TEXT_SIZE, "%s%s S %s%s", type, from, aux_type, code_of(map, order.aux));
		break;
	case ORDER_SUPPORT_MOVE:
	case ORDER_CONVOY:
		snprintf(text, ORDER_TEXT_SIZE, "%s%s %c %s%s - %s", type, from, order.kind == ORDER_CONVOY ? 'C' : 'S',
		         aux_type, code_of(map, order.aux), code_of(map, order.to));
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
static bool read_unit(struct words *words, const struct map *map, char error[ORDER_ERROR_SIZE], uint8_t *type,
                      uint8_t *loc)
{
	struct words after = *words;
	struct word word = words_next(&after);
	*loc = map_find(map, word.text, word.length);
	if (*loc != LOC_NONE) {
		*type = UNIT_TYPES;
		*words = after;
		return true;
	}
	return words_read_type(words, error, type) && words_read_loc(words, map, error, loc);
}

/* Reads "- bur", the dash's absence being an error. */
static bool read_target(struct words *words, const struct map *map, char error[ORDER_ERROR_SIZE], uint8_t *to)
{
	struct word dash = words_next(words);
	if (!word_is(dash, "-"))
		return word_refuse(dash, "dash", error);
	return words_read_loc(words, map, error, to);
}

static bool read_move(struct words *words, const struct map *map, struct order *order, char error[ORDER_ERROR_SIZE])
{
	if (!words_read_loc(words, map, error, &order->to))
		return false;
	struct words before = *words;
	order->via = word_is(words_next(words), "via");
	if (!order->via)
		*words = before;
	return true;
}

static bool read_support(struct words *words, const struct map *map, struct order *order, char error[ORDER_ERROR_SIZE])
{
	if (!read_unit(words, map, error, &order->aux_type, &order->aux))
		return false;
	struct words before = *words;
	if (words_next(words).length == 0)
		return true;
	*words = before;
	order->kind = ORDER_SUPPORT_MOVE;
	return read_target(words, map, error, &order->to);
}

/* Reads what follows the unit: "H", "- bur", "S A par - bur". */
static bool read_action(struct words *words, const struct map *map, struct order *order, char error[ORDER_ERROR_SIZE])
{
	struct word word = words_next(words);
	switch (word.length == 1 ? word.text[0] : '\0') {
	case 'h':
	case 'H':
		order->kind = ORDER_HOLD;
		return true;
	case '-':
		order->kind = ORDER_MOVE;
		return read_move(words, map, order, error);
	case 's':
	case 'S':
		order->kind = ORDER_SUPPORT_HOLD;
		return read_support(words, map, order, error);
	case 'c':
	case 'C':
		order->kind = ORDER_CONVOY;
		return read_unit(words, map, error, &order->aux_type, &order->aux) &&
		       read_target(words, map, error, &order->to);
	case 'r':
	case 'R':
		order->kind = ORDER_RETREAT;
		return words_read_loc(words, map, error, &order->to);
	case 'd':
	case 'D':
		order->kind = ORDER_DISBAND;
		return true;
	}
	return word_refuse(word, "action (H, -, S, C, R or D)", error);
}

bool order_parse(const struct map *map, const char *text, size_t length, struct order *order,
                 char error[ORDER_ERROR_SIZE])
{
	struct words words = {text, text + length};
	*order = (struct order){.from = LOC_NONE, .to = LOC_NONE, .aux = LOC_NONE};

	struct words before = words;
	struct word first = words_next(&words);
	bool read = true;
	if (word_is(first, "waive")) {
		order->kind = ORDER_WAIVE;
	} else if (word_is(first, "build") || word_is(first, "remove")) {
		order->kind = word_is(first, "build") ? ORDER_BUILD : ORDER_DISBAND;
		read = read_unit(&words, map, error, &order->type, &order->from);
	} else {
		words = before;
		read = read_unit(&words, map, error, &order->type, &order->from) && read_action(&words, map, order, error);
	}
	return read && words_read_end(&words, error);
}
