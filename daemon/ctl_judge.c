/* aresctl judge: has a judge play the case files named, without a database.
 *
 * Input is read in large blocks and fed to the reader of lib/cases as whole lines, so that a million cases go through a
 * pipe at the judge's own speed. */
#include "trial.h"
#include "ctl.h"
#include "json.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK_SIZE = 1 << 18, LINE_SIZE = 6 * CASE_TEXT_SIZE + 3 };

static const char usage[] = "usage: aresctl judge [--rules RULES] [--judge JUDGE] [-v] [--json] FILE.cases... | -\n"
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
	const char *file;
	long counts[TRIAL_OUTCOMES];
};

static void print_json(const struct judging *judging, const struct test_case *c, const struct trial_report *report)
{
	char file[LINE_SIZE], id[LINE_SIZE], text[LINE_SIZE];
	printf("{\"file\": %s, \"case\": %s, \"outcome\": \"%s\", \"stage\": %d, \"text\": %s}\n",
	       json_print_string(judging->file, file, sizeof file), json_print_string(c->id, id, sizeof id),
	       trial_outcome_names[report->outcome], report->stage, json_print_string(report->text, text, sizeof text));
}

/* What is worth knowing though nothing hangs on it: another stage or other reasons than the case gives. */
static void print_remarks(const struct judging *judging, const struct test_case *c, const struct trial_report *report)
{
	char reasons[CASE_TEXT_SIZE];
	uint8_t stage = cases_stage(c);
	if (stage != STAGE_NONE && stage != report->stage)
		printf("; its stage is given as %s", stage_names[stage]);
	if (trial_compare_reasons(judging->map, judging->judge, judging->rules, c, reasons)[0] != '\0')
		printf("; %s", reasons);
}

static void print_case(const struct judging *judging, const struct test_case *c, const struct trial_report *report)
{
	if (judging->json) {
		print_json(judging, c, report);
		return;
	}
	printf("%s: %s: %s", judging->file, c->id, trial_outcome_names[report->outcome]);
	if (report->stage != STAGE_NONE)
		printf(" (%s)", stage_names[report->stage]);
	if (report->text[0] != '\0')
		printf(": %s", report->text);
	if (judging->verbose && report->outcome != TRIAL_SKIPPED)
		print_remarks(judging, c, report);
	putchar('\n');
}

/* Plays what cases a piece of text completes. False, having said why, when a line is malformed. */
static bool judge_text(struct judging *judging, struct case_reader *reader, struct test_case *c, const char *text,
                       const char *end)
{
	enum case_event event;
	while ((event = cases_read(reader, &text, end, c)) == CASE_READ) {
		struct trial_report report;
		trial_run(judging->map, judging->judge, judging->rules, c, &report);
		judging->counts[report.outcome]++;
		if (report.outcome == TRIAL_FAILED || judging->verbose)
			print_case(judging, c, &report);
	}
	if (event == CASE_MALFORMED)
		ctl_fail("judge: %s:%ld: %s", judging->file, reader->line, reader->error);
	return event != CASE_MALFORMED;
}

/* Bytes up to and with the last newline. */
static size_t whole_lines(const char *text, size_t length)
{
	while (length > 0 && text[length - 1] != '\n')
		length--;
	return length;
}

/* Reads a whole descriptor. False, having said why, when it cannot be read or holds something malformed. */
static bool judge_descriptor(struct judging *judging, int fd)
{
	static char block[BLOCK_SIZE];
	struct case_reader reader = {.map = judging->map};
	struct test_case c;
	size_t held = 0; /* bytes at the start of the block that are no whole line yet */
	ssize_t got;

	while ((got = read(fd, block + held, sizeof block - held)) > 0) {
		held += (size_t)got;
		size_t whole = whole_lines(block, held);
		if (!judge_text(judging, &reader, &c, block, block + whole))
			return false;
		held -= whole;
		memmove(block, block + whole, held);
		if (held == sizeof block) {
			ctl_fail("judge: %s:%ld: a line should be shorter than %zu bytes", judging->file, reader.line + 1, held);
			return false;
		}
	}
	if (got < 0) {
		ctl_fail("judge: %s: %s", judging->file, strerror(errno));
		return false;
	}
	if (!judge_text(judging, &reader, &c, block, block + held))
		return false;
	if (reader.open)
		ctl_fail("judge: %s:%ld: case %s should have an end line", judging->file, reader.line, c.id);
	return !reader.open;
}

static bool judge_file(struct judging *judging, const char *name)
{
	bool standard_input = strcmp(name, "-") == 0;
	int fd = standard_input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	judging->file = standard_input ? "standard input" : name;
	if (fd < 0) {
		ctl_fail("judge: %s: %s", name, strerror(errno));
		return false;
	}
	bool judged = judge_descriptor(judging, fd);
	if (!standard_input)
		close(fd);
	return judged;
}

enum { KNOWN_SIZE = 200 };

/* Adds a name to a list of what there is, as far as it fits. */
static void list_name(char known[KNOWN_SIZE], const char *name)
{
	size_t used = strlen(known);
	snprintf(known + used, KNOWN_SIZE - used, "%s%s", used == 0 ? "" : ", ", name);
}

static bool choose_rules(const char *name, const struct rules **rules)
{
	char known[KNOWN_SIZE] = "";
	*rules = rules_find(name);
	if (*rules != NULL)
		return true;
	for (const struct rules *known_rules = rule_sets; known_rules->name != NULL; known_rules++)
		list_name(known, known_rules->name);
	ctl_fail("judge: %s is no rule set; there are %s", name, known);
	return false;
}

static bool choose_judge(const char *name, const struct judge **judge)
{
	char known[KNOWN_SIZE] = "";
	*judge = judge_find(name);
	if (*judge != NULL)
		return true;
	for (const struct judge *const *known_judge = judges; *known_judge != NULL; known_judge++)
		list_name(known, (*known_judge)->name);
	ctl_fail("judge: %s is no judge; there are %s", name, known);
	return false;
}

/* Sets the judging up and leaves optind at the first file. False when all is said and done, with the status. */
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
			if (!choose_rules(optarg, &judging->rules))
				return false;
			break;
		case 'j':
			if (!choose_judge(optarg, &judging->judge))
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
			ctl_fail("judge: no option %s, or nothing after it; aresctl judge --help lists them", argv[optind - 1]);
			return false;
		}
	if (optind == argc)
		ctl_fail("judge: FILE.cases belongs there, or '-' for standard input; --help says more");
	return optind < argc;
}

int ctl_judge(int argc, char **argv)
{
	const struct map_source *source = map_source_find("standard");
	struct judging judging = {.judge = judges[0]};
	struct map map;
	char error[MAP_ERROR_SIZE];
	int status;

	if (!read_options(argc, argv, &judging, &status))
		return status;
	if (!map_build(&map, source->rows, source->count, error))
		return ctl_fail("judge: map %s: %s", source->name, error);
	judging.map = &map;
	for (int i = optind; i < argc; i++)
		if (!judge_file(&judging, argv[i]))
			return CTL_FAILED;
	printf(judging.json ? "{\"passed\": %ld, \"failed\": %ld, \"skipped\": %ld}\n"
	                    : "%ld passed, %ld failed, %ld skipped\n",
	       judging.counts[TRIAL_PASSED], judging.counts[TRIAL_FAILED], judging.counts[TRIAL_SKIPPED]);
	return judging.counts[TRIAL_FAILED] > 0 ? CTL_WANTING : CTL_DONE;
}
