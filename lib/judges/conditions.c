/* conditions: adjudication by conditions, the first judge of Booijink's thesis (2005), after its
 * sections 1.4.3 and 3.2 and its appendix B.
 *
 * It starts at an order and finds the conditions that its decision depends on. Each is decided when
 * it is first met, down to conditions that depend on nothing. Every decision is made once, and its
 * truth value is stored. The judge assumes that no decision relies on itself: a decision under way
 * counts as a success for those that depend on it.
 *
 * Every truth value carries the assumptions it rests on. A decision may contradict the assumption.
 * Then the decisions that rest on it become undecided, and so does the decision itself if it rests
 * on its own assumption (a contradiction). The same happens when a decision confirms its own
 * assumption and a convoy is among those that rest on it (this may be a paradox). Because of such
 * cases the thesis abandoned this judge. Here it leaves them undecided.
 *
 * It shares only verify with the other judges, so that each checks the others.
 *
 * READING: the log of appendix B begins with the convoys and ends with the supports. This sequence
 * leaves the fewest orders undecided.
 *
 * Invariant: an order that was met is under way, decided or undecided. Decided orders rest only on
 * orders that are under way. */
#include "finding.h"
#include "judge.h"

#include <string.h>

enum { NOBODY = -1 };

struct conditions {
	const struct map *map;
	const struct law *law;
	const struct board *board;
	const struct verified *v;
	unit_set scope; /* the orders to decide */
	unit_set under_way, decided, undecided;
	unit_set provisional;         /* decided orders that rest on something */
	unit_set follows;             /* the truth values of decided orders */
	unit_set rests_on[UNITS_MAX]; /* of decided orders */
};

static struct finding follow(struct conditions *c, int x);

/* ── path and attainable ── */

/* Whether some of these fleets carry x to its target. All are ordered to convoy it. */
static struct finding path(struct conditions *c, int x, unit_set fleets)
{
	const uint8_t home = c->v->home[x], target = c->v->target[x];
	unit_set sure = 0, standing = 0, fallen = 0, stand_on = 0, fall_on = 0;

	for (unit_set rest = fleets; rest; unit_set_drop(&rest)) {
		const int f = unit_set_first(rest);
		const struct finding stands = follow(c, f);
		sure |= unit_set_if(is_certain(stands, true), f);
		if (unit_set_has(sure, f) && verify_route(c->map, c->board, sure, home, target))
			return certain(true);
		standing |= unit_set_if(stands.value, f);
		stand_on |= stands.value ? stands.rests_on : 0;
		fallen |= unit_set_if(is_certain(stands, false), f);
		fall_on |= stands.value ? 0 : stands.rests_on;
	}
	if (!verify_route(c->map, c->board, fleets & ~fallen, home, target))
		return certain(false);
	return verify_route(c->map, c->board, standing, home, target)
	           ? (struct finding){true, stand_on}
	           : (struct finding){false, fall_on};
}

static struct finding convoyed(struct conditions *c, int x)
{
	const unit_set fleets = c->v->convoyers[x];
	struct finding all_stand = certain(true);

	if (!fleets || !verify_route(c->map, c->board, fleets, c->v->home[x], c->v->target[x]))
		return certain(false);
	if (c->law->routes == ROUTES_ANY_OPEN)
		return path(c, x, fleets);
	for (unit_set rest = fleets; rest && !is_certain(all_stand, false); unit_set_drop(&rest))
		all_stand = and_(all_stand, follow(c, unit_set_first(rest)));
	return all_stand;
}

static inline struct finding attainable(struct conditions *c, int x)
{
	return unit_set_has(c->v->adjacent, x) ? certain(true) : convoyed(c, x);
}

/* Whether x and y move against each other overland, and neither is convoyed past the other. */
static struct finding opposing(struct conditions *c, int x, int y)
{
	const struct verified *v = c->v;

	if (!unit_set_has(v->moves & v->adjacent, x) || !unit_set_has(v->moves & v->adjacent, y) ||
	    v->target[x] != v->home[y] || v->target[y] != v->home[x])
		return certain(false);
	return and_(not_(convoyed(c, x)), not_(convoyed(c, y)));
}

/* ── strength > resistance ── */

/* The strength with which an order resists others: all supports count. */
static struct sum resistance(struct conditions *c, int x)
{
	struct sum sum = nothing_but_one;

	for (unit_set rest = c->v->supporters[x]; rest; unit_set_drop(&rest))
		add_support(&sum, follow(c, unit_set_first(rest)));
	return sum;
}

/* The strength of a move. The supports of the power whose unit stands at its target do not count,
 * unless that unit leaves. */
static struct sum strength(struct conditions *c, int x, int occupant, struct finding leaves)
{
	struct sum sum = nothing_but_one;

	for (unit_set rest = c->v->supporters[x]; rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest);
		const bool friendly = occupant != NOBODY && c->v->power[s] == c->v->power[occupant];
		if (!friendly || !is_certain(leaves, false))
			add_support(&sum, friendly ? and_(leaves, follow(c, s)) : follow(c, s));
	}
	return sum;
}

static bool is_helped_by(const struct conditions *c, int x, uint8_t power)
{
	for (unit_set rest = c->v->supporters[x]; rest; unit_set_drop(&rest))
		if (c->v->power[unit_set_first(rest)] == power)
			return true;
	return false;
}

/* ── follow ── */

/* Whether y does not prevent another move of this strength to the same place. */
static struct finding yields(struct conditions *c, int y, const struct sum *strong)
{
	const struct verified *v = c->v;
	const int opponent = v->at[v->target[y]];
	const struct sum resists = resistance(c, y);
	struct finding beaten = exceeds(strong, &resists), duel;

	if (!is_certain(beaten, true))
		beaten = or_(beaten, not_(attainable(c, y)));
	if (is_certain(beaten, true) || opponent == NOBODY || !unit_set_has(v->moves, opponent) ||
	    v->target[opponent] != v->home[y])
		return beaten;
	duel = c->law->victim == VICTIM_BOUNCES ? opposing(c, y, opponent) : not_(follow(c, y));
	return is_certain(duel, false) ? beaten : or_(beaten, and_(duel, follow(c, opponent)));
}

/* Whether x beats y, the unit at its target. */
static struct finding enters(struct conditions *c, int x, int y, struct finding duel)
{
	const bool friendly = c->v->power[x] == c->v->power[y];
	const struct sum strong = strength(c, x, y, certain(false));
	struct finding past = certain(false), against = certain(false);

	if (!unit_set_has(c->v->moves, y) || !is_certain(duel, false)) {
		const struct sum resists = resistance(c, y);
		against = friendly ? certain(false) : exceeds(&strong, &resists);
	}
	if (!unit_set_has(c->v->moves, y) || is_certain(duel, true))
		return against;
	past = friendly ? certain(false) : exceeds(&strong, &nothing_but_one);
	if (!is_certain(past, true))
		past = or_(past, follow(c, y));
	return or_(and_(duel, against), and_(not_(duel), past));
}

static struct finding follow_move(struct conditions *c, int x)
{
	const struct verified *v = c->v;
	const int occupant = v->at[v->target[x]];
	const unit_set others = v->into[v->target[x]] & ~unit_set_one(x);
	struct finding follows = attainable(c, x), duel = certain(false), leaves = certain(false);

	if (occupant == x || is_certain(follows, false))
		return certain(false);
	if (occupant != NOBODY && unit_set_has(v->moves, occupant)) {
		duel = opposing(c, x, occupant);
		if (others && !is_certain(duel, true) && is_helped_by(c, x, v->power[occupant]))
			leaves = and_(not_(duel), follow(c, occupant));
	}
	if (others) {
		const struct sum strong = strength(c, x, occupant, leaves);
		for (unit_set rest = others; rest && !is_certain(follows, false); unit_set_drop(&rest))
			follows = and_(follows, yields(c, unit_set_first(rest), &strong));
	}
	return occupant == NOBODY || is_certain(follows, false)
	           ? follows
	           : and_(follows, enters(c, x, occupant, duel));
}

/* Whether attack y cuts support s. It does when it gets there, other than by convoys that may not
 * cut it (4.A.2), or when it dislodges the supporter. An attack from the province that the support
 * is directed against must dislodge. */
static struct finding cuts(struct conditions *c, int y, int s)
{
	const struct verified *v = c->v;
	const bool moves = unit_set_has(v->support_moves, s),
			   dislodging = moves && verify_dislodging_cuts(c->law);
	const unit_set fleets = verify_cutting_fleets(c->law, v, s, y);
	const bool by_any = unit_set_has(v->adjacent, y) || fleets == v->convoyers[y];
	struct finding found;

	if (moves && v->home[y] == v->target[v->helps[s]] &&
	    (c->law->self_cut == SELF_CUT_NO || unit_set_has(v->adjacent, y))) {
		found = follow(c, y);
		return by_any || dislodging || is_certain(found, false) ? found
		                                                        : and_(found, path(c, y, fleets));
	}
	found = by_any ? attainable(c, y) : path(c, y, fleets);
	return by_any || !dislodging || is_certain(found, true) ? found : or_(found, follow(c, y));
}

/* Whether a support is under attack by another power, so that it is cut. */
static struct finding under_attack(struct conditions *c, int s)
{
	const struct verified *v = c->v;
	struct finding cut = certain(false);

	for (unit_set rest = v->into[v->home[s]]; rest && !is_certain(cut, true);
	     unit_set_drop(&rest)) {
		const int y = unit_set_first(rest);
		if (v->power[y] != v->power[s])
			cut = or_(cut, cuts(c, y, s));
	}
	return cut;
}

/* Whether a fleet that convoys is dislodged. */
static struct finding dislodge(struct conditions *c, int f)
{
	struct finding dislodged = certain(false);

	for (unit_set rest = c->v->into[c->v->home[f]]; rest && !is_certain(dislodged, true);
	     unit_set_drop(&rest)) {
		const int x = unit_set_first(rest);
		if (c->v->power[x] != c->v->power[f])
			dislodged = or_(dislodged, follow(c, x));
	}
	return dislodged;
}

/* ── decisions ── */

/* The decided orders that rest on the assumption that x succeeds. */
static unit_set find_resting(const struct conditions *c, int x)
{
	unit_set resting = 0;

	for (unit_set rest = c->provisional; rest; unit_set_drop(&rest)) {
		const int y = unit_set_first(rest);
		if (unit_set_has(c->rests_on[y], x))
			unit_set_add(&resting, y);
	}
	return resting;
}

static void give_up(struct conditions *c, unit_set orders)
{
	c->decided &= ~orders;
	c->provisional &= ~orders;
	c->follows &= ~orders;
	c->undecided |= orders;
}

/* Stores what was found for x, and updates the orders that rest on its success. */
static void store(struct conditions *c, int x, struct finding found)
{
	const unit_set resting = find_resting(c, x), others = found.rests_on & ~unit_set_one(x);
	const bool circular = unit_set_has(found.rests_on, x);
	const bool paradox = circular && (resting | unit_set_one(x)) & c->v->convoys;

	unit_set_remove(&c->under_way, x);
	if (!found.value || paradox || others & c->undecided)
		give_up(c, resting);
	if ((circular && !found.value) || paradox || others & c->undecided) {
		give_up(c, unit_set_one(x));
		return;
	}
	unit_set_add(&c->decided, x);
	if (found.value)
		unit_set_add(&c->follows, x);
	c->rests_on[x] = others;
	if (others)
		unit_set_add(&c->provisional, x);
	for (unit_set rest = resting & c->decided; rest; unit_set_drop(&rest)) {
		const int y = unit_set_first(rest);
		unit_set *rests_on = &c->rests_on[y];
		*rests_on = (*rests_on & ~unit_set_one(x)) | others;
		if (!*rests_on)
			unit_set_remove(&c->provisional, y);
	}
}

static struct finding follow(struct conditions *c, int x)
{
	struct finding found;

	if (!unit_set_has(c->under_way | c->decided | c->undecided, x)) {
		unit_set_add(&c->under_way, x);
		if (unit_set_has(c->v->moves, x))
			found = follow_move(c, x);
		else
			found = not_(unit_set_has(c->v->supports, x) ? under_attack(c, x) : dislodge(c, x));
		store(c, x, found);
	}
	return unit_set_has(c->decided, x)
	           ? (struct finding){unit_set_has(c->follows, x), c->rests_on[x]}
	           : (struct finding){true, unit_set_one(x)};
}

static void follow_all(struct conditions *c, unit_set orders)
{
	for (unit_set rest = orders; rest; unit_set_drop(&rest))
		follow(c, unit_set_first(rest));
}

/* Under the thesis a support against an own unit that stays fails (rule 12). */
static void fail_self_supports(struct conditions *c)
{
	const struct verified *v = c->v;

	for (unit_set rest = v->support_moves & v->valid; rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest), occupant = v->at[v->target[v->helps[s]]];
		if (occupant == NOBODY || v->power[occupant] != v->power[s] ||
		    unit_set_has(v->moves & c->follows, occupant))
			continue;
		unit_set_remove(&c->follows, s);
		if (!unit_set_has(v->moves & c->undecided, occupant))
			unit_set_remove(&c->undecided, s);
		else if (unit_set_has(c->decided, s))
			unit_set_add(&c->undecided, s);
	}
}

/* Which units are certainly dislodged, and which holds succeed. */
static void conclude(struct conditions *c, struct resolution *resolution)
{
	const struct verified *v = c->v;
	unit_set holds = c->scope & ~(v->moves | v->supports | v->convoys);

	memset(resolution->reached, 0, sizeof resolution->reached);
	resolution->dislodged =
		verify_find_occupants(v, v->moves & c->follows, ~(v->moves & (c->follows | c->undecided)));
	holds &= ~resolution->dislodged;
	c->undecided |= verify_find_occupants(v, v->moves & c->undecided, holds);
	resolution->follows = c->follows | (holds & ~c->undecided);
	resolution->undecided = c->undecided;
}

static void conditions_decide(struct variant variant, const struct board *board,
                              const struct verified *v, unit_set scope,
                              struct resolution *resolution)
{
	struct conditions c = {
		.map = variant.map, .law = variant.law, .board = board, .v = v, .scope = scope};
	c.decided = (v->supports & ~v->valid) | ~scope;
	follow_all(&c, v->convoys);
	follow_all(&c, v->moves);
	follow_all(&c, v->supports);
	if (variant.law->self_support == SELF_SUPPORT_FAILS)
		fail_self_supports(&c);
	conclude(&c, resolution);
}

const struct judge judge_conditions = {
	.name = "conditions",
	.about = "the thesis's first judge, by conditions; leaves paradoxes undecided",
	.decide = conditions_decide,
	.partial = true,
};
