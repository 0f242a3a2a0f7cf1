/* saved_result: see saved_result.h. */
#include "saved_result.h"

#include "game/strength.h"
#include "game/why.h"

#include <stdio.h>
#include <string.h>

enum { FLEETS_TRIED_MAX = 10 };

const char *const saved_words[SAVED_WORDS] = {
	[SAVED_NO_CONVOY] = "no convoy", [SAVED_BOUNCE] = "bounce",
	[SAVED_VOID] = "void",           [SAVED_CUT] = "cut",
	[SAVED_DISLODGED] = "dislodged", [SAVED_DISRUPTED] = "disrupted",
	[SAVED_DISBAND] = "disband",     [SAVED_DONE] = "",
};

enum saved_word saved_words_find(const char *text, size_t length)
{
	int word = 0;
	while (word < SAVED_WORDS &&
	       (strlen(saved_words[word]) != length || memcmp(saved_words[word], text, length) != 0))
		word++;
	return (enum saved_word)word;
}

bool saved_result_equal(const struct saved_result *a, const struct saved_result *b)
{
	unsigned in_a = 0, in_b = 0;
	for (int i = 0; i < a->count; i++)
		in_a |= 1u << a->word[i];
	for (int i = 0; i < b->count; i++)
		in_b |= 1u << b->word[i];
	return in_a == in_b;
}

char *saved_result_print(const struct saved_result *result, char text[SAVED_RESULT_TEXT_SIZE])
{
	struct text out = {text, SAVED_RESULT_TEXT_SIZE, 0};
	if (result->count == 0)
		text_add(&out, "success");
	for (int i = 0; i < result->count; i++)
		text_add(&out, "%s%s", i > 0 ? ", " : "",
		         result->word[i] == SAVED_DONE ? "done" : saved_words[result->word[i]]);
	return text;
}

static void add_word(struct saved_result *result, enum saved_word word)
{
	if (result->count < SAVED_WORDS_MAX)
		result->word[result->count++] = (uint8_t)word;
}

static struct saved_result *add_row(struct saved_results *results, struct unit unit)
{
	struct saved_result *result = &results->result[results->count];
	results->unit[results->count++] = unit;
	result->count = 0;
	return result;
}

/* ── convoys ── */

/* A resolved phase whose results are wanted. */
struct asked {
	const struct judgement *judgement;
	const struct phase_record *record;
};

static const struct order *order_of(const struct asked *asked, int u)
{
	return &asked->record->orders.order[u];
}

/* The fleets ordered to convoy a move. */
static unit_set find_fleets(const struct asked *asked, int mover)
{
	const struct map *map = asked->judgement->variant.map;
	const struct order move = *order_of(asked, mover);
	unit_set found = 0;
	for (int u = 0; u < asked->record->board.unit_count; u++) {
		const struct order *order = order_of(asked, u);
		if (order->kind == ORDER_CONVOY && order->aux == move.from && order->aux_type == ARMY &&
		    map->loc[order->to].province == map->loc[move.to].province)
			unit_set_add(&found, u);
	}
	return found;
}

static bool joins(const struct asked *asked, int mover, unit_set fleets)
{
	const struct judgement *j = asked->judgement;
	return verify_route(j->variant.map, j->board, fleets, j->verified.home[mover],
	                    j->verified.target[mover]);
}

/* Whether a set of fleets is a route, and no fleet of it can be removed. */
static bool is_least_route(const struct asked *asked, int mover, unit_set fleets)
{
	if (!joins(asked, mover, fleets))
		return false;
	for (unit_set rest = fleets; rest; unit_set_drop(&rest))
		if (joins(asked, mover, fleets & ~unit_set_one(unit_set_first(rest))))
			return false;
	return true;
}

/* The fleets of a set that belong to some minimal route. The package considers minimal routes
 * only. */
static unit_set find_useful(const struct asked *asked, int mover, unit_set fleets)
{
	int fleet[UNITS_MAX], count = 0;
	unit_set useful = 0;
	for (unit_set rest = fleets; rest; unit_set_drop(&rest))
		fleet[count++] = unit_set_first(rest);
	if (count > FLEETS_TRIED_MAX)
		return fleets;
	for (unsigned bits = 1; bits < 1u << count; bits++) {
		unit_set some = 0;
		for (int i = 0; i < count; i++)
			some |= unit_set_if(bits >> i & 1, fleet[i]);
		if ((some & ~useful) != 0 && is_least_route(asked, mover, some))
			useful |= some;
	}
	return useful;
}

/* The fleets by which the package would convoy a move; empty: it moves overland, or not at all. To
 * a neighbour it moves by sea only if it says VIA, or if a fleet of its own power convoys it. */
static unit_set find_convoy(const struct asked *asked, int mover)
{
	const struct judgement *j = asked->judgement;
	const struct order move = *order_of(asked, mover);
	if (move.type != ARMY)
		return 0;
	const unit_set useful = find_useful(asked, mover, find_fleets(asked, mover));
	bool own = false;
	for (unit_set rest = useful; rest; unit_set_drop(&rest))
		own |= j->verified.power[unit_set_first(rest)] == j->verified.power[mover];
	return own || move.via ||
	               !map_reaches(j->variant.map, ARMY, move.from, j->verified.target[mover])
	           ? useful
	           : 0;
}

/* ── movement phases ── */

static void find_move(const struct asked *asked, int u, struct saved_result *result)
{
	const enum result own = asked->record->results[u];

	if (own == RESULT_BOUNCED)
		add_word(result, SAVED_BOUNCE);
	else if (own == RESULT_NO_CONVOY || own == RESULT_UNATTAINABLE || own == RESULT_DISRUPTED)
		add_word(result, SAVED_NO_CONVOY);
}

/* The result of a convoying fleet whose army moves elsewhere or not at all, or that no route
 * needs. */
static void find_fleet(const struct asked *asked, int u, struct saved_result *result)
{
	const struct judgement *j = asked->judgement;
	const int mover = j->verified.helps[u];
	if (mover < 0) {
		add_word(result, SAVED_VOID);
	} else if (!unit_set_has(find_convoy(asked, mover), u)) {
		add_word(result, SAVED_NO_CONVOY);
		add_word(result, SAVED_VOID);
	} else if (asked->record->results[u] == RESULT_DISRUPTED) {
		add_word(result, SAVED_DISRUPTED);
	} else if (asked->record->results[mover] == RESULT_DISRUPTED &&
	           !unit_set_has(asked->record->dislodged, u)) {
		add_word(result, SAVED_NO_CONVOY);
	}
}

/* Whether a move has more support than anything else at its target, including supports by the
 * occupant's power. */
static bool is_strongest(const struct judgement *j, int mover, int occupant)
{
	const struct verified *v = &j->verified;
	const int strength = strength_prevent(j, mover);
	if (strength <= strength_stand(j, occupant, mover))
		return false;
	for (unit_set rest = v->into[v->target[mover]] & ~unit_set_one(mover); rest;
	     unit_set_drop(&rest))
		if (strength_prevent(j, unit_set_first(rest)) >= strength)
			return false;
	return true;
}

/* Whether a support is against a unit of its own power, and either succeeds or fails only for this
 * reason. The package calls it void if it could have mattered: the unit was dislodged by others, or
 * stays because of this; and always if both units move against each other. Moves with VIA are
 * exempt. */
static bool is_against_own(const struct asked *asked, int s)
{
	const struct judgement *j = asked->judgement;
	const struct verified *v = &j->verified;
	const int mover = v->helps[s];
	const int occupant = mover >= 0 ? v->at[v->target[mover]] : -1;
	if (!unit_set_has(v->support_moves, s) || occupant < 0 || v->power[occupant] != v->power[s] ||
	    order_of(asked, mover)->via)
		return false;
	if (asked->record->results[mover] == RESULT_SUCCEEDS)
		return unit_set_has(asked->record->dislodged, occupant);
	if (strength_head_to_head(j, mover, occupant))
		return true;
	return !unit_set_has(v->moves & j->resolution.follows, occupant) &&
	       is_strongest(j, mover, occupant);
}

static void find_support(const struct asked *asked, int u, struct saved_result *result)
{
	const struct judgement *j = asked->judgement;
	const int helped = j->verified.helps[u];
	const enum result own = asked->record->results[u];
	const enum result other = helped >= 0 ? asked->record->results[helped] : RESULT_SUCCEEDS;
	if (helped < 0 || own == RESULT_VOID || other == RESULT_NO_CONVOY ||
	    other == RESULT_UNATTAINABLE)
		add_word(result, SAVED_VOID);
	else if (own == RESULT_CUT || own == RESULT_DISLODGED ||
	         (own == RESULT_SELF && strength_cutters(j, u) != 0))
		add_word(result, SAVED_CUT);
	else if (other == RESULT_DISRUPTED && order_of(asked, u)->kind == ORDER_SUPPORT_MOVE)
		add_word(result, SAVED_NO_CONVOY);
	else if (is_against_own(asked, u))
		add_word(result, SAVED_VOID);
}

static void find_moved(const struct asked *asked, unit_set void_units,
                       struct saved_results *results)
{
	const struct board *board = &asked->record->board;
	for (int u = 0; u < board->unit_count; u++) {
		struct saved_result *result = add_row(results, board->unit[u]);
		const enum order_kind kind = order_of(asked, u)->kind;
		if (unit_set_has(void_units, u))
			add_word(result, SAVED_VOID);
		else if (kind == ORDER_MOVE)
			find_move(asked, u, result);
		else if (kind == ORDER_CONVOY)
			find_fleet(asked, u, result);
		else if (kind == ORDER_SUPPORT_HOLD || kind == ORDER_SUPPORT_MOVE)
			find_support(asked, u, result);
		if (unit_set_has(asked->record->dislodged, u))
			add_word(result, SAVED_DISLODGED);
	}
}

/* ── retreats and winters ── */

static void find_retreated(const struct phase_record *record, struct saved_results *results)
{
	for (int i = 0; i < record->board.retreat_count; i++) {
		struct saved_result *result = add_row(results, record->board.retreat[i].unit);
		const bool retreats = record->orders.order[i].kind == ORDER_RETREAT;
		if (retreats && record->results[i] == RESULT_SUCCEEDS)
			continue;
		if (record->results[i] == RESULT_BOUNCED)
			add_word(result, SAVED_BOUNCE);
		else if (retreats)
			add_word(result, SAVED_VOID);
		add_word(result, SAVED_DISBAND);
	}
}

/* The adjustments that a power ordered, and its removals by civil disorder. */
static void find_adjusted_of(const struct phase_record *record, uint8_t power,
                             struct saved_results *results)
{
	for (int i = 0; i < record->orders.count; i++) {
		const struct order order = record->orders.order[i];
		if (order.kind == ORDER_WAIVE || record->orders.power[i] != power)
			continue;
		struct saved_result *result =
			add_row(results, (struct unit){power, order.type, order.from});
		add_word(result, record->results[i] == RESULT_SUCCEEDS ? SAVED_DONE : SAVED_VOID);
	}
}

/* Power by power, because only our records have removals by civil disorder last. */
static void find_adjusted(const struct phase_record *record, const struct board *vanished,
                          struct saved_results *results)
{
	for (uint8_t power = 0; power < POWERS_MAX; power++)
		find_adjusted_of(record, power, results);
	for (int i = 0; vanished != NULL && i < vanished->retreat_count; i++) {
		const struct unit unit = vanished->retreat[i].unit;
		const int at = saved_results_at(results, unit);
		add_word(at >= 0 ? &results->result[at] : add_row(results, unit), SAVED_DISBAND);
	}
}

bool saved_results_find(struct variant variant, const struct phase_record *record,
                        unit_set void_units, const struct board *vanished,
                        struct saved_results *results)
{
	struct why why;
	results->count = 0;
	if (phase_is_movement(record->board.phase)) {
		if (!why_open(&why, variant, record))
			return false;
		find_moved(&(struct asked){&why.judgement, record}, void_units, results);
	} else if (phase_is_winter(record->board.phase)) {
		find_adjusted(record, vanished, results);
	} else {
		find_retreated(record, results);
	}
	return true;
}

int saved_results_at(const struct saved_results *results, struct unit unit)
{
	for (int i = 0; i < results->count; i++)
		if (results->unit[i].type == unit.type && results->unit[i].loc == unit.loc)
			return i;
	return -1;
}
