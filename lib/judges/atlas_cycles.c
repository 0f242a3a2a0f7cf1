/* atlas_cycles: the last stages of Atlas: suppositions, and the paradoxes that they find. What is
 * unknown after substitution depends on itself. See atlas_inside.h. */
#include "atlas_inside.h"

static struct atlas suppose(const struct atlas *a, int x, truth value)
{
	struct atlas supposed = *a;

	learn(&supposed.follow, x, value);
	atlas_substitute(&supposed);
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
	struct supposition s = {.if_true = suppose(a, x, TRUE), .if_false = suppose(a, x, FALSE)};

	s.decided_if_true = atlas_sentence(&s.if_true, x) != UNKNOWN;
	s.decided_if_false = atlas_sentence(&s.if_false, x) != UNKNOWN;
	return s;
}

/* Supposes the first of some predicates whose sentence contains itself. False if there is none. */
static bool suppose_first(const struct atlas *a, unit_set candidates, struct supposition *s)
{
	for (unit_set rest = candidates; rest; unit_set_drop(&rest)) {
		*s = suppose_both(a, unit_set_first(rest));
		if (s->decided_if_true || s->decided_if_false)
			return true;
	}
	return false;
}

/* In the thesis's order of sentences convoys come before moves. READING: the first occurring
 * predicate is the first one that depends on itself. If none depends only on itself, it is the
 * first undecided one. */
void atlas_sustain_supports(struct atlas *a)
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
		atlas_substitute(a);
	} else {
		*a = sustained_if_false ? s.if_false : s.if_true;
	}
}

/* The predicates that depend on themselves and on nothing else that is unknown. Their cycles can be
 * decided now. The orders whose results differ between the suppositions are added to affected. */
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

/* A remaining cycle has two resolutions or none (Kruijswijk, "The Math of Adjudication", theorems I
 * and II). With a convoy in it, it is a paradox, and 4.A.2 decides it. Without one, units move in a
 * circle, and all of them move. */
void atlas_break_cycles(struct atlas *a)
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
	atlas_substitute(a);
}
