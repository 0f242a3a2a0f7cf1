/* ctl_experiment_cases: aresctl experiment cases: the thesis's simulation 1. A judge plays case
 * files, and what came of each case, the stage reached and the time taken are stored; all of a run,
 * or nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "case_files.h"
#include "request.h"
#include "store/statements.h"

enum { REPETITIONS_MOST = 100000 };

static const char usage[] =
	"usage: aresctl experiment cases NAME [OPTION...] FILE.cases...\n\n"
	"A judge plays test cases. What came of each, the stage it reached and the time it took are "
    "stored:\n"
	"farm.case_runs, farm.case_results. The thesis's are tests/cases/rulebook.cases and "
    "thesis.cases.\n\n"
	"  --judge JUDGE      the judge to ask (default atlas)\n"
	"  --rules RULES      play every case by this rule set; normally its profile decides\n"
	"  --repetitions N    how often each case is resolved, for the median of the times (default "
    "1000)\n\n"
	"Exit status: 0 no case failed, 1 one did (all is stored), 2 nothing was stored.\n";

static const struct request_option options[] = {
	{REQUEST_TEXT(judge)},
	{REQUEST_TEXT(rules)},
	{REQUEST_NUMBER(repetitions, 1, REPETITIONS_MOST)},
	{0},
};

/* ── timing ── */

static int64_t clock_ns(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

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

/* What the judge is asked in a case: its phases of moves. */
struct question {
	const struct law *law;
	int phases, orders;
	const struct board *board[CASE_PHASES_MAX];
	struct order order[CASE_PHASES_MAX][UNITS_MAX];
};

static void pose_question(const struct map *map, const struct law *law, const struct test_case *c,
                          struct question *question)
{
	question->law = law;
	question->phases = question->orders = 0;
	for (const struct case_phase *phase = c->phases; phase < c->phases + c->phase_count; phase++)
		if (trial_orders(map, law, phase, question->order[question->phases])) {
			question->board[question->phases++] = &phase->before;
			question->orders += phase->before.unit_count;
		}
}

/* ── a run ── */

struct run {
	struct map map;
	const struct judge *judge;
	const struct rules *rules; /* NULL: as the profile of each case says */
	int repetitions;
	struct db *db;
	int32_t id;
	struct times times;
	long counts[TRIAL_OUTCOMES];
};

/* What reading the clock adds to a time. */
static int32_t time_clock(struct run *run)
{
	run->times.count = 0;
	for (int i = 0; i < run->repetitions; i++) {
		int64_t begun = clock_ns();
		times_add(&run->times, clock_ns() - begun);
	}
	return times_median(&run->times);
}

/* Asks over and over; the stage is the furthest. */
static void time_question(struct run *run, const struct question *question,
                          struct case_result *result)
{
	run->times.count = 0;
	for (int i = 0; i < run->repetitions; i++) {
		int64_t ns = 0;
		for (int k = 0; k < question->phases; k++) {
			struct resolution resolution;
			int64_t begun = clock_ns();
			judge_resolve(run->judge, &run->map, question->law, question->board[k],
			              question->order[k], &resolution);
			ns += clock_ns() - begun;
			if (resolution.stage > result->stage)
				result->stage = resolution.stage;
		}
		times_add(&run->times, ns);
	}
	result->orders = question->orders;
	result->median_ns = times_median(&run->times);
	result->min_ns = run->times.ns[0];
}

static const char *base_name(const char *file)
{
	const char *slash = strrchr(file, '/');
	return slash == NULL ? file : slash + 1;
}

/* Plays a case and stores what came of it. */
static bool take_case(void *context, const char *file, const struct test_case *c)
{
	struct run *run = context;
	static struct question question;
	struct trial_report report;
	const struct rules *rules = trial_rules(run->rules, c);
	trial_run(&run->map, run->judge, run->rules, c, &report);
	struct case_result result = {.file = base_name(file),
	                             .id = c->id,
	                             .rules = rules != NULL ? rules->name : NULL,
	                             .outcome = trial_outcome_names[report.outcome],
	                             .reason = report.text[0] != '\0' ? report.text : NULL,
	                             .given_stage = c->stage,
	                             .literal_stage = c->literal_stage};
	if (rules != NULL) {
		pose_question(&run->map, &rules->law, c, &question);
		if (question.orders > 0)
			time_question(run, &question, &result);
	}
	run->counts[report.outcome]++;
	if (stmt_put_case_result(run->db, run->id, &result))
		return true;
	if (strcmp(db_fault(run->db)->sqlstate, STMT_TAKEN) == 0)
		ctl_fail("cases: %s: case %s was there before, in this file or another of that name", file,
		         c->id);
	else
		ctl_fail("%s", db_fault(run->db)->message);
	return false;
}

/* False once it is said why. */
static bool begin(struct run *run, const struct request *request)
{
	struct case_run head = {.name = request->name,
	                        .judge = run->judge->name,
	                        .rules = request->rules,
	                        .repetitions = run->repetitions,
	                        .clock_ns = time_clock(run)};
	if (stmt_begin(run->db) && stmt_create_case_run(run->db, &head, &run->id))
		return true;
	if (strcmp(db_fault(run->db)->sqlstate, STMT_TAKEN) == 0)
		ctl_fail("a run %s exists already: choose another name", request->name);
	else
		ctl_fail("%s", db_fault(run->db)->message);
	return false;
}

/* All in one transaction; closing the connection undoes what a failure left. */
static bool play(struct run *run, const struct request *request)
{
	struct case_source source = {
		.command = "cases", .map = &run->map, .take = take_case, .context = run};
	if (!begin(run, request))
		return false;
	for (int i = 0; i < request->word_count; i++)
		if (!ctl_cases_read(&source, request->words[i]))
			return false;
	if (run->counts[TRIAL_PASSED] + run->counts[TRIAL_FAILED] + run->counts[TRIAL_SKIPPED] == 0)
		ctl_fail("cases: there is no case in %s%s", request->words[0],
		         request->word_count > 1 ? " and the others" : "");
	else if (stmt_commit(run->db))
		return true;
	else
		ctl_fail("%s", db_fault(run->db)->message);
	return false;
}

int ctl_experiment_cases(int argc, char **argv)
{
	static struct run run;
	struct request request = request_normal();
	int status;
	request.rules = NULL;
	request.repetitions = 1000;
	request.words_are = "FILE.cases";
	if (!request_read(argc, argv, usage, options, &request, &status))
		return status;
	if (!request_name_is_good(&request) || !ctl_cases_map("cases", &run.map) ||
	    !ctl_cases_judge("cases", request.judge, &run.judge) ||
	    (request.rules != NULL && !ctl_cases_rules("cases", request.rules, &run.rules)))
		return CTL_FAILED;
	run.repetitions = (int)request.repetitions;
	run.db = ctl_connect();
	if (run.db == NULL)
		return CTL_FAILED;
	bool played = play(&run, &request);
	db_close(run.db);
	if (!played)
		return CTL_FAILED;
	printf("%ld passed, %ld failed, %ld skipped\n", run.counts[TRIAL_PASSED],
	       run.counts[TRIAL_FAILED], run.counts[TRIAL_SKIPPED]);
	return run.counts[TRIAL_FAILED] > 0 ? CTL_WANTING : CTL_DONE;
}
