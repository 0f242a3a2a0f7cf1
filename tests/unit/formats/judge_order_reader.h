/* judge_order_reader: orders as players write them to the e-mail Judge, for tests that simulate
 * it. */
#ifndef ARESFARM_TESTS_JUDGE_ORDER_READER_H
#define ARESFARM_TESTS_JUDGE_ORDER_READER_H

#include "formats/judge/judge_names.h"
#include "formats/judge/judge_orders.h"

#include <stdio.h>

enum { JUDGE_ORDER_ERROR_SIZE = 160 };

struct order_reading {
	struct judge_text text;
	const struct board *board;
	char *error;
};

static inline bool order_refuse(const struct order_reading *r, const char *noun)
{
	enum { SHOWN = 40 };
	struct judge_text rest = r->text;

	judge_skip(&rest);
	const int length = (int)(rest.end - rest.at);
	if (length == 0)
		snprintf(r->error, JUDGE_ORDER_ERROR_SIZE, "%s is missing", noun);
	else
		snprintf(r->error, JUDGE_ORDER_ERROR_SIZE, "'%.*s' should begin with %s",
		         length < SHOWN ? length : SHOWN, rest.at, noun);
	return false;
}

/* Takes one of some words. */
static inline bool order_take_any(struct judge_text *text, const char *const words[])
{
	for (; *words; words++)
		if (judge_take_words(text, *words))
			return true;
	return false;
}

static inline bool order_take_type(struct judge_text *text, uint8_t *type)
{
	if (judge_take_type(text, type))
		return true;
	*type = judge_take_words(text, "a") ? ARMY : judge_take_words(text, "f") ? FLEET : UNIT_TYPES;
	return *type < UNIT_TYPES;
}

static inline bool order_take_arrow(struct judge_text *text)
{
	static const char *const words[] = {"move to", "moves", "move", "m", NULL};

	return judge_take_mark(text, "->") || judge_take_mark(text, "-") || order_take_any(text, words);
}

/* A unit; where no type is written, that of the one that stands there, or was dislodged there. */
static inline bool order_read_unit(struct order_reading *r, uint8_t *type, uint8_t *loc)
{
	const struct map *map = r->text.map;

	(void)order_take_type(&r->text, type);
	if (!judge_take_loc(&r->text, loc))
		return order_refuse(r, "a place of the map");
	const uint8_t province = map->loc[*loc].province;
	const int i = board_find_retreat(map, r->board, province),
			  u = board_find(map, r->board, province);
	if (i < 0 && u < 0) {
		snprintf(r->error, JUDGE_ORDER_ERROR_SIZE, "no unit stands in %s", map->loc[province].name);
		return false;
	}
	const struct unit unit = i >= 0 ? r->board->retreat[i].unit : r->board->unit[u];
	*type = *type < UNIT_TYPES ? *type : unit.type;
	if (*loc == province)
		*loc = unit.loc;
	return true;
}

static inline bool order_read_target(struct order_reading *r, uint8_t type, uint8_t from,
                                     uint8_t *to)
{
	if (!judge_take_loc(&r->text, to))
		return order_refuse(r, "a place of the map");
	const uint8_t inferred = map_infer_loc(r->text.map, type, from, *to);
	*to = inferred == LOC_NONE ? *to : inferred;
	return true;
}

static inline bool order_read_move(struct order_reading *r, struct order *order)
{
	order->kind = ORDER_MOVE;
	for (int steps = 0; steps == 0 || order_take_arrow(&r->text); steps++) {
		if (!order_read_target(r, order->type, order->from, &order->to))
			return false;
		order->via = steps > 0;
	}
	return true;
}

static inline bool order_read_help(struct order_reading *r, bool convoy, struct order *order)
{
	order->kind = convoy ? ORDER_CONVOY : ORDER_SUPPORT_HOLD;
	if (!order_read_unit(r, &order->aux_type, &order->aux))
		return false;
	if (!order_take_arrow(&r->text))
		return !convoy || order_refuse(r, "-");
	order->kind = convoy ? ORDER_CONVOY : ORDER_SUPPORT_MOVE;
	return order_read_target(r, order->aux_type, order->aux, &order->to);
}

static inline bool order_read_movement(struct order_reading *r, struct order *order)
{
	static const char *const holds[] = {"holds", "hold", "stands", "stand", "h", NULL},
							 *const supports[] = {"supports", "support", "s", NULL},
							 *const convoys[] = {"convoys",   "convoy", "c", "transports",
	                                             "transport", "t",      NULL};

	*order = order_hold(ARMY, 0);
	if (!order_read_unit(r, &order->type, &order->from))
		return false;
	if (order_take_arrow(&r->text))
		return order_read_move(r, order);
	if (order_take_any(&r->text, supports))
		return order_read_help(r, false, order);
	if (order_take_any(&r->text, convoys))
		return order_read_help(r, true, order);
	return order_take_any(&r->text, holds) || order_refuse(r, "h, -, s or c");
}

static inline bool order_read_retreat(struct order_reading *r, struct order *order)
{
	static const char *const disbands[] = {"disbands", "disband", "d", NULL};

	*order = order_disband(ARMY, 0);
	if (!order_read_unit(r, &order->type, &order->from))
		return false;
	if (order_take_any(&r->text, disbands))
		return true;
	order->kind = ORDER_RETREAT;
	return order_take_arrow(&r->text) ? order_read_target(r, order->type, order->from, &order->to)
	                                  : order_refuse(r, "- or d");
}

static inline bool order_read_adjustment(struct order_reading *r, struct order *order)
{
	static const char *const builds[] = {"builds", "build", "b", NULL},
							 *const removes[] = {"removes", "remove", "r", "disbands",
	                                             "disband", "d",      NULL},
							 *const waives[] = {"waives", "waive", "w", NULL};

	*order = order_waive();
	if (order_take_any(&r->text, waives))
		return true;
	if (order_take_any(&r->text, builds)) {
		*order = order_build(UNIT_TYPES, 0);
		if (!order_take_type(&r->text, &order->type))
			return order_refuse(r, "A or F");
		return judge_take_loc(&r->text, &order->from) || order_refuse(r, "a place of the map");
	}
	*order = order_disband(ARMY, 0);
	return order_take_any(&r->text, removes) ? order_read_unit(r, &order->type, &order->from)
	                                         : order_refuse(r, "b, r or waive");
}

/* Reads an order for a board in any phase. False, with what is wrong in error. A coast that is not
 * written stays open, but for that of the unit ordered. */
static inline bool judge_order_read(const struct map *map, const struct board *board,
                                    const char *text, size_t length, struct order *order,
                                    char error[JUDGE_ORDER_ERROR_SIZE])
{
	struct order_reading r = {{map, text, text + length, NULL}, board, error};
	bool read;

	if (phase_is_movement(board->phase))
		read = order_read_movement(&r, order);
	else if (phase_is_winter(board->phase))
		read = order_read_adjustment(&r, order);
	else
		read = order_read_retreat(&r, order);
	judge_skip(&r.text);
	return read && (r.text.at == r.text.end || order_refuse(&r, "the end of the order"));
}

#endif
