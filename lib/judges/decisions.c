/* decisions: adjudication by decisions on partial information (DATC chapter 5; "The Math of
 * Adjudication", fourth chapter).
 *
 * Every decision has a range (range.h). Passes over the undecided orders narrow the ranges by the
 * equations of 5.B until nothing changes. Each decision that is still open then waits for another
 * one, so some wait for each other in a cycle. This is a circular movement or a convoy paradox
 * (5.B.9).
 *
 * It shares only verify with the other judges, so that each checks the others.
 *
 * Invariant: ranges only narrow. The right result lies within them. */
#include "judge.h"
#include "range.h"

#include <string.h>

enum { NOBODY = -1 };

struct decisions {
	const struct map *map;
	const struct law *law;
	const struct board *board;
	const struct verified *v;
	struct range order[UNITS_MAX]; /* MOVE, SUPPORT, or for a convoy not DISLODGE: whether the order
	                                  is followed (judge.h) */
	unit_set granted;              /* supports that succeed by rule 24 */
	int waits_for; /* an undecided order that the present evaluation met, or NOBODY */
	unit_set reached[STAGES];
};

/* ── the decisions (5.B) ── */

static struct range decision(struct decisions *d, int x)
{
	if (!is_decided(d->order[x]))
		d->waits_for = x;
	return d->order[x];
}

/* Whether the open ones among the fleets form a route for the army. */
static bool carries(const struct decisions *d, int x, unit_set fleets, unit_set open)
{
	return open && (d->law->routes != ROUTES_ALL_OPEN || open == fleets) &&
	       verify_route(d->map, d->board, open, d->v->home[x], d->v->target[x]);
}

/* PATH by these fleets only. */
static struct range path_along(struct decisions *d, int x, unit_set fleets)
{
	unit_set sure = 0, possible = 0;

	for (unit_set rest = fleets; rest; unit_set_drop(&rest)) {
		int f = unit_set_first(rest);
		struct range stands = decision(d, f);
		sure |= unit_set_if(stands.least, f);
		possible |= unit_set_if(stands.most, f);
	}
	return (struct range){carries(d, x, fleets, sure), carries(d, x, fleets, possible)};
}

static inline struct range convoy_path(struct decisions *d, int x)
{
	return path_along(d, x, d->v->convoyers[x]);
}

static struct range path(struct decisions *d, int x)
{
	return unit_set_has(d->v->adjacent, x) ? exactly(1) : convoy_path(d, x);
}

/* The supports of an order without those of one power; POWER_NONE: all. */
static struct range supports(struct decisions *d, int x, uint8_t except)
{
	struct range sum = exactly(0);

	for (unit_set rest = d->v->supporters[x]; rest; unit_set_drop(&rest)) {
		int s = unit_set_first(rest);
		if (d->v->power[s] != except)
			sum = plus(sum, decision(d, s));
	}
	return sum;
}

/* Whether x and y meet head to head: they move against each other, and neither is convoyed past the
 * other. */
static struct range head_to_head(struct decisions *d, int x, int y)
{
	const struct verified *v = d->v;

	if (!unit_set_has(v->moves & v->adjacent, x) || !unit_set_has(v->moves & v->adjacent, y) ||
	    v->target[x] != v->home[y] || v->target[y] != v->home[x])
		return exactly(0);
	return opposite(either(convoy_path(d, x), convoy_path(d, y)));
}

/* ATTACK STRENGTH, 5.B.4. */
static struct range attack_strength(struct decisions *d, int x, int occupant)
{
	const struct range all = plus(exactly(1), supports(d, x, POWER_NONE));
	struct range leaves, against;

	if (occupant == NOBODY)
		return choose(path(d, x), all, exactly(0));
	leaves = unit_set_has(d->v->moves, occupant)
	             ? both(decision(d, occupant), opposite(head_to_head(d, x, occupant)))
	             : exactly(0);
	against = d->v->power[occupant] == d->v->power[x]
	              ? exactly(0)
	              : plus(exactly(1), supports(d, x, d->v->power[occupant]));
	return choose(path(d, x), choose(leaves, all, against), exactly(0));
}

/* HOLD STRENGTH, 5.B.5; in a head-to-head battle DEFEND STRENGTH, 5.B.7. */
static struct range stand_strength(struct decisions *d, int x, int occupant)
{
	if (occupant == NOBODY)
		return exactly(0);
	const struct range all = plus(exactly(1), supports(d, occupant, POWER_NONE));
	if (!unit_set_has(d->v->moves, occupant))
		return all;
	return choose(head_to_head(d, x, occupant), all, opposite(decision(d, occupant)));
}

/* PREVENT STRENGTH, 5.B.6. */
static struct range prevent_strength(struct decisions *d, int x)
{
	const int opponent = d->v->at[d->v->target[x]];
	struct range beaten = exactly(0);

	if (opponent != NOBODY && unit_set_has(d->v->moves, opponent) &&
	    d->v->target[opponent] == d->v->home[x])
		beaten = both(decision(d, opponent), d->law->victim == VICTIM_BOUNCES
		                                         ? head_to_head(d, x, opponent)
		                                         : opposite(decision(d, x)));
	return choose(both(path(d, x), opposite(beaten)), plus(exactly(1), supports(d, x, POWER_NONE)),
	              exactly(0));
}

/* MOVE, 5.B.1. */
static struct range decide_move(struct decisions *d, int x)
{
	const int occupant = d->v->at[d->v->target[x]];

	if (occupant == x)
		return exactly(0);
	const struct range attack = attack_strength(d, x, occupant);
	struct range moves = beats(attack, stand_strength(d, x, occupant));
	for (unit_set rest = d->v->into[d->v->target[x]] & ~unit_set_one(x); rest && moves.most;
	     unit_set_drop(&rest))
		moves = both(moves, beats(attack, prevent_strength(d, unit_set_first(rest))));
	return moves;
}

/* PATH of an attack on a supporter, without the convoys that may not cut it (4.A.2). */
static struct range attack_path(struct decisions *d, int x, int s)
{
	return unit_set_has(d->v->adjacent, x)
	           ? exactly(1)
	           : path_along(d, x, verify_cutting_fleets(d->law, d->v, s, x));
}

/* SUPPORT, 5.B.2. Any attack of another power cuts it. An attack from the province that the support
 * is directed against must dislodge. */
static struct range decide_support(struct decisions *d, int s)
{
	const struct verified *v = d->v;
	const bool moves = unit_set_has(v->support_moves, s);
	const uint8_t directed = v->target[v->helps[s]];
	struct range cut = exactly(0);

	for (unit_set rest = v->into[v->home[s]]; rest; unit_set_drop(&rest)) {
		int y = unit_set_first(rest);
		if (v->power[y] == v->power[s])
			continue;
		bool shielded = moves && v->home[y] == directed &&
		                (d->law->self_cut == SELF_CUT_NO || unit_set_has(v->adjacent, y));
		if (!shielded)
			cut = either(cut, attack_path(d, y, s));
		if (moves && verify_dislodging_cuts(d->law))
			cut = either(cut, decision(d, y));
		else if (shielded)
			cut = either(cut, both(decision(d, y), attack_path(d, y, s)));
	}
	return opposite(cut);
}

/* Not DISLODGE, 5.B.3, of a fleet that convoys. */
static struct range decide_convoy(struct decisions *d, int f)
{
	struct range dislodged = exactly(0);

	for (unit_set rest = d->v->into[d->v->home[f]]; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		if (d->v->power[x] != d->v->power[f])
			dislodged = either(dislodged, decision(d, x));
	}
	return opposite(dislodged);
}

/* ── passes and cycles ── */

static struct range decide(struct decisions *d, int x)
{
	d->waits_for = NOBODY;
	if (unit_set_has(d->v->moves, x))
		return decide_move(d, x);
	return unit_set_has(d->v->supports, x) ? decide_support(d, x) : decide_convoy(d, x);
}

/* Passes over the undecided orders until a pass decides none. Returns those still undecided. */
static unit_set pass_over(struct decisions *d, unit_set undecided)
{
	for (unit_set before = 0; undecided != before;) {
		before = undecided;
		for (unit_set rest = undecided; rest; unit_set_drop(&rest)) {
			int x = unit_set_first(rest);
			d->order[x] = decide(d, x);
			if (is_decided(d->order[x]))
				unit_set_remove(&undecided, x);
		}
	}
	return undecided;
}

/* The orders of the cycle that an undecided order leads to. */
static unit_set find_cycle(struct decisions *d, int x)
{
	unit_set seen = 0, cycle = 0;

	while (!unit_set_has(seen, x)) {
		unit_set_add(&seen, x);
		decide(d, x);
		x = d->waits_for;
	}
	while (!unit_set_has(cycle, x)) {
		unit_set_add(&cycle, x);
		decide(d, x);
		x = d->waits_for;
	}
	return cycle;
}

/* The unit of its own power that a support is directed against, or NOBODY. Under the thesis the
 * support fails unless that unit leaves (rule 12). Under other laws: NOBODY. */
static int find_own_victim(const struct decisions *d, int s)
{
	const int occupant = d->law->self_support == SELF_SUPPORT_FAILS &&
	                             unit_set_has(d->v->support_moves & d->v->valid, s)
	                         ? d->v->at[d->v->target[d->v->helps[s]]]
	                         : NOBODY;

	return occupant != NOBODY && d->v->power[occupant] == d->v->power[s] ? occupant : NOBODY;
}

static bool fails_itself(const struct decisions *d, int s)
{
	const int victim = find_own_victim(d, s);

	return victim != NOBODY && !(unit_set_has(d->v->moves, victim) && d->order[victim].least);
}

/* The supports whose success depends on whether an own unit among `orders` leaves. */
static unit_set find_turncoats(const struct decisions *d, unit_set orders)
{
	unit_set found = 0;

	for (unit_set rest = d->v->supports; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		const int victim = find_own_victim(d, x);
		if (victim != NOBODY && unit_set_has(d->v->moves & orders, victim))
			unit_set_add(&found, x);
	}
	return found;
}

static unit_set find_undecided(const struct decisions *d, unit_set orders)
{
	unit_set undecided = 0;

	for (unit_set rest = orders; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		if (!is_decided(d->order[x]))
			unit_set_add(&undecided, x);
	}
	return undecided;
}

/* Which orders of a cycle succeed when one of them is set to succeed or fail. sustained: the
 * supports that then succeed. */
static unit_set try_cycle(const struct decisions *d, unit_set cycle, int x, int succeeds,
                          unit_set *sustained)
{
	const unit_set concerned = cycle | find_turncoats(d, cycle);
	struct decisions trial = *d;
	unit_set fares = 0;

	trial.order[x] = exactly(succeeds);
	pass_over(&trial, find_undecided(&trial, concerned));
	for (unit_set rest = concerned; rest; unit_set_drop(&rest)) {
		const int y = unit_set_first(rest);
		fares |= unit_set_if(trial.order[y].least, y);
	}
	*sustained = fares & d->v->supports;
	for (unit_set rest = *sustained; rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest);
		if (fails_itself(&trial, s))
			unit_set_remove(sustained, s);
	}
	return fares & cycle;
}

static void settle(struct decisions *d, unit_set orders, unit_set succeed, enum stage stage)
{
	for (unit_set rest = orders; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		d->order[x] = exactly(unit_set_has(succeed, x));
	}
	d->reached[stage] |= orders;
}

/* Decides a cycle, or a part of it from which the rest follows; returns what it has decided. In a
 * circular movement all units move (5.B.9). A paradox has a convoy in it, and 4.A.2 decides what
 * fails. Under the thesis the supports of a cycle are sustained; if some succeed only if others
 * fail, its moves fail (rules 23 and 24). */
static unit_set break_cycle(struct decisions *d, unit_set cycle)
{
	const unit_set convoys = cycle & d->v->convoys;
	const unit_set moves = (cycle & d->v->moves) | find_undecided(d, verify_carried(d->v, convoys));
	const unit_set key =
		convoys && (d->law->paradox != PARADOX_ALL_HOLD || !moves) ? convoys : moves;

	if (d->law->paradox != PARADOX_SUSTAIN) {
		settle(d, key, convoys ? 0 : key, convoys ? STAGE_PARADOX : STAGE_SUPPOSITION);
		return key;
	}
	unit_set in_true, in_false;
	const unit_set if_true = try_cycle(d, cycle, unit_set_first(key), 1, &in_true);
	const unit_set if_false = try_cycle(d, cycle, unit_set_first(key), 0, &in_false);
	const unit_set for_true = in_true & ~in_false, for_false = in_false & ~in_true;
	if (for_true && for_false) {
		d->granted |= for_true | for_false;
		settle(d, cycle, cycle & ~moves, STAGE_PARADOX);
	} else {
		settle(d, cycle, for_false ? if_false : if_true, STAGE_SUPPOSITION);
	}
	return cycle;
}

static void conclude(const struct decisions *d, struct resolution *resolution)
{
	const struct verified *v = d->v;
	unit_set moved = 0;

	memcpy(resolution->reached, d->reached, sizeof d->reached);
	resolution->follows = resolution->undecided = 0;
	for (int x = 0; x < v->count && x < UNITS_MAX; x++)
		resolution->follows |= unit_set_if(d->order[x].least, x);
	moved = resolution->follows & v->moves;
	resolution->dislodged = verify_find_occupants(v, moved, ~moved);
	for (unit_set rest = v->supports & ~d->granted; rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest);
		if (fails_itself(d, s))
			unit_set_remove(&resolution->follows, s);
	}
	resolution->follows &= v->moves | v->supports | v->convoys | ~resolution->dislodged;
}

static void decisions_decide(struct variant variant, const struct board *board,
                             const struct verified *v, unit_set scope,
                             struct resolution *resolution)
{
	struct decisions d = {.map = variant.map, .law = variant.law, .board = board, .v = v};
	unit_set undecided = (v->moves | v->convoys | (v->supports & v->valid)) & scope;
	for (int x = 0; x < v->count && x < UNITS_MAX; x++)
		d.order[x] = unit_set_has(undecided, x) ? (struct range){0, 1}
		                                        : exactly(unit_set_has(scope & ~v->supports, x));
	undecided = pass_over(&d, undecided);
	while (undecided) {
		undecided &= ~break_cycle(&d, find_cycle(&d, unit_set_first(undecided)));
		undecided = pass_over(&d, undecided);
	}
	conclude(&d, resolution);
}

const struct judge judge_decisions = {
	.name = "decisions",
	.about = "ranges narrowed on partial information (DATC chapter 5)",
	.decide = decisions_decide,
};
