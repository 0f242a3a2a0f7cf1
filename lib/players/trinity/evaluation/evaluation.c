/* evaluation: see evaluation.h. */
#include "evaluation.h"

#include "odds.h"

#include <string.h>

/* Only held centres count. */
const struct evaluation_weights evaluation_plain = {
	.of = {
		{[EVALUATION_EVERY] = -8000,
         [EVALUATION_CENTRES] = 1600,
         [EVALUATION_TAKEN] = 800,
         [EVALUATION_LOST] = -800},
		{[EVALUATION_EVERY] = -8000, [EVALUATION_CENTRES] = 1600},
		{[EVALUATION_EVERY] = -8000, [EVALUATION_CENTRES] = 1600},
	}};

#define WEIGHT(feature, spring, fall, winter)                                                      \
	.of[EVALUATION_SPRING][EVALUATION_##feature] = spring,                                         \
	.of[EVALUATION_FALL][EVALUATION_##feature] = fall,                                             \
	.of[EVALUATION_WINTER][EVALUATION_##feature] = winter,
#define EVALUATION(feature, spring, fall) WEIGHT(feature, spring, fall, fall)
#define AIM(feature, weight)
const struct evaluation_weights evaluation_set = {
#include "evaluation.def"
};
const struct evaluation_weights evaluation_learned = {
#include "learned.def"
};
#undef EVALUATION
#undef AIM
#undef WEIGHT

const uint8_t evaluation_knots[EVALUATION_KNOTS] = {4, 8, 12, 15, EVALUATION_WINS - 1};

/* ── where everybody is after the moves ── */

struct aftermath {
	head_count near[PROVINCES_MAX];  /* of centres only */
	uint8_t occupant[PROVINCES_MAX]; /* power, or POWER_NONE */
	int units[POWERS_MAX];
};

static void place_unit(const struct ground *ground, struct unit unit, struct aftermath *aftermath)
{
	const struct map_loc *place = &ground->map->loc[unit.loc];
	const head_count one = (head_count)1 << POWER_BITS * unit.power;

	aftermath->occupant[place->province] = unit.power;
	aftermath->units[unit.power]++;
	for (struct place_set rest =
	         place_set_intersection(place->reach[unit.type], ground->map->centres);
	     !place_set_is_empty(rest);)
		aftermath->near[place_set_pop(&rest)] += one;
}

static void move_units(const struct ground *ground, const struct goals *goals,
                       const struct judgement *judgement, struct aftermath *aftermath,
                       struct evaluation *evaluation)
{
	const struct resolution *r = &judgement->resolution;
	const struct board *board = ground->board;

	memset(aftermath->near, 0, sizeof aftermath->near);
	memset(aftermath->occupant, POWER_NONE, sizeof aftermath->occupant);
	memset(aftermath->units, 0, sizeof aftermath->units);
	for (unit_set rest = board_all_units(board) & ~r->dislodged; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		struct unit unit = board->unit[u];
		if (unit_set_has(r->follows & judgement->verified.moves, u))
			unit.loc = judgement->orders[u].to;
		place_unit(ground, unit, aftermath);
		if (unit.power == goals->power)
			evaluation->feature[EVALUATION_PULL] += goals->pull[unit.type][unit.loc];
	}
	evaluation->feature[EVALUATION_DISLODGED] =
		unit_set_count(r->dislodged & ground->units[goals->power]) * EVALUATION_ONE;
}

/* ── centres ── */

/* Our centre: whether one other power could take it; or has. */
static void look_at_own(uint8_t power, head_count near, uint8_t occupant,
                        struct evaluation *evaluation)
{
	const unsigned ours = head_count_of(near, power) + (occupant == power);

	evaluation->feature[EVALUATION_CENTRES] += EVALUATION_ONE;
	if (occupant != POWER_NONE && occupant != power)
		evaluation->feature[EVALUATION_LOST] += EVALUATION_ONE;
	else if (head_count_most(near, power) > ours)
		evaluation->feature[EVALUATION_THREATS] += EVALUATION_ONE;
}

/* Another's centre, or nobody's: whether we could take it; or have. */
static void look_at_other(uint8_t power, head_count near, uint8_t occupant,
                          struct evaluation *evaluation)
{
	const unsigned ours = head_count_of(near, power);

	if (occupant == power)
		evaluation->feature[EVALUATION_TAKEN] += EVALUATION_ONE;
	else if (ours > head_count_most(near, power) + (occupant != POWER_NONE))
		evaluation->feature[EVALUATION_PRIZES] += EVALUATION_ONE;
}

/* owned: after fall. held: if those who stand in centres now came to own them. */
static void look_at_centres(const struct ground *ground, uint8_t power,
                            const struct aftermath *aftermath, int owned[POWERS_MAX + 1],
                            int held[POWERS_MAX + 1], struct evaluation *evaluation)
{
	const struct map *map = ground->map;
	int sites = 0, homes = 0;

	for (struct place_set rest = ground->map->centres; !place_set_is_empty(rest);) {
		const uint8_t centre = place_set_pop(&rest), occupant = aftermath->occupant[centre];
		const uint8_t holder = occupant != POWER_NONE ? occupant : ground->board->owner[centre];
		const uint8_t owner = ground->fall ? holder : ground->board->owner[centre];
		owned[owner]++;
		held[holder]++;
		if (owner == power) {
			look_at_own(power, aftermath->near[centre], occupant, evaluation);
			sites += map->owner[centre] == power && occupant == POWER_NONE;
			homes += map->owner[centre] == power;
		} else {
			look_at_other(power, aftermath->near[centre], occupant, evaluation);
		}
	}
	const int due = owned[power] - aftermath->units[power];
	evaluation->feature[EVALUATION_BUILDS] = MIN(due, sites) * EVALUATION_ONE;
	evaluation->feature[EVALUATION_HOMES] = homes * EVALUATION_ONE;
}

/* The most of one power but ours. */
static int find_most(const struct ground *ground, uint8_t power, const int centres[])
{
	int most = 0;

	for (int p = 0; p < ground->map->power_count; p++)
		most = p != power && centres[p] > most ? centres[p] : most;
	return most;
}

static enum evaluation_season find_season(const struct ground *ground)
{
	if (phase_is_winter(ground->board->phase))
		return EVALUATION_WINTER;
	return ground->fall ? EVALUATION_FALL : EVALUATION_SPRING;
}

void evaluation_open(const struct ground *ground, const struct goals *goals,
                     const struct judgement *judgement, struct evaluation *evaluation)
{
	struct aftermath aftermath;
	int owned[POWERS_MAX + 1] = {0}, held[POWERS_MAX + 1] = {0};

	memset(evaluation->feature, 0, sizeof evaluation->feature);
	evaluation->season = find_season(ground);
	move_units(ground, goals, judgement, &aftermath, evaluation);
	look_at_centres(ground, goals->power, &aftermath, owned, held, evaluation);
	evaluation->map_centres = ground->map->centre_count;
	evaluation->centres[EVALUATION_OWN] = held[goals->power];
	evaluation->centres[EVALUATION_RIVAL] = find_most(ground, goals->power, held);
	evaluation->feature[EVALUATION_EVERY] = EVALUATION_ONE;
	evaluation->feature[EVALUATION_LEADER] =
		find_most(ground, goals->power, owned) * EVALUATION_ONE;
	evaluation->feature[EVALUATION_PULL] =
		evaluation->feature[EVALUATION_PULL] * EVALUATION_ONE / GOALS_BESIDE;
}

/* ── value ── */

int32_t evaluation_bend(const int32_t curve[EVALUATION_KNOTS], int centres, int map_centres)
{
	const int scaled = centres * EVALUATION_WINS / (map_centres / 2 + 1);
	int32_t sum = scaled >= EVALUATION_WINS ? curve[EVALUATION_KNOTS - 1] : 0;

	for (int k = 0; k < EVALUATION_KNOTS - 1; k++)
		if (scaled > evaluation_knots[k])
			sum += curve[k] * (scaled - evaluation_knots[k]);
	return sum * EVALUATION_ONE;
}

int32_t evaluation_value(const struct evaluation *evaluation,
                         const struct evaluation_weights *weights)
{
	const int32_t *weight = weights->of[evaluation->season];
	int64_t sum = 0;

	for (int k = 0; k < EVALUATION_FEATURES; k++)
		sum += (int64_t)evaluation->feature[k] * weight[k];
	for (int c = 0; c < EVALUATION_CURVES && weights->curved; c++)
		sum += evaluation_bend(weights->curve[evaluation->season][c], evaluation->centres[c],
		                       evaluation->map_centres);
	return odds_share(sum, EVALUATION_SURE);
}

int32_t evaluation_of_orders(const struct ground *ground, const struct goals *goals,
                             const struct evaluation_weights *weights, const struct judge *judge,
                             struct variant variant, const struct order orders[])
{
	struct judgement judgement;
	struct evaluation evaluation;

	judge_resolve(judge, variant, ground->board, orders, &judgement);
	evaluation_open(ground, goals, &judgement, &evaluation);
	return evaluation_value(&evaluation, weights);
}
