/* judge_order_read: orders as players write them to the Judge (judge_orders.h). */
#include "judge_orders.h"

#include "judge_names.h"

#include <stdio.h>

struct reading {
	struct judge_text text;
	const struct board *board;
	char *error;
};

static bool refuse(const struct reading *r, const char *noun)
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
static bool take_any(struct judge_text *text, const char *const words[])
{
	for (; *words; words++)
		if (judge_take_words(text, *words))
			return true;
	return false;
}

static bool take_type(struct judge_text *text, uint8_t *type)
{
	if (judge_take_type(text, type))
		return true;
	*type = judge_take_words(text, "a") ? ARMY : judge_take_words(text, "f") ? FLEET : UNIT_TYPES;
	return *type < UNIT_TYPES;
}

static bool take_arrow(struct judge_text *text)
{
	static const char *const words[] = {"move to", "moves", "move", "m", NULL};

	return judge_take_mark(text, "->") || judge_take_mark(text, "-") || take_any(text, words);
}

/* A unit; where no type is written, that of the one that stands there, or was dislodged there. */
static bool read_unit(struct reading *r, uint8_t *type, uint8_t *loc)
{
	const struct map *map = r->text.map;

	(void)take_type(&r->text, type);
	if (!judge_take_loc(&r->text, loc))
		return refuse(r, "a place of the map");
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

static bool read_target(struct reading *r, uint8_t type, uint8_t from, uint8_t *to)
{
	if (!judge_take_loc(&r->text, to))
		return refuse(r, "a place of the map");
	const uint8_t inferred = map_infer_loc(r->text.map, type, from, *to);
	*to = inferred == LOC_NONE ? *to : inferred;
	return true;
}

static bool read_move(struct reading *r, struct order *order)
{
	order->kind = ORDER_MOVE;
	for (int steps = 0; steps == 0 || take_arrow(&r->text); steps++) {
		if (!read_target(r, order->type, order->from, &order->to))
			return false;
		order->via = steps > 0;
	}
	return true;
}

static bool read_help(struct reading *r, bool convoy, struct order *order)
{
	order->kind = convoy ? ORDER_CONVOY : ORDER_SUPPORT_HOLD;
	if (!read_unit(r, &order->aux_type, &order->aux))
		return false;
	if (!take_arrow(&r->text))
		return !convoy || refuse(r, "-");
	order->kind = convoy ? ORDER_CONVOY : ORDER_SUPPORT_MOVE;
	return read_target(r, order->aux_type, order->aux, &order->to);
}

static bool read_movement(struct reading *r, struct order *order)
{
	static const char *const holds[] = {"holds", "hold", "stands", "stand", "h", NULL},
							 *const supports[] = {"supports", "support", "s", NULL},
							 *const convoys[] = {"convoys",   "convoy", "c", "transports",
	                                             "transport", "t",      NULL};

	*order = order_hold(ARMY, 0);
	if (!read_unit(r, &order->type, &order->from))
		return false;
	if (take_arrow(&r->text))
		return read_move(r, order);
	if (take_any(&r->text, supports))
		return read_help(r, false, order);
	if (take_any(&r->text, convoys))
		return read_help(r, true, order);
	return take_any(&r->text, holds) || refuse(r, "h, -, s or c");
}

static bool read_retreat(struct reading *r, struct order *order)
{
	static const char *const disbands[] = {"disbands", "disband", "d", NULL};

	*order = order_disband(ARMY, 0);
	if (!read_unit(r, &order->type, &order->from))
		return false;
	if (take_any(&r->text, disbands))
		return true;
	order->kind = ORDER_RETREAT;
	return take_arrow(&r->text) ? read_target(r, order->type, order->from, &order->to)
	                            : refuse(r, "- or d");
}

static bool read_adjustment(struct reading *r, struct order *order)
{
	static const char *const builds[] = {"builds", "build", "b", NULL},
							 *const removes[] = {"removes", "remove", "r", "disbands",
	                                             "disband", "d",      NULL},
							 *const waives[] = {"waives", "waive", "w", NULL};

	*order = order_waive();
	if (take_any(&r->text, waives))
		return true;
	if (take_any(&r->text, builds)) {
		*order = order_build(UNIT_TYPES, 0);
		if (!take_type(&r->text, &order->type))
			return refuse(r, "A or F");
		return judge_take_loc(&r->text, &order->from) || refuse(r, "a place of the map");
	}
	*order = order_disband(ARMY, 0);
	return take_any(&r->text, removes) ? read_unit(r, &order->type, &order->from)
	                                   : refuse(r, "b, r or waive");
}

bool judge_order_read(const struct map *map, const struct board *board, const char *text,
                      size_t length, struct order *order, char error[JUDGE_ORDER_ERROR_SIZE])
{
	struct reading r = {{map, text, text + length}, board, error};
	bool read;

	if (phase_is_movement(board->phase))
		read = read_movement(&r, order);
	else if (phase_kind(board->phase) == WINTER_ADJUSTMENTS)
		read = read_adjustment(&r, order);
	else
		read = read_retreat(&r, order);
	judge_skip(&r.text);
	return read && (r.text.at == r.text.end || refuse(&r, "the end of the order"));
}
