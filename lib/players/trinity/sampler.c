/* sampler: see sampler.h. */
#include "sampler.h"

#include <string.h>

void sampler_add(const struct ground *ground, const struct goals *goals,
                 const struct aim_weights *weights, struct sampler *sampler)
{
	for (unit_set rest = ground->units[goals->power]; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		struct aims aims;
		aims_open(ground, goals, u, &aims);
		sampler->count[u] = (uint8_t)aims.count;
		memcpy(sampler->loc[u], aims.loc, sizeof aims.loc);
		aims_find_chances(&aims, weights, sampler->chance[u]);
	}
}

void sampler_add_evenly(const struct ground *ground, uint8_t power, struct sampler *sampler)
{
	for (unit_set rest = ground->units[power]; rest; unit_set_drop(&rest)) {
		const int u = unit_set_first(rest);
		const struct unit unit = ground->board->unit[u];
		const struct map_loc *place = &ground->map->loc[unit.loc];
		sampler->count[u] = place->exit_count[unit.type] + 1;
		sampler->loc[u][0] = unit.loc;
		memcpy(&sampler->loc[u][1], place->exits[unit.type], place->exit_count[unit.type]);
		for (int i = 0; i < sampler->count[u]; i++)
			sampler->chance[u][i] = AIM_CERTAIN / sampler->count[u];
	}
}

/* ── drawing ── */

/* Joint orders while they are drawn. */
struct draft {
	const struct ground *ground;
	const struct sampler *sampler;
	struct rng *rng;
	struct order *orders;
	uint8_t power;
	unit_set units;              /* of the power */
	int8_t comer[PROVINCES_MAX]; /* its unit that will be in a province, or -1 */
};

static struct unit unit_of(const struct draft *draft, int u)
{
	return draft->ground->board->unit[u];
}

static uint8_t province_of(const struct draft *draft, uint8_t loc)
{
	return draft->ground->map->loc[loc].province;
}

/* Whether units of other powers could come to a province, or are there. */
static bool is_contested(const struct draft *draft, uint8_t province)
{
	const uint8_t occupant = ground_occupant(draft->ground, province);

	return head_count_most(draft->ground->near[province], draft->power) > 0 ||
	       (occupant != POWER_NONE && occupant != draft->power);
}

/* The order of unit u to help one that stays or moves. */
static struct order support_of(const struct draft *draft, int u, int other)
{
	const struct unit unit = unit_of(draft, u);

	return order_support(unit.type, unit.loc, draft->orders[other]);
}

static void stay(struct draft *draft, int u)
{
	const struct unit unit = unit_of(draft, u);

	draft->orders[u] = order_hold(unit.type, unit.loc);
	draft->comer[province_of(draft, unit.loc)] = (int8_t)u;
}

/* Gives unit u the aim number i, or lets it help who has it. False: it must aim elsewhere. */
static bool take_aim(struct draft *draft, int u, int i)
{
	const struct unit unit = unit_of(draft, u);
	const uint8_t loc = draft->sampler->loc[u][i], province = province_of(draft, loc);
	const int other = draft->comer[province];

	if (i == 0) {
		if (other >= 0) /* another one comes here: it must wait */
			draft->orders[other] =
				order_hold(unit_of(draft, other).type, unit_of(draft, other).loc);
		stay(draft, u);
		return true;
	}
	if (other >= 0 && !is_contested(draft, province))
		return false;
	if (other >= 0) {
		draft->orders[u] = support_of(draft, u, other);
		return true;
	}
	draft->orders[u] = order_move(unit.type, unit.loc, loc);
	draft->comer[province] = (int8_t)u;
	return true;
}

static void draw_unit(struct draft *draft, int u)
{
	const struct sampler *sampler = draft->sampler;
	uint32_t chance[AIMS_MAX], sum = 0;

	memcpy(chance, sampler->chance[u], sizeof chance);
	for (int i = 0; i < sampler->count[u]; i++)
		sum += chance[i];
	while (sum > 0) {
		const int i = rng_choose(draft->rng, chance, sampler->count[u], sum);
		if (take_aim(draft, u, i))
			return;
		sum -= chance[i];
		chance[i] = 0;
	}
	take_aim(draft, u, 0);
}

/* The power's unit in the place where unit u goes or helps, or -1. */
static int find_in_way(const struct draft *draft, int u)
{
	const struct order order = draft->orders[u];
	const int other =
		order.kind == ORDER_MOVE ? draft->ground->at[province_of(draft, order.to)] : -1;

	return other >= 0 && unit_set_has(draft->units, other) ? other : -1;
}

/* A unit that wants the place of one that stays helps it; two that would change places stay. Others
 * may have wanted their places, so this is repeated until all fit. */
static void settle(struct draft *draft)
{
	for (unit_set rest = draft->units; rest;) {
		const int u = unit_set_pop(&rest), other = find_in_way(draft, u);
		if (other < 0)
			continue;
		const struct order theirs = draft->orders[other];
		const uint8_t home = province_of(draft, unit_of(draft, u).loc);
		const bool swap = theirs.kind == ORDER_MOVE && province_of(draft, theirs.to) == home;
		if (theirs.kind == ORDER_MOVE && !swap)
			continue;
		stay(draft, u);
		if (!swap && is_contested(draft, province_of(draft, unit_of(draft, other).loc)))
			draft->orders[u] = support_of(draft, u, other);
		rest = draft->units;
	}
}

/* Whether the unit that an order helps does what it helps. */
static bool is_helped(const struct draft *draft, struct order order)
{
	const int other = draft->ground->at[province_of(draft, order.aux)];
	const struct order theirs = draft->orders[other];

	return order.kind == ORDER_SUPPORT_MOVE ? theirs.kind == ORDER_MOVE && theirs.to == order.to
	                                        : theirs.kind != ORDER_MOVE;
}

/* Ends help for orders that have changed. A unit that then stays helps a neighbour that may need
 * it. */
static void use_idle(struct draft *draft, int u)
{
	const struct unit unit = unit_of(draft, u);
	const struct order order = draft->orders[u];

	if (order.kind == ORDER_MOVE || (order.kind != ORDER_HOLD && is_helped(draft, order)))
		return;
	draft->orders[u] = order_hold(unit.type, unit.loc);
	for (unit_set rest = draft->units; rest; unit_set_drop(&rest)) {
		const int other = unit_set_first(rest);
		const struct order theirs = draft->orders[other];
		const uint8_t goal =
			province_of(draft, theirs.kind == ORDER_MOVE ? theirs.to : theirs.from);
		if (other != u && map_reaches(draft->ground->map, unit.type, unit.loc, goal) &&
		    is_contested(draft, goal) && rng_below(draft->rng, 2) == 0) {
			draft->orders[u] = support_of(draft, u, other);
			return;
		}
	}
}

void sampler_draw(const struct ground *ground, const struct sampler *sampler, uint8_t power,
                  struct rng *rng, struct order orders[])
{
	struct draft draft = {.ground = ground,
	                      .sampler = sampler,
	                      .rng = rng,
	                      .orders = orders,
	                      .power = power,
	                      .units = ground->units[power]};
	uint8_t list[UNITS_MAX];
	int count = 0;

	memset(draft.comer, -1, sizeof draft.comer);
	for (unit_set rest = draft.units; rest; unit_set_drop(&rest)) {
		const int place = (int)rng_below(rng, (uint32_t)count + 1);
		list[count] = list[place];
		list[place] = (uint8_t)unit_set_first(rest);
		count++;
	}
	for (int i = 0; i < count; i++)
		draw_unit(&draft, list[i]);
	settle(&draft);
	for (int i = 0; i < count; i++)
		use_idle(&draft, list[i]);
}
