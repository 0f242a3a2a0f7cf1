/* replies: see replies.h. */
#include "replies.h"

#include "players/trinity/evaluation/odds.h"

#include <string.h>

enum {
	DRAWS = 7,              /* beside which what was done is seen */
	ZEAL = 60 * ODDS_ONE,   /* before the game */
	DRIFT = 180 * ODDS_ONE, /* to either side, at most */
	ZEAL_PACE = 400,        /* how far a choice moves the zeal of its own power */
	ZEAL_PACE_OTHERS = 50,  /* and that of others */
};

/* How much each value exceeds the mean, in parts of it, of ODDS_ONE. */
static void find_excess(const int64_t values[], int count, int32_t excess[])
{
	int64_t sum = 1;

	for (int i = 0; i < count; i++)
		sum += values[i];
	for (int i = 0; i < count; i++)
		excess[i] = (int32_t)(values[i] * count * ODDS_ONE / sum - ODDS_ONE);
}

/* Weights of which the largest is ODDS_ONE. Returns their sum. */
static uint32_t weigh(const int32_t excess[], int count, int32_t zeal, uint32_t weight[])
{
	int32_t best = excess[0];
	uint32_t sum = 0;

	for (int i = 1; i < count; i++)
		best = MAX(excess[i], best);
	for (int i = 0; i < count; i++)
		sum += weight[i] = odds_power((int64_t)(best - excess[i]) * zeal / ODDS_ONE);
	return sum;
}

static int32_t find_zeal(const struct lessons *lessons, int power)
{
	const int32_t zeal = ZEAL + lessons->zeal[power];

	return MAX(zeal, 0);
}

/* ── the present ── */

static int count_contexts(int draws, int others, int left)
{
	const int fit = MIN(ARENA_TRIALS / draws, REPLIES_OURS);
	const int most = others > 0 ? left / (draws * others) : 0;

	return MIN(most, fit);
}

/* The places of a unit in all trials: every draw in one context after the other. Trials that are
 * left are as the first one, because lanes resolve them, too. */
static void place_unit(struct arena *arena, uint8_t power, const uint16_t ours[][UNITS_MAX],
                       int contexts, int u)
{
	const uint8_t owner = arena->ground->board->unit[u].power;
	const int draws = arena->sets;
	uint16_t *place = arena->places[u], *const end = place + ARENA_TRIALS;

	for (int c = 0; c < contexts; c++)
		for (int s = 0; s < draws; s++) {
			if (owner == arena->power)
				*place++ = ours[c][u];
			else
				*place++ = arena->set[owner == power ? s : c * draws / contexts][u];
		}
	while (place < end)
		*place++ = arena->places[u][0];
}

/* What each draw of a power is worth to it, in all contexts together: beside joint orders of the
 * arena's power, and one of the sets of the others. */
static void value_draws(struct arena *arena, uint8_t power, const uint16_t ours[][UNITS_MAX],
                        int contexts, int64_t values[])
{
	const int draws = arena->sets;
	int32_t valued[ARENA_TRIALS];

	for (int u = 0; u < arena->ground->board->unit_count; u++)
		place_unit(arena, power, ours, contexts, u);
	arena_value(arena, power, contexts * draws, valued);
	memset(values, 0, (size_t)draws * sizeof *values);
	for (int i = 0; i < contexts * draws; i++)
		values[i % draws] += valued[i];
}

/* Draws which sets of a power are kept, at equal distances on the line of their weights. */
static void draw_kept(const uint32_t weight[], uint32_t sum, int sets, struct rng *rng,
                      uint16_t kept[])
{
	const uint32_t distance = sum / (uint32_t)sets;
	uint32_t left = rng_below(rng, distance), passed = weight[0];
	uint16_t s = 0;

	for (int n = 0; n < sets; n++, left += distance) {
		while (passed <= left)
			passed += weight[++s];
		const int place = (int)rng_below(rng, (uint32_t)n + 1);
		kept[n] = kept[place];
		kept[place] = s;
	}
}

/* Keeps of each power's draws what was chosen for it. */
static void keep_chosen(struct arena *arena, uint16_t kept[][ARENA_SETS_MAX], int sets)
{
	const struct board *board = arena->ground->board;
	uint16_t places[ARENA_SETS_MAX];

	for (int u = 0; u < board->unit_count; u++) {
		const uint8_t power = board->unit[u].power;
		for (int s = 0; s < sets && power != arena->power; s++)
			places[s] = arena->set[kept[power][s]][u];
		for (int s = 0; s < sets && power != arena->power; s++)
			arena->set[s][u] = places[s];
	}
}

int replies_choose(struct arena *arena, const struct goals goals[],
                   const struct evaluation_weights *weights, const struct lessons *lessons,
                   const uint16_t ours[][UNITS_MAX], int sets, int left, struct rng *rng)
{
	const int powers = arena->ground->map->power_count, draws = arena->sets;
	uint16_t kept[POWERS_MAX][ARENA_SETS_MAX];
	int others = 0;

	for (int p = 0; p < powers; p++)
		others += p != arena->power && arena->ground->units[p] != 0;
	const int contexts = count_contexts(draws, others, left);
	for (uint8_t p = 0; p < powers && contexts > 0; p++) {
		int64_t values[ARENA_SETS_MAX];
		int32_t excess[ARENA_SETS_MAX];
		uint32_t weight[ARENA_SETS_MAX];
		if (p == arena->power || !arena->ground->units[p])
			continue;
		arena_look(arena, &goals[p], weights);
		value_draws(arena, p, ours, contexts, values);
		find_excess(values, draws, excess);
		const uint32_t sum = weigh(excess, draws, find_zeal(lessons, p), weight);
		draw_kept(weight, sum, sets, rng, kept[p]);
	}
	if (contexts > 0)
		keep_chosen(arena, kept, sets);
	arena->sets = sets;
	return contexts * draws * others;
}

/* ── the past ── */

static void move(int32_t *zeal, int64_t by)
{
	const int64_t moved = *zeal + by;

	if (moved > DRIFT)
		*zeal = DRIFT;
	else
		*zeal = (int32_t)(moved > -DRIFT ? moved : -DRIFT);
}

/* How much more what a power did is worth than what is expected of its zeal, as in find_excess. */
static int64_t find_surprise(const struct belief *belief, struct variant variant,
                             const struct goals *goals, const struct evaluation_weights *weights,
                             const struct order orders[], int32_t zeal, struct rng *rng)
{
	struct order tried[UNITS_MAX];
	int64_t values[DRAWS + 1], expected = 0;
	int32_t excess[DRAWS + 1];
	uint32_t weight[DRAWS + 1];

	memcpy(tried, orders, (size_t)belief->ground->board->unit_count * sizeof *tried);
	for (int i = 0; i <= DRAWS; i++) {
		values[i] = evaluation_of_orders(belief->ground, goals, weights, judges[0], variant, tried);
		belief_draw_one(belief, goals->power, rng, tried);
	}
	find_excess(values, DRAWS + 1, excess);
	const uint32_t sum = weigh(excess, DRAWS + 1, zeal, weight);
	for (int i = 0; i <= DRAWS; i++)
		expected += (int64_t)excess[i] * weight[i] / sum;
	return excess[0] - expected;
}

void replies_learn(const struct belief *belief, struct variant variant, const struct goals goals[],
                   const struct evaluation_weights *weights, uint8_t without,
                   const struct order orders[], struct rng *rng, struct lessons *lessons)
{
	const struct ground *ground = belief->ground;

	for (uint8_t p = 0; p < ground->map->power_count; p++) {
		if (p == without || !ground->units[p])
			continue;
		const int64_t surprise =
			find_surprise(belief, variant, &goals[p], weights, orders, find_zeal(lessons, p), rng);
		for (int q = 0; q < ground->map->power_count; q++)
			if (q != without)
				move(&lessons->zeal[q], surprise * (q == p ? ZEAL_PACE : ZEAL_PACE_OTHERS));
	}
}
