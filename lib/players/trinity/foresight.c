/* foresight: see foresight.h. */
#include "foresight.h"

static struct player_call call_as(const struct player_call *call, int power,
                                  const int32_t settings[])
{
	struct player_call other = *call;

	other.power = (uint8_t)power;
	other.settings = settings;
	return other;
}

void foresight_observe(const struct player *of, const struct player_call *call,
                       const struct phase_record *record, void *memories)
{
	int32_t settings[SETTINGS_MAX];

	player_set_normal(of, settings);
	for (int p = 0; p < call->map->power_count; p++) {
		const struct player_call other = call_as(call, p, settings);
		if (p != call->power)
			of->observe(&other, record, (char *)memories + (size_t)p * of->memory_size);
	}
}

/* A decision of each power but ours. */
static void decide_others(const struct player *of, const struct player_call *call, struct rng *rng,
                          struct foresight *foresight)
{
	struct order *orders = foresight->decisions[foresight->count++];
	int32_t settings[SETTINGS_MAX], units[POWERS_MAX];

	player_set_normal(of, settings);
	board_count_units(call->board, units);
	for (int p = 0; p < call->map->power_count; p++) {
		struct player_call other = call_as(call, p, settings);
		struct player_effort effort;
		other.seed = (uint64_t)rng_next(rng) << 32;
		other.seed |= rng_next(rng);
		if (call->memory)
			other.memory = (const char *)call->memory + (size_t)p * of->memory_size;
		if (p == call->power || units[p] == 0)
			continue;
		of->order(&other, orders, &effort);
		foresight->resolutions += effort.forecasts[STAGE_NONE];
	}
}

void foresight_open(const struct player *of, const struct player_call *call, const void *memories,
                    void *scratch, int count, struct foresight *foresight)
{
	struct rng rng = player_chance(call, RNG_ORDERS);
	struct player_call other = *call;

	rng_part(&rng, 1);
	other.memory = memories;
	other.scratch = scratch;
	foresight->board = call->board;
	foresight->power = call->power;
	foresight->resolutions = 0;
	for (foresight->count = 0; foresight->count < count;)
		decide_others(of, &other, &rng, foresight);
}

void foresight_read(const struct foresight *foresight, int i, struct order orders[UNITS_MAX])
{
	const struct board *board = foresight->board;

	for (int u = 0; u < board->unit_count; u++) {
		const int power = board->unit[u].power;
		const int shift = i / foresight->count * (power + 1);
		if (power != foresight->power)
			orders[u] = foresight->decisions[(i + shift) % foresight->count][u];
	}
}
