/* planner: the best orders of two sides about one province, by the movement database or by a tree
 * of turns (Pires 2011, chapter 4).
 *
 * The payoff of a position is 1 if a unit of ours is in the target, -1 if one of theirs is, else 0
 * (equation 4.1). Each turn weighs twice as much as all before it (4.2, F = 2). The judge resolves
 * every pair of order sets. In the last turn the payoffs are those of the resulting positions; in
 * the turn before, they are the values of the resulting games. Both are solved by their Nash
 * equilibrium.
 *
 * A plan is a pure function of the map, the law, the judge, the rules of skirmishes and the
 * skirmish. So players share plans as knowledge; a plan states its cost as if nothing had been
 * known. */
#ifndef ARESFARM_PLANNER_H
#define ARESFARM_PLANNER_H

#include "equilibrium.h"
#include "game/forecast.h"
#include "players/player.h"
#include "skirmish.h"

/* The kind of the knowledge. It includes a version: change it when plans change. */
#define PLANNER_KIND "blackmane.plan.1"

/* Payoffs are ninths of PAYOFF_ONE: two turns divide by 3 twice. */
enum { PAYOFF_ONE = 900000, FACTOR = 2 };

enum { LINES_MAX = 12, ACTORS_MAX = 6 };

/* A plan: one of some lines, chosen at random. A line has an order for each of our units in the
 * skirmish, in the sequence of its board, as order_pack packs it. All bytes count, since plans are
 * stored in this form. */
struct plan {
	int32_t payoff;
	uint8_t lines, actors, capped, zero;
	uint32_t resolutions[STAGES]; /* of the first turn, by the last stage of the judge */
	uint64_t nodes;               /* positions of the tree, with repetitions */
	uint32_t chance[LINES_MAX];   /* together CERTAIN */
	int32_t order[LINES_MAX][ACTORS_MAX];
};

enum { MEMO_SLOTS = 8192, MEMO_KEY_SIZE = 40 };

/* Cached plans of the last turn, which one decision at depth 2 needs repeatedly. */
struct planner_memo {
	struct memo_slot {
		uint8_t size, capped; /* of the key; 0: the slot is free */
		uint8_t key[MEMO_KEY_SIZE];
		int32_t payoff;
		uint64_t nodes;
	} slot[MEMO_SLOTS];
};

/* What a turn of the tree needs. */
struct planner_level {
	struct skirmish skirmish;
	struct forecast forecast;
	struct matrix matrix;
	struct equilibrium equilibrium;
};

struct planner {
	const struct player_call *call;
	struct variant variant;
	struct skirmish_rules rules;
	struct planner_level level[TURNS_MAX]; /* by the turns left, less 1 */
	struct planner_memo memo;              /* for two turns only */
};

/* The bytes of a planner that looks this number of turns ahead. */
size_t planner_size(int turns);

void planner_open(struct planner *planner, const struct player_call *call, int turns,
                  const struct skirmish_rules *rules);

/* The plan of some of our units, at most ACTORS_MAX, against all others, about a target. Afterwards
 * planner->level[turns - 1] has its skirmish. */
void planner_find(struct planner *planner, const struct zones *zones, int turns, unit_set ours,
                  struct plan *plan);

/* The order of our unit number `actor` of the skirmish, in a line of its plan. */
struct order planner_read_order(const struct skirmish *skirmish, const struct plan *plan, int line,
                                int actor);

#endif
