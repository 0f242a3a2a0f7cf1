/* judge: aresctl judge: a judge plays case files, without a database. */
#include <stdio.h>

#include "base/json.h"
#include "ctl/parts/case_files.h"
#include "ctl/parts/names.h"
#include "game/why.h"
#include "match/match.h"

enum { LINE_SIZE = 6 * CASE_TEXT_SIZE + 3 };

static struct {
	const char *rules, *judge, *map;
	bool verbose, json, reasons;
	struct words files;
} asked;

struct judging {
	const struct judge *judge;
	const struct rules *rules; /* NULL: as the profile of each case says */
	long counts[TRIAL_OUTCOMES];
};

/* ── reasons ── */

_Static_assert((int)CASE_ORDERS_MAX <= (int)GIVEN_MAX, "all orders of a case can be given");

/* The orders of a power that count, then its others. A unit without an order holds, or disbands. */
static void print_power(const struct map *map, const struct why *why,
                        const struct phase_record *record, const struct given *given, int power)
{
	char order[ORDER_TEXT_SIZE], reason[WHY_SIZE] = "";

	for (int n = 0; n < record->orders.count; n++) {
		if (record->orders.power[n] != power)
			continue;
		if (why != NULL)
			why_write(why, n, reason);
		printf("  %s %s: %s%s%s\n", map->power[power],
		       order_print(map, record->orders.order[n], order), result_names[record->results[n]],
		       reason[0] != '\0' ? ": " : "", reason);
	}
	for (int i = 0; i < given->count; i++)
		if (given->submission[i].power == power && given->problem[i] != NULL)
			printf("  %s %s: disregarded: %s\n", map->power[power],
			       order_print(map, given->submission[i].order, order), given->problem[i]);
}

static void print_phase(const struct judge *judge, const struct rules *rules, const struct map *map,
                        const struct case_phase *phase)
{
	const struct variant variant = rules_variant(rules, map);
	struct given given = {.count = phase->order_count};
	struct match match = {
		.map = map,
		.rules = rules,
		.judge = judge,
		.block = 1,
		.threads = 1,
		.given = &given,
	};
	struct phase_record record;
	struct phase_cost cost;
	struct why why;

	trial_board(variant, phase, &match.board);
	for (int i = 0; i < phase->order_count; i++) {
		given.submission[i] = phase->orders[i];
		given.problem[i] = "nothing is due";
	}
	match_play(&match, &record, &cost);

	const bool reasons = why_open(&why, variant, &record);
	for (int p = 0; p < map->power_count; p++)
		print_power(map, reasons ? &why : NULL, &record, &given, p);
}

/* Prints the phases of a case as `judge` resolves them under `rules`; rules NULL: those of the
 * case's profile. What the case expects is ignored. */
static void print_reasons(const struct judge *judge, const struct rules *rules,
                          const struct test_case *c)
{
	rules = trial_rules(rules, c);
	if (rules == NULL)
		ctl_stop("judge: case %s: this program lacks the rules of its profile", c->id);

	for (const struct case_phase *phase = c->phases; phase < c->phases + c->phase_count; phase++) {
		char text[PHASE_TEXT_SIZE];
		printf("%s %s, rules %s\n", c->id, phase_print(phase->before.phase, text), rules->name);
		print_phase(judge, rules, c->map, phase);
	}
}

/* ── outcomes ── */

static void print_json(const char *name, const struct test_case *c,
                       const struct trial_report *report)
{
	char file[LINE_SIZE], id[LINE_SIZE], text[LINE_SIZE];
	printf("{\"file\": %s, \"case\": %s, \"outcome\": \"%s\", \"stage\": %d, \"text\": %s}\n",
	       json_print_string(name, file, sizeof file), json_print_string(c->id, id, sizeof id),
	       trial_outcome_names[report->outcome], report->stage,
	       json_print_string(report->text, text, sizeof text));
}

/* Remarks, which change no outcome: the stage or the reasons differ from those of the case. */
static void print_remarks(const struct judging *judging, const struct test_case *c,
                          const struct trial_report *report)
{
	char reasons[CASE_TEXT_SIZE];
	uint8_t stage = cases_stage(c);
	if (stage != STAGE_NONE && stage != report->stage)
		printf("; its stage is given as %s", stage_names[stage]);
	if (trial_compare_reasons(c->map, judging->judge, judging->rules, c, reasons)[0] != '\0')
		printf("; %s", reasons);
}

static void print_case(const struct judging *judging, const char *file, const struct test_case *c,
                       const struct trial_report *report)
{
	if (asked.json) {
		print_json(file, c, report);
		return;
	}
	printf("%s: %s: %s", file, c->id, trial_outcome_names[report->outcome]);
	if (report->stage != STAGE_NONE)
		printf(" (%s)", stage_names[report->stage]);
	if (report->text[0] != '\0')
		printf(": %s", report->text);
	if (asked.verbose && report->outcome != TRIAL_SKIPPED)
		print_remarks(judging, c, report);
	putchar('\n');
}

static void judge_case(void *context, const char *file, const struct test_case *c)
{
	struct judging *judging = context;
	struct trial_report report;
	if (asked.reasons) {
		print_reasons(judging->judge, judging->rules, c);
		return;
	}
	trial_run(c->map, judging->judge, judging->rules, c, &report);
	judging->counts[report.outcome]++;
	if (report.outcome == TRIAL_FAILED || asked.verbose)
		print_case(judging, file, c, &report);
}

static int judge(void)
{
	struct map map;
	struct judging judging = {.judge = judge_find(asked.judge),
	                          .rules = asked.rules != NULL ? rules_find(asked.rules) : NULL};

	if (asked.reasons && (asked.verbose || asked.json))
		return ctl_fail("judge: --reasons goes with neither --verbose nor --json");
	ctl_build_map(asked.map, &map);
	struct case_source source = {.command = "judge",
	                             .map = &map,
	                             .map_name = asked.map,
	                             .bare = asked.reasons,
	                             .take = judge_case,
	                             .context = &judging};
	for (int i = 0; i < asked.files.count; i++)
		case_files_read(&source, asked.files.at[i]);
	if (asked.reasons)
		return CTL_DONE;

	printf(asked.json ? "{\"passed\": %ld, \"failed\": %ld, \"skipped\": %ld}\n"
	                  : "%ld passed, %ld failed, %ld skipped\n",
	       judging.counts[TRIAL_PASSED], judging.counts[TRIAL_FAILED],
	       judging.counts[TRIAL_SKIPPED]);
	return judging.counts[TRIAL_FAILED] > 0 ? CTL_WANTING : CTL_DONE;
}

const struct command ctl_judge = {
	.name = "judge",
	.about = "have a judge play test cases; needs no database",
	.text = "Lets a judge resolve test cases, and prints a line for each case with a wrong "
			"result. The last line counts the cases passed, failed and skipped.",
	.arguments = PARAMETERS(CASE_FILES(asked.files)),
	.options = PARAMETERS(
		CASE_RULES(asked.rules), CASE_JUDGE(asked.judge), CASE_MAP(asked.map),
		OPTION_FLAG("verbose", &asked.verbose,
                    "print a line for every case, with the stage the judge reached", .letter = 'v'),
		OPTION_FLAG("reasons", &asked.reasons,
                    "print what becomes of each order, and why; no expect lines are needed"),
		OPTION_FLAG("json", &asked.json,
                    "each line is a JSON object; stage: 1 conditioning, 2 substitution, "
                    "3 supposition, 4 paradox")),
	.status = "0 no case failed, 1 a case failed, 2 the options or the input are wrong.",
	.run = judge,
};
