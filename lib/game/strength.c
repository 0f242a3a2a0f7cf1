/* strength: see strength.h. */
#include "strength.h"

bool strength_head_to_head(const struct judgement *judgement, int x, int y)
{
	const struct verified *v = &judgement->verified;
	const unit_set overland = v->moves & v->adjacent;

	return unit_set_has(overland, x) && unit_set_has(overland, y) && v->target[x] == v->home[y] &&
	       v->target[y] == v->home[x] && !judge_is_carried(judgement, x, v->convoyers[x]) &&
	       !judge_is_carried(judgement, y, v->convoyers[y]);
}

int strength_obstacle(const struct judgement *judgement, int x)
{
	const int occupant = judgement->verified.at[judgement->verified.target[x]];
	const bool stands = occupant >= 0 && (!judge_has_left(judgement, occupant) ||
	                                      strength_head_to_head(judgement, x, occupant));

	return stands ? occupant : -1;
}

/* Whether a support succeeded, or failed only because it was against a unit of its own power. */
static bool counts(const struct judgement *j, int s)
{
	const struct verified *v = &j->verified;

	return unit_set_has(j->resolution.follows, s) ||
	       (j->variant.law->self_support == SELF_SUPPORT_FAILS &&
	        !unit_set_has(j->resolution.dislodged, s) && unit_set_has(v->support_moves, s) &&
	        strength_cutters(j, s) == 0);
}

static unit_set find_supports(const struct judgement *j, int x, uint8_t except)
{
	unit_set found = 0;

	for (unit_set rest = j->verified.supporters[x]; rest; unit_set_drop(&rest)) {
		const int s = unit_set_first(rest);
		if (j->verified.power[s] != except && counts(j, s))
			unit_set_add(&found, s);
	}
	return found;
}

unit_set strength_attackers(const struct judgement *judgement, int x)
{
	const int obstacle = strength_obstacle(judgement, x);

	return find_supports(judgement, x,
	                     obstacle < 0 ? POWER_NONE : judgement->verified.power[obstacle]);
}

int strength_attack(const struct judgement *judgement, int x)
{
	const int obstacle = strength_obstacle(judgement, x);

	if (!judge_has_arrived(judgement, x) ||
	    (obstacle >= 0 && judgement->verified.power[obstacle] == judgement->verified.power[x]))
		return 0;
	return 1 + unit_set_count(strength_attackers(judgement, x));
}

int strength_prevent(const struct judgement *judgement, int x)
{
	const struct verified *v = &judgement->verified;
	const int opponent = v->at[v->target[x]];

	if (!judge_has_arrived(judgement, x))
		return 0;
	if (opponent >= 0 && judge_has_left(judgement, opponent) && v->target[opponent] == v->home[x] &&
	    (judgement->variant.law->victim == VICTIM_BOUNCES
	         ? strength_head_to_head(judgement, x, opponent)
	         : !judge_has_left(judgement, x)))
		return 0;
	return 1 + unit_set_count(find_supports(judgement, x, POWER_NONE));
}

int strength_stand(const struct judgement *judgement, int unit, int against)
{
	const bool moves = unit_set_has(judgement->verified.moves, unit);

	if (moves && !strength_head_to_head(judgement, against, unit))
		return !judge_has_left(judgement, unit);
	return 1 + unit_set_count(find_supports(judgement, unit, POWER_NONE));
}

/* Whether a move cuts a support (5.B.2). A move from the province that the support is directed
 * against cuts it only by dislodging its unit; then the unit's result is RESULT_DISLODGED. */
static bool cuts(const struct judgement *j, int y, int s)
{
	const struct law *law = j->variant.law;
	const struct verified *v = &j->verified;
	const bool against = unit_set_has(v->support_moves, s) &&
	                     v->home[y] == v->target[v->helps[s]] &&
	                     (law->self_cut == SELF_CUT_NO || unit_set_has(v->adjacent, y));

	if (v->power[y] == v->power[s])
		return false;
	if (against || unit_set_has(v->adjacent, y))
		return !against || judge_has_left(j, y);
	return judge_is_carried(j, y, verify_cutting_fleets(law, v, s, y));
}

unit_set strength_cutters(const struct judgement *judgement, int support)
{
	const struct verified *v = &judgement->verified;
	unit_set found = 0;

	if (!unit_set_has(v->valid & v->supports, support))
		return 0;
	for (unit_set rest = v->into[v->home[support]]; rest; unit_set_drop(&rest)) {
		const int y = unit_set_first(rest);
		if (cuts(judgement, y, support))
			unit_set_add(&found, y);
	}
	return found;
}
