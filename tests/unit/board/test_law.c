/* The options of a rule set by name, and what each value does. For any two values of an option
 * there is a small position where they differ. */
#include "game/disorder.h"
#include "game/game.h"
#include "law_names.h"
#include "suite.h"

enum { SUBMITTED_MAX = 12, OUTCOME_SIZE = 400 };

struct row {
	const char *option;
	enum phase_kind phase;
	const char *units, *place; /* place: centres "ber kie GER"; or who is dislodged from where, and
	                              by whom "GER A mun bur" */
	const char *orders;
	const char *outcomes[LAW_VALUES_MAX]; /* by value; NULL: the same as for the value before */
};

static const struct row rows[] = {
#include "law_moves.def"
#include "law_orders.def"
};

/* ── playing a row ── */

/* Prints "sff: FRA A bur, GER F kie": which orders succeed, and who stands where. */
static void say_board(const bool succeeds[], int count, const struct board *board,
                      char outcome[OUTCOME_SIZE])
{
	const struct map *map = suite_map();
	for (int i = 0; i < count; i++)
		*outcome++ = succeeds[i] ? 's' : 'f';
	outcome += sprintf(outcome, ":");
	for (int u = 0; u < board->unit_count; u++)
		outcome +=
			sprintf(outcome, "%s %s %c %s", u > 0 ? "," : "", map->power[board->unit[u].power],
		            "AF"[board->unit[u].type], map -> loc[board->unit[u].loc].code);
}

/* Adds "; A ven: apu rom" for each dislodged unit. */
static void say_retreats(const struct board *board, char outcome[OUTCOME_SIZE])
{
	const struct map *map = suite_map();
	for (int i = 0; i < board->retreat_count; i++) {
		uint8_t options[EXITS_MAX];
		int count = retreat_options(map, board, i, options);
		outcome += strlen(outcome);
		outcome += sprintf(outcome, "; %s:", map->loc[board->retreat[i].unit.loc].code);
		for (int n = 0; n < count; n++)
			outcome += sprintf(outcome, " %s", map->loc[options[n]].code);
	}
}

static void play_moves(struct variant variant, const struct row *row, const struct judge *judge,
                       char outcome[OUTCOME_SIZE])
{
	struct board board = suite_board(row->units), next;
	struct submission submissions[SUBMITTED_MAX];
	struct order orders[UNITS_MAX];
	enum verdict verdicts[SUBMITTED_MAX];
	struct judgement judgement;
	bool succeeds[UNITS_MAX];
	submission_verify(variant, &board, submissions,
	                  suite_submissions(row->orders, SUBMITTED_MAX, submissions), orders, verdicts);
	judge_resolve(judge, variant, &board, orders, &judgement);
	judge_move_units(&judgement, &next);
	retreat_begin(&judgement, &next);
	for (int u = 0; u < board.unit_count; u++)
		succeeds[u] = unit_set_has(judgement.resolution.follows, u);
	say_board(succeeds, board.unit_count, &next, outcome);
	say_retreats(&next, outcome);
}

static void play_retreats(struct variant variant, const struct row *row, char outcome[OUTCOME_SIZE])
{
	struct board board = suite_board(row->units), next;
	struct submission submissions[SUBMITTED_MAX];
	struct order orders[RETREATS_MAX];
	enum verdict verdicts[SUBMITTED_MAX];
	enum result results[RETREATS_MAX];
	bool succeeds[RETREATS_MAX];
	suite_dislodge(&board, row->place);
	retreat_verify(variant, &board, submissions,
	               suite_submissions(row->orders, SUBMITTED_MAX, submissions), orders, verdicts);
	retreat_resolve(suite_map(), &board, orders, results, &next);
	for (int i = 0; i < board.retreat_count; i++)
		succeeds[i] = results[i] == RESULT_SUCCEEDS;
	say_board(succeeds, board.retreat_count, &next, outcome);
}

static void play_adjustments(struct variant variant, const struct row *row,
                             char outcome[OUTCOME_SIZE])
{
	struct board board = suite_board(row->units), next;
	struct submission submissions[SUBMITTED_MAX], disorder[ADJUSTMENTS_MAX];
	enum result results[SUBMITTED_MAX];
	bool succeeds[SUBMITTED_MAX];
	suite_own(&board, row->place);
	int count = suite_submissions(row->orders, SUBMITTED_MAX, submissions);
	build_resolve(variant, &board, submissions, count, results, &next);
	disorder_remove(variant, &board, disorder, &next);
	for (int n = 0; n < count; n++)
		succeeds[n] = results[n] == RESULT_SUCCEEDS;
	say_board(succeeds, count, &next, outcome);
}

static struct law row_law(const struct row *row, int value)
{
	struct law law = rules_find("standard")->law;
	SUITE_MUST(law_set(&law, row->option, law_find(row->option)->values[value].name), row->option);
	return law;
}

/* Plays a row by one value. Every judge that is not partial must give the same outcome. */
static void play(const struct row *row, int value, char outcome[OUTCOME_SIZE])
{
	const struct law law = row_law(row, value);
	const struct variant variant = {suite_map(), &law};
	if (row->phase == SPRING_RETREATS) {
		play_retreats(variant, row, outcome);
	} else if (row->phase == WINTER_ADJUSTMENTS) {
		play_adjustments(variant, row, outcome);
	} else {
		play_moves(variant, row, judges[0], outcome);
		for (int j = 1; judges[j] != NULL; j++) {
			char other[OUTCOME_SIZE];
			if (judges[j]->partial)
				continue;
			play_moves(variant, row, judges[j], other);
			CHECK(strcmp(other, outcome) == 0, "%s, %s, by %s: '%s', should be '%s'", row->option,
			      row->orders, judges[j]->name, other, outcome);
		}
	}
}

static const char *expected(const struct row *row, int value)
{
	while (value > 0 && row->outcomes[value] == NULL)
		value--;
	return row->outcomes[value];
}

TEST(test_rows, "outcomes of each value")
{
	for (int i = 0; i < COUNT(rows); i++)
		for (int value = 0; value < law_find(rows[i].option)->count; value++) {
			char outcome[OUTCOME_SIZE];
			play(&rows[i], value, outcome);
			CHECK(strcmp(outcome, expected(&rows[i], value)) == 0, "%s=%s: %s\n        %s",
			      rows[i].option, law_find(rows[i].option)->values[value].name, rows[i].orders,
			      outcome);
		}
}

/* Whether two values differ in some row. */
static bool is_told_apart(const struct law_option *option, int a, int b)
{
	for (int i = 0; i < COUNT(rows); i++)
		if (strcmp(rows[i].option, option->name) == 0 &&
		    strcmp(expected(&rows[i], a), expected(&rows[i], b)) != 0)
			return true;
	return false;
}

TEST(test_all_values_matter, "any two values differ")
{
	for (const struct law_option *option = law_options; option->name != NULL; option++)
		for (int b = 1; b < option->count; b++)
			for (int a = 0; a < b; a++)
				CHECK(is_told_apart(option, a, b), "no row tells %s=%s from %s", option->name,
				      option->values[a].name, option->values[b].name);
}

/* Each field has an option, and each value a name. A law of zeros is the DATC's. */
TEST(test_names, "names")
{
	size_t options = 0;
	for (const struct law_option *option = law_options; option->name != NULL; option++, options++)
		for (int value = 0; value < option->count; value++) {
			struct law law = {0}, other = {0};
			char text[LAW_TEXT_SIZE], name[80];
			CHECK(law_set(&law, option->name, option->values[value].name), "%s", option->name);
			CU_ASSERT_EQUAL(law_get(&law, option), value);
			CU_ASSERT_EQUAL(memcmp(&law, &other, sizeof law) == 0, value == 0);
			snprintf(name, sizeof name, "%s=%s", option->name, option->values[value].name);
			CHECK(strstr(law_print(&law, text), name) != NULL, "%s is not in %s", name, text);
			CHECK(strstr(law_print(&law, text), "self_support=") != NULL, "%s is cut short", text);
			CU_ASSERT_PTR_EQUAL(law_find(option->name), option);
		}
	CU_ASSERT_EQUAL(options, sizeof(struct law));
	CU_ASSERT_PTR_NULL(law_find("weather"));
	struct law law = {0};
	CU_ASSERT(!law_set(&law, "weather", "fails"));
	CU_ASSERT(!law_set(&law, "routes", "closed"));
	CU_ASSERT(memcmp(&law, &rules_find("standard")->law, sizeof law) == 0);
}

SUITE("law")
