/* fuzz_api: the public library gets the bytes as a board, as submitted orders, as a phase, as a
 * saved game and as a text, each beside what is right. What it takes it can use; it never faults.
 */
#include "ares.h"
#include "fuzz.h"

#include <string.h>

static struct ares_map *open_standard(void)
{
	static struct ares_map *map;
	struct ares_error error;

	if (!map)
		MUST(ares_map_open("standard", &map, &error) == ARES_OK);
	return map;
}

/* Copies bytes over a value, from a place that they say themselves. */
static void write_over(void *value, size_t bytes, const uint8_t *from, size_t size)
{
	if (size < 2)
		return;
	const size_t at = (size_t)(from[0] << 8 | from[1]) % bytes;

	for (size_t i = 2; i < size && at + i - 2 < bytes; i++)
		((uint8_t *)value)[at + i - 2] = from[i];
}

static void try_phase(const struct ares_map *map, const struct ares_phase *phase)
{
	static uint32_t words[ARES_ORDERS_MAX];
	static struct ares_unit units[ARES_ORDERS_MAX];
	char text[500];
	size_t length;

	ares_phase_why(map, 1, phase, 0, text, sizeof text, &length, NULL);
	ares_phase_words(map, 1, phase, 0, units, words);
	ares_phase_picture(map, phase, "", NULL, 0, &length, NULL);
}

static void try_board(const struct ares_map *map, const struct ares_board *board,
                      const uint8_t *bytes, size_t size)
{
	static struct ares_order orders[ARES_GIVEN_MAX];
	static uint8_t powers[ARES_GIVEN_MAX], verdicts[ARES_GIVEN_MAX];
	static struct ares_phase phase;
	struct ares_error error;
	int32_t count = (int32_t)(size / sizeof *orders);

	count = count < ARES_GIVEN_MAX ? count : ARES_GIVEN_MAX;
	memcpy(orders, bytes, (size_t)count * sizeof *orders);
	for (int32_t i = 0; i < count; i++)
		powers[i] = bytes[i] % 7;
	for (int32_t rules = 0; rules < ares_rules_count(); rules++) {
		const int32_t status = ares_phase_play(map, rules, 0, 1, 1, board, powers, orders, count,
		                                       verdicts, &phase, &error);
		MUST(status == error.status && (status == ARES_OK) == (error.text[0] == '\0'));
		if (status != ARES_OK)
			continue;
		MUST(ares_board_check(map, &phase.after, &error) == ARES_OK);
		try_phase(map, &phase);
		write_over(&phase, sizeof phase, bytes, size);
		try_phase(map, &phase);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const struct ares_map *map = open_standard();
	struct ares_board board;
	struct ares_game *game;
	struct ares_order order;

	MUST(ares_board_start(map, &board, NULL) == ARES_OK);
	try_board(map, &board, bytes, size);
	write_over(&board, sizeof board, bytes, size);
	try_board(map, &board, bytes, size);
	if (ares_board_parse(map, (const char *)bytes, size, &board, NULL) == ARES_OK)
		try_board(map, &board, bytes, size);
	if (ares_game_load(map, NULL, (const char *)bytes, size, &game, NULL) == ARES_OK)
		ares_game_close(game);
	for (int notation = ARES_DATC; notation <= ARES_PACKAGE; notation++)
		if (ares_order_parse(map, notation, (const char *)bytes, size, &order, NULL) == ARES_OK)
			ares_order_number(map, &order);
	return 0;
}
