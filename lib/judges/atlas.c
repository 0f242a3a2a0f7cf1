/* atlas: the Automated Truthful Logical Adjudication System of Booijink's thesis (2005), section
 * 3.2. This file has its first stages; atlas_sentences.c has the sentences, atlas_cycles.c
 * suppositions and paradoxes.
 *
 * For every order X the thesis writes a sentence, follow(X) <-> condition. It works on the
 * sentences in stages until each is true or false. Here no sentence is stored. Each is evaluated,
 * in the three-valued logic of the thesis's deduction rules (equations 10 to 23), against what is
 * known so far. The stages are those of the thesis:
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
 * READING: supports are part of other sentences, as the sums of strength and resistance. So Atlas
 * is done when moves and convoys are decided. Supports and holds follow from them (Appendix E:
 * 6.E.2, diagram 26). */
#include <string.h>

#include "atlas_inside.h"

/* ── sentences that are short ── */

/* Handles moves without support to the province of a unit that also moves. Such a move fails in a
 * duel overland, and if another unit moves there overland, except from that unit's target.
 * Otherwise, without rivals, it succeeds if that unit does (trailing). */
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

/* Finds the moves whose sentences need no evaluation, most of all: clear ones only need to be
 * attainable, hopeless ones fail, trailing ones succeed if the unit before them leaves. Without an
 * occupant or a rival only rule 1 is left. Rules 2 and 3 are false if the occupant stays and is
 * friendly, or the move has no support against it; rule 4 is false if the move has no support and
 * another unit moves there overland. */
static void find_plain(struct atlas *a, unit_set moves)
{
	const struct verified *v = a->v;
	unit_set clear = 0, hopeless = 0, after = 0, attacked = 0;

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
		after |= unit_set_if(alone & !empty, x);
	}
	a->attacked = attacked;
	a->clear = clear;
	a->hopeless = hopeless;
	find_trailing(a, after & ~hopeless);
}

/* ── the stages ── */

/* 3.2.2 and 3.2.3: every sentence, while no other is known. */
static void condition(struct atlas *a)
{
	struct predicate concluded;

	evaluate_terms(a);
	concluded = a->follow;
	evaluate_sentences(a, a->trailing, &concluded);
	a->follow = concluded;
}

void atlas_substitute(struct atlas *a)
{
	unit_set before;

	do {
		before = a->follow.yes | a->follow.no;
		evaluate_terms(a);
		evaluate_sentences(a, 0, &a->follow);
	} while ((a->follow.yes | a->follow.no) != before && undecided(a));
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
		.reached = {[STAGE_CONDITIONING] = scope},
		.decisions = (v->moves | v->convoys) & scope,
		.terms = scope & ((v->supports & v->valid) | (v->moves & ~v->adjacent)),
		.follow = {.no = (v->supports & ~v->valid) | ~scope},
		.attainable = {.yes = v->adjacent, .no = ~v->adjacent & ~scope},
		.uncut = {.no = (v->supports & ~v->valid) | ~scope},
	};
	find_plain(&a, v->moves & scope);
	condition(&a);
	unit_set left = a.reached[STAGE_SUBSTITUTION] = undecided(&a);
	if (left) {
		atlas_substitute(&a);
		left = a.reached[STAGE_SUPPOSITION] = undecided(&a);
	}
	for (; left; left = undecided(&a))
		(variant.law->paradox == PARADOX_SUSTAIN ? atlas_sustain_supports : atlas_break_cycles)(&a);
	conclude(&a, resolution);
}

const struct judge judge_atlas = {
	.name = "atlas",
	.about = "the staged logic judge of the thesis, section 3.2",
	.decide = atlas_decide,
};
