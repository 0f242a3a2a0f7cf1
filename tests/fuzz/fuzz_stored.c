/* fuzz_stored: takes the bytes for a row of the table boards. A match that continues from an
 * unpacked position plays it or refuses it, and never writes or reads beyond its memory. A summary
 * takes in any row. */
#include "fuzz.h"
#include "db/record/summary.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct stored stored;
	static struct phase_orders orders;
	static struct summary summary;
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
	stored.power_count = bytes[1] % (POWERS_MAX + 1);
	stored.forecaster_count = bytes[0] % (POWERS_MAX + 1);
	memset(stored.think_ns, bytes[1], sizeof stored.think_ns);
	memset(stored.forecasts, bytes[0], sizeof stored.forecasts);
	summary_open(&summary, fuzz_map());
	summary_phase(&summary, fuzz_map(), &stored);
	summary_phase(&summary, fuzz_map(), &stored);
	MUST(summary.years == 1 && summary_compare(&summary, &summary) == NULL);
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
