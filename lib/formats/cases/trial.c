/* trial: see trial.h. */
#include "trial.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const trial_outcome_names[TRIAL_OUTCOMES] = {
	[TRIAL_PASSED] = "passed",
	[TRIAL_FAILED] = "failed",
	[TRIAL_SKIPPED] = "skipped",
};

/* The rule set of a profile. */
static const char *const profile_rules[PROFILES] = {
	[PROFILE_ANY] = "standard",
	[PROFILE_THESIS] = "thesis",
	[PROFILE_DATC] = "standard",
	[PROFILE_DATC3] = "datc3",
};

/* Adds to a text, after a semicolon if the text is not empty. What does not fit is dropped. */
__attribute__((format(printf, 2, 3), cold)) static void say(char text[CASE_TEXT_SIZE],
                                                            const char *format, ...)
{
	size_t length = strlen(text);
	if (length > 0)
		length += (size_t)snprintf(text + length, CASE_TEXT_SIZE - length, "; ");
	if (length >= CASE_TEXT_SIZE)
		return;
	va_list args;
	va_start(args, format);
	vsnprintf(text + length, CASE_TEXT_SIZE - length, format, args);
	va_end(args);
}

/* A phase that was played. */
struct played {
	struct variant variant;
	const struct case_phase *phase;
	struct order orders[UNITS_MAX]; /* one per unit; in a retreat phase, one per dislodged unit */
	enum result results[CASE_ORDERS_MAX]; /* of the case's orders */
	struct judgement judgement;           /* of a movement phase; else its resolution is empty */
	struct board after;
	struct board awaiting; /* the board with its retreats: after moves, or before retreats. Valid if
	                          the case gives options */
	int disbanded_count;
	struct unit disbanded[UNITS_MAX];
};

/* The unit that an order of a movement phase is for. */
static int find_ordered(const struct played *played, int i)
{
	return board_find(played->variant.map, &played->phase->before,
	                  played->variant.map->loc[played->phase->orders[i].order.from].province);
}

static void play_moves(const struct judge *judge, struct played *played)
{
	const struct case_phase *phase = played->phase;
	const struct resolution *resolution = &played->judgement.resolution;
	enum verdict verdicts[CASE_ORDERS_MAX];
	enum result results[UNITS_MAX];
	submission_verify(played->variant, &phase->before, phase->orders, phase->order_count,
	                  played->orders, verdicts);
	judge_resolve(judge, played->variant, &phase->before, played->orders, &played->judgement);
	judge_explain(&played->judgement, results);
	for (int i = 0; i < phase->order_count; i++) {
		const int u = verdicts[i] == VERDICT_LEGAL ? find_ordered(played, i) : -1;
		if (u < 0)
			played->results[i] = RESULT_ILLEGAL;
		else
			played->results[i] =
				unit_set_has(resolution->follows, u) ? RESULT_SUCCEEDS : results[u];
	}
	judge_move_units(&played->judgement, &played->after);
	if (phase->options_count == 0)
		return;
	played->awaiting = played->after;
	retreat_begin(&played->judgement, &played->awaiting);
}

void trial_board(struct variant variant, const struct case_phase *phase, struct board *board)
{
	*board = phase->before;
	for (int i = 0; i < board->retreat_count; i++)
		if (variant.law->origin == ORIGIN_OPEN &&
		    place_set_has(&phase->convoyed, variant.map->loc[board->retreat[i].unit.loc].province))
			board->retreat[i].barred = LOC_NONE;
}

static void play_retreats(struct played *played)
{
	const struct map *map = played->variant.map;
	const struct case_phase *phase = played->phase;
	struct board *board = &played->awaiting;
	enum verdict verdicts[CASE_ORDERS_MAX];
	enum result results[RETREATS_MAX];
	trial_board(played->variant, phase, board);
	retreat_verify(played->variant, board, phase->orders, phase->order_count, played->orders,
	               verdicts);
	retreat_resolve(map, board, played->orders, results, &played->after);
	for (int i = 0; i < phase->order_count; i++) {
		if (verdicts[i] != VERDICT_LEGAL) {
			played->results[i] = RESULT_ILLEGAL;
			continue;
		}
		played->results[i] =
			results[board_find_retreat(map, board, map->loc[phase->orders[i].order.from].province)];
	}
	for (int i = 0; i < board->retreat_count; i++)
		if (results[i] != RESULT_SUCCEEDS || played->orders[i].kind == ORDER_DISBAND)
			played->disbanded[played->disbanded_count++] = board->retreat[i].unit;
}

static void play_adjustments(struct played *played)
{
	const struct map *map = played->variant.map;
	const struct case_phase *phase = played->phase;
	struct submission removals[ADJUSTMENTS_MAX];
	build_resolve(played->variant, &phase->before, phase->orders, phase->order_count,
	              played->results, &played->after);
	disorder_remove(played->variant, &phase->before, removals, &played->after);
	for (int u = 0; u < phase->before.unit_count; u++)
		if (board_find(map, &played->after, map->loc[phase->before.unit[u].loc].province) < 0)
			played->disbanded[played->disbanded_count++] = phase->before.unit[u];
}

static void play(struct variant variant, const struct judge *judge, const struct case_phase *phase,
                 struct played *played)
{
	played->variant = variant;
	played->phase = phase;
	played->judgement.resolution = (struct resolution){.stage = STAGE_NONE};
	played->disbanded_count = 0;
	if (phase_is_movement(phase->before.phase))
		play_moves(judge, played);
	else if (!phase_is_winter(phase->before.phase))
		play_retreats(played);
	else
		play_adjustments(played);
}

static const char *code_of(const struct played *played, uint8_t loc)
{
	return played->variant.map->loc[loc].code;
}

static void compare_orders(const struct played *played, char text[CASE_TEXT_SIZE])
{
	const struct case_phase *phase = played->phase;
	for (int i = 0; i < phase->order_count; i++) {
		bool succeeds = played->results[i] == RESULT_SUCCEEDS;
		if (phase->expected[i] == EXPECT_ANY ||
		    succeeds == (phase->expected[i] == EXPECT_SUCCEEDS) ||
		    played->results[i] == RESULT_UNDECIDED)
			continue;
		char order[ORDER_TEXT_SIZE];
		say(text, "%s %s is '%s', should %s", played->variant.map->power[phase->orders[i].power],
		    order_print(played->variant.map, phase->orders[i].order, order),
		    result_names[played->results[i]],
		    phase->expected[i] == EXPECT_SUCCEEDS ? "succeed" : "fail");
	}
}

static void say_of_unit(const struct played *played, struct unit unit, const char *matter,
                        char text[CASE_TEXT_SIZE])
{
	say(text, "%s %c %s %s", played->variant.map->power[unit.power], "AF"[unit.type],
	    code_of(played, unit.loc), matter);
}

struct unit_list {
	const struct unit *units;
	int count;
};

/* Writes `matter` for each unit that is in the first list and not in the second. */
static void compare_units(const struct played *played, struct unit_list some,
                          struct unit_list others, const char *matter, char text[CASE_TEXT_SIZE])
{
	for (int i = 0; i < some.count; i++) {
		int j = 0;
		while (j < others.count && !unit_equal(some.units[i], others.units[j]))
			j++;
		if (j == others.count)
			say_of_unit(played, some.units[i], matter, text);
	}
}

static void compare_after(const struct played *played, char text[CASE_TEXT_SIZE])
{
	const struct unit_list after = {played->after.unit, played->after.unit_count},
						   expected = {played->phase->after.unit, played->phase->after.unit_count};
	compare_units(played, after, expected, "stands after the phase, should not", text);
	compare_units(played, expected, after, "should stand after the phase", text);
}

static void compare_disbanded(const struct played *played, char text[CASE_TEXT_SIZE])
{
	const struct unit_list disbanded = {played->disbanded, played->disbanded_count},
						   expected = {played->phase->disbanded, played->phase->disbanded_count};
	compare_units(played, disbanded, expected, "is disbanded, should not be", text);
	compare_units(played, expected, disbanded, "should be disbanded", text);
}

/* The dislodging of a unit that the case expects, or NULL. */
static const struct case_dislodging *find_dislodging(const struct case_phase *phase,
                                                     struct unit unit)
{
	for (int i = 0; i < phase->dislodged_count; i++)
		if (unit_equal(phase->dislodged[i].unit, unit))
			return &phase->dislodged[i];
	return NULL;
}

static void compare_dislodged(const struct played *played, char text[CASE_TEXT_SIZE])
{
	const struct board *board = &played->phase->before;
	int met = 0;
	for (unit_set rest = played->judgement.resolution.dislodged; rest; unit_set_drop(&rest)) {
		int u = unit_set_first(rest);
		const struct case_dislodging *expected = find_dislodging(played->phase, board->unit[u]);
		int attacker = judge_find_dislodger(&played->judgement, u);
		uint8_t from =
			attacker < 0 ? LOC_NONE : played->variant.map->loc[board->unit[attacker].loc].province;
		const char *where = attacker < 0 ? "nowhere" : code_of(played, from);
		if (expected == NULL)
			say(text, "the unit in %s is dislodged from %s, should not be",
			    code_of(played, board->unit[u].loc), where);
		else if (expected->from != LOC_NONE && expected->from != from)
			say(text, "the unit in %s is dislodged from %s, should be from %s",
			    code_of(played, board->unit[u].loc), where, code_of(played, expected->from));
		met += expected != NULL;
	}
	if (met < played->phase->dislodged_count)
		say(text, "%d units should be dislodged that are not",
		    played->phase->dislodged_count - met);
}

static void compare_contested(const struct played *played, char text[CASE_TEXT_SIZE])
{
	const struct map *map = played->variant.map;
	const struct place_set *expected = &played->phase->contested;
	const struct place_set contested = judge_find_contested(&played->judgement);
	for (uint8_t p = 0; p < map->province_count; p++)
		if (place_set_has(&contested, p) != place_set_has(expected, p))
			say(text, "%s %s", code_of(played, p),
			    place_set_has(expected, p) ? "should be contested" : "is contested, should not be");
}

static void compare_options(const struct played *played, char text[CASE_TEXT_SIZE])
{
	const struct board *board = &played->awaiting;
	for (int n = 0; n < played->phase->options_count; n++) {
		const struct case_options *expected = &played->phase->options[n];
		int i = board_find_retreat(played->variant.map, board,
		                           played->variant.map->loc[expected->unit.loc].province);
		if (i < 0 || !unit_equal(board->retreat[i].unit, expected->unit)) {
			say_of_unit(played, expected->unit, "should have to retreat", text);
			continue;
		}
		const struct place_set open = retreat_places(played->variant.map, board, i);
		for (int loc = 0; loc < played->variant.map->loc_count; loc++)
			if (place_set_has(&open, (unsigned)loc) !=
			    place_set_has(&expected->open, (unsigned)loc))
				say(text, "%s %s open to the unit dislodged in %s", code_of(played, (uint8_t)loc),
				    place_set_has(&open, (unsigned)loc) ? "should not be" : "should be",
				    code_of(played, expected->unit.loc));
	}
}

static void compare(const struct played *played, char text[CASE_TEXT_SIZE])
{
	compare_orders(played, text);
	if (played->judgement.resolution.undecided != 0)
		return; /* the orders are undecided, so their consequences are, too */
	compare_after(played, text);
	if (phase_is_movement(played->phase->before.phase)) {
		compare_dislodged(played, text);
		compare_contested(played, text);
	} else {
		compare_disbanded(played, text);
	}
	if (!phase_is_winter(played->phase->before.phase))
		compare_options(played, text);
}

const struct rules *trial_rules(const struct rules *rules, const struct test_case *c)
{
	return rules != NULL ? rules : rules_find(profile_rules[c->profile]);
}

bool trial_orders(struct variant variant, const struct case_phase *phase,
                  struct order orders[UNITS_MAX])
{
	enum verdict verdicts[CASE_ORDERS_MAX];
	if (!phase_is_movement(phase->before.phase))
		return false;
	submission_verify(variant, &phase->before, phase->orders, phase->order_count, orders, verdicts);
	return true;
}

static void skip(struct trial_report *report, const char *why)
{
	report->outcome = TRIAL_SKIPPED;
	say(report->text, "%s", why);
}

void trial_run(const struct map *map, const struct judge *judge, const struct rules *rules,
               const struct test_case *c, struct trial_report *report)
{
	*report = (struct trial_report){.outcome = TRIAL_PASSED};
	if (c->doubt) {
		skip(report, "marked doubt");
		return;
	}
	rules = trial_rules(rules, c);
	if (rules == NULL) {
		skip(report, "its rule set is not known here");
		return;
	}
	bool undecided = false;
	for (const struct case_phase *phase = c->phases; phase < c->phases + c->phase_count; phase++) {
		struct played played;
		play(rules_variant(rules, map), judge, phase, &played);
		compare(&played, report->text);
		undecided |= played.judgement.resolution.undecided != 0;
		if (played.judgement.resolution.stage > report->stage)
			report->stage = played.judgement.resolution.stage;
	}
	if (report->text[0] != '\0')
		report->outcome = TRIAL_FAILED;
	else if (undecided)
		skip(report, "undecided");
}

uint8_t cases_stage(const struct test_case *c)
{
	return c->literal_stage != STAGE_NONE ? c->literal_stage : c->stage;
}

char *trial_compare_reasons(const struct map *map, const struct judge *judge,
                            const struct rules *rules, const struct test_case *c,
                            char text[CASE_TEXT_SIZE])
{
	text[0] = '\0';
	rules = trial_rules(rules, c);
	for (const struct case_phase *phase = c->phases;
	     rules != NULL && phase < c->phases + c->phase_count; phase++) {
		struct played played;
		play(rules_variant(rules, map), judge, phase, &played);
		for (int i = 0; i < phase->order_count; i++) {
			const char *reason =
				phase->reason[i] == RESULTS ? NULL : result_names[phase->reason[i]];
			if (reason == NULL || strcmp(reason, result_names[played.results[i]]) == 0)
				continue;
			char order[ORDER_TEXT_SIZE];
			say(text, "%s is '%s', given as '%s'", order_print(map, phase->orders[i].order, order),
			    result_names[played.results[i]], reason);
		}
	}
	return text;
}
