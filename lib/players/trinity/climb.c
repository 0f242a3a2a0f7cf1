/* climb: see climb.h. */
#include "climb.h"

#include <assert.h>

/* The value of one set's orders as they stand. */
static int32_t value(struct climb *climb, struct prospect *prospect)
{
	const struct judgement *judgement =
		forecast_resolve(&prospect->forecast, climb->ground->board, prospect->orders);
	struct standing standing;

	climb->left--;
	climb->by_stage[judgement->resolution.stage]++;
	standing_open(climb->ground, climb->goals, judgement, &standing);
	return standing_value(&standing, climb->weights);
}

int64_t climb_begin(struct climb *climb, const struct order orders[])
{
	int64_t sum = 0;

	for (int s = 0; s < climb->sets; s++) {
		struct prospect *prospect = &climb->prospects[s];
		for (unit_set rest = climb->ground->units[climb->goals->power]; rest;
		     unit_set_drop(&rest)) {
			const int u = unit_set_first(rest);
			prospect->orders[u] = orders[u];
		}
		sum += prospect->value = value(climb, prospect);
	}
	return sum;
}

/* Whether a deed changes anything. */
static bool is_new(const struct climb *climb, const struct deed *deed)
{
	for (int i = 0; i < deed->count; i++)
		if (!order_equal(climb->prospects[0].orders[deed->unit[i]], deed->order[i]))
			return true;
	return false;
}

static void write(struct prospect *prospect, const struct deed *deed)
{
	for (int i = 0; i < deed->count; i++)
		prospect->orders[deed->unit[i]] = deed->order[i];
}

/* Tries a deed, set by set. It is given up where it has gained nothing in a quarter or half of the
 * sets. Returns what it gained; 0 or less: it was not taken. */
static int64_t try_deed(struct climb *climb, const struct deed *deed)
{
	struct deed before = *deed;
	int32_t values[CLIMB_SETS_MAX];
	int64_t gain = 0;
	int s = 0;

	for (int i = 0; i < deed->count; i++)
		before.order[i] = climb->prospects[0].orders[deed->unit[i]];
	do {
		write(&climb->prospects[s], deed);
		values[s] = value(climb, &climb->prospects[s]);
		gain += values[s] - climb->prospects[s].value;
		s++;
	} while (s < climb->sets && climb->left > 0 &&
	         (gain > 0 || (s != (climb->sets + 3) / 4 && s != (climb->sets + 1) / 2)));
	if (s == climb->sets && gain > 0) {
		while (s-- > 0)
			climb->prospects[s].value = values[s];
		return gain;
	}
	while (s-- > 0)
		write(&climb->prospects[s], &before);
	return 0;
}

static void shuffle(int count, uint16_t list[], struct rng *rng)
{
	for (int i = 0; i < count; i++) {
		const int other = (int)rng_below(rng, (uint32_t)i + 1);
		list[i] = list[other];
		list[other] = (uint16_t)i;
	}
}

int64_t climb_run(struct climb *climb, const struct deeds *deeds, struct rng *rng,
                  struct order orders[])
{
	uint16_t list[DEEDS_MAX];
	int64_t sum = 0;
	int idle = 0;

	assert(climb->sets <= CLIMB_SETS_MAX);
	for (int i = 0; idle < deeds->count && climb->left > 0; i = (i + 1) % deeds->count) {
		if (i == 0)
			shuffle(deeds->count, list, rng);
		const struct deed *deed = &deeds->deed[list[i]];
		idle = is_new(climb, deed) && try_deed(climb, deed) > 0 ? 0 : idle + 1;
	}
	for (int s = 0; s < climb->sets; s++)
		sum += climb->prospects[s].value;
	for (unit_set rest = climb->ground->units[climb->goals->power]; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		orders[u] = climb->prospects[0].orders[u];
	}
	return sum;
}
