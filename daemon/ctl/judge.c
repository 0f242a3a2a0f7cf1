/* aresctl judge: has a judge play the case files named, without a database. */
#include "case_files.h"
#include "base/json.h"

#include <getopt.h>
#include <stdio.h>

enum { LINE_SIZE = 6 * CASE_TEXT_SIZE + 3 };

static const char usage[] =
	"usage: aresctl judge [--rules RULES] [--judge JUDGE] [-v] [--json] FILE.cases... | -\n"
	"\n"
	"Has a judge play test cases and says which come out otherwise than they should.\n"
	"The last line counts the cases passed, failed and skipped. '-' reads standard input.\n"
	"\n"
	"  --rules RULES  play every case by this rule set; normally its profile decides\n"
	"  --judge JUDGE  the judge to ask; normally the first\n"
	"  -v, --verbose  a line for every case, with the stage the judge reached\n"
	"  --json         each line a JSON object\n"
	"  -h, --help     this text\n"
	"\n"
	"Exit status: 0 no case failed, 1 one did, 2 bad usage or input.\n";

struct judging {
	const struct map *map;
	const struct judge *judge;
	const struct rules *rules; /* NULL: as the profile of each case says */
	bool verbose, json;
	long counts[TRIAL_OUTCOMES];
};

static void print_json(const char *name, const struct test_case *c,
                       const struct trial_report *report)
{
	char file[LINE_SIZE], id[LINE_SIZE], text[LINE_SIZE];
	printf("{\"file\": %s, \"case\": %s, \"outcome\": \"%s\", \"stage\": %d, \"text\": %s}\n",
	       json_print_string(name, file, sizeof file), json_print_string(c->id, id, sizeof id),
	       trial_outcome_names[report->outcome], report->stage,
	       json_print_string(report->text, text, sizeof text));
}

/* What is worth knowing though nothing hangs on it: another stage or other reasons than the case
 * gives. */
static void print_remarks(const struct judging *judging, const struct test_case *c,
                          const struct trial_report *report)
{
	char reasons[CASE_TEXT_SIZE];
	uint8_t stage = cases_stage(c);
	if (stage != STAGE_NONE && stage != report->stage)
		printf("; its stage is given as %s", stage_names[stage]);
	if (trial_compare_reasons(judging->map, judging->judge, judging->rules, c, reasons)[0] != '\0')
		printf("; %s", reasons);
}

static void print_case(const struct judging *judging, const char *file, const struct test_case *c,
                       const struct trial_report *report)
{
	if (judging->json) {
		print_json(file, c, report);
		return;
	}
	printf("%s: %s: %s", file, c->id, trial_outcome_names[report->outcome]);
	if (report->stage != STAGE_NONE)
		printf(" (%s)", stage_names[report->stage]);
	if (report->text[0] != '\0')
		printf(": %s", report->text);
	if (judging->verbose && report->outcome != TRIAL_SKIPPED)
		print_remarks(judging, c, report);
	putchar('\n');
}

static bool judge_case(void *context, const char *file, const struct test_case *c)
{
	struct judging *judging = context;
	struct trial_report report;
	trial_run(judging->map, judging->judge, judging->rules, c, &report);
	judging->counts[report.outcome]++;
	if (report.outcome == TRIAL_FAILED || judging->verbose)
		print_case(judging, file, c, &report);
	return true;
}

/* Sets the judging up and leaves optind at the first file. False when all is said and done, with
 * the status. */
static bool read_options(int argc, char **argv, struct judging *judging, int *status)
{
	static const struct option options[] = {
		{"rules", required_argument, NULL, 'r'}, {"judge", required_argument, NULL, 'j'},
		{"verbose", no_argument, NULL, 'v'},     {"json", no_argument, NULL, 'J'},
		{"help", no_argument, NULL, 'h'},        {0},
	};
	*status = CTL_FAILED;
	opterr = 0;
	optind = 0; /* getopt starts anew, on these words */
	for (int option; (option = getopt_long(argc, argv, "vh", options, NULL)) != -1;)
		switch (option) {
		case 'r':
			if (!ctl_cases_rules("judge", optarg, &judging->rules))
				return false;
			break;
		case 'j':
			if (!ctl_cases_judge("judge", optarg, &judging->judge))
				return false;
			break;
		case 'v':
			judging->verbose = true;
			break;
		case 'J':
			judging->json = true;
			break;
		case 'h':
			fputs(usage, stdout);
			*status = CTL_DONE;
			return false;
		default:
			ctl_fail("judge: no option %s, or nothing after it; aresctl judge --help lists them",
			         argv[optind - 1]);
			return false;
		}
	if (optind == argc)
		ctl_fail("judge: FILE.cases belongs there, or '-' for standard input; --help says more");
	return optind < argc;
}

int ctl_judge(int argc, char **argv)
{
	struct judging judging = {.judge = judges[0]};
	struct map map;
	int status;

	if (!read_options(argc, argv, &judging, &status))
		return status;
	if (!ctl_cases_map("judge", &map))
		return CTL_FAILED;
	judging.map = &map;
	struct case_source source = {
		.command = "judge", .map = &map, .take = judge_case, .context = &judging};
	for (int i = optind; i < argc; i++)
		if (!ctl_cases_read(&source, argv[i]))
			return CTL_FAILED;
	printf(judging.json ? "{\"passed\": %ld, \"failed\": %ld, \"skipped\": %ld}\n"
	                    : "%ld passed, %ld failed, %ld skipped\n",
	       judging.counts[TRIAL_PASSED], judging.counts[TRIAL_FAILED],
	       judging.counts[TRIAL_SKIPPED]);
	return judging.counts[TRIAL_FAILED] > 0 ? CTL_WANTING : CTL_DONE;
}
