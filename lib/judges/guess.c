/* guess: Kruijswijk's recursive guess algorithm ("The Math of Adjudication", last chapter) on the
 * equations of DATC chapter 5.
 *
 * An order is resolved by its equation, which resolves the orders it depends on. If an order is
 * needed again while it is being resolved, a guess is used. If the result depends on that guess,
 * the other guess is tried too. If both give the same result, it is final. If not, the cycle has
 * two resolutions or none, and a backup rule decides. The law says which rule.
 *
 * It shares only verify with the other judges, so that each checks the others. Kruijswijk keeps a
 * list of dependencies. Here every provisional result carries the set of guesses it depends on. So
 * a result never becomes final only because its guess was already listed.
 *
 * Invariant: an order is in at most one of resolved and provisional; succeeds has its result. */
#include "judge.h"

#include <string.h>

struct guess {
	const struct map *map;
	const struct law *law;
	const struct board *board;
	const struct verified *v;
	/* The backup rule, for a cycle through x with two resolutions or none. */
	void (*back_up)(struct guess *g, unit_set cycle, int x);
	unit_set resolved, provisional; /* states; in neither: unresolved */
	unit_set succeeds;              /* the result of those */
	unit_set hangs_on[UNITS_MAX];   /* guesses that a provisional order's result depends on */
	unit_set after[UNITS_MAX];      /* orders it used whose results were discarded since */
	unit_set granted;               /* supports that succeed by rule 24 */
	unit_set used;                  /* guesses that the present evaluation has used */
	unit_set reached[STAGES];
};

static bool resolve(struct guess *g, int x);

/* ── the equations (DATC 5.B) ── */

/* PATH. It resolves only as many fleets as it needs, so that its result depends on as few guesses
 * as possible. */
static bool finds_path(struct guess *g, int x, unit_set fleets)
{
	unit_set reached = 0, tried = 0;

	for (bool grown = true; grown;) {
		grown = false;
		for (unit_set rest = fleets & ~tried; rest; unit_set_drop(&rest)) {
			int f = unit_set_first(rest);
			uint8_t loc = g->board->unit[f].loc;
			bool connected = map_reaches(g->map, FLEET, loc, g->v->home[x]);
			for (unit_set chain = reached; chain && !connected; unit_set_drop(&chain)) {
				const int y = unit_set_first(chain);
				connected = map_adjacent(g->map, FLEET, g->board->unit[y].loc, loc);
			}
			if (!connected)
				continue;
			unit_set_add(&tried, f);
			if (!resolve(g, f))
				continue;
			if (map_reaches(g->map, FLEET, loc, g->v->target[x]))
				return true;
			unit_set_add(&reached, f);
			grown = true;
		}
	}
	return false;
}

/* Supports given to an order, without those of one power; POWER_NONE: all. */
static int count_supports(struct guess *g, int x, uint8_t except)
{
	int count = 0;

	for (unit_set rest = g->v->supporters[x]; rest; unit_set_drop(&rest)) {
		int s = unit_set_first(rest);
		if (g->v->power[s] != except)
			count += resolve(g, s);
	}
	return count;
}

static bool has_convoy(struct guess *g, int x)
{
	const unit_set fleets = g->v->convoyers[x];

	if (!fleets || !verify_route(g->map, g->board, fleets, g->v->home[x], g->v->target[x]))
		return false;
	if (g->law->routes == ROUTES_ANY_OPEN)
		return finds_path(g, x, fleets);
	for (unit_set rest = fleets; rest; unit_set_drop(&rest))
		if (!resolve(g, unit_set_first(rest)))
			return false;
	return true;
}

static inline bool has_path(struct guess *g, int x)
{
	return unit_set_has(g->v->adjacent, x) || has_convoy(g, x);
}

/* Whether two units move against each other overland: neither can be convoyed past the other. */
static inline bool head_to_head(struct guess *g, int x, int y)
{
	return unit_set_has(g->v->moves & g->v->adjacent, x) &&
	       unit_set_has(g->v->moves & g->v->adjacent, y) && g->v->target[x] == g->v->home[y] &&
	       g->v->target[y] == g->v->home[x] && !has_convoy(g, x) && !has_convoy(g, y);
}

static int attack_strength(struct guess *g, int x, int occupant)
{
	if (!has_path(g, x))
		return 0;
	if (occupant < 0 || occupant == x ||
	    (unit_set_has(g->v->moves, occupant) && !head_to_head(g, x, occupant) &&
	     resolve(g, occupant)))
		return 1 + count_supports(g, x, POWER_NONE);
	if (g->v->power[occupant] == g->v->power[x])
		return 0;
	return 1 + count_supports(g, x, g->v->power[occupant]);
}

/* HOLD STRENGTH, or in a head-to-head battle DEFEND STRENGTH. */
static int stand_strength(struct guess *g, int x, int occupant)
{
	if (occupant < 0 || occupant == x)
		return 0;
	if (head_to_head(g, x, occupant))
		return 1 + count_supports(g, occupant, POWER_NONE);
	if (unit_set_has(g->v->moves, occupant))
		return !resolve(g, occupant);
	return 1 + count_supports(g, occupant, POWER_NONE);
}

static int prevent_strength(struct guess *g, int y)
{
	int opponent = g->v->at[g->v->target[y]];
	bool duel = opponent >= 0 &&
	            (g->law->victim == VICTIM_BOUNCES ? head_to_head(g, y, opponent)
	                                              : unit_set_has(g->v->moves, opponent) &&
	                                                    g->v->target[opponent] == g->v->home[y]);

	if (!has_path(g, y) ||
	    (duel && resolve(g, opponent) && (g->law->victim == VICTIM_BOUNCES || !resolve(g, y))))
		return 0;
	return 1 + count_supports(g, y, POWER_NONE);
}

static bool adjudicate_move(struct guess *g, int x)
{
	const int occupant = g->v->at[g->v->target[x]];
	const int strength = attack_strength(g, x, occupant);

	if (g->v->target[x] == g->v->home[x] || strength == 0 ||
	    strength <= stand_strength(g, x, occupant))
		return false;
	for (unit_set rest = g->v->into[g->v->target[x]] & ~unit_set_one(x); rest; unit_set_drop(&rest))
		if (strength <= prevent_strength(g, unit_set_first(rest)))
			return false;
	return true;
}

/* Whether an attack on a supporter arrives without the convoys that may not cut it (4.A.2). */
static bool attack_arrives(struct guess *g, int y, int s)
{
	const unit_set fleets = verify_cutting_fleets(g->law, g->v, s, y);

	if (unit_set_has(g->v->adjacent, y) || fleets == g->v->convoyers[y])
		return has_path(g, y);
	return verify_route(g->map, g->board, fleets, g->v->home[y], g->v->target[y]) &&
	       finds_path(g, y, fleets);
}

/* Any attack of another power cuts it. An attack from the province that the support is directed
 * against must dislodge. */
static bool adjudicate_support(struct guess *g, int s)
{
	const struct verified *v = g->v;
	const bool moves = unit_set_has(v->support_moves, s);

	for (unit_set rest = v->into[v->home[s]]; rest; unit_set_drop(&rest)) {
		int y = unit_set_first(rest);
		if (v->power[y] == v->power[s])
			continue;
		bool shielded = moves && v->home[y] == v->target[v->helps[s]] &&
		                !(g->law->self_cut == SELF_CUT_YES && !unit_set_has(v->adjacent, y));
		bool dislodging = moves && verify_dislodging_cuts(g->law);
		if (shielded ? resolve(g, y) && (dislodging || attack_arrives(g, y, s))
		             : attack_arrives(g, y, s) || (dislodging && resolve(g, y)))
			return false;
	}
	return true;
}

static bool adjudicate_convoy(struct guess *g, int f)
{
	for (unit_set rest = g->v->into[g->v->home[f]]; rest; unit_set_drop(&rest)) {
		int y = unit_set_first(rest);
		if (g->v->power[y] != g->v->power[f] && resolve(g, y))
			return false;
	}
	return true;
}

static bool adjudicate(struct guess *g, int x)
{
	if (unit_set_has(g->v->moves, x))
		return adjudicate_move(g, x);
	return unit_set_has(g->v->supports, x) ? adjudicate_support(g, x) : adjudicate_convoy(g, x);
}

/* ── the guess algorithm ── */

static inline void set_result(struct guess *g, int x, bool succeeds)
{
	g->succeeds = (g->succeeds & ~unit_set_one(x)) | unit_set_if(succeeds, x);
}

static inline void settle(struct guess *g, int x, bool succeeds)
{
	set_result(g, x, succeeds);
	unit_set_remove(&g->provisional, x);
	unit_set_add(&g->resolved, x);
}

/* Evaluates an order's equation with a guess at its own result; *used: the guesses that it used. */
static bool evaluate(struct guess *g, int x, bool guessed, unit_set *used)
{
	const unit_set outer = g->used;
	bool result;

	set_result(g, x, guessed);
	unit_set_add(&g->provisional, x);
	g->hangs_on[x] = unit_set_one(x);
	g->after[x] = 0;
	g->used = 0;
	result = adjudicate(g, x);
	*used = g->used & ~g->resolved;
	g->used = outer;
	return result;
}

/* Discards every result that depends on a guess at x. Returns these orders and those in between;
 * the cycle of x is among them. */
static unit_set drop_cycle(struct guess *g, int x)
{
	unit_set cycle = unit_set_one(x), after = 0;

	for (unit_set rest = g->provisional; rest; unit_set_drop(&rest)) {
		int y = unit_set_first(rest);
		if (!(g->hangs_on[y] & unit_set_one(x)))
			continue;
		unit_set_add(&cycle, y);
		after |= g->after[y];
	}
	g->provisional &= ~cycle;
	return (cycle | after) & ~g->resolved;
}

/* The supports against own units among the victims, where the law makes such supports fail. */
static unit_set find_own_victims(const struct guess *g, unit_set victims)
{
	const struct verified *v = g->v;
	unit_set found = 0;

	if (g->law->self_support == SELF_SUPPORT_IDLE)
		return 0;
	for (unit_set rest = v->support_moves & v->valid; rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest), occupant = v->at[v->target[v->helps[s]]];
		if (occupant >= 0 && v->power[occupant] == v->power[s] && unit_set_has(victims, occupant))
			unit_set_add(&found, s);
	}
	return found;
}

/* The supports against own units that stay. */
static unit_set find_self_supports(const struct guess *g)
{
	return find_own_victims(g, ~(g->v->moves & g->succeeds));
}

/* Which orders of a cycle succeed when one of them is set to succeed or fail. sustained: the
 * supports that then succeed. */
static unit_set try_cycle(const struct guess *g, unit_set cycle, int x, bool succeeds,
                          unit_set *sustained)
{
	/* supports against own units of the cycle depend on whether these leave */
	const unit_set concerned = cycle | find_own_victims(g, g->v->moves & cycle);
	struct guess trial = *g;

	settle(&trial, x, succeeds);
	for (unit_set rest = concerned; rest; unit_set_drop(&rest))
		resolve(&trial, unit_set_first(rest));
	*sustained = trial.succeeds & concerned & g->v->supports & ~find_self_supports(&trial);
	return trial.succeeds & cycle;
}

/* The thesis's rules 23 and 24: the supports of a cycle are sustained. If some succeed only if
 * others fail, its moves fail. */
static void back_up_sustaining(struct guess *g, unit_set cycle, int x)
{
	unit_set unused;
	const unit_set core =
		cycle & (try_cycle(g, cycle, x, true, &unused) ^ try_cycle(g, cycle, x, false, &unused));
	const unit_set convoys = core & g->v->convoys, moves = core & g->v->moves;
	const int first = unit_set_first(convoys ? convoys : moves);
	unit_set in_true, in_false;
	const unit_set if_true = try_cycle(g, cycle, first, true, &in_true);
	const unit_set if_false = try_cycle(g, cycle, first, false, &in_false);
	const unit_set for_false = in_false & ~in_true;
	const bool paradox = (in_true & ~in_false) && for_false;
	const unit_set fare = paradox ? ~moves : for_false ? if_false : if_true;

	g->resolved |= core;
	g->succeeds = (g->succeeds & ~core) | (core & fare);
	g->granted |= paradox ? in_true ^ in_false : 0;
	g->reached[paradox ? STAGE_PARADOX : STAGE_SUPPOSITION] |= cycle;
}

/* The other laws. A cycle with a convoy is a paradox, which 4.A.2 decides. Without one it is a
 * circle, in which all move. The orders that remain open are resolved again. */
static void back_up_paradox(struct guess *g, unit_set cycle, int x)
{
	unit_set unused;
	const unit_set core =
		cycle & (try_cycle(g, cycle, x, true, &unused) ^ try_cycle(g, cycle, x, false, &unused));
	const unit_set convoys = core & g->v->convoys;
	const unit_set moves = (core & g->v->moves) | (verify_carried(g->v, convoys) & ~g->resolved);
	const unit_set decided =
		convoys && (g->law->paradox != PARADOX_ALL_HOLD || !moves) ? convoys : moves;

	g->resolved |= decided;
	g->provisional &= ~decided;
	g->succeeds = convoys ? g->succeeds & ~decided : g->succeeds | decided;
	g->reached[convoys ? STAGE_PARADOX : STAGE_SUPPOSITION] |= cycle;
}

static bool resolve(struct guess *g, int x)
{
	unit_set used, used_again, cycle = 0;
	bool first, second;

	if (unit_set_has(g->resolved | g->provisional, x)) {
		g->used |= unit_set_has(g->provisional, x) ? g->hangs_on[x] : 0;
		return unit_set_has(g->succeeds, x);
	}
	first = evaluate(g, x, false, &used);
	if (unit_set_has(used, x)) {
		cycle = drop_cycle(g, x);
		second = evaluate(g, x, true, &used_again);
		if (unit_set_has(g->resolved, x))
			return unit_set_has(g->succeeds, x); /* a paradox decided it: a convoy carries it */
		cycle |= drop_cycle(g, x);
		used = (used | used_again) & ~unit_set_one(x);
		if (first != second) {
			g->back_up(g, cycle & ~g->resolved, x);
			return resolve(g, x);
		}
	}
	if (used && !unit_set_has(g->resolved, x)) {
		set_result(g, x, first); /* it depends on guesses at others */
		unit_set_add(&g->provisional, x);
		g->hangs_on[x] = used;
		g->after[x] = cycle & ~unit_set_one(x);
		g->used |= used;
	} else if (!unit_set_has(g->resolved, x)) {
		settle(g, x, first);
	}
	return unit_set_has(g->succeeds, x);
}

static void guess_decide(struct variant variant, const struct board *board,
                         const struct verified *v, unit_set scope, struct resolution *resolution)
{
	struct guess g = {
		.map = variant.map,
		.law = variant.law,
		.board = board,
		.v = v,
		.back_up = variant.law->paradox == PARADOX_SUSTAIN ? back_up_sustaining : back_up_paradox,
		.resolved = (v->supports & ~v->valid) | ~scope,
	};
	for (unit_set rest = (v->moves | v->supports | v->convoys) & ~g.resolved; rest;
	     unit_set_drop(&rest))
		resolve(&g, unit_set_first(rest));
	g.succeeds &= ~find_self_supports(&g) | g.granted;
	memcpy(resolution->reached, g.reached, sizeof g.reached);
	resolution->undecided = 0;
	const unit_set moved = v->moves & g.succeeds;
	resolution->dislodged = verify_find_occupants(v, moved, ~moved);
	const unit_set holds = scope & ~(v->moves | v->supports | v->convoys);
	resolution->follows = g.succeeds | (holds & ~resolution->dislodged);
}

const struct judge judge_guess = {
	.name = "guess",
	.about = "Kruijswijk's recursive guess algorithm",
	.decide = guess_decide,
};
