/* standing: see standing.h. */
#include "standing.h"

#include "odds.h"

#include <string.h>

/* Only who holds what counts. */
const struct standing_weights standing_plain = {{
	{[STANDING_EVERY] = -8000,
     [STANDING_CENTRES] = 1600,
     [STANDING_TAKEN] = 800,
     [STANDING_LOST] = -800},
	{[STANDING_EVERY] = -8000, [STANDING_CENTRES] = 1600},
}};

const struct standing_weights standing_set = {{
	{
#define STANDING(feature, spring, fall) [STANDING_##feature] = spring,
#include "standing.def"
#undef STANDING
	},
	{
#define STANDING(feature, spring, fall) [STANDING_##feature] = fall,
#include "standing.def"
#undef STANDING
	},
}};

#define AIM(feature, weight)
const struct standing_weights standing_learned = {{
	{
#define STANDING(feature, spring, fall) [STANDING_##feature] = spring,
#include "learned.def"
#undef STANDING
	},
	{
#define STANDING(feature, spring, fall) [STANDING_##feature] = fall,
#include "learned.def"
#undef STANDING
	},
}};
#undef AIM

/* ── where everybody is behind the moves ── */

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
	for (struct place_set rest = place_set_intersection(place->reach[unit.type], ground->centres);
	     !place_set_is_empty(rest);)
		aftermath->near[place_set_pop(&rest)] += one;
}

static void find_pull(const struct goals *goals, struct unit unit, struct standing *standing)
{
	if (unit.power == goals->power)
		standing->feature[STANDING_PULL] += goals->pull[unit.type][unit.loc];
}

static void move_units(const struct ground *ground, const struct goals *goals,
                       const struct judgement *judgement, struct aftermath *aftermath,
                       struct standing *standing)
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
		find_pull(goals, unit, standing);
	}
	standing->feature[STANDING_DISLODGED] =
		unit_set_count(r->dislodged & ground->units[goals->power]) * STANDING_ONE;
}

/* ── centres ── */

/* Our centre: whether one other power could take it; or has. */
static void look_at_own(uint8_t power, head_count near, uint8_t occupant, struct standing *standing)
{
	const unsigned ours = head_count_of(near, power) + (occupant == power);

	standing->feature[STANDING_CENTRES] += STANDING_ONE;
	if (occupant != POWER_NONE && occupant != power)
		standing->feature[STANDING_LOST] += STANDING_ONE;
	else if (head_count_most(near, power) > ours)
		standing->feature[STANDING_THREATS] += STANDING_ONE;
}

/* Another's centre, or nobody's: whether we could take it; or have. */
static void look_at_other(uint8_t power, head_count near, uint8_t occupant,
                          struct standing *standing)
{
	const unsigned ours = head_count_of(near, power);

	if (occupant == power)
		standing->feature[STANDING_TAKEN] += STANDING_ONE;
	else if (ours > head_count_most(near, power) + (occupant != POWER_NONE))
		standing->feature[STANDING_PRIZES] += STANDING_ONE;
}

static void look_at_centres(const struct ground *ground, uint8_t power,
                            const struct aftermath *aftermath, int owned[POWERS_MAX + 1],
                            struct standing *standing)
{
	const struct map *map = ground->map;
	int sites = 0, homes = 0;

	for (struct place_set rest = ground->centres; !place_set_is_empty(rest);) {
		const uint8_t centre = place_set_pop(&rest), occupant = aftermath->occupant[centre];
		const uint8_t owner =
			ground->fall && occupant != POWER_NONE ? occupant : ground->board->owner[centre];
		owned[owner]++;
		if (owner == power) {
			look_at_own(power, aftermath->near[centre], occupant, standing);
			sites += map->owner[centre] == power && occupant == POWER_NONE;
			homes += map->owner[centre] == power;
		} else {
			look_at_other(power, aftermath->near[centre], occupant, standing);
		}
	}
	const int due = owned[power] - aftermath->units[power];
	standing->feature[STANDING_BUILDS] = (due < sites ? due : sites) * STANDING_ONE;
	standing->feature[STANDING_HOMES] = homes * STANDING_ONE;
}

void standing_open(const struct ground *ground, const struct goals *goals,
                   const struct judgement *judgement, struct standing *standing)
{
	struct aftermath aftermath;
	int owned[POWERS_MAX + 1] = {0}, leader = 0;

	memset(standing->feature, 0, sizeof standing->feature);
	standing->season = ground->fall ? STANDING_FALL : STANDING_SPRING;
	move_units(ground, goals, judgement, &aftermath, standing);
	look_at_centres(ground, goals->power, &aftermath, owned, standing);
	for (int p = 0; p < ground->map->power_count; p++)
		leader = p != goals->power && owned[p] > leader ? owned[p] : leader;
	standing->feature[STANDING_EVERY] = STANDING_ONE;
	standing->feature[STANDING_LEADER] = leader * STANDING_ONE;
	standing->feature[STANDING_PULL] =
		standing->feature[STANDING_PULL] * STANDING_ONE / GOALS_BESIDE;
}

/* ── value ── */

int32_t standing_value(const struct standing *standing, const struct standing_weights *weights)
{
	const int32_t *weight = weights->of[standing->season];
	int64_t sum = 0;

	for (int k = 0; k < STANDING_FEATURES; k++)
		sum += (int64_t)standing->feature[k] * weight[k];
	return odds_share(sum, STANDING_SURE);
}
