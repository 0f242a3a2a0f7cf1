/* dumbbot: the DumbBot of the DAIDE, the usual benchmark. appraisal.c values the places; this file
 * gives each unit an order by them. It never convoys. Source: David Norman, DumbBot, 2003.
 *
 * Units are ordered in random order. A unit that wants the place of another one of ours waits until
 * that one has its order. No unit may want the place of a waiting unit, so no two swap, and every
 * wait ends. */
#include "original.h"

#include <assert.h>
#include <stdlib.h>

static const struct player_setting dumbbot_settings[] = {
	[ATTACK] = {"attack", 0, 10000, 700, "worth of others' centres, in spring and winter"},
	[DEFENCE] = {"defence", 0, 10000, 300, "worth of own centres in danger, in spring and winter"},
	[FALL_ATTACK] = {"fallattack", 0, 10000, 600, "worth of others' centres, in fall"},
	[FALL_DEFENCE] = {"falldefence", 0, 10000, 400, "worth of own centres in danger, in fall"},
	[STRENGTH] = {"strength", 0, 1000000, 1000, "worth of an own unit that can move in"},
	[COMPETITION] = {"competition", 0, 1000000, 1000, "cost of a rival's unit that can move in"},
	[ALTERNATIVE] = {"alternative", 0, 100, 50, "per cent of looks at the next best place"},
	[GAP] = {"gap", 0, 10000, 500, "how a gap in value keeps it from the next best"},
	[ORIGINAL] = {"original", 0, 1, 0, "1: as the program of 2003, by its source"},
	[SETTINGS] = {.name = NULL},
};
_Static_assert((int)SETTINGS <= SETTINGS_MAX, "the settings fit a seat");

static void plan_open(struct dumbbot_plan *plan, const struct player_call *call, enum rng_use use)
{
	const int32_t *settings = call->settings;
	const struct appraisal_weights weights = {
		.attack = {settings[ATTACK], settings[FALL_ATTACK], settings[ATTACK]},
		.defence = {settings[DEFENCE], settings[FALL_DEFENCE], settings[DEFENCE]},
		.strength = settings[STRENGTH],
		.competition = settings[COMPETITION],
		.original = settings[ORIGINAL]};

	plan->call = call;
	appraisal_open(call->map, call->board, call->power, &weights, &plan->appraisal);
	plan->rng = player_chance(call, use);
	plan->waiting = plan->ordered = 0;
}

/* ── chance ── */

static void shuffle(struct rng *rng, int count, uint8_t list[])
{
	for (int i = count - 1; i > 0; i--) {
		const int other = (int)rng_below(rng, (uint32_t)i + 1);
		const uint8_t moved = list[i];
		list[i] = list[other];
		list[other] = moved;
	}
}

/* Per cent of looks at the next best place that keep the better one: all, where that is worth
 * nothing, unless they are equal. */
static int64_t chance_to_stay(const struct dumbbot_plan *plan, int64_t better, int64_t next)
{
	const int64_t gap = better - next;

	if (gap == 0)
		return 0;
	return better > 0 ? gap * plan->call->settings[GAP] / better : PERCENT;
}

static bool draw_next(struct dumbbot_plan *plan, int64_t better, int64_t next)
{
	return (int)rng_below(&plan->rng, PERCENT) < plan->call->settings[ALTERNATIVE] &&
	       rng_below(&plan->rng, PERCENT) >= chance_to_stay(plan, better, next);
}

/* ── choices ── */

/* Draws and removes an order: usually the best. */
static struct order draw_order(struct dumbbot_plan *plan, struct ranking *choices)
{
	int i = 0;

	while (i + 1 < choices->count &&
	       draw_next(plan, choices->at[i].value, choices->at[i + 1].value))
		i++;
	return ranking_take(choices, i);
}

/* Where a unit could go. */
static void list_moves(const struct dumbbot_plan *plan, struct unit unit, struct ranking *choices)
{
	const struct map_loc *place = &plan->call->map->loc[unit.loc];

	choices->count = 0;
	for (int i = 0; i < place->exit_count[unit.type]; i++) {
		const uint8_t to = place->exits[unit.type][i];
		ranking_add(choices, plan->appraisal.value[unit.type][to],
		            order_move(unit.type, unit.loc, to));
	}
}

/* ── moves ── */

/* Our unit with an order to stay in a province, or -1. */
static int find_stayer(const struct dumbbot_plan *plan, uint8_t province)
{
	const int u = player_find_own(plan->call, province);

	return u >= 0 && unit_set_has(plan->ordered, u) && plan->orders[u].kind != ORDER_MOVE ? u : -1;
}

/* Orders unit u to support what we are about in a province, where others may contest it: a unit
 * that stays against two of them, a move against one. False: there is nothing to support. */
static bool give_support(struct dumbbot_plan *plan, int u, uint8_t province)
{
	const struct unit unit = plan->call->board->unit[u];
	const uint8_t competition = plan->appraisal.competition[province];
	const int stayer = find_stayer(plan, province),
			  mover = player_find_mover(plan->call, plan->ordered, plan->orders, province);

	const int helped = stayer >= 0 && competition > 1 ? stayer : mover;

	if (helped < 0 || competition == 0)
		return false;
	plan->orders[u] = order_support(unit.type, unit.loc, plan->orders[helped]);
	return true;
}

static void order_unit(struct dumbbot_plan *plan, int u);

/* Gives unit u an order, or lets it support another one of ours where it would go. False: the unit
 * must look elsewhere. */
static bool give_order(struct dumbbot_plan *plan, int u, struct order order)
{
	plan->orders[u] = order;
	if (order.kind == ORDER_HOLD)
		return true;
	const uint8_t province = dumbbot_province(plan, order.to);
	const int own = player_find_own(plan->call, province);
	if (own >= 0 && unit_set_has(plan->waiting, own))
		return false;
	if (own >= 0 && !unit_set_has(plan->ordered, own))
		order_unit(plan, own);
	if (find_stayer(plan, province) >= 0 ||
	    player_find_mover(plan->call, plan->ordered, plan->orders, province) >= 0)
		return give_support(plan, u, province);
	return true;
}

/* A unit may always hold, so one of its choices is taken. */
static void order_unit(struct dumbbot_plan *plan, int u)
{
	const struct unit unit = plan->call->board->unit[u];
	struct ranking choices;

	list_moves(plan, unit, &choices);
	ranking_add(&choices, plan->appraisal.value[unit.type][unit.loc],
	            order_hold(unit.type, unit.loc));
	unit_set_add(&plan->waiting, u);
	while (!give_order(plan, u, draw_order(plan, &choices)))
		assert(choices.count > 0);
	unit_set_remove(&plan->waiting, u);
	unit_set_add(&plan->ordered, u);
}

/* A unit that holds supports what we are about in the best neighbouring place that needs it. */
static void use_hold(struct dumbbot_plan *plan, int u)
{
	struct ranking choices;

	list_moves(plan, plan->call->board->unit[u], &choices);
	for (int i = 0; i < choices.count; i++)
		if (give_support(plan, u, dumbbot_province(plan, choices.at[i].order.to)))
			return;
}

static int list_own(const struct player_call *call, uint8_t own[UNITS_MAX])
{
	int count = 0;

	for (int u = 0; u < call->board->unit_count; u++)
		if (call->board->unit[u].power == call->power)
			own[count++] = (uint8_t)u;
	return count;
}

static void dumbbot_order(const struct player_call *call, struct order orders[UNITS_MAX],
                          struct player_effort *effort)
{
	struct dumbbot_plan plan;
	uint8_t own[UNITS_MAX];
	const int count = list_own(call, own);

	*effort = (struct player_effort){0};
	plan_open(&plan, call, RNG_ORDERS);
	plan.orders = orders;
	if (call->settings[ORIGINAL]) {
		original_order(&plan);
		return;
	}

	shuffle(&plan.rng, count, own);
	for (int i = 0; i < count; i++)
		if (!unit_set_has(plan.ordered, own[i]))
			order_unit(&plan, own[i]);
	for (int i = 0; i < count; i++)
		if (orders[own[i]].kind == ORDER_HOLD)
			use_hold(&plan, own[i]);
}

/* ── retreats ── */

/* The retreat of dislodged unit i, or its disbandment; not to the target of another one of ours. */
static struct order retreat_unit(struct dumbbot_plan *plan, int i, struct place_set *taken)
{
	const struct unit unit = plan->call->board->retreat[i].unit;
	struct ranking choices;
	uint8_t options[EXITS_MAX];
	const int count = retreat_options(plan->call->map, plan->call->board, i, options);

	choices.count = 0;
	for (int n = 0; n < count; n++)
		if (!place_set_has(taken, dumbbot_province(plan, options[n])))
			ranking_add(&choices, plan->appraisal.value[unit.type][options[n]],
			            order_retreat(unit.type, unit.loc, options[n]));
	if (choices.count == 0)
		return order_disband(unit.type, unit.loc);
	const struct order order = draw_order(plan, &choices);
	place_set_add(taken, dumbbot_province(plan, order.to));
	return order;
}

static void dumbbot_retreat(const struct player_call *call, struct order orders[RETREATS_MAX])
{
	struct dumbbot_plan plan;
	struct place_set taken = {{0, 0}};
	uint8_t own[RETREATS_MAX];
	int count = 0;

	plan_open(&plan, call, RNG_RETREATS);
	if (call->settings[ORIGINAL]) {
		original_retreat(&plan, orders);
		return;
	}

	for (int i = 0; i < call->board->retreat_count; i++)
		if (call->board->retreat[i].unit.power == call->power)
			own[count++] = (uint8_t)i;
	shuffle(&plan.rng, count, own);
	for (int i = 0; i < count; i++)
		orders[own[i]] = retreat_unit(&plan, own[i], &taken);
}

/* ── adjustments ── */

/* Of equal worth an army comes before a fleet. */
static void list_builds(const struct dumbbot_plan *plan, struct ranking *choices)
{
	struct order builds[BUILDS_MAX];
	const int count = build_list(plan->call->map, plan->call->board, plan->call->power, builds);

	for (int i = 0; i < count; i++)
		ranking_add(choices, plan->appraisal.value[builds[i].type][builds[i].from], builds[i]);
}

/* The value of a removal is what is not lost by it: the less the place is worth, the better. */
static void list_removals(const struct dumbbot_plan *plan, struct ranking *choices)
{
	uint8_t own[UNITS_MAX];
	const int count = list_own(plan->call, own);

	for (int i = 0; i < count; i++) {
		const struct unit unit = plan->call->board->unit[own[i]];
		ranking_add(choices, -plan->appraisal.value[unit.type][unit.loc],
		            order_disband(unit.type, unit.loc));
	}
}

static int dumbbot_adjust(const struct player_call *call,
                          struct submission adjustments[ADJUSTMENTS_MAX])
{
	const int allowance = build_allowance(call->map, call->board, call->power);
	const int due = abs(allowance);
	struct ranking choices;
	struct dumbbot_plan plan;

	plan_open(&plan, call, RNG_ADJUSTMENTS);
	if (call->settings[ORIGINAL])
		return original_adjust(&plan, adjustments);

	choices.count = 0;
	if (allowance > 0)
		list_builds(&plan, &choices);
	else
		list_removals(&plan, &choices);
	for (int i = 0; i < due; i++)
		adjustments[i] = (struct submission){call->power, ranking_take_site(&plan, &choices, 0)};
	return due;
}

const struct player player_dumbbot = {
	.name = "dumbbot",
	.about = "goes where centres are near, and supports what is contested (Norman, 2003)",
	.settings = dumbbot_settings,
	.later = ORIGINAL,
	.order = dumbbot_order,
	.retreat = dumbbot_retreat,
	.adjust = dumbbot_adjust,
};
