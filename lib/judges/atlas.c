/* atlas: the Automated Truthful Logical Adjudication System of Booijink's thesis (2005),
 * section 3.2.
 *
 * For every order X the thesis writes a sentence, follow(X) <-> condition. It works on the
 * sentences in stages until each is true or false. Here no sentence is written down. Each is
 * evaluated, in the three-valued logic of its deduction rules (equations 10 to 23), against what is
 * known so far. The stages do the same as the thesis's:
 *
 *   conditioning   every sentence is evaluated while no follow predicate is known
 *   substitution   known predicates are put into the other sentences until nothing new follows
 *   supposition    a predicate whose sentence contains itself is tried both ways; rule 23 chooses
 *                  (equation 25)
 *   paradox        where rule 23 contradicts itself, the moves fail by rule 24
 *
 * In substitution the thesis replaces each predicate once by its condition (equation 24). Here the
 * evaluation is repeated up to its least fixed point. The result is the same: a sentence that still
 * contains its own predicate is as unknown as the predicate (Bekic's lemma).
 *
 * READING marks every place where the thesis is silent or contradicts itself.
 *
 * READING: supports stand in other sentences as the sums of strength and resistance. So Atlas is
 * done when moves and convoys are decided. Supports and holds follow from them (Appendix E: 6.E.2,
 * diagram 26).
 *
 * Invariant: knowledge only grows. What is known of a predicate is never revised. */
#include "judge.h"

#include <string.h>

/* ── three-valued logic: equations 10 to 18 ── */

typedef int truth;
enum { FALSE, UNKNOWN, TRUE };

static inline truth and_(truth a, truth b)
{
	return a < b ? a : b;
}
static inline truth or_(truth a, truth b)
{
	return a > b ? a : b;
}
static inline truth not_(truth a)
{
	return TRUE - a;
}

/* ── what is known ── */

/* A predicate over orders, as two sets: the orders for which it is true, and those for which it is
 * false. For all others it is unknown. */
struct predicate {
	unit_set yes, no;
};

struct atlas {
	const struct map *map;
	const struct law *law;
	const struct board *board;
	const struct verified *v;
	unit_set reached[STAGES];           /* judge.h; for conditioning: all that must be decided */
	unit_set decisions;                 /* moves and convoys: these have sentences (3.2.2) */
	unit_set clear, hopeless, trailing; /* moves whose sentences are as short as in find_plain */
	unit_set terms;                     /* supports, and moves that need a convoy */
	unit_set attacked;                  /* units where moves lead */
	struct predicate follow;            /* moves, supports and convoys */
	struct predicate attainable;        /* moves */
	struct predicate
		uncut; /* supports: it counts for resistance; rules 3 and 4 of move support do not apply */
};

static inline truth known(struct predicate p, int x)
{
	return UNKNOWN + unit_set_has(p.yes, x) - unit_set_has(p.no, x);
}

static inline void learn(struct predicate *p, int x, truth value)
{
	p->yes |= unit_set_if(value == TRUE, x);
	p->no |= unit_set_if(value == FALSE, x);
}

static inline bool friendly(const struct atlas *a, int x, int y)
{
	return a->v->power[x] == a->v->power[y];
}

/* ── set sums and comparisons: equations 6, 7 and 19 to 23 ── */

/* One plus the supports of an order: the least and the most that it can be. */
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

/* True when fleets that are known to convoy make a route. False when those still unknown could not
 * make one either. */
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

/* x moves to where y stands. */
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

/* The foreign moves to where x stands. */
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

/* Support of a move to where an own unit stands, rules 3 and 4: no help unless it leaves. */
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

/* ── the stages ── */

/* Evaluates the conditions of supports of a set. Where nobody attacks, they are true but for rules
 * 3 and 4, and these are for supports against own units only. */
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

static void evaluate_ways(struct atlas *a, unit_set moves)
{
	for (unit_set rest = moves; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		learn(&a->attainable, x, convoyable(a, x));
	}
}

/* Evaluates the conditions that stand within other sentences: those of supports, as part of
 * strength and resistance, and attainable (3.2.2). Supports that match nothing fail (3.2.1). */
static void evaluate_all_terms(struct atlas *a)
{
	const unit_set moves = a->v->moves & ~(a->attainable.yes | a->attainable.no);

	if (moves)
		evaluate_ways(a, moves);
	const unit_set supports =
		a->v->supports & ~((a->follow.yes | a->follow.no) & (a->uncut.yes | a->uncut.no));
	if (supports)
		evaluate_supports(a, supports);
}

static inline void evaluate_terms(struct atlas *a)
{
	if (a->terms)
		evaluate_all_terms(a);
}

/* The same for moves without support to where a unit stands that moves, too. Such a move fails in a
 * duel overland, and where another comes overland, but not from where that unit goes. Else, without
 * others, it succeeds if that unit does (trailing). */
static void find_trailing(struct atlas *a, unit_set moves)
{
	const struct verified *v = a->v;
	const unit_set overland = v->moves & v->adjacent;
	unit_set trailing = 0, hopeless = 0;

	for (unit_set rest = moves; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest), y = v->at[v->target[x]], beyond = v->at[v->target[y]];
		const unit_set others = v->into[v->target[x]] & ~unit_set_one(x);
		const unit_set opponent = unit_set_if(beyond >= 0, beyond & (UNITS_MAX - 1));
		const unit_set duel = overland >> x & overland >> y & (beyond == x);
		const bool by_land = (v->convoyers[x] | v->convoyers[y]) == 0;
		const bool beaten = (others & overland & ~opponent) != 0;
		trailing |= ((others == 0) & (y != x) & ~duel) << x;
		hopeless |= ((duel & by_land) | beaten) << x;
	}
	a->trailing = trailing;
	a->hopeless |= hopeless;
}

/* Finds the moves, most of all, whose sentences need no evaluation. Where nobody else stands or
 * goes only rule 1 is left. Rules 2 and 3 are false where a unit stays that is friendly, or against
 * which the move has no support; rule 4 is false where the move has no support and another comes
 * overland. */
static void find_plain(struct atlas *a, unit_set moves)
{
	const struct verified *v = a->v;
	unit_set clear = 0, hopeless = 0, behind = 0, attacked = 0;

	for (unit_set rest = moves; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest), there = v->at[v->target[x]];
		const int occupant = there < 0 ? x : there;
		const unit_set others = v->into[v->target[x]] & ~unit_set_one(x);
		const bool empty = there < 0, alone = v->supporters[x] == 0;
		const bool stays = !unit_set_has(v->moves, occupant), friend = friendly(a, x, occupant);
		clear |= unit_set_if(empty & (others == 0), x);
		hopeless |= unit_set_if(stays & (alone | friend), x);
		hopeless |= unit_set_if(empty & alone & ((others & v->adjacent) != 0), x);
		attacked |= unit_set_one(occupant);
		behind |= unit_set_if(alone & !empty, x);
	}
	a->attacked = attacked;
	a->clear = clear;
	a->hopeless = hopeless;
	find_trailing(a, behind & ~hopeless);
}

/* The orders of a kind of which nothing is known. */
static inline unit_set unknown(const struct atlas *a, unit_set orders)
{
	return orders & ~(a->follow.yes | a->follow.no);
}

static inline unit_set undecided(const struct atlas *a)
{
	return unknown(a, a->decisions);
}

/* Evaluates the sentences of a set that are not plain. */
static void evaluate_open(const struct atlas *a, unit_set open, struct predicate *follow)
{
	for (unit_set rest = open & a->trailing; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest), y = a->v->at[a->v->target[x]];
		learn(follow, x, and_(attainable(a, x), known(a->follow, y)));
	}
	for (unit_set rest = open & ~a->trailing; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		learn(follow, x,
		      unit_set_has(a->v->moves, x) ? move_sentence(a, x) : convoy_sentence(a, x));
	}
}

/* Evaluates the sentences of moves and convoys of which nothing is known. A move that cannot be
 * attained fails. unready: moves to which other sentences can say nothing yet. */
static inline void evaluate_sentences(const struct atlas *a, unit_set unready,
                                      struct predicate *follow)
{
	const unit_set open = undecided(a), yes = open & a->clear & a->attainable.yes;
	const unit_set no = open & (a->hopeless | (a->v->moves & a->attainable.no));

	follow->yes |= yes;
	follow->no |= no;
	if (open & ~(a->clear | no | unready))
		evaluate_open(a, open & ~(a->clear | no | unready), follow);
}

/* 3.2.2 and 3.2.3: every sentence, while no other is known. */
static void condition(struct atlas *a)
{
	struct predicate concluded;

	evaluate_terms(a);
	concluded = a->follow;
	evaluate_sentences(a, a->trailing, &concluded);
	a->follow = concluded;
}

/* 3.2.4: every sentence, until nothing new follows. */
static void substitute(struct atlas *a)
{
	unit_set before;

	do {
		before = a->follow.yes | a->follow.no;
		evaluate_terms(a);
		evaluate_sentences(a, 0, &a->follow);
	} while ((a->follow.yes | a->follow.no) != before && undecided(a));
}

static struct atlas suppose(const struct atlas *a, int x, truth value)
{
	struct atlas supposed = *a;

	learn(&supposed.follow, x, value);
	substitute(&supposed);
	evaluate_terms(&supposed);
	return supposed;
}

/* 3.2.6, rule 24. It is for the orders that differ between the two suppositions: moves fail,
 * supports and convoys succeed. */
static void eliminate_paradox(struct atlas *a, const struct atlas *if_true,
                              const struct atlas *if_false)
{
	unit_set dependent =
		unknown(a, a->decisions | a->v->supports) &
		((if_true->follow.yes ^ if_false->follow.yes) | (if_true->follow.no ^ if_false->follow.no));

	a->reached[STAGE_PARADOX] |= dependent;
	a->follow.no |= dependent & a->v->moves;
	a->follow.yes |= dependent & ~a->v->moves;
	a->uncut.yes |= dependent & a->v->supports & ~a->uncut.no;
}

/* One predicate tried both ways. */
struct supposition {
	struct atlas if_true, if_false;
	bool decided_if_true, decided_if_false; /* whether the predicate's own sentence then has a
	                                           value: it contains the predicate */
};

static struct supposition suppose_both(const struct atlas *a, int x)
{
	truth (*sentence)(const struct atlas *, int) =
		unit_set_has(a->v->moves, x) ? move_sentence : convoy_sentence;
	struct supposition s = {.if_true = suppose(a, x, TRUE), .if_false = suppose(a, x, FALSE)};

	s.decided_if_true = sentence(&s.if_true, x) != UNKNOWN;
	s.decided_if_false = sentence(&s.if_false, x) != UNKNOWN;
	return s;
}

/* Supposes the first of some predicates whose sentence contains itself. False when there is none.
 */
static bool suppose_first(const struct atlas *a, unit_set candidates, struct supposition *s)
{
	for (unit_set rest = candidates; rest; unit_set_drop(&rest)) {
		*s = suppose_both(a, unit_set_first(rest));
		if (s->decided_if_true || s->decided_if_false)
			return true;
	}
	return false;
}

/* Follow, where a support against an own unit that stays succeeds or fails by the law. It fails by
 * the thesis only. */
static inline struct predicate counted(const struct law *law, const struct atlas *a)
{
	return law->self_support == SELF_SUPPORT_FAILS ? a->follow : a->uncut;
}

/* 3.2.5, equation 25. In the thesis's order of sentences convoys come before moves. READING: the
 * first occurring predicate is the first one that depends on itself. Where none depends on itself
 * only, it is the first undecided one. */
static void sustain_supports(struct atlas *a)
{
	const unit_set convoys = unknown(a, a->v->convoys), moves = unknown(a, a->v->moves);
	struct supposition s;

	if (!suppose_first(a, convoys, &s) && !suppose_first(a, moves, &s))
		s = suppose_both(a, unit_set_first(convoys ? convoys : moves));
	const struct predicate in_true = counted(a->law, &s.if_true),
						   in_false = counted(a->law, &s.if_false);
	unit_set sustained_if_true = a->v->supports & in_true.yes & in_false.no;
	unit_set sustained_if_false = a->v->supports & in_true.no & in_false.yes;
	if (sustained_if_true && sustained_if_false) {
		eliminate_paradox(a, &s.if_true, &s.if_false);
		substitute(a);
	} else {
		*a = sustained_if_false ? s.if_false : s.if_true;
	}
}

/* The predicates that depend on themselves and on nothing else that is unknown. Their cycles can be
 * decided now. The orders that they make differ are added to affected. */
static unit_set find_cyclic(const struct atlas *a, unit_set candidates, unit_set *affected)
{
	unit_set cyclic = 0;

	for (unit_set rest = candidates; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		struct supposition s = suppose_both(a, x);
		if (!s.decided_if_true || !s.decided_if_false)
			continue;
		unit_set_add(&cyclic, x);
		*affected |= s.if_true.follow.yes ^ s.if_false.follow.yes;
	}
	return cyclic;
}

/* The other laws. A cycle that is left has two resolutions or none (Kruijswijk, "The Math of
 * Adjudication", theorems I and II). With a convoy in it, it is a paradox, and 4.A.2 decides it.
 * Without one, units move in a circle, and all of them move. */
static void break_cycles(struct atlas *a)
{
	unit_set by_convoys = 0, by_moves = 0;
	const unit_set convoys = find_cyclic(a, unknown(a, a->v->convoys), &by_convoys);
	const unit_set moves = find_cyclic(a, unknown(a, a->v->moves), &by_moves);
	const unit_set paradoxical = (moves & by_convoys) | unknown(a, verify_carried(a->v, convoys));

	if (convoys && a->law->paradox == PARADOX_ALL_HOLD && paradoxical)
		a->follow.no |= paradoxical;
	else if (convoys)
		a->follow.no |= convoys;
	else
		a->follow.yes |= moves ? moves : unit_set_one(unit_set_first(undecided(a)));
	a->reached[STAGE_PARADOX] |= convoys;
	substitute(a);
}

/* The judge's part of 3.2.7, once every move and convoy is decided: which supports and holds are
 * followed (hold, rule 1), and which units are dislodged. */
static void conclude(struct atlas *a, struct resolution *resolution)
{
	const struct verified *v = a->v;
	const unit_set moved = a->follow.yes & v->moves;

	evaluate_terms(a);
	resolution->undecided = 0;
	memcpy(resolution->reached, a->reached, sizeof a->reached);
	resolution->dislodged = verify_find_occupants(v, moved & ~(a->clear | a->trailing), ~moved);
	const unit_set holds = a->reached[STAGE_CONDITIONING] & ~(v->moves | v->convoys | v->supports);
	resolution->follows = (a->follow.yes & a->decisions) | (holds & ~resolution->dislodged) |
	                      (v->supports & counted(a->law, a).yes);
}

static void atlas_decide(struct variant variant, const struct board *board,
                         const struct verified *v, unit_set scope, struct resolution *resolution)
{
	struct atlas a = {
		.map = variant.map,
		.law = variant.law,
		.board = board,
		.v = v,
		.reached = {0, scope, 0, 0, 0},
		.decisions = (v->moves | v->convoys) & scope,
		.attacked = 0,
		.clear = 0,
		.hopeless = 0,
		.trailing = 0,
		.terms = scope & ((v->supports & v->valid) | (v->moves & ~v->adjacent)),
		.follow = {.yes = 0, .no = (v->supports & ~v->valid) | ~scope},
		.attainable = {.yes = v->adjacent, .no = ~v->adjacent & ~scope},
		.uncut = {.yes = 0, .no = (v->supports & ~v->valid) | ~scope},
	};
	find_plain(&a, v->moves & scope);
	condition(&a);
	a.reached[STAGE_SUBSTITUTION] = undecided(&a);
	if (undecided(&a))
		substitute(&a);
	a.reached[STAGE_SUPPOSITION] = undecided(&a);
	while (undecided(&a))
		(variant.law->paradox == PARADOX_SUSTAIN ? sustain_supports : break_cycles)(&a);
	conclude(&a, resolution);
}

const struct judge judge_atlas = {
	.name = "atlas",
	.about = "the staged logic judge of the thesis, section 3.2",
	.decide = atlas_decide,
};
