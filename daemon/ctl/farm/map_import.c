/* map_import: aresctl map import: a map file of the e-mail Judge becomes a map of ours. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/outfile.h"
#include "ctl/parts/ctl.h"
#include "formats/judge/judge_case.h"
#include "formats/judge/judge_seed.h"
#include "formats/map/map_file.h"
#include "exchange/mail_file.h"
#include "game/start.h"

enum { CASE_SIZE = 1 << 14 };

static struct {
	const char *file, *output, *powers, *seed, *start;
} asked;

/* What is read, and what will be written. Nothing is written before all is read. */
struct import {
	struct judge_map judge;
	struct map map;
	struct board board;
	char csv[MAP_FILE_SIZE], start[CASE_SIZE];
};

_Noreturn static void fail_at(const struct import *import, const char *file)
{
	ctl_stop("map import: %s:%ld: %s", mail_file_name(file), import->judge.line,
	         import->judge.error);
}

static void read_map(struct import *import)
{
	char *text;
	size_t length;
	if (!judge_map_set_powers(&import->judge, asked.powers))
		ctl_stop("map import: --powers: %s", import->judge.error);
	mail_file_load("map import", asked.file, &text, &length);
	const bool done = judge_map_read(&import->judge, text, length, &import->map);
	free(text);
	if (!done)
		fail_at(import, asked.file);
	if (import->judge.closed > 0)
		fprintf(stderr, "%s: left out: %d closed province%s (a closed one borders only itself)\n",
		        mail_file_name(asked.file), import->judge.closed,
		        import->judge.closed > 1 ? "s" : "");
	if (import->judge.passed_line > 0)
		fprintf(stderr, "%s:%ld: skipped: an option of variants that is not played here\n",
		        mail_file_name(asked.file), import->judge.passed_line);
}

/* Puts the starting units into the map if its format can express them; on request, the whole
 * position becomes a case. */
static void read_seed(struct import *import)
{
	char *text;
	size_t length;
	if (asked.seed == NULL)
		return;
	mail_file_load("map import", asked.seed, &text, &length);
	const bool done = judge_seed_read(&import->judge, &import->map, text, length, &import->board);
	free(text);
	if (!done)
		fail_at(import, asked.seed);
	struct text out = {import->start, sizeof import->start, 0};
	judge_case_write_position(&out, &import->map, "start", &import->board);
	if (!judge_seed_start(&import->judge, &import->map, &import->board) && asked.start == NULL)
		ctl_stop(
			"map import: %s: %s; a map cannot have that, but --start FILE.cases takes the position",
			mail_file_name(asked.seed), import->judge.error);
	const bool built = map_build(&import->map, import->judge.rows, (size_t)import->judge.row_count,
	                             import->judge.error);
	assert(built);
}

static void write_file(const char *path, const char *text)
{
	if (!outfile_write(path, text, strlen(text)))
		ctl_stop("map import: %s: %s", path, strerror(errno));
}

/* Reports what map add will report of the map. */
static void tell_written(const struct map *map)
{
	struct board board;
	char error[ERROR_SIZE];

	board_start(map, &board);
	ctl_say("%s: %d powers, %d provinces, %d centres; ", asked.output, map->power_count,
	        map->province_count, map->centre_count);
	if (start_check(map, &rule_sets[0], &board, error))
		ctl_say("aresctl map add puts it into the farm\n");
	else
		ctl_say("aresctl map add refuses it as it is: %s\n", error);
}

static int import_map(void)
{
	static struct import import;
	if (asked.start != NULL && asked.seed == NULL)
		return ctl_fail("map import: --start writes the position of --seed, which is not given");
	read_map(&import);
	read_seed(&import);
	const size_t size = map_file_print(import.judge.rows, (size_t)import.judge.row_count,
	                                   import.csv, sizeof import.csv);
	assert(size < sizeof import.csv);
	write_file(asked.output, import.csv);
	if (asked.start != NULL)
		write_file(asked.start, import.start);
	if (strcmp(asked.output, "-") != 0)
		tell_written(&import.map);
	return CTL_DONE;
}

const struct command ctl_map_import = {
	.name = "import",
	.about = "make a map of a map file of the e-mail Judge; needs no database",
	.text = "Reads a map file of the e-mail Judge and writes the map in our form, for map add. All "
			"is checked, and nothing is written where something is wrong.\n\n"
			"The Judge's file does not say where units start. --seed reads them from a starting "
			"position of the Judge. A map of ours can have units only where their own powers own "
			"the province; any other position goes into a case file with --start, which tournament "
			"create --start takes.",
	.arguments =
		PARAMETERS(ARGUMENT("FILE", &asked.file, "the Judge's map file; - is standard input",
                            .files = "*", .required = true)),
	.options = PARAMETERS(
		OPTION_TEXT("output", "FILE", &asked.output, "where the map goes; - is standard output",
                    .letter = 'o', .files = "*.csv", .normal = "-"),
		OPTION_TEXT("powers", "LIST", &asked.powers,
                    "codes of powers by their letters, as in A=AUS,X=XAN; those of the standard "
                    "map need none"),
		OPTION_TEXT("seed", "FILE", &asked.seed, "the Judge's starting position", .files = "*"),
		OPTION_TEXT("start", "FILE", &asked.start,
                    "also write that position as a case, called start", .files = "*.cases")),
	.run = import_map,
};
