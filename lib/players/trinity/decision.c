/* decision: see decision.h. */
#include "decision.h"

#include "regret.h"
#include "replies.h"
#include "starts.h"

#include <string.h>

enum {
	FOUND_MAX = REGRET_SETS_MAX,
	START_SHARE = 1250, /* resolutions: a large budget has one start per this many */
	REPLIES_SHARE = 4,  /* at most one part in this many of the budget is for the others' choices */
	SEARCHED_SHARE = 2, /* the same for what others find by search */
	PLACES_SIZE = UNITS_MAX * sizeof(uint16_t) /* only those of our units are read */
};

/* The scratch of a decision. */
struct decision {
	const struct player_call *call;
	const struct decision_settings *settings;
	struct rng rng;
	struct ground ground;
	struct goals goals[POWERS_MAX];
	struct belief belief; /* of all powers: what ours would do by it is where climbs start */
	struct searched searched;
	int64_t left; /* of the budget */
	int found_count;
	uint16_t found[FOUND_MAX + 1][UNITS_MAX]; /* the best first; last, one that finds no room */
	struct search_room room[];                /* the first is ours; others help */
};

/* Joint orders to climb from: as many as can be kept, or more. */
static int count_starts(int32_t budget)
{
	const int starts = budget / START_SHARE;

	return starts < FOUND_MAX ? FOUND_MAX : MIN(starts, STARTS_MAX);
}

/* What is kept for the choice between those found. */
static int64_t count_reserve(const struct decision_settings *settings)
{
	return settings->wary > 0 ? settings->budget / 4 : 0;
}

size_t decision_size(int helpers)
{
	return sizeof(struct decision) + (size_t)(1 + helpers) * sizeof(struct search_room);
}

/* ── finding joint orders ── */

static void draw_set(struct decision *decision, int i, struct order orders[UNITS_MAX])
{
	if (decision->settings->foresight)
		foresight_read(decision->settings->foresight, i, orders);
	else
		belief_draw(&decision->belief, decision->call->power, &decision->rng, orders);
	searched_draw(&decision->belief, &decision->searched, &decision->rng, orders);
}

/* The sets of those that were drawn. */
static void choose_replies(struct decision *decision, int sets)
{
	const struct decision_settings *settings = decision->settings;
	uint16_t ours[REPLIES_OURS][UNITS_MAX];

	for (int i = 0; i < REPLIES_OURS; i++)
		memcpy(ours[i], decision->room->starts.start[i].from, sizeof ours[i]);
	decision->left -= replies_choose(&decision->room->arena, decision->goals, settings->weights,
	                                 settings->lessons, ours, sets,
	                                 settings->budget / REPLIES_SHARE, &decision->rng);
}

static struct searched_means means_of(const struct player_call *call,
                                      const struct decision_settings *settings,
                                      const struct goals goals[], struct search_room rooms[])
{
	return (struct searched_means){
		.variant = rules_variant(call->rules, call->map),
		.goals = goals,
		.weights = settings->weights,
		.width = settings->width,
		.budget = settings->budget / SEARCHED_SHARE,
		.chance = player_chance(call, RNG_ORDERS),
		.rooms = rooms,
		.room_count = 1 + settings->helpers,
	};
}

void decision_learn(const struct player_call *call, const struct decision_settings *settings,
                    const struct belief *belief, const struct goals goals[],
                    const struct order orders[], struct lessons *lessons)
{
	struct decision *decision = call->scratch;
	const struct searched_means means = means_of(call, settings, goals, decision->room);

	searched_learn(belief, &means, call->power, orders, lessons);
}

/* Adds all orders that will be tried: those drawn for the others, those that climbs start from, and
 * those of changes. */
static void open_arena(struct decision *decision)
{
	const struct player_call *call = decision->call;
	struct arena *arena = &decision->room->arena;
	const int sets = arena_count_sets(decision->settings->budget);
	const int draws =
		decision->settings->replies ? MIN(REPLIES_DRAWN * sets, ARENA_SETS_MAX) : sets;
	struct order orders[UNITS_MAX];

	arena_open(arena, rules_variant(call->rules, call->map), &decision->ground, call->power);
	for (int s = 0; s < draws; s++) {
		draw_set(decision, s, orders);
		arena_add_set(arena, orders);
	}
	decision->room->starts.count = count_starts(decision->settings->budget);
	for (int i = 0; i < decision->room->starts.count; i++) {
		belief_draw_one(&decision->belief, call->power, &decision->rng, orders);
		arena_add_power(arena, call->power, orders, decision->room->starts.start[i].from);
	}
	changes_open(&decision->ground, call->power, &decision->room->changes);
	arena_add_changes(arena, &decision->room->changes);
	arena_close(arena, decision->settings->width);
	if (decision->settings->replies)
		choose_replies(decision, sets);
	arena_look(arena, &decision->goals[call->power], decision->settings->weights);
}

/* Whether two joint orders of ours are the same. */
static bool is_same(const struct decision *decision, const uint16_t one[], const uint16_t other[])
{
	for (unit_set rest = decision->ground.units[decision->call->power]; rest; unit_set_drop(&rest))
		if (one[unit_set_first(rest)] != other[unit_set_first(rest)])
			return false;
	return true;
}

/* Whether the last joint orders of a list stand there before. */
static bool is_doubled(const struct decision *decision, int last)
{
	for (int i = 0; i < last; i++)
		if (is_same(decision, decision->found[last], decision->found[i]))
			return true;
	return false;
}

/* Keeps the joint orders found last. The best go first; the best before them stay, too. */
static void keep_found(struct decision *decision, bool best)
{
	const int last = decision->found_count;
	const int place = last < FOUND_MAX ? last : FOUND_MAX - 1;
	uint16_t first[UNITS_MAX];

	if (best && last > 0) {
		memcpy(first, decision->found[0], PLACES_SIZE);
		memcpy(decision->found[0], decision->found[last], PLACES_SIZE);
		memcpy(decision->found[place], first, PLACES_SIZE);
	}
	decision->found_count = place + 1;
}

static void find_orders(struct decision *decision)
{
	struct climb *climb = &decision->room->climb;
	struct starts *starts = &decision->room->starts;
	int64_t most = INT64_MIN;

	decision->left -= count_reserve(decision->settings);
	climb_open(climb, &decision->room->arena, decision->left);
	starts_climb(starts, climb, &decision->room->changes, &decision->rng, decision->room + 1,
	             decision->settings->helpers);
	decision->left = climb->left + count_reserve(decision->settings);
	for (int i = 0; i < starts->ended; i++) {
		const int last = decision->found_count;
		const int64_t sum = starts->start[i].sum;
		memcpy(decision->found[last], starts->start[i].places, PLACES_SIZE);
		if (is_doubled(decision, last))
			continue;
		keep_found(decision, sum > most);
		most = MAX(sum, most);
	}
}

/* ── choosing ── */

/* The others choose among those of their joint orders that were drawn first. */
static int choose(struct decision *decision)
{
	const struct player_call *call = decision->call;
	struct arena *arena = &decision->room->arena;
	struct regret regret = {.arena = arena,
	                        .goals = decision->goals,
	                        .weights = decision->settings->weights,
	                        .wary = decision->settings->wary,
	                        .left = decision->left};
	const int sets = MIN(arena->sets, REGRET_SETS_MAX);

	for (int p = 0; p < call->map->power_count; p++) {
		if (p == call->power)
			regret.count[p] = decision->found_count;
		else if (decision->ground.units[p])
			regret.count[p] = sets;
		for (int i = 0; i < regret.count[p]; i++)
			regret.set[p][i] = p == call->power ? decision->found[i] : arena->set[i];
	}
	const int chosen = regret_run(&regret, &decision->rng);
	decision->left = regret.left;
	return chosen;
}

static void search(struct decision *decision, struct order orders[UNITS_MAX],
                   struct player_effort *effort)
{
	const struct decision_settings *settings = decision->settings;
	int chosen = 0;

	decision->left = settings->budget;
	decision->searched.count = 0;
	if (settings->searched) { /* in our room, before we need it */
		const struct searched_means means =
			means_of(decision->call, settings, decision->goals, decision->room);
		searched_find(&decision->belief, &means, decision->call->power, &decision->searched);
		decision->left -= decision->searched.spent;
	}
	open_arena(decision);
	find_orders(decision);
	effort->capped = decision->room->climb.left <= decision->room->arena.sets;
	if (settings->wary > 0 && decision->found_count > 1)
		chosen = choose(decision);
	arena_read(&decision->room->arena, decision->found[chosen], orders);
	effort->forecasts[STAGE_NONE] = (uint32_t)(settings->budget - decision->left);
}

void decision_make(const struct player_call *call, const struct decision_settings *settings,
                   struct order orders[UNITS_MAX], struct player_effort *effort)
{
	struct decision *decision = call->scratch;

	*effort = (struct player_effort){0};
	decision->call = call;
	decision->settings = settings;
	decision->rng = player_chance(call, RNG_ORDERS);
	decision->found_count = 0;
	ground_open(call->map, call->board, &decision->ground);
	if (settings->replies)
		decision->ground.habits = &settings->lessons->habits;
	for (int p = 0; p < call->map->power_count; p++)
		goals_open(&decision->ground, (uint8_t)p, settings->worths, &decision->goals[p]);
	belief_open(&decision->ground, decision->goals, call->power, settings->prior, settings->lessons,
	            &decision->belief);
	if (settings->search)
		search(decision, orders, effort);
	else
		belief_draw_one(&decision->belief, call->power, &decision->rng, orders);
}

/* ── several joint orders ── */

/* The best joint orders so far. */
struct shortlist {
	struct decision *decision;
	int most, count;
	int64_t sum[DECISION_PLANS_MAX + 1];
	uint16_t places[DECISION_PLANS_MAX + 1][UNITS_MAX];
};

static void add_plan(struct shortlist *list, const uint16_t places[], int64_t sum)
{
	int at = list->count;

	for (int i = 0; i < list->count; i++)
		if (is_same(list->decision, list->places[i], places))
			return;
	while (at > 0 && list->sum[at - 1] < sum) {
		list->sum[at] = list->sum[at - 1];
		memcpy(list->places[at], list->places[at - 1], sizeof list->places[at]);
		at--;
	}
	list->sum[at] = sum;
	memcpy(list->places[at], places, sizeof list->places[at]);
	list->count += list->count < list->most;
}

/* Tries the changes of joint orders, as many as the budget has resolutions for. */
static void try_changes(struct shortlist *list, const uint16_t best[])
{
	struct decision *decision = list->decision;
	const int most = decision->settings->budget / decision->room->arena.sets;
	uint16_t places[UNITS_MAX];

	for (int c = 0; c < decision->room->changes.count && c < most; c++) {
		const struct change *change = &decision->room->changes.change[c];
		memcpy(places, best, PLACES_SIZE);
		for (int i = 0; i < change->count; i++)
			places[change->unit[i]] = change->place[i];
		add_plan(list, places, climb_begin(&decision->room->climb, places));
	}
}

/* What joint orders are worth to their power, of what they are worth to all. */
static int32_t find_share(struct decision *decision, const uint16_t ours[])
{
	struct arena *arena = &decision->room->arena;
	const uint8_t power = decision->call->power;
	int32_t values[POWERS_MAX][ARENA_SETS_MAX];
	int64_t share = 0;

	for (int u = 0; u < decision->call->board->unit_count; u++)
		for (int s = 0; s < arena->sets; s++)
			arena->places[u][s] =
				unit_set_has(decision->ground.units[power], u) ? ours[u] : arena->set[s][u];
	for (uint8_t p = 0; p < decision->call->map->power_count; p++) {
		arena_look(arena, &decision->goals[p], decision->settings->weights);
		arena_value(arena, p, arena->sets, values[p]);
	}

	for (int s = 0; s < arena->sets; s++) {
		int64_t all = 0;
		for (int p = 0; p < decision->call->map->power_count; p++)
			all += values[p][s];
		share += all > 0 ? (int64_t)values[power][s] * EVALUATION_SURE / all : 0;
	}
	return (int32_t)(share / arena->sets);
}

int decision_plans(const struct player_call *call, struct decision_plan plans[], int most)
{
	struct decision *decision = call->scratch;
	struct shortlist list = {.decision = decision, .most = most};
	uint16_t best[UNITS_MAX];

	for (int i = 0; i < decision->found_count; i++)
		add_plan(&list, decision->found[i],
		         climb_begin(&decision->room->climb, decision->found[i]));
	if (list.count > 0) {
		memcpy(best, list.places[0], PLACES_SIZE);
		try_changes(&list, best);
	}

	const int64_t share = list.count > 0 ? find_share(decision, list.places[0]) : 0;
	for (int i = 0; i < list.count; i++) {
		plans[i].share = list.sum[0] > 0 ? (int32_t)(share * list.sum[i] / list.sum[0]) : 0;
		arena_read(&decision->room->arena, list.places[i], plans[i].order);
	}
	return list.count;
}
