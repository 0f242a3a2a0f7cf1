/* regret: see regret.h. */
#include "regret.h"

#include <string.h>

/* What is kept of the rounds. */
struct table {
	int64_t regret[POWERS_MAX][REGRET_SETS_MAX]; /* never below 0 */
	int64_t played[REGRET_SETS_MAX];             /* by the deciding power */
	int drawn[POWERS_MAX];                       /* in this round */
	struct order orders[UNITS_MAX];              /* of what was drawn */
};

static void take(const struct regret *regret, struct table *table, int power, int set)
{
	for (unit_set rest = regret->ground->units[power]; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		table->orders[u] = regret->set[power][set][u];
	}
}

static int64_t sum_regrets(const struct regret *regret, const struct table *table, int power)
{
	int64_t sum = 0;

	for (int i = 0; i < regret->count[power]; i++)
		sum += table->regret[power][i];
	return sum;
}

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
	const int64_t sum = sum_regrets(regret, table, power);
	int i = 0;

	if (sum == 0)
		return (int)rng_below(rng, (uint32_t)regret->count[power]);
	for (int64_t left = draw_below(sum, rng); left >= table->regret[power][i]; i++)
		left -= table->regret[power][i];
	return i;
}

/* ── rounds ── */

static int32_t value(struct regret *regret, const struct table *table, int power)
{
	const struct judgement *judgement =
		forecast_resolve(regret->forecast, regret->ground->board, table->orders);
	struct standing standing;

	regret->left--;
	regret->by_stage[judgement->resolution.stage]++;
	standing_open(regret->ground, &regret->goals[power], judgement, &standing);
	return standing_value(&standing, regret->weights);
}

/* How much better each of a power's joint orders would have been than its drawn ones. */
static void regret_power(struct regret *regret, struct table *table, int power, int64_t round)
{
	int32_t values[REGRET_SETS_MAX];

	for (int i = 0; i < regret->count[power]; i++) {
		take(regret, table, power, i);
		values[i] = value(regret, table, power);
	}
	for (int i = 0; i < regret->count[power]; i++) {
		int64_t *sum = &table->regret[power][i];
		*sum += round * (values[i] - values[table->drawn[power]]);
		*sum = *sum > 0 ? *sum : 0;
	}
	take(regret, table, power, table->drawn[power]);
}

static void draw_power(const struct regret *regret, struct table *table, int power, struct rng *rng)
{
	table->drawn[power] = draw(regret, table, power, rng);
	take(regret, table, power, table->drawn[power]);
}

/* A round in which the others go on as believed. */
static void play_believed(struct regret *regret, struct table *table, int64_t round,
                          struct rng *rng)
{
	const struct prospect *prospect = &regret->prospects[rng_below(rng, (uint32_t)regret->sets)];

	memcpy(table->orders, prospect->orders, sizeof table->orders);
	draw_power(regret, table, regret->power, rng);
	regret_power(regret, table, regret->power, round);
}

/* A round in which all powers answer each other. */
static void play_answered(struct regret *regret, struct table *table, int64_t round,
                          struct rng *rng)
{
	for (int p = 0; p < regret->ground->map->power_count; p++)
		if (regret->count[p] > 0)
			draw_power(regret, table, p, rng);
	for (int p = 0; p < regret->ground->map->power_count; p++)
		regret_power(regret, table, p, round);
}

int regret_run(struct regret *regret, struct rng *rng)
{
	struct table table;
	int costs = 0, best = 0;

	memset(&table, 0, sizeof table);
	for (int p = 0; p < regret->ground->map->power_count; p++)
		costs += regret->count[p];
	for (int64_t round = 1; regret->left >= costs; round++) {
		if ((int)rng_below(rng, 100) < regret->wary)
			play_answered(regret, &table, round, rng);
		else
			play_believed(regret, &table, round, rng);
		table.played[table.drawn[regret->power]] += round;
	}
	for (int i = 1; i < regret->count[regret->power]; i++)
		best = table.played[i] > table.played[best] ? i : best;
	return best;
}
