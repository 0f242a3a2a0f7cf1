/* fuzz_lanes: units of the first board get menus of legal orders, in which the bytes replace some
 * orders and places. What is not for its unit is refused by name; what is opened resolves as
 * ares_resolve does. */
#include "ares.h"
#include "fuzz.h"

#include <string.h>

enum { UNITS = 22, ORDERS = 6, SETS = 70 };

static struct ares_map *map;
static struct ares_board board;
static struct ares_order menus[UNITS][ORDERS];

/* Menus of the first legal orders of each unit. */
static void begin(void)
{
	int32_t count, slot_count;
	struct ares_slot slots[ARES_UNITS_MAX];

	MUST(ares_map_open("standard", &map, NULL) == ARES_OK);
	MUST(ares_board_start(map, &board, NULL) == ARES_OK);
	int32_t *all = malloc((size_t)ares_legal_most(map) * sizeof *all);
	MUST(all);
	MUST(ares_legal_numbers(map, 0, &board, all, ares_legal_most(map), &count, slots, &slot_count,
	                        NULL) == ARES_OK);
	MUST(slot_count == UNITS);
	for (int u = 0; u < UNITS; u++)
		for (int i = 0; i < ORDERS; i++)
			MUST(ares_order_of(map, all[slots[u].first + i % slots[u].count], &menus[u][i], NULL) ==
			     ARES_OK);
	free(all);
}

static void compare(struct ares_lanes *lanes, const struct ares_order given[UNITS][ORDERS],
                    const uint16_t places[UNITS][SETS])
{
	static struct ares_order orders[SETS][UNITS];
	uint64_t follows[SETS], dislodged[SETS], expected[2][SETS];
	struct ares_error error;
	bool legal = true;

	for (int s = 0; s < SETS; s++)
		for (int u = 0; u < UNITS; u++) {
			legal = legal && places[u][s] < ORDERS;
			orders[s][u] = given[u][places[u][s] % ORDERS];
		}
	const int32_t status = ares_lanes_resolve(lanes, places[0], SETS, follows, dislodged, &error);
	MUST(status == (legal ? ARES_OK : ARES_ERROR_ORDER));
	MUST(legal || error.text[0]);
	if (!legal)
		return;
	MUST(ares_resolve(map, 0, 0, &board, orders[0], SETS, expected[0], expected[1], NULL, &error) ==
	     ARES_OK);
	MUST(memcmp(follows, expected[0], sizeof follows) == 0);
	MUST(memcmp(dislodged, expected[1], sizeof dislodged) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct ares_order given[UNITS][ORDERS];
	static uint16_t places[UNITS][SETS];
	struct ares_lanes *lanes;
	struct ares_error error;
	int32_t counts[UNITS];

	if (!map)
		begin();
	if (size < 2)
		return 0;
	memcpy(given, menus, sizeof given);
	for (int u = 0; u < UNITS; u++) {
		counts[u] = ORDERS;
		for (int s = 0; s < SETS; s++)
			places[u][s] = bytes[(size_t)(u * SETS + s) % size] % ORDERS;
	}
	if (bytes[0] & 1) { /* one byte of an order */
		uint8_t *order = (uint8_t *)&given[bytes[1] % UNITS][bytes[size / 2] % ORDERS];
		order[bytes[size - 1] % sizeof given[0][0]] = bytes[size / 3];
	}
	if (bytes[0] % 8 == 2)
		counts[bytes[1] % UNITS] = bytes[size - 1] % 3 - 1;
	if (bytes[0] % 8 == 4)
		places[bytes[1] % UNITS][bytes[size / 2] % SETS] = bytes[size - 1];
	const int32_t status = ares_lanes_open(map, 0, &board, given[0], counts, &lanes, &error);
	MUST(status == ARES_OK || error.text[0]);
	if (status != ARES_OK)
		return 0;
	if (bytes[0] % 8 != 2)
		compare(lanes, given, places);
	ares_lanes_close(lanes);
	return 0;
}
