/* atlas_inside: the state of Atlas while it resolves (struct atlas), and the functions that its
 * files share. atlas.c describes Atlas; a READING marks where the thesis is silent or contradicts
 * itself.
 *
 * Invariant: knowledge only grows. What is known of a predicate is never revised. */
#ifndef ARESFARM_ATLAS_INSIDE_H
#define ARESFARM_ATLAS_INSIDE_H

#include "judge.h"

/* ── three-valued logic: equations 10 to 18 ── */

typedef int truth;
enum { FALSE, UNKNOWN, TRUE };

static inline truth and_(truth a, truth b)
{
	return MIN(a, b);
}
static inline truth or_(truth a, truth b)
{
	return MAX(a, b);
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
	unit_set clear, hopeless, trailing; /* moves whose sentences are short: find_plain */
	unit_set terms;                     /* supports, and moves that need a convoy */
	unit_set attacked;                  /* units at targets of moves */
	struct predicate follow;            /* moves, supports and convoys */
	struct predicate attainable;        /* moves */
	/* Supports: whether they count for resistance. Rules 3 and 4 of move support do not apply. */
	struct predicate uncut;
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

/* The orders of a kind of which nothing is known. */
static inline unit_set unknown(const struct atlas *a, unit_set orders)
{
	return orders & ~(a->follow.yes | a->follow.no);
}

static inline unit_set undecided(const struct atlas *a)
{
	return unknown(a, a->decisions);
}

/* ── atlas_sentences.c ── */

/* The truth value of a move's or a convoy's own sentence. */
truth atlas_sentence(const struct atlas *a, int x);

/* Evaluates the conditions within other sentences: those of supports, as part of strength and
 * resistance, and attainable (3.2.2). Supports that match nothing fail (3.2.1). */
void atlas_evaluate_terms(struct atlas *a);

/* Evaluates the sentences of a set that are not plain. */
void atlas_evaluate_open(const struct atlas *a, unit_set open, struct predicate *follow);

static inline void evaluate_terms(struct atlas *a)
{
	if (a->terms)
		atlas_evaluate_terms(a);
}

/* Evaluates the sentences of moves and convoys of which nothing is known. A move that cannot be
 * attained fails. unready: moves that other sentences cannot decide yet. */
static inline void evaluate_sentences(const struct atlas *a, unit_set unready,
                                      struct predicate *follow)
{
	const unit_set open = undecided(a), yes = open & a->clear & a->attainable.yes;
	const unit_set no = open & (a->hopeless | (a->v->moves & a->attainable.no));

	follow->yes |= yes;
	follow->no |= no;
	if (open & ~(a->clear | no | unready))
		atlas_evaluate_open(a, open & ~(a->clear | no | unready), follow);
}

/* ── atlas.c ── */

/* 3.2.4: every sentence, until nothing new follows. */
void atlas_substitute(struct atlas *a);

/* ── atlas_cycles.c: a step while moves or convoys are undecided ── */

/* 3.2.5, equation 25, and 3.2.6: the thesis's law. */
void atlas_sustain_supports(struct atlas *a);

/* The other laws of paradoxes (DATC 4.A.2). */
void atlas_break_cycles(struct atlas *a);

/* The success of supports. An uncut support against an own unit that stays succeeds, except under
 * the thesis's law. */
static inline struct predicate counted(const struct law *law, const struct atlas *a)
{
	return law->self_support == SELF_SUPPORT_FAILS ? a->follow : a->uncut;
}

#endif
