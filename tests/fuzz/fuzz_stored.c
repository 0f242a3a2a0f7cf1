/* fuzz_stored: takes the bytes for a row of the table boards. A match that goes on from an unpacked
 * position plays it or refuses it, and never writes or reads beyond its memory. */
#include "fuzz.h"
#include "store/stored.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct stored stored;
	static struct phase_orders orders;
	struct board board;
	size_t used = 0;

	if (size < 4)
		return 0;
	memset(&stored, 0, sizeof stored);
	stored.phase = (int16_t)(bytes[0] % (4 * PHASES_A_YEAR));
	stored.resolved = true;
	memset(stored.owners, bytes[1] & 1 ? '.' : 'F', (size_t)fuzz_map()->province_count);
	for (used = 2; used + 6 <= size && stored.unit_count < STORED_MAX; used += 6) {
		memcpy(&stored.units[stored.unit_count], bytes + used, 2);
		memcpy(&stored.orders[stored.unit_count], bytes + used + 2, 4);
		stored.units[stored.unit_count] &= 0xfff;
		stored.orders[stored.unit_count++] &= 0x1ffffff;
	}
	if (!stored_unpack(fuzz_map(), &stored, &board, &orders, NULL))
		return 0;
	for (const struct rules *rules = rule_sets; rules->name != NULL; rules++) {
		struct match match = {
			.map = fuzz_map(), .rules = rules, .judge = judges[0], .round_limit = 100};
		if (match_resume(&match, &board, &orders))
			MUST(match.board.unit_count <= UNITS_MAX && match.board.phase > board.phase);
	}
	return 0;
}
