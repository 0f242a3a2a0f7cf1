/* api_legal: legal orders as numbers, values, masks and text. */
#include "api.h"
#include "game/choices.h"
#include "game/turn.h"
#include "rules/legal.h"

#include <stdlib.h>
#include <string.h>

int32_t ares_legal_most(const struct ares_map *map)
{
	return choices_most(map->vocabulary);
}

/* A board and its law, read from the caller. */
struct asked {
	struct variant variant;
	struct board board;
};

static int32_t take(const struct ares_map *map, int32_t rules, const struct ares_board *board,
                    struct asked *asked, struct ares_error *error)
{
	const struct rules *found;
	const int32_t status = api_find_rules(rules, &found, error);

	if (status)
		return status;
	asked->variant = rules_variant(found, &map->map);
	return api_take_board(map, board, &asked->board, error);
}

/* ── lists ── */

/* Lists the numbers. If the caller's array may be too short, they are listed into allocated
 * memory. */
static int32_t list(const struct ares_map *map, const struct asked *asked, int32_t *numbers,
                    int32_t most, int32_t *count, struct choices *choices, struct ares_error *error)
{
	const int32_t all = choices_most(map->vocabulary);
	int32_t *room = most >= all ? numbers : malloc((size_t)all * sizeof *room);

	if (!room)
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for a list of orders");
	*count =
		choices_list(map->vocabulary, asked->variant.law, &asked->board, choices, room, NULL, NULL);
	if (room == numbers)
		return ARES_OK;
	if (*count <= most)
		memcpy(numbers, room, (size_t)*count * sizeof *numbers);
	free(room);
	if (*count > most)
		return api_refuse(error, ARES_ERROR_SIZE, "there are %d legal orders, and room for %d",
		                  *count, most);
	return ARES_OK;
}

static void give_slots(const struct choices *choices, struct ares_slot slots[ARES_UNITS_MAX],
                       int32_t *slot_count)
{
	for (int s = 0; s < choices->count; s++) {
		const struct choices_slot *slot = &choices->slot[s];
		slots[s] =
			(struct ares_slot){slot->power, slot->place, slot->due, 0, slot->first, slot->count};
	}
	*slot_count = choices->count;
}

int32_t ares_legal_numbers(const struct ares_map *map, int32_t rules,
                           const struct ares_board *board, int32_t *numbers, int32_t most,
                           int32_t *count, struct ares_slot slots[ARES_UNITS_MAX],
                           int32_t *slot_count, struct ares_error *error)
{
	struct choices choices;
	struct asked asked;
	int32_t status;

	API_NEED(map);
	API_NEED(numbers);
	API_NEED(count);
	API_NEED(slots);
	API_NEED(slot_count);
	if ((status = take(map, rules, board, &asked, error)) ||
	    (status = list(map, &asked, numbers, most, count, &choices, error)))
		return status;
	give_slots(&choices, slots, slot_count);
	return api_accept(error);
}

int32_t ares_legal_orders(const struct ares_map *map, int32_t rules, const struct ares_board *board,
                          struct ares_order *orders, int32_t most, int32_t *count,
                          struct ares_slot slots[ARES_UNITS_MAX], int32_t *slot_count,
                          struct ares_error *error)
{
	struct choices choices;
	struct asked asked;
	int32_t status;

	API_NEED(map);
	API_NEED(orders);
	API_NEED(count);
	API_NEED(slots);
	API_NEED(slot_count);
	int32_t *numbers = malloc((size_t)choices_most(map->vocabulary) * sizeof *numbers);
	if (!numbers)
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for a list of orders");
	if (!(status = take(map, rules, board, &asked, error))) {
		*count = choices_list(map->vocabulary, asked.variant.law, &asked.board, &choices, numbers,
		                      NULL, NULL);
		for (int32_t i = 0; i < *count && *count <= most; i++)
			orders[i] = api_give_order(vocabulary_order(map->vocabulary, numbers[i]));
		give_slots(&choices, slots, slot_count);
		status = *count <= most
		             ? api_accept(error)
		             : api_refuse(error, ARES_ERROR_SIZE,
		                          "there are %d legal orders, and room for %d", *count, most);
	}
	free(numbers);
	return status;
}

/* ── a mask ── */

/* Checks the caller's buffer for masks. name: of the parameter. */
static int32_t check_room(const char *name, const uint8_t *room, size_t bytes, size_t needed,
                          struct ares_error *error)
{
	if (bytes != needed)
		return api_refuse(error, ARES_ERROR_SIZE, "%s has %zu bytes: it must have %zu", name, bytes,
		                  needed);
	if ((uintptr_t)room % sizeof(uint64_t))
		return api_refuse(error, ARES_ERROR_ARGUMENT, "%s is not aligned to 8 bytes", name);
	return ARES_OK;
}

int32_t ares_legal_mask(const struct ares_map *map, int32_t rules, const struct ares_board *board,
                        int32_t power, uint8_t *mask, size_t bytes, struct ares_error *error)
{
	struct asked asked;
	int32_t status;

	API_NEED(map);
	API_NEED(mask);
	if (power != -1 && (status = api_check_power(map, power, error)))
		return status;
	if ((status = check_room("mask", mask, bytes, ares_map_mask_bytes(map), error)) ||
	    (status = take(map, rules, board, &asked, error)))
		return status;
	const power_set powers = power < 0 ? (power_set)~0 : (power_set)(1 << power);

	choices_mask(map->vocabulary, asked.variant.law, &asked.board, powers, (uint64_t *)mask);
	return api_accept(error);
}

int32_t ares_legal_masks(const struct ares_map *map, int32_t rules, const struct ares_board *board,
                         uint8_t *masks, size_t bytes, struct ares_error *error)
{
	struct asked asked;
	int32_t status;

	API_NEED(map);
	API_NEED(masks);
	const size_t needed = (size_t)map->map.power_count * ares_map_mask_bytes(map);

	if ((status = check_room("masks", masks, bytes, needed, error)) ||
	    (status = take(map, rules, board, &asked, error)))
		return status;
	choices_masks(map->vocabulary, asked.variant.law, &asked.board, (uint64_t *)masks);
	return api_accept(error);
}

/* ── one order ── */

static bool may_move(const struct asked *asked, int32_t power, struct order order)
{
	const struct map *map = asked->variant.map;
	struct legal legal;
	const int unit = order.from < map->loc_count
	                     ? board_find(map, &asked->board, map->province[order.from])
	                     : -1;

	if (unit < 0 || asked->board.unit[unit].power != power)
		return false;
	legal_open(map, &asked->board, &legal);
	return legal_has(&legal, unit, order);
}

static bool may_retreat(const struct asked *asked, int32_t power, struct order order)
{
	const struct map *map = asked->variant.map;
	const int i = order.from < map->loc_count
	                  ? board_find_retreat(map, &asked->board, map->province[order.from])
	                  : -1;

	return i >= 0 && asked->board.retreat[i].unit.power == power &&
	       retreat_allows(map, &asked->board, i, order);
}

int32_t ares_legal_has(const struct ares_map *map, int32_t rules, const struct ares_board *board,
                       int32_t power, const struct ares_order *order)
{
	struct ares_error *error = NULL;
	struct asked asked;
	int32_t status;

	API_NEED(map);
	API_NEED(order);
	if ((status = api_check_power(map, power, error)) ||
	    (status = take(map, rules, board, &asked, error)))
		return status;
	const struct order taken = api_take_order(*order);

	if (!api_is_order(map, taken))
		return 0;
	if (phase_is_movement(asked.board.phase))
		return may_move(&asked, power, taken);
	if (!phase_is_winter(asked.board.phase))
		return may_retreat(&asked, power, taken);
	return build_allows(asked.variant, &asked.board, (struct submission){(uint8_t)power, taken});
}

/* ── text ── */

/* Writes one line per order, as far as they fit; returns the bytes of all lines. */
static size_t print_lines(const struct map *map, const struct order orders[], int count, char *text,
                          size_t size)
{
	char line[ORDER_TEXT_SIZE];
	size_t used = 0;

	for (int i = 0; i < count; i++) {
		const size_t length = strlen(order_print(map, orders[i], line));
		line[length] = '\n';
		if (used + length + 1 < size)
			memcpy(text + used, line, length + 1);
		used += length + 1;
	}
	return used;
}

int32_t ares_legal_print(const struct ares_map *map, int32_t rules, const struct ares_board *board,
                         int32_t power, char *text, size_t size, size_t *length,
                         struct ares_error *error)
{
	struct asked asked;
	int32_t status;

	API_NEED(map);
	if (!api_may_write(text, size, error, &status) ||
	    (status = api_check_power(map, power, error)) ||
	    (status = take(map, rules, board, &asked, error)))
		return status;

	const int count = turn_orders(asked.variant, &asked.board, (uint8_t)power, NULL, 0);
	struct order *orders = calloc((size_t)count + 1, sizeof *orders);
	if (!orders)
		return api_refuse(error, ARES_ERROR_MEMORY, "no memory for a list of orders");
	turn_orders(asked.variant, &asked.board, (uint8_t)power, orders, count);
	const size_t bytes = print_lines(&map->map, orders, count, text, size);
	free(orders);

	return api_finish_text(bytes, text, size, length, error);
}
