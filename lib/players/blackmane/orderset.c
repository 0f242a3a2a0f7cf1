/* orderset: see orderset.h.
 *
 * Whether options go together depends on two units only. So side->together has, for each option of
 * a member, the options of each other member that go with it. The search gives one member after
 * another an option, and keeps the options that are still open to the others: one `and` a member.
 *
 * Sets come by the sum of their options' ranks. For each sum the search begins anew. It leaves a
 * branch when the rest cannot make up the sum. */
#include "orderset.h"

#include <string.h>

enum { STEPS_MOST = 50000 };

struct search {
	struct side *side;
	int most, steps;
	bool busy;
	int least[SIDE_MAX + 1], highest[SIDE_MAX + 1]; /* sums of ranks from a member to the last */
	uint8_t chosen[SIDE_MAX];
};

/* ── what goes together ── */

static bool is_move(const struct option *option)
{
	return option->order.kind == ORDER_MOVE;
}

/* Whether a member's option goes with another's, as far as the first one asks for something. home:
 * the other's province. */
static bool allows(const struct option *option, int other, uint8_t home,
                   const struct option *others)
{
	if (option->helps == other)
		return option->order.kind == ORDER_SUPPORT_HOLD
		           ? !is_move(others)
		           : is_move(others) && others->order.to == option->order.to;
	if (!is_move(option))
		return true;
	return is_move(others) ? others->goes_to != option->goes_to : option->goes_to != home;
}

static uint8_t home_of(const struct side *side, int m)
{
	for (int o = 0; o < side->option_count[m]; o++)
		if (!is_move(&side->option[m][o]))
			return side->option[m][o].goes_to;
	return LOC_NONE;
}

static void pair_options(struct side *side, int a, int b)
{
	const uint8_t home_a = home_of(side, a), home_b = home_of(side, b);

	for (int o = 0; o < side->option_count[a]; o++)
		side->together[a][o][b] = 0;
	for (int p = 0; p < side->option_count[b]; p++) {
		side->together[b][p][a] = 0;
		for (int o = 0; o < side->option_count[a]; o++) {
			const struct option *one = &side->option[a][o], *other = &side->option[b][p];
			if (!allows(one, b, home_b, other) || !allows(other, a, home_a, one))
				continue;
			side->together[a][o][b] |= (option_set)1 << p;
			side->together[b][p][a] |= (option_set)1 << o;
		}
	}
}

static option_set all_options(const struct side *side, int m)
{
	return side->option_count[m] < OPTIONS_MAX ? ((option_set)1 << side->option_count[m]) - 1
	                                           : ~(option_set)0;
}

static option_set find_holds(const struct side *side, int m)
{
	option_set holds = 0;

	for (int o = 0; o < OPTIONS_MAX && o < side->option_count[m]; o++)
		holds |= (option_set)(side->option[m][o].order.kind == ORDER_HOLD) << o;
	return holds;
}

/* ── sets ── */

/* Whether no unit of a whole set holds that could do something else. */
static bool is_busy(const struct search *search)
{
	const struct side *side = search->side;

	for (int m = 0; m < side->count; m++) {
		option_set open = all_options(side, m);
		if (side->option[m][search->chosen[m]].order.kind != ORDER_HOLD)
			continue;
		for (int other = 0; other < side->count; other++)
			if (other != m)
				open &= side->together[other][search->chosen[other]][m];
		if (open & ~find_holds(side, m))
			return false;
	}
	return true;
}

/* Gives members from m on their options; open: those that the members before leave them. rank: what
 * their ranks must make up. False: there is no room for all sets. */
static bool extend(struct search *search, int m, int rank, const option_set open[SIDE_MAX])
{
	struct side *side = search->side;

	if (m == side->count) {
		if (search->busy && !is_busy(search))
			return true;
		if (side->set_count == search->most)
			return false;
		memcpy(side->set[side->set_count++], search->chosen, sizeof search->chosen);
		return true;
	}
	if (++search->steps > STEPS_MOST)
		return false;
	for (option_set rest = open[m]; rest; rest &= rest - 1) {
		const int o = __builtin_ctz(rest), left = rank - side->option[m][o].rank;
		option_set next[SIDE_MAX];
		bool dead = left < search->least[m + 1] || left > search->highest[m + 1];
		for (int other = m + 1; other < side->count && !dead; other++)
			dead = !(next[other] = open[other] & side->together[m][o][other]);
		search->chosen[m] = (uint8_t)o;
		if (!dead && !extend(search, m + 1, left, next))
			return false;
	}
	return true;
}

/* Options are sorted by rank. */
static void sum_ranks(struct search *search)
{
	const struct side *side = search->side;

	search->least[side->count] = search->highest[side->count] = 0;
	for (int m = side->count - 1; m >= 0; m--) {
		search->least[m] = search->least[m + 1] + side->option[m][0].rank;
		search->highest[m] =
			search->highest[m + 1] + side->option[m][side->option_count[m] - 1].rank;
	}
}

bool orderset_find(struct side *side, int most, bool busy)
{
	struct search search = {.side = side, .most = most, .busy = busy};
	option_set open[SIDE_MAX];
	bool all = true;

	side->set_count = 0;
	for (int m = 0; m < side->count; m++) {
		open[m] = all_options(side, m);
		for (int other = 0; other < m; other++)
			pair_options(side, other, m);
	}
	sum_ranks(&search);
	for (int rank = search.least[0]; rank <= search.highest[0] && all; rank++)
		all = extend(&search, 0, rank, open);
	if (side->set_count == 0) { /* none was found in time: all hold */
		for (int m = 0; m < side->count; m++)
			side->set[0][m] = (uint8_t)__builtin_ctz(find_holds(side, m));
		side->set_count = 1;
	}
	return all;
}
