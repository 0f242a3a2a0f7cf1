/* belief: see belief.h. */
#include "belief.h"

#include "players/trinity/evaluation/odds.h"

#include <string.h>

enum {
	AIM_PACE = AIM_WEIGHT / 8,         /* how far a unit's aim moves the weights of its own power */
	AIM_PACE_OTHERS = AIM_WEIGHT / 32, /* and those of others */
	FORGET = 8, /* one part in this many of the evidence is forgotten per phase */
	SLIP = 32,  /* a power that stays moves a unit once in this many times */
	PRIOR_DRAWS = -2 * 65536,
	PRIOR_STAYS = -3 * 65536,
	PRIOR_SEARCHES = -2 * 65536,
};

static struct aim_weights add(const struct aim_weights *prior, const struct aim_weights *drift)
{
	struct aim_weights sum = *prior;

	for (int k = 0; k < AIM_FEATURES; k++)
		sum.of[k] += drift->of[k];
	return sum;
}

/* The weights of others before the game. */
static const struct aim_weights *find_prior(const struct ground *ground,
                                            const struct aim_weights *prior)
{
	return ground->habits ? &aim_weights_foreseen : prior;
}

/* ── the present ── */

/* How likely each is, of AIM_CERTAIN. score: binary logarithms, 65536 is a factor of 2. */
static void find_chances(const int64_t score[], int count, uint32_t chance[])
{
	int64_t best = score[0], sum = 0;

	for (int i = 1; i < count; i++)
		best = MAX(score[i], best);
	for (int i = 0; i < count; i++)
		sum += chance[i] = odds_power(best - score[i]);
	for (int i = 0; i < count; i++)
		chance[i] = (uint32_t)((int64_t)chance[i] * AIM_CERTAIN / sum);
}

/* The chances of a power's models, and that it searches. */
static void recall(const struct lessons *lessons, int power, struct belief *belief)
{
	const int32_t *evidence = lessons->evidence[power];
	const int64_t score[MODELS + 1] = {
		evidence[MODEL_AIMS], (int64_t)evidence[MODEL_DRAWS] + PRIOR_DRAWS,
		(int64_t)evidence[MODEL_STAYS] + PRIOR_STAYS,
		(int64_t)evidence[MODEL_AIMS] + lessons->searches[power] + PRIOR_SEARCHES};
	uint32_t chance[MODELS + 1];

	find_chances(score, MODELS, belief->chance[power]);
	find_chances(score, MODELS + 1, chance);
	belief->searches[power] = chance[MODELS];
}

void belief_open(const struct ground *ground, const struct goals goals[], uint8_t self,
                 const struct aim_weights *prior, const struct lessons *lessons,
                 struct belief *belief)
{
	const struct aim_weights *others = find_prior(ground, prior);

	belief->ground = ground;
	for (int p = 0; p < ground->map->power_count; p++) {
		const struct aim_weights *before = p == self ? prior : others;
		const struct aim_weights weights = lessons ? add(before, &lessons->drift[p]) : *before;
		sampler_add(ground, &goals[p], &weights, &belief->aiming);
		sampler_add_evenly(ground, (uint8_t)p, &belief->drawing);
		memcpy(belief->chance[p], (uint32_t[MODELS]){AIM_CERTAIN}, sizeof belief->chance[p]);
		belief->searches[p] = 0;
		if (lessons && p != self)
			recall(lessons, p, belief);
	}
}

void belief_draw_one(const struct belief *belief, uint8_t power, struct rng *rng,
                     struct order orders[])
{
	const uint32_t *chance = belief->chance[power];
	const int model = rng_choose(rng, chance, MODELS, chance[0] + chance[1] + chance[2]);

	if (model != MODEL_STAYS) {
		sampler_draw(belief->ground, model == MODEL_AIMS ? &belief->aiming : &belief->drawing,
		             power, rng, orders);
		return;
	}
	for (unit_set rest = belief->ground->units[power]; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const struct unit unit = belief->ground->board->unit[u];
		orders[u] = order_hold(unit.type, unit.loc);
	}
}

void belief_draw(const struct belief *belief, uint8_t without, struct rng *rng,
                 struct order orders[])
{
	for (int p = 0; p < belief->ground->map->power_count; p++)
		if (p != without)
			belief_draw_one(belief, (uint8_t)p, rng, orders);
}

/* ── the past ── */

static void weigh_models(const struct aims *aims, const uint32_t chance[], int seen,
                         int32_t evidence[MODELS])
{
	const uint32_t evenly = AIM_CERTAIN / (uint32_t)aims->count;
	const uint32_t slip = AIM_CERTAIN / SLIP / (uint32_t)aims->count;

	evidence[MODEL_AIMS] += odds_logarithm(MAX(chance[seen], slip));
	evidence[MODEL_DRAWS] += odds_logarithm(evenly);
	evidence[MODEL_STAYS] += odds_logarithm(seen == 0 ? AIM_CERTAIN - AIM_CERTAIN / SLIP : slip);
}

/* Only how they compare counts, so the best has none. */
static void forget(int32_t evidence[MODELS])
{
	int32_t best = evidence[0];

	for (int m = 1; m < MODELS; m++)
		best = MAX(evidence[m], best);
	for (int m = 0; m < MODELS; m++)
		evidence[m] -= best + (evidence[m] - best) / FORGET;
}

static void learn_unit(const struct ground *ground, const struct goals *goals,
                       const struct aim_weights *prior, int u, uint8_t without, struct order order,
                       struct lessons *lessons)
{
	const uint8_t power = goals->power;
	const struct aim_weights weights = add(prior, &lessons->drift[power]);
	uint32_t chance[AIMS_MAX];
	struct aims aims;

	aims_open(ground, goals, u, &aims);
	const int seen = aims_read(ground->map, &aims, order);
	if (seen < 0)
		return;
	aims_find_chances(&aims, &weights, chance);
	weigh_models(&aims, chance, seen, lessons->evidence[power]);
	for (int p = 0; p < ground->map->power_count; p++)
		if (p != without)
			aims_learn(&aims, chance, seen, p == power ? AIM_PACE : AIM_PACE_OTHERS,
			           &lessons->drift[p]);
}

void belief_learn(const struct ground *ground, const struct goals goals[],
                  const struct aim_weights *prior, uint8_t without, const struct order orders[],
                  struct lessons *lessons)
{
	const struct board *board = ground->board;

	for (int u = 0; u < board->unit_count; u++)
		if (board->unit[u].power != without)
			learn_unit(ground, &goals[board->unit[u].power], find_prior(ground, prior), u, without,
			           orders[u], lessons);
	for (int p = 0; p < ground->map->power_count; p++)
		forget(lessons->evidence[p]);
}
