/* why_moves: reasons of the orders of movement phases. See why.h. */
#include "strength.h"
#include "why_words.h"

static const struct judgement *judgement_of(const struct words *words)
{
	return &words->why->judgement;
}

static const char *code_of(const struct words *words, uint8_t place)
{
	return words->why->variant.map->loc[place].code;
}

static void add_support(struct words *words, unit_set supports)
{
	if (supports == 0)
		return;
	text_add(&words->text, "%swith support from ", words->text.used > 0 ? ", " : "");
	words_units(words, supports);
}

/* ── moves ── */

/* The strongest other move to the same place, or -1. */
static int find_rival(const struct judgement *j, int x)
{
	const struct verified *v = &j->verified;
	int rival = -1, most = 0;

	for (unit_set rest = v->into[v->target[x]] & ~unit_set_one(x); rest; unit_set_drop(&rest)) {
		const int y = unit_set_first(rest), strength = strength_prevent(j, y);
		if (strength > most) {
			most = strength;
			rival = y;
		}
	}
	return rival;
}

/* Nothing is written if no other unit was involved. */
static void tell_arrival(struct words *words, int x)
{
	const struct judgement *j = judgement_of(words);
	const struct verified *v = &j->verified;
	const int attack = strength_attack(j, x), occupant = v->at[v->target[x]];
	const int rival = find_rival(j, x);

	if (occupant >= 0 && unit_set_has(j->resolution.dislodged, occupant)) {
		text_add(&words->text, "dislodged ");
		words_unit(words, j->board->unit[occupant]);
		text_add(&words->text, ", %d against %d", attack, strength_stand(j, occupant, x));
	} else if (rival >= 0) {
		text_add(&words->text, "%d against %d of ", attack, strength_prevent(j, rival));
		words_order(words, rival);
	} else if (occupant >= 0) {
		words_unit(words, j->board->unit[occupant]);
		text_add(&words->text, " left");
	}
	add_support(words, strength_attackers(j, x));
	if (!unit_set_has(v->adjacent, x)) {
		text_add(&words->text, "%sconvoyed by ", words->text.used > 0 ? ", " : "");
		words_units(words, v->convoyers[x] & j->resolution.follows);
	}
}

/* Supports that would have counted against another power's unit. */
static void tell_idle_supports(struct words *words, int x, int obstacle)
{
	const struct judgement *j = judgement_of(words);
	unit_set idle = 0;

	for (unit_set rest = j->verified.supporters[x] & j->resolution.follows; rest;
	     unit_set_drop(&rest)) {
		const int s = unit_set_first(rest);
		if (j->verified.power[s] == j->verified.power[obstacle])
			unit_set_add(&idle, s);
	}
	if (idle == 0)
		return;
	text_add(&words->text, " (support of ");
	words_units(words, idle);
	text_add(&words->text, " does not count against a unit of its own power)");
}

/* The unit at its target that a move did not beat. */
static bool tell_stand(struct words *words, int x)
{
	const struct judgement *j = judgement_of(words);
	const struct verified *v = &j->verified;
	const int occupant = strength_obstacle(j, x);

	if (occupant < 0)
		return false;
	if (v->power[occupant] == v->power[x]) {
		words_unit(words, j->board->unit[occupant]);
		text_add(&words->text, " of its own power did not leave");
		return true;
	}
	const int attack = strength_attack(j, x), stand = strength_stand(j, occupant, x);
	if (attack > stand)
		return false;
	text_add(&words->text, "%d against %d of ", attack, stand);
	words_order(words, occupant);
	if (strength_head_to_head(j, x, occupant))
		text_add(&words->text, ", which came the opposite way");
	else if (unit_set_has(v->moves, occupant))
		text_add(&words->text, ", which did not leave");
	tell_idle_supports(words, x, occupant);
	return true;
}

static void tell_bounce(struct words *words, int x)
{
	const struct judgement *j = judgement_of(words);
	const int attack = strength_attack(j, x), rival = find_rival(j, x);
	const bool stood = tell_stand(words, x);
	const int own = j->verified.at[j->verified.target[x]];

	if (rival >= 0 && attack > 0 && strength_prevent(j, rival) >= attack) {
		text_add(&words->text, "%s%d against %d of ", stood ? "; " : "", attack,
		         strength_prevent(j, rival));
		words_order(words, rival);
	} else if (!stood && own != x) {
		text_add(&words->text, "it was part of a convoy paradox, in which moves fail");
	}
}

static void tell_lost_convoy(struct words *words, int x)
{
	const struct judgement *j = judgement_of(words);
	const unit_set lost = j->verified.convoyers[x] & j->resolution.dislodged;

	if (lost != 0) {
		words_units(words, lost);
		text_add(&words->text, unit_set_count(lost) > 1 ? " were dislodged" : " was dislodged");
	} else {
		text_add(&words->text, "the convoy was part of a paradox");
	}
}

static void tell_no_convoy(struct words *words, int x)
{
	const struct judgement *j = judgement_of(words);
	const unit_set fleets = j->verified.convoyers[x];

	if (fleets == 0) {
		text_add(&words->text, "no fleet convoyed it");
		return;
	}
	words_units(words, fleets);
	text_add(&words->text,
	         unit_set_count(fleets) > 1 ? " do not join %s and %s" : " does not join %s and %s",
	         code_of(words, j->verified.home[x]), code_of(words, j->verified.target[x]));
}

static void tell_unattainable(struct words *words, int x)
{
	const struct judgement *j = judgement_of(words);
	const struct order order = j->orders[x];

	if (j->verified.target[x] == j->verified.home[x])
		text_add(&words->text, "it stands there already");
	else
		words_cannot_go(words, order.type, order.from, order.to);
}

/* ── supports and convoys ── */

/* What the helped unit did with it. */
static void tell_use(struct words *words, int helper)
{
	const struct judgement *j = judgement_of(words);
	const struct verified *v = &j->verified;
	const int helped = v->helps[helper], there = v->at[v->target[helped]];
	const struct unit unit = j->board->unit[helped];

	if (!unit_set_has(v->moves, helped)) {
		const bool stood = !unit_set_has(j->resolution.dislodged, helped);
		text_add(&words->text, stood ? "" : "but ");
		words_unit(words, unit);
		text_add(&words->text, stood ? " stood" : " was dislodged");
		return;
	}
	const bool arrived = judge_has_left(j, helped);
	text_add(&words->text, arrived ? "" : "but ");
	words_unit(words, unit);
	text_add(&words->text, " %s %s", arrived ? "reached" : "did not reach",
	         code_of(words, v->target[helped]));
	if (!arrived && there >= 0 && unit_set_has(v->supports, helper) && !judge_has_left(j, there) &&
	    v->power[there] == v->power[helper]) {
		text_add(&words->text, ": it does not count against ");
		words_unit(words, j->board->unit[there]);
		text_add(&words->text, " of its own power");
	}
}

/* Why a support or convoy matches no order. */
static void tell_void(struct words *words, int helper)
{
	const struct judgement *j = judgement_of(words);
	const struct map *map = j->variant.map;
	const struct order order = j->orders[helper];
	const struct unit unit = j->board->unit[helper];
	const bool convoys = order.kind == ORDER_CONVOY;
	const int helped = j->verified.at[map->loc[order.aux].province];

	if (convoys && map->loc[unit.loc].terrain != WATER)
		text_add(&words->text, "only fleets at sea convoy");
	else if (helped == helper)
		text_add(&words->text, "a unit cannot help itself");
	else if (helped < 0)
		text_add(&words->text, "no unit stands in %s", code_of(words, order.aux));
	else if (j->board->unit[helped].loc != order.aux ||
	         j->board->unit[helped].type != order.aux_type) {
		text_add(&words->text, "in %s stands ", code_of(words, map->loc[order.aux].province));
		words_unit(words, j->board->unit[helped]);
	} else if (order.kind == ORDER_SUPPORT_HOLD
	               ? unit_set_has(j->verified.moves, helped)
	               : !unit_set_has(j->verified.moves, helped) || j->orders[helped].to != order.to) {
		text_add(&words->text, "the order was ");
		words_order(words, helped);
	} else if (!convoys) {
		words_cannot_go(words, unit.type, unit.loc, j->verified.target[helped]);
	}
}

static void tell_cut(struct words *words, int support)
{
	const unit_set cutters = strength_cutters(judgement_of(words), support);

	if (cutters == 0)
		return;
	text_add(&words->text, "by ");
	for (unit_set rest = cutters; rest; unit_set_drop(&rest)) {
		words_order(words, unit_set_first(rest));
		text_add(&words->text, rest & (rest - 1) ? " and " : "");
	}
}

/* A support against a unit of its own power. */
static void tell_self(struct words *words, int support)
{
	const struct judgement *j = judgement_of(words);
	const struct verified *v = &j->verified;

	if (j->variant.law->self_support == SELF_SUPPORT_IDLE && strength_cutters(j, support) != 0) {
		text_add(&words->text, "cut ");
		tell_cut(words, support);
		return;
	}
	words_unit(words, j->board->unit[v->at[v->target[v->helps[support]]]]);
	text_add(&words->text, " stayed");
}

static void tell_paradox(struct words *words, int helper)
{
	(void)helper;
	text_add(&words->text, "it was part of a convoy paradox");
}

/* ── holds, and units that were dislodged ── */

/* The strongest attack of another power on a unit. */
static void tell_hold(struct words *words, int unit)
{
	const struct judgement *j = judgement_of(words);
	const struct verified *v = &j->verified;
	int attacker = -1, most = 0;

	for (unit_set rest = v->into[v->home[unit]]; rest; unit_set_drop(&rest)) {
		const int x = unit_set_first(rest), attack = strength_attack(j, x);
		if (v->power[x] != v->power[unit] && attack > most) {
			most = attack;
			attacker = x;
		}
	}
	if (attacker < 0 || unit_set_has(j->resolution.dislodged, unit))
		return;
	const int stand = strength_stand(j, unit, attacker);
	if (most > stand) {
		text_add(&words->text, "several attacked it, and none came in");
		return;
	}
	text_add(&words->text, "%d against %d of ", stand, most);
	words_order(words, attacker);
	add_support(words, v->supporters[unit] & j->resolution.follows);
}

void why_dislodged(struct words *words, int unit)
{
	const struct judgement *j = judgement_of(words);
	const int attacker = judge_find_dislodger(j, unit);

	if (attacker < 0)
		return;
	text_add(&words->text, "by ");
	words_order(words, attacker);
	text_add(&words->text, ", %d against %d", strength_attack(j, attacker),
	         strength_stand(j, unit, attacker));
	add_support(words, strength_attackers(j, attacker));
}

/* By result. NULL: there is no reason to give. */
typedef void tell_result(struct words *words, int unit);
static tell_result *const tell_move[RESULTS] = {
	[RESULT_SUCCEEDS] = tell_arrival,          [RESULT_BOUNCED] = tell_bounce,
	[RESULT_UNATTAINABLE] = tell_unattainable, [RESULT_NO_CONVOY] = tell_no_convoy,
	[RESULT_DISRUPTED] = tell_lost_convoy,
};
static tell_result *const tell_help[RESULTS] = {
	[RESULT_SUCCEEDS] = tell_use, [RESULT_VOID] = tell_void,         [RESULT_CUT] = tell_cut,
	[RESULT_SELF] = tell_self,    [RESULT_DISRUPTED] = tell_paradox,
};

void why_moved(struct words *words, int unit)
{
	const struct verified *v = &judgement_of(words)->verified;
	const enum result result = words->why->record->results[unit];
	tell_result *tell = tell_hold;

	if (unit_set_has(v->moves, unit))
		tell = tell_move[result];
	else if (unit_set_has(v->supports | v->convoys, unit))
		tell = tell_help[result];
	if (tell)
		tell(words, unit);
}
