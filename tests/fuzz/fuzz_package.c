/* fuzz_package: orders of the first board in the words of the package diplomacy; the bytes say
 * which, and change letters. What is read as orders can be played and has results; what is not is
 * refused. Nothing is written beyond what the caller has. */
#include "ares.h"
#include "fuzz.h"

#include <string.h>

enum { UNITS = 22, TEXT = 2000, GUARD = 0x5a };

static struct ares_map *map;
static struct ares_unit units[ARES_UNITS_MAX];
static int32_t *numbers, ends[UNITS];

static void begin(void)
{
	struct ares_board board;

	MUST(ares_map_open("standard", &map, NULL) == ARES_OK);
	MUST(ares_board_start(map, &board, NULL) == ARES_OK);
	MUST(ares_board_units(map, &board, units) == UNITS);
	const int32_t most = 3 * ares_legal_most(map);
	numbers = malloc((size_t)most * sizeof *numbers);
	MUST(numbers);
	MUST(ares_package_orders(map, 0, units, UNITS, numbers, most, ends, NULL) == ARES_OK);
}

/* A line of unit u; half of the lines have a letter changed. Returns the text's new length. */
static size_t add_line(int u, uint8_t choice, uint8_t letter, char text[TEXT], size_t length)
{
	const int32_t first = u == 0 ? 0 : ends[u - 1], count = ends[u] - first;
	const int32_t number = numbers[first + choice % count] % ares_map_vocabulary(map);
	const size_t begins = length;
	struct ares_order order;
	char word[ARES_ORDER_TEXT];

	MUST(ares_order_of(map, number, &order, NULL) == ARES_OK);
	ares_order_print(map, ARES_PACKAGE, &order, word);
	memcpy(text + length, word, strlen(word));
	length += strlen(word);
	if (letter & 1)
		text[begins + choice % (length - begins)] = (char)letter;
	text[length++] = '\n';
	return length;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static char text[TEXT];
	static struct ares_unit next[ARES_UNITS_MAX];
	static struct ares_board after;
	uint8_t powers[UNITS], fates[UNITS + 1];
	uint32_t words[UNITS];
	int32_t next_ends[ARES_POWERS_MAX];
	struct ares_error error;
	size_t length = 0;
	int32_t count = 0;

	if (!map)
		begin();
	if (size < 3)
		return 0;
	for (int u = 0; u < UNITS; u++) {
		const uint8_t use = bytes[(size_t)u % size], letter = bytes[(size_t)(u * 7 + 1) % size];
		if (use & 2)
			continue;
		powers[count++] = units[u].power;
		length = add_line(u, use, use & 4 ? letter : 0, text, length);
	}
	length -= length > 0;

	/* the reader must not look beyond the text */
	char *copy = malloc(length + 1);
	MUST(copy);
	memcpy(copy, text, length);
	fates[UNITS] = GUARD;
	const int32_t listed =
		ares_package_read(map, units, UNITS, numbers, ends, powers, count, copy, length);
	const int32_t any =
		ares_package_read(map, units, UNITS, NULL, NULL, powers, count, copy, length);
	MUST(listed >= 0 && any >= listed);
	const int32_t played = ares_package_play(map, 0, units, UNITS, NULL, NULL, powers, count, copy,
	                                         length, next, next_ends, fates, &after, &error);
	MUST(played == (any ? ARES_OK : ARES_ERROR_ORDER));
	MUST(fates[UNITS] == GUARD);
	if (any)
		MUST(ares_package_results(map, 0, units, UNITS, powers, count, copy, length, 0, words,
		                          &error) == ARES_OK);
	free(copy);
	return 0;
}
