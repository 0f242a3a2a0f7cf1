/* original: how the program of 2003 chooses orders by the values of places, according to its source
 * code (AiClient, DumbBot.cpp, David Norman). dumbbot.c was written from a description;
 * doc/players.md lists the differences.
 *
 * Choices are lists, best first. Of places with equal values only the first is on a list: here the
 * first on the map, there the first of DAIDE's tokens. */
#ifndef ARESFARM_ORIGINAL_H
#define ARESFARM_ORIGINAL_H

#include "appraisal.h"
#include "players/player.h"

/* The settings of dumbbot. */
enum {
	ATTACK,
	DEFENCE,
	FALL_ATTACK,
	FALL_DEFENCE,
	STRENGTH,
	COMPETITION,
	ALTERNATIVE,
	GAP,
	ORIGINAL, /* later settings: see player.h */
	SETTINGS
};

/* What both programs know of a phase, and its moves while they are made. */
struct dumbbot_plan {
	const struct player_call *call;
	struct appraisal appraisal;
	struct rng rng;
	unit_set waiting, ordered;
	struct order *orders;
};

static inline uint8_t dumbbot_province(const struct dumbbot_plan *plan, uint8_t loc)
{
	return plan->call->map->loc[loc].province;
}

enum { RANKED_MAX = 3 * PROVINCES_MAX };

/* Orders that are possible, and what each is worth: the best first. */
struct ranking {
	int count;
	struct ranked {
		int64_t value;
		struct order order;
	} at[RANKED_MAX];
};

/* Of orders of equal worth the one added first stays before the other. */
void ranking_add(struct ranking *ranking, int64_t value, struct order order);
struct order ranking_take(struct ranking *ranking, int i);

/* Takes an order, with all others in the province of its unit. */
struct order ranking_take_site(const struct dumbbot_plan *plan, struct ranking *ranking, int i);

/* As order, retreat and adjust of struct player. */
void original_order(struct dumbbot_plan *plan);
void original_retreat(struct dumbbot_plan *plan, struct order orders[RETREATS_MAX]);
int original_adjust(struct dumbbot_plan *plan, struct submission adjustments[ADJUSTMENTS_MAX]);

#endif
