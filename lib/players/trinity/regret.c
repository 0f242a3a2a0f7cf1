/* regret: see regret.h. */
#include "regret.h"

#include <string.h>

enum { ROUNDS = 8 }; /* that are drawn together */

/* A round: which of its joint orders each power has drawn, or which set the others give. */
struct round {
	bool answered;
	int set;
	int drawn[POWERS_MAX];
};

/* What is kept of the rounds. */
struct table {
	int64_t regret[POWERS_MAX][REGRET_SETS_MAX];          /* never below 0 */
	int64_t played[REGRET_SETS_MAX];                      /* by the deciding power */
	int32_t believed[REGRET_SETS_MAX * ARENA_SETS_MAX];   /* its values, by set */
	int32_t values[POWERS_MAX][ROUNDS * REGRET_SETS_MAX]; /* of the rounds drawn together */
};

/* ── drawing ── */

/* An integer below n: of numbers above 32 bits only the highest bits are drawn. */
static int64_t draw_below(int64_t n, struct rng *rng)
{
	int shift = 0;

	while (n >> shift > UINT32_MAX)
		shift++;
	return (int64_t)rng_below(rng, (uint32_t)(n >> shift)) << shift;
}

/* Draws by regrets; evenly where there are none. */
static int draw(const struct regret *regret, const struct table *table, int power, struct rng *rng)
{
	int64_t sum = 0;
	int i = 0;

	for (int k = 0; k < regret->count[power]; k++)
		sum += table->regret[power][k];
	if (sum == 0)
		return (int)rng_below(rng, (uint32_t)regret->count[power]);
	for (int64_t left = draw_below(sum, rng); left >= table->regret[power][i]; i++)
		left -= table->regret[power][i];
	return i;
}

static void draw_round(const struct regret *regret, const struct table *table, struct rng *rng,
                       struct round *round)
{
	round->answered = (int)rng_below(rng, 100) < regret->wary;
	if (!round->answered)
		round->set = (int)rng_below(rng, (uint32_t)regret->arena->sets);
	for (int p = 0; p < POWERS_MAX; p++)
		if (regret->count[p] > 0 && (round->answered || p == regret->arena->power))
			round->drawn[p] = draw(regret, table, p, rng);
}

/* ── values ── */

/* Writes one of a power's joint orders into an order set of the arena. */
static void write_set(const struct regret *regret, int power, const uint16_t places[], int lane)
{
	for (unit_set rest = regret->arena->ground->units[power]; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		regret->arena->places[u][lane] = places[u];
	}
}

static void value_counted(struct regret *regret, int power, int count, int32_t values[])
{
	arena_value(regret->arena, (uint8_t)power, count, values);
	regret->left -= count;
}

/* What each joint orders of the deciding power are worth against each set of the others. */
static void value_believed(struct regret *regret, struct table *table)
{
	const struct arena *arena = regret->arena;
	const int total = regret->count[arena->power] * arena->sets;

	for (int first = 0; first < total; first += ARENA_TRIALS) {
		const int count = MIN(total - first, ARENA_TRIALS);
		for (int lane = 0; lane < count; lane++) {
			const int i = (first + lane) / arena->sets, s = (first + lane) % arena->sets;
			for (int p = 0; p < POWERS_MAX; p++)
				write_set(regret, p, p == arena->power ? regret->set[p][i] : arena->set[s], lane);
		}
		value_counted(regret, arena->power, count, &table->believed[first]);
	}
}

/* What each of a power's joint orders would have been worth in the answered rounds. */
static void value_answered(struct regret *regret, struct table *table, int power,
                           const struct round rounds[], int count)
{
	int lanes = 0;

	for (int r = 0; r < count; r++)
		for (int i = 0; rounds[r].answered && i < regret->count[power]; i++, lanes++)
			for (int p = 0; p < POWERS_MAX; p++)
				if (regret->count[p] > 0)
					write_set(regret, p, regret->set[p][p == power ? i : rounds[r].drawn[p]],
					          lanes);
	if (lanes > 0)
		value_counted(regret, power, lanes, table->values[power]);
}

/* ── rounds ── */

/* How much better each of a power's joint orders would have been than its drawn ones. */
static void regret_power(const struct regret *regret, struct table *table, int power, int drawn,
                         const int32_t values[], int step, int64_t weight)
{
	for (int i = 0; i < regret->count[power]; i++) {
		int64_t *sum = &table->regret[power][i];
		*sum += weight * (values[i * step] - values[drawn * step]);
		*sum = *sum > 0 ? *sum : 0;
	}
}

/* Adds a round. The answered ones before it are `answered`. */
static void take_round(const struct regret *regret, struct table *table, const struct round *round,
                       int answered, int64_t weight)
{
	const int power = regret->arena->power;

	if (!round->answered)
		regret_power(regret, table, power, round->drawn[power], &table->believed[round->set],
		             regret->arena->sets, weight);
	for (int p = 0; p < POWERS_MAX && round->answered; p++)
		regret_power(regret, table, p, round->drawn[p],
		             &table->values[p][answered * regret->count[p]], 1, weight);
	table->played[round->drawn[power]] += weight;
}

static void play_rounds(struct regret *regret, struct table *table, int64_t first, int count,
                        struct rng *rng)
{
	struct round rounds[ROUNDS];
	int answered = 0;

	for (int r = 0; r < count; r++)
		draw_round(regret, table, rng, &rounds[r]);
	for (int p = 0; p < POWERS_MAX; p++)
		value_answered(regret, table, p, rounds, count);
	for (int r = 0; r < count; r++) {
		take_round(regret, table, &rounds[r], answered, first + r);
		answered += rounds[r].answered;
	}
}

int regret_run(struct regret *regret, struct rng *rng)
{
	const struct arena *arena = regret->arena;
	const int own = regret->count[arena->power];
	const int64_t most = regret->left / own;
	struct table table;
	int costs = 0, best = 0;

	memset(&table, 0, sizeof table);
	if (regret->left < (int64_t)own * arena->sets)
		return 0;
	value_believed(regret, &table);
	for (int p = 0; p < POWERS_MAX; p++) {
		costs += regret->count[p];
		if (regret->count[p] > 0)
			arena_look(regret->arena, &regret->goals[p], regret->weights);
	}
	for (int64_t round = 1; round <= most && regret->left >= costs;) {
		const int64_t rest = most - round + 1, paid = regret->left / costs;
		const int64_t few = MIN(rest, paid);
		const int count = few < ROUNDS ? (int)few : ROUNDS;
		play_rounds(regret, &table, round, count, rng);
		round += count;
	}
	for (int i = 1; i < own; i++)
		best = table.played[i] > table.played[best] ? i : best;
	return best;
}
