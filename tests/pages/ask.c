/* ask: what lib answers to questions about positions (lib/analysis), to compare the module for
 * browsers with it (module.sh).
 *
 * `build/ask_analysis questions CASES... [PHASES [SEED]]` writes the questions of all cases, then
 * those of PHASES phases of random games. `build/ask_analysis answers` reads questions and writes
 * their answers.
 *
 * A line `open MAP RULES` says what the next questions are about; a line "." ends a question. An
 * answer is one line. */
#include "analysis/analysis.h"
#include "api/api.h"
#include "formats/cases/case_write.h"
#include "formats/cases/trial.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_SIZE = 1 << 20, QUESTION_SIZE = 1 << 17, POSITION_SIZE = 1 << 14 };

/* ── questions ── */

static void print_position(const char *word, const struct map *map, const struct board *board)
{
	static char text[POSITION_SIZE];
	struct text out = {text, sizeof text, 0};

	case_write_board(&out, map, board);
	printf("%s\n%.*s", word, (int)out.used, text);
}

static void print_phase(const struct test_case *c, const struct case_phase *phase)
{
	char text[ORDER_TEXT_SIZE];

	print_position("judge", c->map, &phase->before);
	for (int i = 0; i < phase->order_count; i++)
		printf("order %s %s\n", c->map->power[phase->orders[i].power],
		       order_print(c->map, phase->orders[i].order, text));
	puts(".");
	print_position("legal", c->map, &phase->before);
	puts(".");
}

static struct map named;
static const struct map *find_map(const char *name)
{
	const struct map_source *source = map_source_find(name);
	char why[ERROR_SIZE];

	return source && map_build(&named, source->rows, source->count, why) ? &named : NULL;
}

/* The name under which the library has a map. */
static const char *name_map(const struct map *map)
{
	static struct map other;
	char why[ERROR_SIZE];

	for (const struct map_source *source = map_sources; source->name; source++)
		if (map_build(&other, source->rows, source->count, why) &&
		    other.loc_count == map->loc_count && other.power_count == map->power_count &&
		    strcmp(other.power[0], map->power[0]) == 0)
			return source->name;
	return NULL;
}

static int ask_cases(const char *file)
{
	static char text[FILE_SIZE];
	static struct test_case c;
	FILE *in = fopen(file, "r");
	const size_t size = in ? fread(text, 1, sizeof text, in) : 0;
	struct case_reader reader = {.map = find_map("standard"), .find_map = find_map};
	const char *at = text;
	static struct map standard;
	int count = 0;

	if (!in || size == 0 || fclose(in) != 0)
		exit(2);
	standard = *reader.map;
	reader.map = &standard;
	for (enum case_event event; (event = cases_read(&reader, &at, text + size, &c)) != CASE_MORE;) {
		const struct rules *rules = event == CASE_READ ? trial_rules(NULL, &c) : NULL;
		const char *map = rules ? name_map(c.map) : NULL;
		if (!map)
			continue; /* a map that the library lacks, or a line that is wrong on purpose */
		printf("open %s %s\n", map, rules->name);
		for (int i = 0; i < c.phase_count; i++)
			print_phase(&c, &c.phases[i]);
		count++;
	}
	return count;
}

/* Phases of games in which all powers order by chance. */
static void ask_games(int phases, uint64_t seed)
{
	struct ares_game_options options = {.bytes = sizeof options};
	static char text[POSITION_SIZE];
	static struct ares_phase phase;
	struct ares_map *map;

	if (ares_map_open("standard", &map, NULL) != ARES_OK)
		exit(2);
	ares_game_defaults(&options, NULL);
	options.years = 20;
	for (int p = 0; p < ares_map_powers(map); p++)
		options.seats[p] = "randbot";
	puts("open standard standard");
	for (int done = 0; done < phases; options.seed++) {
		struct ares_game *game;
		options.seed += seed;
		if (ares_game_open(map, &options, &game, NULL) != ARES_OK)
			exit(2);
		while (done < phases && ares_game_process(game, NULL) == ARES_OK) {
			(void)!ares_game_phase(game, ares_game_phases(game) - 1, &phase, NULL);
			(void)!ares_board_print(map, &phase.before, text, sizeof text, NULL, NULL);
			printf("judge\n%s", text);
			for (int i = 0; i < phase.count; i++)
				printf("order %s %s\n", ares_power_code(map, phase.power[i]),
				       ares_order_print(map, ARES_DATC, &phase.order[i], text));
			puts(".");
			done++;
		}
		ares_game_close(game);
	}
	ares_map_close(map);
}

/* ── answers ── */

static void answer(struct analysis *analysis, const char *question, size_t size)
{
	size_t length;
	const char *text = analysis_ask(analysis, question, size, &length);

	if (!text)
		exit(2);
	for (size_t i = 0; i < length; i++)
		putchar(text[i] == '\n' ? ' ' : text[i]);
	putchar('\n');
}

static void answer_all(void)
{
	static char question[QUESTION_SIZE], line[512], map[64], rules[64], last[512];
	struct analysis *analysis = NULL;
	size_t size = 0;

	while (fgets(line, sizeof line, stdin)) {
		const size_t length = strlen(line);
		if (sscanf(line, "open %63s %63s", map, rules) == 2) {
			if (strcmp(line, last) != 0) {
				analysis_close(analysis);
				analysis = analysis_open(map, "", rules);
			}
			memcpy(last, line, length + 1);
		} else if (strcmp(line, ".\n") == 0) {
			answer(analysis, question, size);
			size = 0;
		} else if (size + length < sizeof question) {
			memcpy(question + size, line, length);
			size += length;
		}
	}
	analysis_close(analysis);
}

int main(int argc, char **argv)
{
	int cases = 0, at = 2;

	if (argc < 2)
		return 2;
	if (strcmp(argv[1], "answers") == 0) {
		answer_all();
		return 0;
	}
	for (; at < argc && !isdigit((unsigned char)argv[at][0]); at++)
		cases += ask_cases(argv[at]);
	if (at < argc)
		ask_games(atoi(argv[at]), at + 1 < argc ? strtoull(argv[at + 1], NULL, 10) : 1);
	fprintf(stderr, "%d cases\n", cases);
	return 0;
}
