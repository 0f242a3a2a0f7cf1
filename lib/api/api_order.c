/* api_order: orders as text, as values and as numbers of the vocabulary. */
#include "api.h"
#include "formats/saved/saved_order.h"
#include "game/build.h"
#include "game/retreat.h"
#include "rules/submission.h"

#include <stdio.h>
#include <string.h>

API_SAME(ARES_WAIVE, ORDER_WAIVE);
API_SAME(ARES_SUPPORT_MOVE, ORDER_SUPPORT_MOVE);
API_SAME(ARES_BUILD, ORDER_BUILD);
API_SAME(ARES_RETREAT, ORDER_RETREAT);
API_SAME(ARES_CONVOY, ORDER_CONVOY);
API_SAME(ARES_MOVE, ORDER_MOVE);
API_SAME(SAVED_ORDER_SIZE, ARES_ORDER_TEXT);

static bool is_place(const struct ares_map *map, uint8_t place)
{
	return place < map->map.loc_count || place == LOC_NONE;
}

bool api_is_order(const struct ares_map *map, struct order order)
{
	return order.kind < ORDER_KINDS && order.type <= UNIT_TYPES && order.aux_type <= UNIT_TYPES &&
	       order.via <= 1 && order.zero == 0 && is_place(map, order.from) &&
	       is_place(map, order.to) && is_place(map, order.aux);
}

/* ── text ── */

int32_t ares_order_parse(const struct ares_map *map, int32_t notation, const char *text,
                         size_t length, struct ares_order *order, struct ares_error *error)
{
	char why[ERROR_SIZE];
	struct order read;

	API_NEED(map);
	API_NEED(text);
	API_NEED(order);
	if (notation != ARES_DATC && notation != ARES_PACKAGE)
		return api_refuse(error, ARES_ERROR_ARGUMENT, "notation is %d: it is 0 or 1", notation);
	const bool done = notation == ARES_DATC ? order_parse(&map->map, text, length, &read, why)
	                                        : saved_read_order(&map->map, text, length, &read, why);
	if (!done)
		return api_refuse(error, ARES_ERROR_TEXT, "%s", why);
	*order = api_give_order(read);
	return api_accept(error);
}

char *ares_order_print(const struct ares_map *map, int32_t notation, const struct ares_order *order,
                       char text[ARES_ORDER_TEXT])
{
	struct order taken = api_take_order(*order);

	if (!api_is_order(map, taken))
		return strcpy(text, "?");
	return notation == ARES_PACKAGE ? saved_print_order(&map->map, taken, text)
	                                : order_print(&map->map, taken, text);
}

/* ── completing ── */

static struct order complete_move(struct variant variant, const struct board *board,
                                  struct submission submission)
{
	struct order orders[UNITS_MAX];
	enum verdict verdict;

	submission_verify(variant, board, &submission, 1, orders, &verdict);
	if (verdict != VERDICT_LEGAL)
		return submission.order;
	return orders[board_find(variant.map, board, variant.map->province[submission.order.from])];
}

static struct order complete_retreat(struct variant variant, const struct board *board,
                                     struct submission submission)
{
	struct order orders[RETREATS_MAX];
	enum verdict verdict;

	retreat_verify(variant, board, &submission, 1, orders, &verdict);
	if (verdict != VERDICT_LEGAL)
		return submission.order;
	return orders[board_find_retreat(variant.map, board,
	                                 variant.map->province[submission.order.from])];
}

int32_t ares_order_complete(const struct ares_map *map, int32_t rules,
                            const struct ares_board *board, int32_t power, struct ares_order *order,
                            struct ares_error *error)
{
	const struct rules *found;
	struct board taken;
	int32_t status;

	API_NEED(map);
	API_NEED(order);
	if ((status = api_find_rules(rules, &found, error)) ||
	    (status = api_take_board(map, board, &taken, error)) ||
	    (status = api_check_power(map, power, error)))
		return status;
	const struct variant variant = rules_variant(found, &map->map);
	const struct submission submission = {(uint8_t)power, api_take_order(*order)};

	if (!api_is_order(map, submission.order))
		return api_refuse(error, ARES_ERROR_ORDER, "the bytes are not an order");
	if (phase_is_movement(taken.phase))
		*order = api_give_order(complete_move(variant, &taken, submission));
	else if (phase_is_winter(taken.phase))
		*order = api_give_order(build_complete(variant, &taken, submission).order);
	else
		*order = api_give_order(complete_retreat(variant, &taken, submission));
	return api_accept(error);
}

/* ── the vocabulary ── */

int32_t ares_order_number(const struct ares_map *map, const struct ares_order *order)
{
	return vocabulary_number(map->vocabulary, api_take_order(*order));
}

int32_t ares_order_of(const struct ares_map *map, int32_t number, struct ares_order *order,
                      struct ares_error *error)
{
	API_NEED(map);
	API_NEED(order);
	if (number < 0 || number >= map->vocabulary->count)
		return api_refuse(error, ARES_ERROR_ORDER, "order %d: the map has orders 0 to %d", number,
		                  map->vocabulary->count - 1);
	*order = api_give_order(vocabulary_order(map->vocabulary, number));
	return api_accept(error);
}

int32_t ares_order_numbers(const struct ares_map *map, const struct ares_order *orders,
                           size_t count, int32_t *numbers, struct ares_error *error)
{
	API_NEED(map);
	if (count > 0) {
		API_NEED(orders);
		API_NEED(numbers);
	}
	for (size_t i = 0; i < count; i++)
		numbers[i] = vocabulary_number(map->vocabulary, api_take_order(orders[i]));
	return api_accept(error);
}
