/* planner: see planner.h.
 *
 * READING: a unit that is dislodged in the first of two turns is gone; the source has no retreats
 * in its trees. READING: a unit of the other side is an enemy, whichever power's it is. */
#include "planner.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

size_t planner_size(int turns)
{
	if (turns == 0)
		return 0;
	return turns == 1 ? offsetof(struct planner, level[1]) : sizeof(struct planner);
}

void planner_open(struct planner *planner, const struct player_call *call, int turns,
                  const struct skirmish_rules *rules)
{
	planner->call = call;
	planner->variant = rules_variant(call->rules, call->map);
	planner->rules = *rules;
	for (int n = 0; n < turns; n++)
		forecast_open(&planner->level[n].forecast, planner->variant, call->judge);
	if (turns > 1)
		memset(&planner->memo, 0, sizeof planner->memo);
}

/* ── payoffs ── */

/* Equation 4.2, of a position and the one before it. */
static int32_t weigh(int32_t payoff, int32_t before)
{
	return (FACTOR * payoff + before) / (FACTOR + 1);
}

/* The holder of the target after the moves, by equation 4.1. */
static int32_t value_target(const struct judgement *judgement, uint8_t target)
{
	const struct verified *v = &judgement->verified;
	const unit_set follows = judgement->resolution.follows;
	const unit_set arrivals = v->into[target] & follows;
	const int occupant = v->at[target];

	if (arrivals)
		return v->power[unit_set_first(arrivals)] == 0 ? PAYOFF_ONE : -PAYOFF_ONE;
	if (occupant < 0 || unit_set_has(judgement->resolution.dislodged, occupant) ||
	    unit_set_has(v->moves & follows, occupant))
		return 0;
	return v->power[occupant] == 0 ? PAYOFF_ONE : -PAYOFF_ONE;
}

/* ── the key of a plan ── */

enum { KEY_HEAD = 6, KEY_MOST = KEY_HEAD + 2 * SIDES * SIDE_MAX };

/* What a skirmish is, whatever the law: its target, its turns, the rules, its units. */
static uint8_t write_key(const struct planner *planner, const struct skirmish *skirmish,
                         uint8_t key[KEY_MOST])
{
	const struct skirmish_rules *rules = &planner->rules;
	uint8_t size = 0;

	key[size++] = skirmish->zones->target;
	key[size++] = (uint8_t)skirmish->turns;
	key[size++] = (uint8_t)rules->sets;
	key[size++] = (uint8_t)(rules->holds << 1 | rules->guard);
	key[size++] = skirmish->capped;
	key[size++] = skirmish->board.unit_count;
	for (int u = 0; u < skirmish->board.unit_count; u++) {
		const struct unit unit = skirmish->board.unit[u];
		key[size++] = (uint8_t)(unit.type << 1 | unit.power);
		key[size++] = unit.loc;
	}
	return size;
}

enum { JUDGE_SIZE = 16, SHARED_HEAD = sizeof(struct law) + JUDGE_SIZE };

/* The same with the law, and with the judge, whose stages the plan counts: what is shared between
 * games. */
static struct knowledge_key share_key(const struct planner *planner, const uint8_t key[],
                                      size_t size, uint8_t shared[SHARED_HEAD + KEY_MOST])
{
	const char *judge = planner->call->judge->name;
	const size_t length = strlen(judge);

	assert(length <= JUDGE_SIZE);
	memset(shared, 0, SHARED_HEAD);
	memcpy(shared, planner->variant.law, sizeof(struct law));
	memcpy(shared + sizeof(struct law), judge, length);
	memcpy(shared + SHARED_HEAD, key, size);
	return (struct knowledge_key){PLANNER_KIND, shared, SHARED_HEAD + size};
}

/* ── plans ── */

/* Adds a row of the equilibrium to a plan. If there are too many, the least likely is left out. */
static void add_line(const struct planner_level *level, int row, struct plan *plan)
{
	const struct side *side = &level->skirmish.side[0];
	int line = plan->lines;

	if (line == LINES_MAX) {
		plan->capped = 1;
		line = 0;
		for (int l = 1; l < LINES_MAX; l++)
			if (plan->chance[l] < plan->chance[line])
				line = l;
		if (plan->chance[line] >= level->equilibrium.chance[row])
			return;
	} else {
		plan->lines++;
	}
	plan->chance[line] = level->equilibrium.chance[row];
	for (int m = 0; m < side->count; m++)
		plan->order[line][m] = order_pack(side->option[m][side->set[row][m]].order);
}

static void write_lines(const struct planner_level *level, int rows, struct plan *plan)
{
	uint32_t sum = 0;

	plan->actors = (uint8_t)level->skirmish.side[0].count;
	for (int row = 0; row < rows; row++)
		if (level->equilibrium.chance[row] > 0)
			add_line(level, row, plan);
	for (int l = 0; l < plan->lines; l++)
		sum += plan->chance[l];
	plan->chance[0] += CERTAIN - sum;
}

static int32_t value_board(struct planner *planner, const struct zones *zones, int turns,
                           const struct board *board, struct plan *above);

/* The payoff of what a judgement leads to, by equation 4.2. before: the payoff it began with. */
static int32_t value_outcome(struct planner *planner, const struct planner_level *level,
                             const struct judgement *judgement, int32_t before, struct plan *plan)
{
	const struct skirmish *skirmish = &level->skirmish;
	const int32_t payoff = weigh(value_target(judgement, skirmish->zones->target), before);
	struct board next;

	plan->resolutions[judgement->resolution.stage]++;
	plan->nodes++;
	if (skirmish->turns == 1)
		return payoff;
	judge_move_units(judgement, &next);
	return weigh(value_board(planner, skirmish->zones, skirmish->turns - 1, &next, plan), payoff);
}

/* Makes a plan: the payoffs of all pairs of order sets, and their equilibrium. */
static void make_plan(struct planner *planner, struct planner_level *level, struct plan *plan)
{
	struct skirmish *skirmish = &level->skirmish;
	const int32_t before = skirmish_find_holder(skirmish) * PAYOFF_ONE;
	struct order orders[UNITS_MAX];

	memset(plan, 0, sizeof *plan);
	skirmish_find_sets(skirmish, &planner->rules);
	level->matrix.rows = skirmish->side[0].set_count;
	level->matrix.columns = skirmish->side[1].set_count;
	forecast_forget(&level->forecast);
	for (int row = 0; row < level->matrix.rows; row++) {
		skirmish_write_set(&skirmish->side[0], row, orders);
		for (int column = 0; column < level->matrix.columns; column++) {
			skirmish_write_set(&skirmish->side[1], column, orders);
			level->matrix.payoff[row * CHOICES_MOST + column] = value_outcome(
				planner, level, forecast_resolve(&level->forecast, &skirmish->board, orders),
				before, plan);
		}
	}
	const int rows = level->matrix.rows;
	equilibrium_find(&level->matrix, &level->equilibrium);
	plan->payoff = level->equilibrium.payoff;
	plan->capped |= skirmish->capped;
	write_lines(level, rows, plan);
}

/* The unit number `actor` of our side. LOC_NONE: there are fewer. */
static struct unit find_actor(const struct skirmish *skirmish, int actor)
{
	for (int u = 0; u < skirmish->board.unit_count; u++)
		if (skirmish->board.unit[u].power == 0 && actor-- == 0)
			return skirmish->board.unit[u];
	return (struct unit){.loc = LOC_NONE};
}

/* Whether a plan can be one of the skirmish. Shared values may come from other programs. */
static bool fits(const struct skirmish *skirmish, const struct plan *plan)
{
	uint64_t sum = 0;
	int ours = 0;

	while (find_actor(skirmish, ours).loc != LOC_NONE)
		ours++;
	if (plan->lines < 1 || plan->lines > LINES_MAX || ours > ACTORS_MAX || plan->actors != ours)
		return false;
	for (int l = 0; l < plan->lines; l++) {
		sum += plan->chance[l];
		for (int actor = 0; actor < plan->actors; actor++) {
			const struct unit unit = find_actor(skirmish, actor);
			if (!order_is_of(skirmish->map, planner_read_order(skirmish, plan, l, actor), unit.type,
			                 unit.loc))
				return false;
		}
	}
	return sum == CERTAIN;
}

/* Finds the plan of a level's skirmish. */
static void find_plan(struct planner *planner, struct planner_level *level, const uint8_t key[],
                      size_t size, struct plan *plan)
{
	uint8_t bytes[SHARED_HEAD + KEY_MOST];
	const struct knowledge_key shared = share_key(planner, key, size, bytes);

	if (knowledge_find(planner->call->knowledge, &shared, plan, sizeof *plan) &&
	    fits(&level->skirmish, plan))
		return;
	make_plan(planner, level, plan);
	knowledge_keep(planner->call->knowledge, &shared, plan, sizeof *plan, plan->nodes);
}

void planner_find(struct planner *planner, const struct zones *zones, int turns, unit_set ours,
                  struct plan *plan)
{
	const struct player_call *call = planner->call;
	struct planner_level *level = &planner->level[turns - 1];
	uint8_t key[KEY_MOST];

	assert(unit_set_count(ours) <= ACTORS_MAX);
	skirmish_open(&level->skirmish, call->map, zones, turns, call->board, ours, call->power);
	const uint8_t size = write_key(planner, &level->skirmish, key);
	find_plan(planner, level, key, size, plan);
}

struct order planner_read_order(const struct skirmish *skirmish, const struct plan *plan, int line,
                                int actor)
{
	const struct unit unit = find_actor(skirmish, actor);
	return order_unpack(plan->order[line][actor], unit.type, unit.loc);
}

/* ── the second of two turns ── */

static uint32_t hash_bytes(const uint8_t bytes[], size_t size)
{
	uint32_t hash = 2166136261u; /* FNV-1a */

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * 16777619u;
	return hash ^ hash >> 15;
}

/* What holding the target is worth in the last turn, from a board of two powers: the value of its
 * game without what was before. */
static int32_t value_board(struct planner *planner, const struct zones *zones, int turns,
                           const struct board *board, struct plan *above)
{
	struct planner_level *level = &planner->level[turns - 1];
	uint8_t key[KEY_MOST];

	skirmish_open(&level->skirmish, planner->call->map, zones, turns, board,
	              board_units_of(board, 1), 0);
	const uint8_t size = write_key(planner, &level->skirmish, key);
	struct memo_slot *slot = &planner->memo.slot[hash_bytes(key, size) % MEMO_SLOTS], aside;
	if (slot->size != size || memcmp(slot->key, key, size) != 0) {
		struct plan plan;
		if (size > MEMO_KEY_SIZE)
			slot = &aside;
		make_plan(planner, level, &plan);
		*slot = (struct memo_slot){
			.size = size, .capped = plan.capped, .payoff = plan.payoff, .nodes = plan.nodes};
		if (size <= MEMO_KEY_SIZE)
			memcpy(slot->key, key, size);
	}
	above->nodes += slot->nodes;
	above->capped |= slot->capped;
	/* the inverse of weigh */
	const int32_t before = skirmish_find_holder(&level->skirmish) * PAYOFF_ONE;
	return ((FACTOR + 1) * slot->payoff - before) / FACTOR;
}
