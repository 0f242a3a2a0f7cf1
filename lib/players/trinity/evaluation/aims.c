/* aims: see aims.h. */
#include "aims.h"

#include "habits.h"
#include "odds.h"

#include <string.h>

const char *const aim_names[AIM_FEATURES] = {
#define AIM(feature, weight) [AIM_##feature] = #feature,
#include "aims.def"
#undef AIM
#define HABIT(feature) [AIM_##feature] = #feature,
#include "habits.def"
#undef HABIT
};

const struct aim_weights aim_weights_set = {{
#define AIM(feature, weight) [AIM_##feature] = weight,
#include "aims.def"
#undef AIM
}};

const struct aim_weights aim_weights_learned = {{
#define AIM(feature, weight) [AIM_##feature] = weight,
#define EVALUATION(feature, spring, fall)
#include "learned.def"
#undef AIM
#undef EVALUATION
}};

const struct aim_weights aim_weights_foreseen = {{
#define AIM(feature, weight) [AIM_##feature] = weight,
#include "foreseen.def"
#undef AIM
}};

enum { UNITS_SEEN = 3 }; /* more units near a place than these make no difference */

/* ── features ── */

static int16_t count(unsigned units)
{
	return (int16_t)(MIN(units, UNITS_SEEN) * AIM_ONE);
}

static int16_t flag(bool holds)
{
	return holds ? AIM_ONE : 0;
}

/* What a place is to the unit's power, whichever way the unit gets there. */
static void describe(const struct ground *ground, uint8_t power, int unit, uint8_t loc,
                     int16_t feature[AIM_FEATURES])
{
	const struct unit mover = ground->board->unit[unit];
	const uint8_t province = ground->map->loc[loc].province;
	const uint8_t owner = ground->board->owner[province];
	const uint8_t occupant = ground_occupant(ground, province);
	const head_count near = ground->near[province];
	const bool centre = ground->map->centre[province], stays = loc == mover.loc;
	const bool foreign = centre && owner != power && owner != POWER_NONE;
	const bool free = centre && owner == POWER_NONE, own = centre && owner == power;
	const unsigned ours = head_count_of(near, power) - !stays;
	const unsigned theirs = head_count_most(near, power);
	const bool enemy = occupant != POWER_NONE && occupant != power;

	feature[AIM_STAY] = flag(stays);
	feature[AIM_FOREIGN] = flag(foreign);
	feature[AIM_FREE] = flag(free);
	feature[AIM_GUARD] = flag(own && theirs > 0);
	feature[AIM_KEEP] = flag(own && theirs > 0 && stays);
	feature[AIM_STRENGTH] = count(ours);
	feature[AIM_COMPETITION] = count(theirs);
	feature[AIM_ENEMY] = flag(enemy);
	feature[AIM_FRIEND] = flag(occupant == power && !stays);
	feature[AIM_FALL_FOREIGN] = flag(ground->fall && foreign);
	feature[AIM_FALL_FREE] = flag(ground->fall && free);
	feature[AIM_FALL_STAY] = flag(ground->fall && stays && (foreign || free));
	feature[AIM_FALL_LEAVE] = flag(ground->fall && !stays && own && occupant != power);
	feature[AIM_SIZE] = foreign ? (int16_t)(ground->owned[owner] * AIM_ONE / 8) : 0;
	feature[AIM_WINNABLE] = flag(centre && owner != power && ours >= theirs + enemy);
}

/* What a power's habits say of a place that another one holds. */
static void describe_victim(const struct ground *ground, uint8_t power, uint8_t victim,
                            uint8_t province, int16_t feature[AIM_FEATURES])
{
	const struct habits *habits = ground->habits;
	const head_count near = ground->near[province];
	const bool held = ground_occupant(ground, province) == victim;
	const bool sat = habits->last[province].power == victim + 1 && habits->last[province].aim != 0;

	feature[AIM_GRUDGE] = (int16_t)(habits->attacks[power][victim] * 2 * AIM_ONE / HABITS_ALWAYS);
	feature[AIM_REVENGE] = (int16_t)(habits->attacks[victim][power] * 2 * AIM_ONE / HABITS_ALWAYS);
	feature[AIM_BREAK] = flag(held && head_count_of(near, power) > 1 + head_count_of(near, victim));
	feature[AIM_SITTING] = flag(held && sat);
}

/* What is known of a place from the phases before. */
static void remember(const struct ground *ground, uint8_t power, int unit, uint8_t loc,
                     int16_t feature[AIM_FEATURES])
{
	const uint8_t stand = ground->board->unit[unit].loc;
	const uint8_t province = ground->map->loc[loc].province;
	const uint8_t home = ground->map->loc[stand].province;
	const bool centre = ground->map->centre[province], stays = loc == stand;
	const uint8_t owner = ground->board->owner[province];
	const uint8_t occupant = ground_occupant(ground, province);
	const uint8_t victim = occupant == POWER_NONE && centre ? owner : occupant;
	const bool feared = head_count_most(ground->near[province], power) > 0;
	const struct habit *last = &ground->habits->last[home];
	const struct habit *friend = &ground->habits->last[province];
	const struct old_aim *year = &ground->habits->year[ground->fall][home];
	const bool known = last->power == power + 1;
	const bool again = known && last->aim == province + 1;

	feature[AIM_AGAIN_STAY] = flag(again && stays);
	feature[AIM_AGAIN_HELP] = flag(again && !stays && last->helped);
	feature[AIM_AGAIN_MOVE] = flag(again && !stays && !last->helped);
	feature[AIM_REST] = flag(known && last->aim == 0 && stays);
	feature[AIM_YEAR] = flag(year->power == power + 1 && year->aim == province + 1);
	feature[AIM_ALLIED] = flag(occupant == power && !stays && friend->power == power + 1 &&
	                           friend->aim == province + 1);
	feature[AIM_FEAR] = flag(stays && !centre && feared);
	feature[AIM_IDLE] = flag(stays && centre && owner == power && !feared);
	feature[AIM_GUARDED] = flag(!stays && centre && owner == power && !feared);
	if (victim != POWER_NONE && victim != power)
		describe_victim(ground, power, victim, province, feature);
}

/* How the pulls of the places compare: 1 for the strongest, 0 for the weakest. */
static void compare_pulls(const struct goals *goals, int type, struct aims *aims)
{
	int32_t most = INT32_MIN, least = INT32_MAX;

	for (int i = 0; i < aims->count; i++) {
		const int32_t pull = goals->pull[type][aims->loc[i]];
		most = MAX(pull, most);
		least = MIN(pull, least);
	}
	for (int i = 0; i < aims->count; i++) {
		const int32_t pull = goals->pull[type][aims->loc[i]];
		aims->feature[i][AIM_PULL] =
			most > least ? (int16_t)((pull - least) * AIM_ONE / (most - least)) : 0;
		aims->feature[i][AIM_BEST] = flag(pull == most);
	}
}

void aims_open(const struct ground *ground, const struct goals *goals, int unit, struct aims *aims)
{
	const struct unit mover = ground->board->unit[unit];
	const struct map_loc *place = &ground->map->loc[mover.loc];

	aims->count = 0;
	aims->loc[aims->count++] = mover.loc;
	for (int i = 0; i < place->exit_count[mover.type]; i++)
		aims->loc[aims->count++] = place->exits[mover.type][i];
	for (int i = 0; i < aims->count; i++) {
		memset(&aims->feature[i][AIM_BOARD_FEATURES], 0,
		       (AIM_FEATURES - AIM_BOARD_FEATURES) * sizeof **aims->feature);
		describe(ground, goals->power, unit, aims->loc[i], aims->feature[i]);
		if (ground->habits)
			remember(ground, goals->power, unit, aims->loc[i], aims->feature[i]);
	}
	compare_pulls(goals, mover.type, aims);
}

/* ── chances ── */

static int64_t weigh(const int16_t feature[], const struct aim_weights *weights)
{
	int64_t sum = 0;

	for (int k = 0; k < AIM_FEATURES; k++)
		sum += (int64_t)feature[k] * weights->of[k];
	return sum;
}

void aims_find_chances(const struct aims *aims, const struct aim_weights *weights,
                       uint32_t chance[AIMS_MAX])
{
	int64_t score[AIMS_MAX], best = INT64_MIN;
	uint32_t sum = 0, left = AIM_CERTAIN;
	int likeliest = 0;

	for (int i = 0; i < aims->count; i++) {
		score[i] = weigh(aims->feature[i], weights);
		likeliest = score[i] > best ? i : likeliest;
		best = MAX(score[i], best);
	}
	for (int i = 0; i < aims->count; i++)
		sum += chance[i] = odds_power(best - score[i]);
	for (int i = 0; i < aims->count; i++) {
		chance[i] = (uint32_t)((uint64_t)chance[i] * AIM_CERTAIN / sum);
		left -= chance[i];
	}
	chance[likeliest] += left;
}

/* ── what orders show ── */

int aims_read(const struct map *map, const struct aims *aims, struct order order)
{
	if (order.kind == ORDER_CONVOY || order.via)
		return -1;
	const uint8_t province = map->loc[order_goal(order)].province;
	for (int i = 0; i < aims->count; i++)
		if (map->loc[aims->loc[i]].province == province)
			return i;
	return -1;
}

void aims_learn(const struct aims *aims, const uint32_t chance[], int seen, int32_t pace,
                struct aim_weights *weights)
{
	for (int k = 0; k < AIM_FEATURES; k++) {
		int64_t expected = 0;
		for (int i = 0; i < aims->count; i++)
			expected += (int64_t)chance[i] * aims->feature[i][k];
		const int64_t gap = (int64_t)aims->feature[seen][k] * AIM_CERTAIN - expected;
		weights->of[k] += (int32_t)(gap / AIM_ONE * pace / AIM_CERTAIN);
	}
}
