/* experiment_cases: aresctl experiment cases: the thesis's simulation 1. A judge plays case files.
 * The outcome of each case, the stage it reached and the time it took are stored: the whole run, or
 * nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "ctl/parts/case_files.h"
#include "db/statements/statements.h"

enum { REPETITIONS_MOST = 100000 };

static struct {
	const char *name, *judge, *rules, *map;
	int repetitions;
	struct words files;
} asked;

/* ── timing ── */

/* The times of all repetitions. */
struct times {
	int count;
	int32_t ns[REPETITIONS_MOST];
};

static void times_add(struct times *times, int64_t ns)
{
	times->ns[times->count++] = ns < INT32_MAX ? (int32_t)ns : INT32_MAX;
}

static int compare_times(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
	return (x > y) - (x < y);
}

static int32_t times_median(struct times *times)
{
	qsort(times->ns, (size_t)times->count, sizeof *times->ns, compare_times);
	return times->ns[times->count / 2];
}

/* The movement phases of a case: what the judge is asked. */
struct question {
	struct variant variant;
	int phases, orders;
	const struct board *board[CASE_PHASES_MAX];
	struct order order[CASE_PHASES_MAX][UNITS_MAX];
};

static void pose_question(struct variant variant, const struct test_case *c,
                          struct question *question)
{
	question->variant = variant;
	question->phases = question->orders = 0;
	for (const struct case_phase *phase = c->phases; phase < c->phases + c->phase_count; phase++)
		if (trial_orders(variant, phase, question->order[question->phases])) {
			question->board[question->phases++] = &phase->before;
			question->orders += phase->before.unit_count;
		}
}

/* ── a run ── */

struct run {
	struct map map;
	const struct judge *judge;
	const struct rules *rules; /* NULL: as the profile of each case says */
	struct db *db;
	int32_t id;
	struct times times;
	long counts[TRIAL_OUTCOMES];
};

/* The time that reading the clock takes. */
static int32_t time_clock(struct run *run)
{
	run->times.count = 0;
	for (int i = 0; i < asked.repetitions; i++) {
		const uint64_t begun = clock_ns();
		times_add(&run->times, (int64_t)(clock_ns() - begun));
	}
	return times_median(&run->times);
}

/* Repeats the question. The furthest stage is stored. */
static void time_question(struct run *run, const struct question *question,
                          struct case_result *result)
{
	run->times.count = 0;
	for (int i = 0; i < asked.repetitions; i++) {
		int64_t ns = 0;
		for (int k = 0; k < question->phases; k++) {
			struct judgement judgement;
			const uint64_t begun = clock_ns();
			judge_resolve(run->judge, question->variant, question->board[k], question->order[k],
			              &judgement);
			ns += (int64_t)(clock_ns() - begun);
			if (judgement.resolution.stage > result->stage)
				result->stage = judgement.resolution.stage;
		}
		times_add(&run->times, ns);
	}

	result->orders = question->orders;
	result->median_ns = times_median(&run->times);
	result->min_ns = run->times.ns[0];
}

/* Plays a case and stores its outcome. */
static void take_case(void *context, const char *file, const struct test_case *c)
{
	struct run *run = context;
	static struct question question;
	struct trial_report report;
	const struct rules *rules = trial_rules(run->rules, c);

	trial_run(c->map, run->judge, run->rules, c, &report);
	struct case_result result = {.file = basename(file),
	                             .id = c->id,
	                             .rules = rules != NULL ? rules->name : NULL,
	                             .outcome = trial_outcome_names[report.outcome],
	                             .reason = report.text[0] != '\0' ? report.text : NULL,
	                             .given_stage = c->stage,
	                             .literal_stage = c->literal_stage};
	if (rules != NULL) {
		pose_question(rules_variant(rules, c->map), c, &question);
		if (question.orders > 0)
			time_question(run, &question, &result);
	}

	run->counts[report.outcome]++;
	if (stmt_put_case_result(run->db, run->id, &result))
		return;
	if (strcmp(db_fault(run->db)->sqlstate, STMT_TAKEN) == 0)
		ctl_stop("cases: %s: case %s was there before, in this file or another of that name", file,
		         c->id);
	ctl_stop("%s", db_fault(run->db)->message);
}

/* Stores the run's own row. */
static void begin(struct run *run)
{
	struct case_run head = {.name = asked.name,
	                        .judge = run->judge->name,
	                        .rules = asked.rules,
	                        .repetitions = asked.repetitions,
	                        .clock_ns = time_clock(run)};
	if (stmt_begin(run->db) && stmt_create_case_run(run->db, &head, &run->id))
		return;
	if (strcmp(db_fault(run->db)->sqlstate, STMT_TAKEN) == 0)
		ctl_stop("a run %s exists already: choose another name", asked.name);
	ctl_stop("%s", db_fault(run->db)->message);
}

/* All in one transaction. When it fails, closing the connection undoes it. */
static void play(struct run *run)
{
	struct case_source source = {.command = "cases",
	                             .map = &run->map,
	                             .map_name = asked.map,
	                             .take = take_case,
	                             .context = run};
	begin(run);
	for (int i = 0; i < asked.files.count; i++)
		case_files_read(&source, asked.files.at[i]);
	if (!stmt_commit(run->db))
		ctl_stop("%s", db_fault(run->db)->message);
}

static int cases(void)
{
	static struct run run;

	run.judge = judge_find(asked.judge);
	run.rules = asked.rules != NULL ? rules_find(asked.rules) : NULL;
	ctl_build_map(asked.map, &run.map);
	run.db = ctl_connect();

	play(&run);
	printf("%ld passed, %ld failed, %ld skipped\n", run.counts[TRIAL_PASSED],
	       run.counts[TRIAL_FAILED], run.counts[TRIAL_SKIPPED]);

	return run.counts[TRIAL_FAILED] > 0 ? CTL_WANTING : CTL_DONE;
}

const struct command ctl_experiment_cases = {
	.name = "cases",
	.about = "a judge plays test cases, and the times are stored",
	.text = "Makes the thesis's simulation 1: a judge plays test cases. The outcome of each case, "
			"the stage it reached and the time it took are stored in farm.case_runs and "
			"farm.case_results. The thesis's cases are tests/cases/rulebook.cases and "
			"thesis.cases.",
	.arguments = PARAMETERS(ARGUMENT("NAME", &asked.name, "the new run's name",
                                     .check = names_check_new, .required = true),
                            CASE_FILES(asked.files)),
	.options = PARAMETERS(
		CASE_JUDGE(asked.judge), CASE_RULES(asked.rules), CASE_MAP(asked.map),
		OPTION_NUMBER("repetitions", "N", &asked.repetitions, 1, REPETITIONS_MOST,
                      "how often each case is resolved; the median of the times is stored",
                      .normal = "1000")),
	.status = "0 no case failed, 1 a case failed (all is stored), 2 nothing was stored.",
	.run = cases,
};
