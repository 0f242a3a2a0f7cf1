/* atlas_sentences: the sentences of Atlas: the rules of the thesis (3.2.2) for a move, a support
 * and a convoy, evaluated against what is known so far. See atlas_inside.h. */
#include "atlas_inside.h"

/* ── set sums and comparisons: equations 6, 7 and 19 to 23 ── */

/* One plus the supports of an order: its minimum and maximum. */
struct sum {
	int least, most;
};

static inline struct sum strength(const struct atlas *a, int x)
{
	const unit_set supporters = a->v->supporters[x];

	return (struct sum){1 + unit_set_count(supporters & a->follow.yes),
	                    1 + unit_set_count(supporters & ~a->follow.no)};
}

static inline struct sum resistance(const struct atlas *a, int x)
{
	const unit_set supporters = a->v->supporters[x];

	return (struct sum){1 + unit_set_count(supporters & a->uncut.yes),
	                    1 + unit_set_count(supporters & ~a->uncut.no)};
}

static inline truth exceeds(struct sum s, struct sum t)
{
	return UNKNOWN + (s.least > t.most) - (s.most <= t.least);
}

/* READING: strength(X) > 1 means one plus the supports, though equation 7 drops the one. */
static inline truth exceeds_one(struct sum s)
{
	return exceeds(s, (struct sum){1, 1});
}

/* ── convoyable, attainable, opposing: equations 3 to 5 ── */

static inline bool routed(const struct atlas *a, int x, unit_set fleets)
{
	return fleets && verify_route(a->map, a->board, fleets, a->v->home[x], a->v->target[x]);
}

/* True when fleets that are known to convoy make a route. False if those still unknown could not
 * complete one either. */
static truth convoyable_by(const struct atlas *a, int x, unit_set fleets)
{
	if (a->law->routes == ROUTES_ALL_OPEN && fleets & a->follow.no)
		return FALSE;
	if (!routed(a, x, fleets & ~a->follow.no))
		return FALSE;
	if (a->law->routes == ROUTES_ALL_OPEN && fleets & ~a->follow.yes)
		return UNKNOWN;
	return routed(a, x, fleets & a->follow.yes) ? TRUE : UNKNOWN;
}

static inline truth convoyable(const struct atlas *a, int x)
{
	return a->v->convoyers[x] ? convoyable_by(a, x, a->v->convoyers[x]) : FALSE;
}

static inline truth attainable(const struct atlas *a, int x)
{
	return known(a->attainable, x);
}

/* Attainable for an attack y on supporter x, without the convoys that may not cut x, such as those
 * of rules 21 and 22. */
static inline truth attainable_dis(const struct atlas *a, int x, int y)
{
	if (unit_set_has(a->v->adjacent, y) || a->law->convoy_cut == CONVOY_CUT_ALL)
		return attainable(a, y);
	return convoyable_by(a, y, verify_cutting_fleets(a->law, a->v, x, y));
}

/* Whether x moves to the province of y. */
static inline bool opposing(const struct atlas *a, int x, int y)
{
	const bool x_overland = unit_set_has(a->v->adjacent, x),
			   y_overland = unit_set_has(a->v->moves & a->v->adjacent, y);

	return x_overland & y_overland & (a->v->target[y] == a->v->home[x]);
}

static inline truth either_convoyable(const struct atlas *a, int x, int y)
{
	return a->v->convoyers[x] | a->v->convoyers[y] ? or_(convoyable(a, x), convoyable(a, y))
	                                               : FALSE;
}

/* ── move, rules 1 to 8 ── */

/* Rule 4, for one other move y to the target area. y is defeated, unattainable, or dislodged by a
 * unit from the target area. occupant: the unit that stands there, or -1. READING: the last holds
 * only for a head-to-head battle overland. As printed it puts two units into one area
 * (6.E.11, 6.G.16 to 18). */
static inline truth move_rule_4(const struct atlas *a, struct sum strong, int y, int occupant)
{
	truth beaten = or_(exceeds(strong, resistance(a, y)), not_(attainable(a, y)));

	if (occupant < 0 || a->v->target[occupant] != a->v->home[y])
		return beaten;
	if (a->law->victim == VICTIM_POWERLESS)
		return or_(beaten, and_(known(a->follow, occupant), not_(known(a->follow, y))));
	if (opposing(a, y, occupant))
		beaten =
			or_(beaten, and_(known(a->follow, occupant), not_(either_convoyable(a, y, occupant))));
	return beaten;
}

/* x against a foreign y that moves the opposite way. Supports of y's own power never help against
 * y. All supports of y defend it. READING: equation 7 as printed makes the two strengths depend on
 * who wins, and lets a supposition exchange two units overland. Here such a support depends on
 * follow(y) only while sentences are conditioned, so that the stage is the thesis's (6.E.3). */
static truth wins_duel(const struct atlas *a, int x, int y)
{
	struct sum attack = resistance(a, x);

	for (unit_set rest = a->v->supporters[x]; rest; unit_set_drop(&rest)) {
		int s = unit_set_first(rest);
		if (!friendly(a, s, y))
			continue;
		attack.least -= unit_set_has(a->uncut.yes, s);
		attack.most -= !unit_set_has(a->uncut.no, s) && a->reached[STAGE_SUBSTITUTION] != 0;
	}
	return exceeds(attack, resistance(a, y));
}

/* Rules 2 and 3 are for an occupant that does not move, 5 and 6 for one that moves the opposite
 * way, 7 and 8 for one that moves elsewhere. The first of each pair is for a friendly occupant, the
 * second for a foreign one. */
static inline truth move_rules_occupant(const struct atlas *a, struct sum strong, int x, int y)
{
	const bool friend = friendly(a, x, y);

	if (!unit_set_has(a->v->moves, y))
		return friend ? FALSE : exceeds(strong, strength(a, y));
	if (!opposing(a, x, y))
		return friend ? known(a->follow, y) : or_(known(a->follow, y), exceeds_one(strong));
	if (friend)
		return and_(either_convoyable(a, x, y), known(a->follow, y));
	return or_(wins_duel(a, x, y),
	           and_(either_convoyable(a, x, y), or_(known(a->follow, y), exceeds_one(strong))));
}

static truth move_sentence(const struct atlas *a, int x)
{
	const struct verified *v = a->v;
	const int occupant = v->at[v->target[x]];
	const struct sum strong = strength(a, x);
	truth value = attainable(a, x); /* rule 1 */

	if (occupant >= 0 && occupant != x)
		value = and_(value, move_rules_occupant(a, strong, x, occupant));
	for (unit_set others = v->into[v->target[x]] & ~unit_set_one(x); others && value != FALSE;
	     unit_set_drop(&others))
		value = and_(value, move_rule_4(a, strong, unit_set_first(others), occupant));
	return value;
}

/* ── supports and convoys ── */

/* The foreign moves to the province of x. */
static inline unit_set foreign_attacks(const struct atlas *a, int x)
{
	unit_set attacks = a->v->into[a->v->home[x]];

	for (unit_set rest = attacks; rest; unit_set_drop(&rest)) {
		const int y = unit_set_first(rest);
		attacks &= ~unit_set_if(friendly(a, x, y), y);
	}
	return attacks;
}

/* Support of a hold, rule 1. */
static truth support_hold_sentence(const struct atlas *a, int x)
{
	truth value = TRUE;

	for (unit_set rest = foreign_attacks(a, x); rest; unit_set_drop(&rest))
		value = and_(value, not_(attainable_dis(a, x, unit_set_first(rest))));
	return value;
}

/* Support of a move, rules 1 and 2. Resistance needs no other rules. READING: a move that cannot be
 * attained is not followed. That is known here already (6.D.29, 6.D.30). */
static truth support_move_uncut(const struct atlas *a, int x)
{
	const uint8_t c = a->v->target[a->v->helps[x]];
	truth value = TRUE;

	for (unit_set rest = foreign_attacks(a, x) & ~a->attainable.no; rest; unit_set_drop(&rest)) {
		int y = unit_set_first(rest);
		const truth arrives = attainable_dis(a, x, y), follows = known(a->follow, y);
		value =
			and_(value, not_(verify_dislodging_cuts(a->law) ? follows : and_(follows, arrives)));
		if (a->v->home[y] != c ||
		    (a->law->self_cut == SELF_CUT_YES && !unit_set_has(a->v->adjacent, y)))
			value = and_(value, not_(arrives));
	}
	return value;
}

/* Support of a move to the province of an own unit, rules 3 and 4: no help unless that unit leaves.
 */
static inline truth support_move_not_self(const struct atlas *a, int x)
{
	const int occupant = a->v->at[a->v->target[a->v->helps[x]]];

	return unit_set_has(a->v->moves, occupant) ? known(a->follow, occupant) : FALSE;
}

/* Convoy, rule 1. */
static truth convoy_sentence(const struct atlas *a, int x)
{
	truth value = TRUE;

	for (unit_set rest = foreign_attacks(a, x); rest; unit_set_drop(&rest))
		value = and_(value, not_(known(a->follow, unit_set_first(rest))));
	return value;
}

truth atlas_sentence(const struct atlas *a, int x)
{
	return unit_set_has(a->v->moves, x) ? move_sentence(a, x) : convoy_sentence(a, x);
}

/* ── sets of sentences ── */

/* Evaluates the conditions of supports of a set. Without an attack they are true except for rules 3
 * and 4, which apply only to supports against own units. */
static void evaluate_supports(struct atlas *a, unit_set supports)
{
	const unit_set attacked = supports & a->attacked, moves = a->v->support_moves;
	const unit_set against_own = supports & a->v->against_own, others = supports & ~against_own;

	a->uncut.yes |= supports & ~attacked;
	for (unit_set rest = attacked & ~moves; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		learn(&a->uncut, x, support_hold_sentence(a, x));
	}
	for (unit_set rest = attacked & moves; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		learn(&a->uncut, x, support_move_uncut(a, x));
	}
	a->follow.yes |= others & a->uncut.yes;
	a->follow.no |= others & a->uncut.no;
	for (unit_set rest = against_own; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		learn(&a->follow, x, and_(known(a->uncut, x), support_move_not_self(a, x)));
	}
}

void atlas_evaluate_terms(struct atlas *a)
{
	for (unit_set rest = a->v->moves & ~(a->attainable.yes | a->attainable.no); rest;
	     unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		learn(&a->attainable, x, convoyable(a, x));
	}
	const unit_set supports =
		a->v->supports & ~((a->follow.yes | a->follow.no) & (a->uncut.yes | a->uncut.no));
	if (supports)
		evaluate_supports(a, supports);
}

void atlas_evaluate_open(const struct atlas *a, unit_set open, struct predicate *follow)
{
	for (unit_set rest = open & a->trailing; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest), y = a->v->at[a->v->target[x]];
		learn(follow, x, and_(attainable(a, x), known(a->follow, y)));
	}
	for (unit_set rest = open & ~a->trailing; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		learn(follow, x, atlas_sentence(a, x));
	}
}
