/* wishes: see wishes.h. */
#include "wishes.h"

#include <assert.h>
#include <string.h>

/* More changes than any position needs. After these no unit supports, so that it ends. */
enum { CHANGES_MAX = 500 };

/* ── lists ── */

static struct unit unit_of(const struct wishes *wishes, int i)
{
	return wishes->call->board->unit[wishes->wish[i].unit];
}

static uint8_t province_of(const struct wishes *wishes, uint8_t loc)
{
	return wishes->call->map->loc[loc].province;
}

static int32_t value_of(const struct wishes *wishes, int i, uint8_t loc)
{
	return wishes->score->place[unit_of(wishes, i).type][loc];
}

int32_t wishes_value_here(const struct wishes *wishes, int i)
{
	return value_of(wishes, i, unit_of(wishes, i).loc);
}

int32_t wishes_value_wish(const struct wishes *wishes, int i)
{
	return value_of(wishes, i, wishes->wish[i].place[wishes->wish[i].at]);
}

/* Of equal places the one added first stays before the other. */
static void add_place(struct wishes *wishes, int i, uint8_t loc)
{
	struct wish *wish = &wishes->wish[i];
	int n = wish->count++;

	assert(wish->count <= EXITS_MAX + 1);
	for (; n > 0 && value_of(wishes, i, wish->place[n - 1]) < value_of(wishes, i, loc); n--)
		wish->place[n] = wish->place[n - 1];
	wish->place[n] = loc;
}

void wishes_open(const struct player_call *call, const struct score *score, struct wishes *wishes)
{
	wishes->call = call;
	wishes->score = score;
	wishes->count = 0;
	memset(wishes->stands, -1, sizeof wishes->stands);
	for (int u = 0; u < call->board->unit_count; u++) {
		const struct unit unit = call->board->unit[u];
		const struct map_loc *place = &call->map->loc[unit.loc];
		if (unit.power != call->power)
			continue;
		const int i = wishes->count++;
		wishes->wish[i] = (struct wish){.unit = (uint8_t)u, .role = ROLE_GOES};
		wishes->stands[place->province] = (int8_t)i;
		add_place(wishes, i, unit.loc);
		for (int n = 0; n < place->exit_count[unit.type]; n++)
			add_place(wishes, i, place->exits[unit.type][n]);
	}
}

/* ── what a unit is about ── */

static uint8_t home_of(const struct wishes *wishes, int i)
{
	return province_of(wishes, unit_of(wishes, i).loc);
}

/* The province that a unit is in next if all goes well. */
static uint8_t target_of(const struct wishes *wishes, int i)
{
	const struct wish *wish = &wishes->wish[i];

	switch ((enum role)wish->role) {
	case ROLE_GOES:
		return province_of(wishes, wish->place[wish->at]);
	case ROLE_SAILS:
		return wish->target;
	default:
		return home_of(wishes, i);
	}
}

static bool stays(const struct wishes *wishes, int i)
{
	return target_of(wishes, i) == home_of(wishes, i);
}

static int count_supports(const struct wishes *wishes, int i)
{
	int count = 0;

	for (int n = 0; n < wishes->count; n++)
		count += wishes->wish[n].role == ROLE_SUPPORTS && wishes->wish[n].other == i;
	return count;
}

/* How many more supports make a unit's move or stay sure; below zero: it has more than enough. */
static int count_lacking(const struct wishes *wishes, int i)
{
	return wishes->score->most[target_of(wishes, i)] - stays(wishes, i) - count_supports(wishes, i);
}

/* Whether unit n can support what unit i is about. */
static bool can_support(const struct wishes *wishes, int n, int i)
{
	const struct unit unit = unit_of(wishes, n);

	return n != i && map_reaches(wishes->call->map, unit.type, unit.loc, target_of(wishes, i));
}

/* Whether what unit i is about succeeds for sure. A ring of moving units blocks no unit. */
static bool is_sure(const struct wishes *wishes, int i)
{
	for (int n = 0; n <= wishes->count; n++) {
		if (count_lacking(wishes, i) > 0)
			return false;
		const int ahead = wishes->stands[target_of(wishes, i)];
		if (ahead < 0 || ahead == i)
			return true;
		i = ahead;
	}
	return true;
}

/* ── changes ── */

/* Frees the units that support unit i, and those that support these to stay. */
static void release(struct wishes *wishes, int i)
{
	for (int n = 0; n < wishes->count; n++)
		if (wishes->wish[n].role == ROLE_SUPPORTS && wishes->wish[n].other == i) {
			wishes->wish[n].role = ROLE_GOES;
			release(wishes, n);
		}
}

/* Unit n supports unit i, unless unit i goes elsewhere because unit n has lost its supports. */
static void support(struct wishes *wishes, int n, int i)
{
	const uint8_t target = target_of(wishes, i);

	release(wishes, n);
	if (target_of(wishes, i) != target)
		return;
	wishes->wish[n].role = ROLE_SUPPORTS;
	wishes->wish[n].other = (uint8_t)i;
}

static void look_further(struct wishes *wishes, int i)
{
	struct wish *wish = &wishes->wish[i];

	release(wishes, i);
	wish->at++;
	assert(wish->at < wish->count);
}

/* What unit i loses when it takes its next place. */
static int32_t loss_of(const struct wishes *wishes, int i)
{
	const struct wish *wish = &wishes->wish[i];

	return value_of(wishes, i, wish->place[wish->at]) -
	       value_of(wishes, i, wish->place[wish->at + 1]);
}

/* ── several to one place ── */

/* Which of the units that wish a province has it, or -1: none wishes it. */
static int find_first(const struct wishes *wishes, uint8_t province)
{
	int first = -1;

	for (int i = 0; i < wishes->count; i++) {
		if (target_of(wishes, i) != province)
			continue;
		if (stays(wishes, i) || wishes->wish[i].role == ROLE_SAILS)
			return i;
		if (first < 0 || wishes_value_here(wishes, i) < wishes_value_here(wishes, first))
			first = i;
	}
	return first;
}

/* Who besides unit `first` wishes its target and would lose most elsewhere, or -1. */
static int find_other(const struct wishes *wishes, int first)
{
	const uint8_t province = target_of(wishes, first);
	int found = -1;

	for (int i = 0; i < wishes->count; i++)
		if (i != first && wishes->wish[i].role == ROLE_GOES && target_of(wishes, i) == province &&
		    (found < 0 || loss_of(wishes, i) > loss_of(wishes, found)))
			found = i;
	return found;
}

/* Parts two that wish a province. False: there are no two. The first may be another one afterwards:
 * who stands there and supported the other is free again. */
static bool part_two(struct wishes *wishes, uint8_t province, bool may_support)
{
	const int first = find_first(wishes, province);
	const int other = first >= 0 ? find_other(wishes, first) : -1;

	if (other < 0)
		return false;
	if (may_support && count_lacking(wishes, first) > 0 && can_support(wishes, other, first))
		support(wishes, other, first);
	else
		look_further(wishes, other);
	return true;
}

static bool part_rivals(struct wishes *wishes, bool may_support)
{
	for (int i = 0; i < wishes->count; i++)
		if (part_two(wishes, target_of(wishes, i), may_support))
			return true;
	return false;
}

/* ── one after the other ── */

static bool part_swaps(struct wishes *wishes)
{
	for (int i = 0; i < wishes->count; i++) {
		const int ahead = wishes->stands[target_of(wishes, i)];
		if (ahead < 0 || ahead == i || target_of(wishes, ahead) != home_of(wishes, i))
			continue;
		look_further(wishes, loss_of(wishes, i) <= loss_of(wishes, ahead) ? i : ahead);
		return true;
	}
	return false;
}

/* A unit after one whose move is not sure: see wishes.h. */
static bool mend_chain(struct wishes *wishes, int i, int ahead)
{
	const struct wish *wish = &wishes->wish[i];

	if (count_lacking(wishes, ahead) > 0 && can_support(wishes, i, ahead)) {
		support(wishes, i, ahead);
		return true;
	}
	const uint8_t next = wish->place[wish->at + 1];
	const bool guards = count_supports(wishes, i) > 0 && count_lacking(wishes, i) <= 0;
	if (guards || value_of(wishes, i, next) <= wishes_value_here(wishes, i))
		return false;
	look_further(wishes, i);
	return true;
}

static bool mend_chains(struct wishes *wishes)
{
	for (int i = 0; i < wishes->count; i++) {
		const int ahead = wishes->stands[target_of(wishes, i)];
		if (wishes->wish[i].role == ROLE_GOES && ahead >= 0 && ahead != i &&
		    !is_sure(wishes, ahead) && mend_chain(wishes, i, ahead))
			return true;
	}
	return false;
}

/* ── who holds may support ── */

/* What unit i could best support where help is lacking, or -1. */
static int find_cause(const struct wishes *wishes, int i)
{
	int best = -1;

	for (int n = 0; n < wishes->count; n++)
		if (can_support(wishes, i, n) && count_lacking(wishes, n) > 0 &&
		    (best < 0 || wishes->score->province[target_of(wishes, n)] >
		                     wishes->score->province[target_of(wishes, best)]))
			best = n;
	return best;
}

static void use_holds(struct wishes *wishes)
{
	for (int i = 0; i < wishes->count; i++) {
		const bool holds = wishes->wish[i].role == ROLE_GOES && stays(wishes, i);
		const int cause = holds ? find_cause(wishes, i) : -1;
		if (cause >= 0) {
			wishes->wish[i].role = ROLE_SUPPORTS;
			wishes->wish[i].other = (uint8_t)cause;
		}
	}
}

void wishes_settle(struct wishes *wishes)
{
	for (int changes = 0;; changes++) {
		const bool may_support = changes < CHANGES_MAX;
		if (!part_rivals(wishes, may_support) && !part_swaps(wishes) &&
		    !(may_support && mend_chains(wishes)))
			break;
	}
	use_holds(wishes);
}

/* ── orders ── */

/* The order of a unit that goes, stays or sails. */
static struct order order_going(const struct wishes *wishes, int i)
{
	const struct unit unit = unit_of(wishes, i);
	const struct wish *wish = &wishes->wish[i];
	struct order order = order_hold(unit.type, unit.loc);

	if (!stays(wishes, i))
		order = order_move(unit.type, unit.loc,
		                   wish->role == ROLE_SAILS ? wish->target : wish->place[wish->at]);
	order.via = wish->role == ROLE_SAILS;
	return order;
}

void wishes_order(const struct wishes *wishes, struct order orders[UNITS_MAX])
{
	for (int i = 0; i < wishes->count; i++) {
		const struct wish *wish = &wishes->wish[i];
		const struct unit unit = unit_of(wishes, i);
		const bool helps = wish->role == ROLE_SUPPORTS || wish->role == ROLE_CONVOYS;
		struct order *order = &orders[wish->unit];
		*order = order_going(wishes, helps ? wish->other : i);
		if (wish->role == ROLE_SUPPORTS)
			*order = order_support(unit.type, unit.loc, *order);
		else if (wish->role == ROLE_CONVOYS)
			*order = order_convoy(unit.loc, ARMY, order->from, order->to);
	}
}
